"""Each assertion passes where it should, and says what is wrong where it should not."""

import time
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from course_lib.foundations.budget import Limit
from course_lib.testing.invariants import (
    assert_closed,
    assert_no_leak,
    assert_terminates,
    assert_within_budget,
    unclosed,
)

USER, ANSWER, RULES = HumanMessage("go"), AIMessage("done"), SystemMessage("be kind")


def asks(*ids: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": each} for each in ids])


def answer(call_id: str) -> ToolMessage:
    return ToolMessage("result", tool_call_id=call_id)


@pytest.mark.parametrize(
    "history",
    [
        [],
        [RULES],
        [RULES, USER, ANSWER],
        [USER, asks("a", "b"), answer("b"), answer("a"), ANSWER, USER, ANSWER],
    ],
)
def test_a_closed_history_passes(history: list[BaseMessage]) -> None:
    assert_closed(history)


@pytest.mark.parametrize(
    ("history", "problem"),
    [
        ([USER], "a turn has no final answer"),
        ([USER, asks("a")], "a call has no response"),
        ([USER, asks("a"), answer("a")], "a turn has no final answer"),
        ([USER, asks("a"), ANSWER], "a decision follows a call without a response"),
        ([USER, asks("a"), USER], "a user message follows a call without a response"),
        ([USER, USER], "a user message follows a turn without a final answer"),
        ([ANSWER], "an assistant message stands outside a turn"),
        ([USER, asks("a", "a")], "a call's id is not unique"),
        ([USER, asks("a"), answer("a"), asks("a")], "a call's id is not unique"),
        ([USER, asks("a"), answer("b")], "a response has no call"),
        ([USER, asks("a"), answer("a"), answer("a")], "a response has no call"),
        ([USER, RULES, ANSWER], "a system message stands inside the history"),
    ],
)
def test_an_open_history_is_refused_and_why(history: list[BaseMessage], problem: str) -> None:
    assert unclosed(history) == problem
    with pytest.raises(AssertionError, match=problem):
        assert_closed(history)


COUNT = Limit(name="max_calls", used="used.calls", default=3, maximum=9)
TOKENS = Limit(name="max_tokens", used="used.tokens", default=100, maximum=999, unit="tokens")


@pytest.mark.parametrize(
    ("used", "problem"),
    [
        ({"calls": 3, "tokens": 100}, None),
        ({"calls": 3, "tokens": 120}, None),  # the call in flight may pass a measured limit
        ({}, None),
        ({"calls": 4}, "max_calls: 4 used of 3"),
        ({"calls": -1}, "max_calls: -1 used, which is negative"),
        ({"tokens": -1}, "max_tokens: -1 used, which is negative"),
    ],
)
def test_counts_keep_their_limits_and_nothing_is_negative(
    used: dict[str, Any], problem: str | None
) -> None:
    state = {"max_calls": 3, "max_tokens": 100, "used": used}
    if problem is None:
        assert_within_budget(state, [COUNT, TOKENS])
    else:
        with pytest.raises(AssertionError, match=problem):
            assert_within_budget(state, [COUNT, TOKENS])


def test_what_ends_hands_on_its_result_or_what_it_raises() -> None:
    def fails() -> None:
        raise KeyboardInterrupt

    assert assert_terminates(lambda: 7) == 7
    with pytest.raises(KeyboardInterrupt):
        assert_terminates(fails)


def test_what_does_not_end_is_said() -> None:
    with pytest.raises(AssertionError, match=r"still running after 0\.01 s"):
        assert_terminates(lambda: time.sleep(0.2), seconds=0.01)


def test_a_leak_is_shown_with_its_surroundings() -> None:
    assert_no_leak({"answer": [AIMessage("fine")]}, "canary")
    with pytest.raises(AssertionError, match=r"'canary' leaked: .*I saw a canary"):
        assert_no_leak({"answer": [AIMessage("I saw a canary")]}, "canary")
    with pytest.raises(ValueError, match="canary must be a text"):
        assert_no_leak("anything", "")
