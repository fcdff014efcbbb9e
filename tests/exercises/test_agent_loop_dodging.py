import inspect
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.exercises.agent_loop import dodging_script, forecast
from course_lib.exercises.agent_loop.dodging import (
    _FORECAST,
    AS_WRITTEN,
    NORMALISED,
    _forecast,
    _played,
)
from course_lib.foundations.script import ReplyLike
from course_lib.testing import strategies
from tests.exercises.answers import not_yet, worked_answer

Script = list[ReplyLike]
DONE = "It stays clear."


def told(script: object) -> str:
    return not_yet(dodging_script().check(script))


def asks(**args: Any) -> dict[str, Any]:
    return {"name": "forecast", "args": args}


def calling(*calls: dict[str, Any]) -> ReplyLike:
    return {"tool_calls": list(calls)}


def twice(first: dict[str, Any], second: dict[str, Any]) -> Script:
    return [calling(first), calling(second), DONE]


RIGHT: dict[str, Script] = {
    "a default spelled out": twice(asks(city="Oslo", days=1), asks(city="Oslo")),
    "1 and 1.0": twice(asks(city="Oslo", days=2), asks(city="Oslo", days=2.0)),
    "a number in quotes": twice(asks(city="Oslo", days=3), asks(city="Oslo", days="3")),
    "a truth value for a number": twice(asks(city="Oslo"), asks(city="Oslo", days=True)),
    "two spellings of a letter": twice(asks(city="Tromsø é"), asks(city="Tromsø e\u0301")),
    "talk beside the calls": [
        {"reply": "Let me look.", "tool_calls": [asks(city="Oslo")]},
        {"reply": "And again.", "tool_calls": [asks(city="Oslo", days=1.0)]},
        DONE,
    ],
    "an answer to whatever comes": [
        calling(asks(city="Oslo")),
        calling(asks(city="Oslo", days=1)),
        {"reply": DONE, "repeat": True},
    ],
}


@pytest.mark.parametrize("name", RIGHT)
def test_every_way_of_restating_a_call_is_right(name: str) -> None:
    result = dodging_script().check(RIGHT[name])
    assert result.correct, result


RESTATE = (
    "The order of the arguments and a call's id do not count. Which arguments does the tool "
    "receive if one is left out, or if a number is written in another way?"
)
OSLO = asks(city="Oslo")
STOPPED = (
    "Even the guard that compares calls as they are written stopped decision 2 of your `script`: "
    f"it has seen the same text before. {RESTATE}"
)
WRONG: dict[str, object] = {
    "a literal repeat": twice(OSLO, OSLO),
    "a repeat with another id": twice({**OSLO, "id": "a"}, {**OSLO, "id": "b"}),
    "a repeat in another order": twice(asks(city="Oslo", days=2), asks(days=2, city="Oslo")),
    "another day": twice(OSLO, asks(city="Oslo", days=2)),
    "another spelling of the city": twice(OSLO, asks(city="oslo")),
    "no second call": [calling(OSLO), DONE],
    "no call at all": [DONE],
    "three runs": [
        calling(OSLO),
        calling(asks(city="Oslo", days=1)),
        calling(asks(city="Lima")),
        DONE,
    ],
    "no text at the end": [calling(OSLO), calling(asks(city="Oslo", days=1))],
    "no reply": [],
    "calls up to the cap": [
        calling(OSLO),
        calling(asks(city="Oslo", days=1)),
        calling(asks(city="Lima")),
        calling(asks(city="Rome")),
    ],
    "a fault": [calling(OSLO), {"fault": "timeout"}],
    "both calls in one reply": [calling(OSLO, asks(city="Oslo", days=1)), DONE],
    "an argument that does not exist": twice(OSLO, asks(city="Oslo", unit="C")),
    "another tool": twice(OSLO, {"name": "weather", "args": {}}),
    "a reply of another type": [calling(OSLO), 7],
    "a misspelt key": [{"tool_call": [OSLO]}],
    "a mapping for a list": {"tool_calls": []},
}
TOLD: dict[str, str] = {
    "a literal repeat": STOPPED,
    "a repeat with another id": STOPPED,
    "a repeat in another order": STOPPED,
    "another day": "`forecast` ran with `city='Oslo', days=1`, then with `city='Oslo', days=2`: "
    "that is not the same thing twice. The second call must say the same in another way.",
    "another spelling of the city": "`forecast` ran with `city='Oslo', days=1`, then with "
    "`city='oslo', days=1`: that is not the same thing twice. The second call must say the same "
    "in another way.",
    "no second call": "`forecast` ran 1 time where calls are compared as written; your `script` "
    "must make it run twice.",
    "no call at all": "`forecast` ran 0 times where calls are compared as written; your `script` "
    "must make it run twice.",
    "three runs": "`forecast` ran 3 times where calls are compared as written; your `script` must "
    "make it run twice.",
    "no text at the end": "With the guard that compares calls as written, the model was asked for "
    "decision 3, and your `script` had no reply left that fits. Its last reply must be a text "
    "without calls, which ends the turn.",
    "no reply": "With the guard that compares calls as written, the model was asked for decision "
    "1, and your `script` had no reply left that fits. Its last reply must be a text without "
    "calls, which ends the turn.",
    "calls up to the cap": "The turn ended in `step_limit` at decision 4, not in `normal`. Let "
    "your `script` call twice and then answer in text.",
    "a fault": "The turn ended in `model_error` at decision 2, not in `normal`. Let your `script` "
    "call twice and then answer in text.",
    "both calls in one reply": "With the loop's own guard nothing ran: your `script` makes both "
    "calls in one reply, and a reply with a repeated call is skipped as a whole. Make the second "
    "call in a later reply.",
    "an argument that does not exist": "A call of your `script` was not executed; its response "
    "was `unknown argument 'unit'; allowed: city, days`. Both calls must reach the tool.",
    "another tool": "Your script cannot be followed: `model: call 2 is scripted to call the tool "
    "'weather'; bound are forecast`.",
    "a reply of another type": "Your script cannot be followed: `reply 2: must be text or a "
    "mapping with reply, tool_calls, fault, when, tokens, latency_ms, repeat, reasoning, got 7`.",
    "a misspelt key": "Your script cannot be followed: `reply 1: unknown key 'tool_call'; allowed "
    "are reply, tool_calls, fault, when, tokens, latency_ms, repeat, reasoning`.",
    "a mapping for a list": "`script` must be a list of replies, got",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_script_gets_its_own_message(name: str) -> None:
    assert told(WRONG[name]).startswith(TOLD[name])


def test_a_reply_that_is_still_open_is_not_attempted() -> None:
    result = dodging_script().check([calling(OSLO), ..., DONE])
    assert result.outcome == "not attempted yet"


def test_a_script_can_be_checked_twice() -> None:
    question, script = dodging_script(), worked_answer(dodging_script())
    assert question.check(script) == question.check(script)
    assert question.check(script).correct


def test_the_worked_script_does_under_both_guards_what_the_task_says() -> None:
    script = worked_answer(dodging_script())
    first = _played(script, AS_WRITTEN, "")
    assert (first.status, first.steps, first.runs) == (
        "normal",
        3,
        [{"city": "Oslo", "days": 1.0}] * 2,
    )
    second = _played(script, NORMALISED, "")
    assert (second.status, second.steps, len(second.runs)) == ("duplicate_tool_call", 2, 1)


CALLS = strategies.calls(
    ["forecast"], strategies.arguments({"city": "Oslo"}, {"city": "Oslo", "days": 1.0})
)


@settings(max_examples=50, deadline=None)
@given(st.lists(strategies.decisions(CALLS), max_size=4))
def test_no_script_makes_the_check_raise(script: Script) -> None:
    assert dodging_script().check(script).outcome in ("correct", "not yet")


def test_the_tool_is_the_one_that_the_task_shows() -> None:
    assert f"```python\n{_FORECAST}```" in str(dodging_script())
    assert inspect.getsource(_forecast).replace("_forecast", "forecast") == _FORECAST
    assert forecast.invoke({"city": "Oslo"}) == "Oslo: clear in 1 days"
