"""What kind of request it is, where a model has a say: it may be wrong, and nobody invents."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.foundations.script import ReplyLike
from course_lib.routing.catalogue import Classification
from course_lib.routing.classification import classify, read_classification
from tests.effort import share
from tests.routing.samples import CURRENT, SIMPLE, context, output, run

MORI: ReplyLike = {"reply": "Ms Mori is the prime minister.", "repeat": True}
KINDS = [*get_args(Classification), "unknown"]


def with_classifier(said: dict[str, Any], **task: Any) -> Any:
    scripts: dict[str, list[ReplyLike]] = {
        "classifier": [json.dumps(said)],
        **{tier: [MORI] for tier in ("fast", "reasoning", "grounded", "fallback")},
    }
    return run({"input": CURRENT, **task}, context(scripts))


@pytest.mark.parametrize(
    "said",
    [
        {"classification": "simple"},
        {"classification": "simple", "freshness": False},
        {"classification": "simple", "freshness": True},
        {"classification": "reasoning", "complexity": 0.9},
        {"classification": "unknown"},
        {"classification": "unsupported"},
    ],
)
def test_a_model_cannot_talk_away_that_an_answer_changes_with_time(said: dict[str, Any]) -> None:
    state = with_classifier(said)

    assert (state["classification"], state["freshness_required"]) == ("current_info", True)
    assert state["tried"] == []
    assert output(state)["status"] == "degraded"


def test_what_a_model_alone_calls_fresh_is_looked_up() -> None:
    said = json.dumps({"classification": "simple", "freshness": True})

    state = run(SIMPLE, context({"classifier": [said], "fast": [MORI]}))

    assert state["classification"] == "current_info"
    assert state["tried"] == []


def test_what_a_model_says_that_nobody_can_do_stays_undone() -> None:
    said = json.dumps({"classification": "unsupported", "freshness": True})

    assert output(run(SIMPLE, context({"classifier": [said]})))["status"] == "unsupported"


@given(
    kind=st.sampled_from(KINDS),
    freshness=st.booleans(),
    tool=st.sampled_from([None, "calculator", "calendar", "converter"]),
    question=st.sampled_from(
        [CURRENT, "2026년 호주 오픈은 언제 시작해?", "Who won last night's game?"]
    ),
)
@settings(max_examples=share(2_000), deadline=None)
def test_what_the_rules_call_current_is_never_tried_without_results(
    kind: str, freshness: bool, tool: str | None, question: str
) -> None:
    assert classify(question).freshness

    said = {"classification": kind, "freshness": freshness, "tool": tool}
    state = with_classifier(said, input=question)

    assert state["freshness_required"]
    assert state["tried"] == []


def test_the_trace_says_what_the_state_says() -> None:
    state = run("그거는?", context({"reasoning": [{"reply": "TODO", "repeat": True}]}))

    (traced,) = [entry for entry in state["routing_trace"] if entry["event"] == "classification"]
    assert state["classification"] is None
    assert traced["classification"] is None


def test_a_model_may_say_that_it_cannot_tell() -> None:
    found = read_classification('{"classification": "unknown"}')
    assert found is not None
    assert found.rules == ()

    said = json.dumps({"classification": "unknown"})
    state = run(SIMPLE, context({"classifier": [said], "reasoning": [MORI]}))

    assert state["classification"] is None


def test_the_classifier_has_a_switch() -> None:
    task = {"input": SIMPLE, "allowed_capabilities": ["fallback"]}

    state = run(task, context({"classifier": [], "fast": ["Canberra is the capital."]}))

    assert state["classification"] == "simple"
    assert output(state)["status"] == "answered"
    assert "classifier" in context().capabilities
