from collections.abc import Callable
from typing import Any

import pytest

from course_lib.exercises.workflows import good_enough
from course_lib.exercises.workflows.evaluation import NODE, TARGETS
from course_lib.exercises.workflows.evaluation_runs import CASES, Case
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.workflows import evaluator
from tests.exercises.answers import not_yet, worked_answer

State = dict[str, Any]
worked = worked_answer(good_enough())


def told(answer: object) -> str:
    return not_yet(good_enough().check(answer))


def is_good(state: State) -> bool:
    last = state["history"][-1]
    return last["score"] >= 0.85 and not last["critical_issues"]


def always_once_more(state: State) -> str:
    return "finalize" if is_good(state) else "revise"


def counts_rounds_only(state: State) -> str:
    spent = state["rounds"] >= state["max_rounds"]
    return "finalize" if spent or is_good(state) else "revise"


def score_only(state: State) -> str:
    spent = state["rounds"] >= state["max_rounds"]
    return "finalize" if spent or state["history"][-1]["score"] >= 0.85 else "revise"


def good_before_person(state: State) -> str:
    return "finalize" if state["history"] and is_good(state) else str(worked(state))


def limit_before_person(state: State) -> str:
    return "finalize" if state["rounds"] >= state["max_rounds"] else str(worked(state))


def gain_over_the_first(state: State) -> str:
    decision, history = str(worked(state)), state["history"]
    gained = history and history[-1]["score"] - history[0]["score"] > 0.1
    left = state["rounds"] < state["max_rounds"]
    return (
        "revise" if decision == "finalize" and gained and left and not is_good(state) else decision
    )


def raw_gain(state: State) -> str:
    decision, scores = str(worked(state)), [entry["score"] for entry in state["history"]]
    stalled = len(scores) > 1 and scores[-1] - scores[-2] < 0.02
    return "finalize" if stalled and decision == "revise" else decision


def counts_issues(state: State) -> str:
    def padded(entry: State) -> State:
        return {**entry, "critical_issues": list(range(len(entry["critical_issues"])))}

    return str(worked({**state, "history": [padded(entry) for entry in state["history"]]}))


def any_issue_is_new(state: State) -> str:
    last = state["history"][-1:]
    return "escalate" if last and last[0]["critical_issues"] else str(worked(state))


def believes_the_old_verdict(state: State) -> str:
    return str(worked({**state, "rounds": len(state["history"]) - 1}))


def revises_without_feedback(state: State) -> str:
    return str(worked(state)) if state["history"] else "revise"


def hands_it_over_too_late(state: State) -> str:
    lacks_verdict = 0 < len(state["history"]) <= state["rounds"]
    return "revise" if lacks_verdict else str(worked(state))


TYPICAL: dict[Callable[[State], str], str] = {
    always_once_more: (
        "When each revision gains and the limit is 2, the graph went to `finalize` after 3 "
        "revisions; it should go to `finalize` after 2. Compare `rounds` with `max_rounds` before "
        "you ask for a revision."
    ),
    counts_rounds_only: (
        "When a revision gains 0.01, the graph went to `finalize` after 2 revisions; it should go "
        "to `finalize` after 1. The gain is the last score minus the one before it."
    ),
    score_only: (
        "When the first draft scores 0.9 with a critical issue, which its revision resolves, the "
        "graph went to `finalize` after 0 revisions; it should go to `finalize` after 1. Good "
        "enough is a score of 0.85 or more and no critical issue."
    ),
    good_before_person: (
        "When the first draft scores 0.95 and needs a person, the graph went to `finalize` after 0 "
        "revisions; it should go to `escalate` after 0. Nothing but a person may end a run in "
        "which the last verdict says `needs_person`."
    ),
    limit_before_person: (
        "When the last revision that the limit of 1 allows brings a critical issue, the graph went "
        "to `finalize` after 1 revision; it should go to `escalate` after 1. An issue is new if "
        "the verdict before does not list it; compare them as sets."
    ),
    gain_over_the_first: (
        "When the second revision gains 0.01, after the first gained 0.2, the graph went to "
        "`finalize` after 3 revisions; it should go to `finalize` after 2. The gain is the last "
        "score minus the one before it."
    ),
    raw_gain: (
        "When a revision gains 0.02, from 0.80 to 0.82, and the next one is good, the graph went "
        "to `finalize` after 1 revision; it should go to `finalize` after 2. `0.82 - 0.8` is a "
        "little less than 0.02 in floating point; round the gain first."
    ),
    counts_issues: (
        "When a revision trades one critical issue for another, the graph went to `finalize` after "
        "2 revisions; it should go to `escalate` after 1. An issue is new if the verdict before "
        "does not list it; compare them as sets."
    ),
    any_issue_is_new: (
        "When the first draft scores 0.9 with a critical issue, which its revision resolves, the "
        "graph went to `escalate` after 0 revisions; it should go to `finalize` after 1. "
    ),
    believes_the_old_verdict: (
        "`after_evaluation` raised `TypeError: 'NoneType' object is not subscriptable` when the "
        "evaluation of the first draft cannot be read."
    ),
    revises_without_feedback: (
        "`after_evaluation` returned `revise` when the evaluation of the first draft cannot be "
        "read: there is no feedback to revise by. After r revisions there are r + 1 drafts; fewer "
        "entries in `history` lack a verdict."
    ),
    hands_it_over_too_late: (
        "When the evaluation of the first revision cannot be read, the graph went to `escalate` "
        "after 2 revisions; it should go to `escalate` after 1. After r revisions there are r + 1 "
        "drafts; fewer entries in `history` lack a verdict."
    ),
}


@pytest.mark.parametrize("answer", TYPICAL, ids=lambda answer: answer.__name__)
def test_a_typical_wrong_answer_gets_its_own_message(answer: Callable[[State], str]) -> None:
    assert told(answer).startswith(TYPICAL[answer])


def test_the_worked_solution_is_right() -> None:
    assert str(good_enough().check(worked)).startswith("Correct. In 19 unseen runs, the loop ended")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.words)
def test_the_chapter_s_own_graph_ends_each_run_alike(case: Case) -> None:
    text: Any = {"reply": "A draft.", "repeat": True}
    context = evaluator.Context(
        generator=ScriptedChatModel([text]),
        evaluator=ScriptedChatModel(case.verdicts),
        reviser=ScriptedChatModel([text]),
    )
    output: Any = evaluator.run({"input": "Explain.", "max_rounds": case.limit}, context)[
        "final_output"
    ]
    assert output["rounds"] == case.rounds == len(case.verdicts) - 1
    assert (output["status"] == "escalated") == (case.ending == "escalate")


def test_every_way_to_end_is_asked_for_and_every_case_has_its_own_words() -> None:
    assert {case.ending for case in CASES} == {"finalize", "escalate"}
    assert len({case.words for case in CASES}) == len(CASES)


def test_the_router_may_lead_where_the_chapter_s_own_leads() -> None:
    [router] = evaluator.build_graph().builder.branches[NODE].values()
    assert router.ends is not None
    assert set(router.ends.values()) == set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_a_constant_is_wrong(target: str) -> None:
    assert told(lambda _: target).startswith("When the first draft scores 0.")


def test_a_loop_without_an_end_is_told() -> None:
    assert told(lambda _: "revise") == (
        "When the first draft scores 0.9, the loop did not end: LangGraph had to stop it. Compare "
        "`rounds` with `max_rounds` before you ask for a revision."
    )


def test_a_router_may_do_with_its_state_what_it_likes() -> None:
    def empties_it(state: State) -> str:
        found = str(worked(state))
        state["history"].clear()
        return found

    assert good_enough().check(empties_it).correct


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("revise", "`after_evaluation` must be a function, got `'revise'`."),
        (lambda: "revise", "`after_evaluation` raised `TypeError: "),
        (lambda _: None, "`after_evaluation` returned nothing when the first draft scores 0.9."),
        (
            lambda _: "END",
            "`after_evaluation` returned `'END'` when the first draft scores 0.9; it",
        ),
        (lambda _: ["revise"], "`after_evaluation` returned `['revise']` when the first draft "),
        (lambda state: state["score"], "`after_evaluation` raised `KeyError: 'score'` when the "),
    ],
)
def test_an_answer_of_another_kind_is_told_so(answer: Any, problem: str) -> None:
    assert told(answer).startswith(problem)


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    assert good_enough().check(lambda _: ...).outcome == "not attempted yet"
