"""Feedback of whole runs: what it tells is what happened."""

from typing import Any

import pytest

from course_lib.foundations.script import ReplyLike
from course_lib.routing.texts import ROUTES
from tests.routing.paths import catalogue, path
from tests.routing.samples import CURRENT, SIMPLE, context, output, run

FOUND: ReplyLike = '[{"title": "Cabinet", "snippet": "Prime minister: Ms Mori"}]'
LATE: ReplyLike = {"reply": "Ms Mori.", "latency_ms": 40_000}


@pytest.mark.parametrize(
    ("task", "scripts", "told"),
    [
        (
            {"input": SIMPLE, "resource_limits": {"max_cost_usd": 0.00006}},
            {"fallback": ["Canberra is the capital."]},
            "No other path was within the limits, and the one that stood in was good enough.",
        ),
        (
            {"input": SIMPLE},
            {"fast": [{"fault": "timeout"}] * 2, "fallback": ["Canberra is the capital."]},
            "The chosen path failed, and the one that stood in for it was good enough.",
        ),
        (
            {"input": CURRENT},
            {"search": [FOUND], "grounded": [LATE]},
            "Something was found, but no path that may answer from it came to an answer.",
        ),
        (
            {"input": CURRENT, "resource_limits": {"max_cost_usd": 0.001}},
            {"search": [], "grounded": []},
            ROUTES["search_unaffordable"].en,
        ),
        (
            {"input": CURRENT},
            {"search": ["[]"], "grounded": []},
            "The search could not be used or found nothing, and nothing else knows current facts.",
        ),
        (
            {"input": CURRENT},
            {"grounded": []},
            "The search could not be used or found nothing, and nothing else knows current facts.",
        ),
    ],
    ids=["no primary", "stood in", "answer failed", "unaffordable", "nothing found", "no search"],
)
def test_the_feedback_tells_what_happened(
    task: dict[str, Any], scripts: dict[str, list[ReplyLike]], told: str
) -> None:
    feedback = output(run(task, context(scripts)))["routing_feedback"]

    assert feedback is not None
    assert feedback["reason"] == told


def test_a_weak_fallback_that_was_bettered_did_not_stand_in() -> None:
    three = catalogue(
        path("a", fallbacks=("b",)),
        path("b", tier="fallback", quality=0.4),
        path("c", tier="reasoning", input_usd=9.0),
    )
    scripts: dict[str, list[ReplyLike]] = {
        "fast": [{"fault": "timeout"}],
        "fallback": ["Canberra."],
        "reasoning": ["Canberra is the capital of Australia."],
    }
    state = run(SIMPLE, context(scripts, catalogue=three))

    assert state["tried"] == ["a", "b", "c"]
    assert output(state)["status"] == "answered"
    feedback = output(state)["routing_feedback"]
    assert feedback is not None
    assert feedback["reason"].startswith("The first answer was not good enough; c would")
