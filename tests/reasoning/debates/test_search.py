"""The search over topologies: what is tried, what is pruned and why, and what is best."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.reasoning.debates import (
    CHAIN,
    GRAPH,
    INDEPENDENT,
    Candidate,
    Context,
    Question,
    search_topologies,
)
from tests.effort import share
from tests.reasoning.debates.samples import STAR, asked, context, for_ever, says

SUM = Question("A bat and a ball cost 1.10 ...", expected="5 cents")
CAPITAL = Question("오스트레일리아의 수도는?", expected="캔버라")
OPEN = Question("Tabs or spaces?")
ALL = [Candidate(topology=GRAPH), Candidate(topology=CHAIN), Candidate(topology=INDEPENDENT)]


def persuadable(question: Question) -> Context:
    """Two who are wrong until they hear the one who is right."""
    right = question.expected or "tabs"
    wrong = [
        {"when": f"b says: {right}", "reply": says(right, changed_by="b"), "repeat": True},
        {"when": question.input, "reply": says("10 cents"), "repeat": True},
    ]
    return context(wrong, [{"reply": says(right), "repeat": True}], wrong)


def counting(factory: Callable[[Question], Context]) -> tuple[Callable[[Question], Context], Any]:
    """The same factory, and a function that counts what was asked."""
    made: list[Context] = []

    def make(question: Question) -> Context:
        made.append(factory(question))
        return made[-1]

    return make, lambda: sum(map(asked, made))


def test_a_debate_beats_the_vote_and_the_chain_is_cheaper_than_the_graph() -> None:
    search = search_topologies([SUM, CAPITAL], persuadable, candidates=ALL, max_model_calls=100)

    assert [trial.candidate.topology.name for trial in search.trials] == [
        "chain",
        "graph",
        "independent",
    ]
    assert search.best == search.trials[0]
    assert [(trial.right, trial.model_calls) for trial in search.trials] == [
        (2, 8),
        (2, 12),
        (0, 6),
    ]
    assert [line.split("  ")[0] for line in repr(search).splitlines()] == [
        "candidate",
        "chain, 3 speakers, 2 rounds",
        "graph, 3 speakers, 2 rounds",
        "independent, 3 speakers, 1 round",
    ]


def test_the_same_search_comes_out_the_same() -> None:
    first, again = (
        search_topologies([SUM, OPEN], persuadable, candidates=ALL, max_model_calls=30)
        for _ in range(2)
    )
    assert first == again


def test_what_does_not_fit_the_budget_is_not_started_and_said() -> None:
    factory, calls = counting(persuadable)

    search = search_topologies([SUM], factory, candidates=ALL, max_model_calls=8)
    assert calls() == 3
    assert [trial.pruned for trial in search.trials] == [
        None,
        "may take 6 model calls, 5 are left",
        "may take 6 model calls, 5 are left",
    ]
    assert search.trials[1].tried == 0


def test_without_a_budget_there_is_no_best() -> None:
    search = search_topologies([SUM], persuadable, candidates=ALL, max_model_calls=0)

    assert search.best is None
    assert all(trial.pruned for trial in search.trials)


def test_what_cannot_become_the_best_any_more_is_stopped() -> None:
    right, wrong = for_ever("5 cents", "5 cents"), for_ever("10 cents", "10 cents")
    contexts = iter([right, right, right, wrong])
    pair = [
        Candidate(topology=INDEPENDENT, speakers=2, max_rounds=1),
        Candidate(topology=STAR, speakers=2, max_rounds=1),
    ]

    search = search_topologies(
        [SUM, SUM, SUM], lambda _: next(contexts), candidates=pair, max_model_calls=100
    )
    best, stopped = search.trials
    assert (best.right, best.pruned) == (3, None)
    assert (stopped.tried, stopped.labelled, stopped.model_calls) == (1, 1, 2)
    assert stopped.pruned == "can get 2 right at most, the best has 3"


def test_what_is_right_counts_more_than_what_is_agreed_on() -> None:
    united = for_ever("10 cents", "10 cents", "10 cents")
    divided = for_ever("5 cents", "5 cents", "10 cents")
    contexts = iter([united, divided])

    search = search_topologies(
        [SUM], lambda _: next(contexts), candidates=ALL[1:][::-1], max_model_calls=100
    )
    assert [(trial.right, trial.agreement) for trial in search.trials] == [(1, 0.667), (0, 1.0)]


def test_questions_without_a_label_count_by_agreement_and_cost() -> None:
    search = search_topologies([OPEN], persuadable, candidates=ALL, max_model_calls=100)

    assert [trial.labelled for trial in search.trials] == [0, 0, 0]
    assert [trial.agreement for trial in search.trials] == [1.0, 1.0, 0.667]
    assert search.trials[0].candidate.topology is CHAIN


def test_what_goes_wrong_in_a_debate_is_kept_with_its_question() -> None:
    faulty = [{"fault": "timeout", "repeat": True}]
    yes = [{"reply": says("yes"), "repeat": True}]
    candidate = Candidate(topology=INDEPENDENT, speakers=3)

    search = search_topologies(
        [OPEN], lambda _: context(yes, faulty), candidates=[candidate], max_model_calls=9
    )
    assert search.trials[0].errors == (
        "question 1: prepare_debate: speakers is 3, but there are 2; all of them take part",
        "question 1: speak: b in round 1: abstains: timeout",
    )


@pytest.mark.parametrize(
    ("speakers", "rounds", "problem"),
    [
        (1, 2, "candidate 'graph': speakers must be from 2 to 5, got 1"),
        (3, 6, "candidate 'graph': max_rounds must be from 1 to 5, got 6"),
    ],
)
def test_a_candidate_out_of_range_is_refused(speakers: int, rounds: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Candidate(topology=GRAPH, speakers=speakers, max_rounds=rounds)


@pytest.mark.parametrize(("questions", "missing"), [([], "question"), ([SUM], "candidate")])
def test_nothing_to_search_is_refused(questions: list[Question], missing: str) -> None:
    with pytest.raises(ValueError, match=f"needs one {missing} or more, got none"):
        search_topologies(questions, persuadable, candidates=[], max_model_calls=9)


candidates = st.builds(
    Candidate,
    topology=st.sampled_from([INDEPENDENT, CHAIN, GRAPH, STAR]),
    speakers=st.integers(2, 5),
    max_rounds=st.integers(1, 5),
)


@settings(max_examples=share(1_000))
@given(
    found=st.lists(candidates, min_size=1, max_size=4),
    questions=st.lists(st.sampled_from([SUM, CAPITAL, OPEN]), min_size=1, max_size=3),
    most=st.integers(0, 60),
)
def test_a_search_keeps_its_budget_and_loses_no_candidate(
    found: list[Candidate], questions: list[Question], most: int
) -> None:
    factory, calls = counting(persuadable)

    search = search_topologies(questions, factory, candidates=found, max_model_calls=most)
    assert calls() == sum(trial.model_calls for trial in search.trials) <= most
    assert sorted(trial.candidate.name for trial in search.trials) == sorted(
        each.name for each in found
    )
    for trial in search.trials:
        assert (trial.tried < len(questions)) == (trial.pruned is not None)
    if search.best is not None:
        assert search.best.right == max(trial.right for trial in search.trials)
