"""Every planned call gets exactly one response, whatever becomes of it."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from langchain_core.messages import ToolCall
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import interrupt

from course_lib.orchestration.tool_calls import PlannedCall
from course_lib.orchestration.tool_runs import execute
from course_lib.orchestration.usable_tools import usable
from course_lib.testing.rows import calling
from tests.orchestration.loop_samples import tool_of, turn
from tests.orchestration.tool_samples import TOOLS, Point, called, planned

CUT = 100
HIDDEN = "hunter2"


@dataclass
class Row:
    price: Decimal
    at: dt.datetime


def answered(*calls: ToolCall, **options: Any) -> list[tuple[str, str]]:
    """Status and text of each response."""
    answers, ended = execute(planned(*calls)[1], TOOLS, **options)
    assert ended == "running"
    assert [answer.outcome for answer in answers] == [answer.message.status for answer in answers]
    messages = [answer.message for answer in answers]
    assert len({message.tool_call_id for message in messages}) == len(messages) == len(calls)
    return [(message.status, message.text) for message in messages]


def given(result: Any) -> tuple[str, Any]:
    """Status and text of the response to a tool that gives a result."""
    call = PlannedCall("a", "give", {}, "give:{}", None)
    tools = usable([tool_of(lambda: result, name="give")])
    ((message, _),) = execute([call], tools, max_chars=CUT)[0]
    return message.status, message.content


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (called("square", x=3), "9"),
        (called("paint", when="2026-01-01", tags=["a", "b"]), "2026 red 2"),
        (called("mark", point={"x": 2}), "origin 2"),
        (called("echo", x={"a": [1, None]}), '{"a":[1,null]}'),
        (called("echo", x="텍스트"), "텍스트"),
        (called("echo", x=None), "null"),
        (called("echo", x=True), "true"),
    ],
)
def test_a_good_call_is_answered_with_its_result(call: ToolCall, text: str) -> None:
    assert answered(call) == [("success", text)]


@pytest.mark.parametrize(
    ("call", "about"),
    [
        (called("nothing"), "there is no tool 'nothing'; there are echo, paint"),
        (called("square"), "argument x: Field required"),
        (called("square", x="three"), "argument x: Input should be a valid integer"),
        (called("square", x=1, y=2), "unknown argument 'y'; allowed: x"),
        (called("mark", point={"x": "far"}), "argument point.x: "),
        (called("echo", x=float("nan")), "the arguments are no plain JSON"),
        (called("echo", x=[float("inf")]), "the arguments are no plain JSON"),
        (called("echo", x={1: 0, "a": 0}), "the arguments are no plain JSON"),
        (called("echo", x=2**64), "the arguments are no JSON object"),
        (called("careless", x=1), "the arguments cannot be checked: RuntimeError"),
        (called("fails", kind="plain"), "ValueError: broken"),
        (called("fails", kind="mute"), "Unprintable"),
        (called("fails", kind="stop"), "StopIteration: "),
    ],
)
def test_whatever_is_wrong_with_a_call_is_its_answer(call: ToolCall, about: str) -> None:
    ((state, text),) = answered(call)

    assert state == "error"
    assert text.startswith(about)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("x" * 10_000_000, f"{'x' * CUT}\n[cut: the first 100 of 10000000 characters are shown]"),
        ("x" * CUT, "x" * CUT),
        (None, "null"),
        (b"\xff\x00", "2 bytes"),
        (object(), '"object"'),
        (Point(x=1), '{"x":1.0,"label":"origin"}'),
        ([Point(x=1)], '[{"x":1.0,"label":"origin"}]'),
        ({"deep": {1}}, '{"deep":[1]}'),
        (
            Row(Decimal("9.90"), dt.datetime(2026, 1, 2, tzinfo=dt.UTC)),
            '{"price":"9.90","at":"2026-01-02T00:00:00Z"}',
        ),
        ({("a", 1): 2.5}, '{"a,1":2.5}'),
    ],
    ids=["10 MB", "at the cap", "None", "bytes", "object", "model", "models", "set", "row", "keys"],
)
def test_any_result_is_text_and_what_was_cut_is_said(result: Any, text: str) -> None:
    assert given(result) == ("success", text)


def test_a_result_that_holds_itself_is_an_error() -> None:
    knot: list[Any] = []
    knot.append(knot)
    assert given(knot)[0] == "error"


def test_a_tool_that_wants_a_person_is_told_that_none_comes() -> None:
    paid: list[str] = []

    def pay() -> str:
        answer: str = interrupt("Pay?")
        paid.append(answer)
        return answer

    state = turn([calling({"name": "pay"}), "done"], [tool_of(pay)], saver=InMemorySaver())

    assert paid == []
    assert "asked for a person (interrupt)" in state["messages"][2].text
    assert [record["outcome"] for record in state["tool_history"].values()] == ["error"]


def test_secrets_in_errors_and_arguments_are_masked() -> None:
    def log_in(password: int) -> str:
        raise PermissionError(f"401 Bearer sk-proj-{password}-abcdefghij")

    tools = usable([tool_of(log_in)])
    call = PlannedCall("a", "log_in", {"password": 1}, "log_in:{}", None)
    ((message, _),) = execute([call], tools)[0]
    _, (refused,) = planned(called("log_in", password=HIDDEN), tools=tools)

    assert "abcdefghij" not in message.text
    assert refused.problem is not None
    assert HIDDEN not in refused.problem


@pytest.mark.parametrize(
    "call", [called("fails", kind="plain"), called("n" * 300), called("square", x="y" * 300)]
)
def test_what_went_wrong_is_cut_like_a_result(call: ToolCall) -> None:
    ((_, text),) = answered(call, max_chars=10)

    assert len(text) < 100
    assert "[cut: the first 10 of" in text
