"""Sectioning and voting: shares, timeouts and faults of a branch, and results in one order."""

import itertools
import json
import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda

from course_lib.foundations.errors import FAULT_KINDS
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.workflows import branches, sectioning, voting
from tests.orchestration.workflow_samples import branches_of, for_ever, models

TASK = {"input": "A guide.", "sections": ["History", "Ships", "Food"]}
BALLOT = {"input": "Fair?", "options": ["yes", "no"], "votes": 3}


def written(task: dict[str, Any], worker: Any, **options: Any) -> Any:
    context = sectioning.Context(**models(worker=worker))
    return sectioning.run(task, context, **options)["final_output"]


def voted(task: dict[str, Any], voter: Any, **options: Any) -> Any:
    context = voting.Context(**models(voter=voter))
    return voting.run(task, context, **options)["final_output"]


def vote(number: int, option: str) -> dict[str, Any]:
    return {"when": f"Vote {number} of", "reply": json.dumps({"vote": option})}


def test_every_edge_and_every_word_on_it() -> None:
    assert branches_of(sectioning.build_graph()) == {
        "split": {"section": "work_on_section", "nothing_to_do": "handle_failure"}
    }
    assert branches_of(voting.build_graph()) == {
        "prepare_ballot": {"vote": "vote", "no_ballot": "handle_failure"}
    }


@given(calls=st.integers(0, 200), count=st.integers(1, 20))
def test_shares_are_fair_and_add_up(calls: int, count: int) -> None:
    shares = branches.shared_out(calls, count)

    assert (len(shares), sum(shares)) == (count, calls)
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_sections_are_joined_in_one_order_whoever_is_first(order: tuple[int, ...]) -> None:
    titles = TASK["sections"]
    turns = [threading.Event() for _ in range(4)]
    turns[0].set()

    def answer(messages: Any) -> AIMessage:
        number = next(n for n, title in enumerate(titles) if title in messages[-1].content)
        place = order.index(number)
        assert turns[place].wait(5)
        turns[place + 1].set()
        return AIMessage(f"text {number}")

    context = sectioning.Context(worker=RunnableLambda(answer))
    output = sectioning.run(TASK, context)["final_output"]
    assert output is not None
    assert output["text"] == "History\ntext 0\n\nShips\ntext 1\n\nFood\ntext 2"


@pytest.mark.parametrize(("allowed", "peak"), [(1, 1), (2, 2), (None, 6)])
def test_max_concurrency_bounds_how_many_branches_run_at_once(
    allowed: int | None, peak: int
) -> None:
    lock, running, seen = threading.Lock(), [0], [0]

    def answer(_: Any) -> AIMessage:
        with lock:
            running[0] += 1
            seen[0] = max(seen[0], running[0])
        time.sleep(0.05)
        with lock:
            running[0] -= 1
        return AIMessage("text")

    task = {"input": "A guide.", "sections": [f"s{n}" for n in range(6)]}
    context = sectioning.Context(worker=RunnableLambda(answer))
    sectioning.run(task, context, max_concurrency=allowed)
    assert seen[0] <= peak
    assert seen[0] > 1 or peak == 1


def test_all_branches_run_at_once() -> None:
    everybody = threading.Barrier(branches.MAX_BRANCHES)

    def answer(_: Any) -> AIMessage:
        everybody.wait(10)
        return AIMessage("text")

    titles = [f"s{number}" for number in range(branches.MAX_BRANCHES)]
    task = {"input": "A guide.", "sections": titles, "max_model_calls": branches.MAX_BRANCHES}
    context = sectioning.Context(worker=RunnableLambda(answer))
    output = sectioning.run(task, context)["final_output"]
    assert output is not None
    assert (output["status"], output["missing"]) == ("ok", [])


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_fault_stays_in_its_branch(kind: str) -> None:
    worker = [{"when": "Ships", "fault": kind, "repeat": True}, *for_ever("text")]

    output = written(TASK, worker)
    assert (output["status"], output["missing"]) == ("partial", ["Ships"])
    assert output["text"] == "History\ntext\n\nFood\ntext"
    assert output["errors"][0].startswith(f"join: section 2: worker: {kind}")


def test_when_all_branches_fail_nothing_is_made_up() -> None:
    output = written(TASK, [{"fault": "unavailable", "repeat": True}])

    assert (output["status"], output["text"]) == ("failed", None)
    assert (len(output["missing"]), len(output["errors"])) == (3, 3)


def test_after_a_timeout_a_branch_does_not_try_again() -> None:
    clock = branches.BranchClock()
    late = ScriptedChatModel(
        [{"fault": "timeout", "latency_ms": 60}, {"fault": "timeout", "latency_ms": 60}, "text"],
        clock=clock,
    )
    branch: branches.Branch = {"number": 1, "about": "x", "share": 5, "timeout_ms": 100}

    outcome = branches.worked(branch, late, "", read=lambda text: (text, None), clock=clock)
    assert (outcome["calls"], outcome["ms"]) == (2, 120)
    assert outcome["problem"] == "timeout: 120 ms taken, 100 allowed"


def test_the_branch_clock_gives_every_thread_its_own_time() -> None:
    clock, seen = branches.BranchClock(), []

    def wait() -> None:
        clock.advance(5)
        seen.append(clock.now())

    threads = [threading.Thread(target=wait) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (seen, clock.now()) == ([5, 5, 5], 0)


@given(
    replies=st.lists(st.sampled_from(["text", "", {"fault": "timeout"}]), min_size=30, max_size=30),
    count=st.one_of(st.integers(0, 25), st.just(branches.MAX_BRANCHES + 5)),
    calls=st.integers(-1, 30),
)
def test_sectioning_always_ends_within_its_budget(replies: Any, count: int, calls: int) -> None:
    task = {"input": "A.", "sections": [f"s{n}" for n in range(count)], "max_model_calls": calls}

    output = written(task, replies)
    assert output["model_calls"] <= (calls if calls >= 0 else 10)
    found = output["text"].count("\n\n") + 1 if output["text"] else 0
    assert found + len(output["missing"]) == min(count, branches.MAX_BRANCHES)


def test_a_majority_is_more_than_half_of_the_valid_votes() -> None:
    assert voting.decided({"a": 2, "b": 1}, asked=3, on_tie="b") == ("ok", "a", "majority")
    assert voting.decided({"a": 2, "b": 1, "c": 1}, asked=4, on_tie=None) == (
        "undecided",
        None,
        None,
    )
    assert voting.decided({"a": 2, "b": 1, "c": 1}, asked=4, on_tie="c") == ("ok", "c", "tie_rule")
    assert voting.decided({"a": 1, "b": 0}, asked=2, on_tie="a") == ("no_quorum", None, None)
    assert voting.decided({"a": 2, "b": 0}, asked=3, on_tie=None) == ("ok", "a", "majority")


@given(st.lists(st.sampled_from(["yes", "no"]), min_size=1, max_size=9))
def test_the_order_of_the_votes_does_not_matter(votes: list[str]) -> None:
    task = {**BALLOT, "votes": len(votes)}

    first, turned = (
        voted(task, [vote(number, option) for number, option in enumerate(order, start=1)])
        for order in (votes, votes[::-1])
    )
    assert first == turned
    yes = votes.count("yes")
    winner = "yes" if 2 * yes > len(votes) else "no" if 2 * yes < len(votes) else None
    assert first["winner"] == winner


@pytest.mark.parametrize("reply", ["yes", '{"vote": "maybe"}', '{"vote": true}', '{"Vote": "yes"}'])
def test_what_is_no_vote_is_not_counted(reply: str) -> None:
    output = voted({**BALLOT, "max_model_calls": 3}, for_ever(reply))

    assert output["status"] == "no_quorum"
    assert output["tally"] == {"yes": 0, "no": 0}
    assert len(output["errors"]) == 3


def test_a_tie_rule_must_be_an_option() -> None:
    output = voted({**BALLOT, "votes": 2, "on_tie": "perhaps"}, [vote(1, "yes"), vote(2, "no")])

    assert output["status"] == "undecided"
    assert "on_tie must be one of yes, no, got 'perhaps'" in output["errors"][0]


def test_votes_may_be_asked_for_one_at_a_time() -> None:
    output = voted(BALLOT, for_ever('{"vote": "yes"}'), max_concurrency=1)

    assert output["tally"] == {"yes": 3, "no": 0}


def test_what_is_said_of_a_fault_does_not_depend_on_who_asked_first() -> None:
    faults = [{"when": "Ships", "fault": "unavailable"}, *for_ever("text")]

    problems = {written({**TASK, "max_model_calls": 3}, faults)["errors"][0] for _ in range(50)}
    assert problems == {"join: section 2: worker: unavailable"}
