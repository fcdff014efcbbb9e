"""Evaluator-optimizer: every reason to stop, and the best draft kept whatever comes after it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.orchestration.workflows import evaluator
from course_lib.orchestration.workflows.evaluator_policy import GOOD_ENOUGH
from tests.orchestration.workflow_samples import branches_of, for_ever, models

TASK = {"input": "Explain it."}


def scored(score: float, *issues: str, person: bool = False) -> str:
    more = {"critical_issues": issues, "feedback": "Go on.", "needs_person": person}
    return json.dumps({"score": score, **more})


def ran(task: dict[str, Any], evaluations: Any, reviser: Any = None) -> Any:
    revisions = reviser or [f"draft {number}" for number in range(2, 9)]
    scripts = models(generator=["draft 1"], evaluator=evaluations, reviser=revisions)
    context = evaluator.Context(**scripts)
    return evaluator.run(task, context)["final_output"], context


def test_every_edge_and_every_word_on_it() -> None:
    assert branches_of(evaluator.build_graph()) == {
        "prepare_task": {"ready": "generate", "bad_task": "handle_failure"},
        "generate": {"written": "evaluate", "no_draft": "handle_failure"},
        "evaluate": {
            "passed": "finalize",
            "converged": "finalize",
            "spent": "finalize",
            "needs_revision": "revise",
            "risky_topic": "escalate",
            "new_issue": "escalate",
            "no_verdict": "escalate",
        },
        "revise": {"revised": "evaluate", "no_draft": "escalate"},
    }


@pytest.mark.parametrize(
    ("evaluations", "status", "text"),
    [
        ([scored(0.85)], "passed", "draft 1"),
        ([scored(0.84), scored(0.85)], "passed", "draft 2"),
        ([scored(0.80), scored(0.85)], "passed", "draft 2"),
        ([scored(0.50), scored(0.52), scored(0.9)], "passed", "draft 3"),
        ([scored(0.50), scored(0.519)], "converged", "draft 2"),
        ([scored(0.50), scored(0.30)], "converged", "draft 1"),
        ([scored(0.9, "x"), scored(0.95, "x"), scored(0.99, "x")], "spent", "draft 3"),
        ([scored(0.5), scored(0.9, "x")], "escalated", "draft 1"),
        ([scored(0.5, "x"), scored(0.6), scored(0.9)], "passed", "draft 3"),
        ([scored(0.99, person=True)], "escalated", "draft 1"),
    ],
)
def test_when_to_stop_and_what_to_keep(evaluations: list[str], status: str, text: str) -> None:
    output, _ = ran(TASK, evaluations)

    assert (output["status"], output["text"]) == (status, text)


@pytest.mark.parametrize("limit", range(6))
def test_the_rounds_are_bounded(limit: int) -> None:
    rising = [scored(round(0.1 * number, 1), "x") for number in range(1, 8)]
    output, context = ran({**TASK, "max_rounds": limit}, rising)

    assert (output["status"], output["rounds"]) == ("spent", limit)
    assert len(context.evaluator.calls) == limit + 1


@pytest.mark.parametrize(
    "reply",
    [
        "Nice.",
        '{"score": 2, "feedback": "x"}',
        '{"score": "0.9", "feedback": "x"}',
        '{"score": 0.9}',
        scored(0.9) + scored(0.1),
        {"fault": "timeout"},
    ],
)
def test_what_is_no_score_is_handed_to_a_person(reply: Any) -> None:
    output, context = ran(TASK, [reply])

    assert (output["status"], output["scores"], output["text"]) == ("escalated", [], "draft 1")
    assert len(output["errors"]) == 1
    assert context.reviser.calls == ()


def test_a_fault_of_the_reviser_keeps_the_scored_draft() -> None:
    output, _ = ran(TASK, [scored(0.5)], [{"fault": "rate_limit"}])

    assert (output["status"], output["text"], output["rounds"]) == ("escalated", "draft 1", 0)
    assert output["errors"] == ["revise: reviser: rate_limit (scripted, call 1)"]


SCORES = st.builds(
    scored,
    st.sampled_from([0.0, 0.3, 0.5, 0.51, 0.84, 0.9]),
    st.sampled_from(["x", "y"]),
    person=st.booleans(),
) | st.sampled_from(["Hm.", scored(0.2), scored(0.6), {"fault": "timeout"}])


@given(evaluations=st.lists(SCORES, min_size=6, max_size=6), limit=st.integers(0, 5))
def test_always_ends_with_the_best_draft_within_its_rounds(evaluations: Any, limit: int) -> None:
    output, context = ran({**TASK, "max_rounds": limit}, evaluations, for_ever("again"))

    assert output["rounds"] == len(context.reviser.calls) <= limit
    assert output["text"] in ("draft 1", "again")
    if output["status"] == "passed":
        assert output["scores"][-1] >= GOOD_ENOUGH
