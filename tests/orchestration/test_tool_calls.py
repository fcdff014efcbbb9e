"""Every call of a decision gets exactly one response, whatever is wrong with it."""

import datetime as dt
import enum
import unicodedata
from collections.abc import Mapping
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolCall
from langchain_core.tools import BaseTool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel, field_validator

from course_lib.foundations.asking import ask
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.tool_calls import PlannedCall, Sameness, execute, plan_calls
from tests.orchestration.loop_samples import kept, status, tool_of, turn

CUT = 100


class Colour(enum.Enum):
    RED = "red"


class Point(BaseModel):
    x: float
    label: str = "origin"


class Careless(BaseModel):
    x: int

    @field_validator("x")
    @classmethod
    def never(cls, value: int) -> int:
        raise RuntimeError(f"no {value}")


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no message")


def echo(x: Any) -> Any:
    return x


def paint(
    when: dt.datetime, colour: Colour = Colour.RED, tags: frozenset[str] = frozenset()
) -> str:
    return f"{when:%Y} {colour.value} {len(tags)}"


def mark(point: Point, scale: float = 1) -> str:
    return f"{point.label} {point.x * scale:g}"


def square(x: int) -> int:
    return x * x


def careless(x: int) -> int:
    return x


def fails(kind: str) -> str:
    raise {"plain": ValueError("broken"), "mute": Unprintable(), "stop": StopIteration()}[kind]


TOOLS: dict[str, BaseTool] = {
    tool.name: tool
    for tool in (
        *map(tool_of, (echo, paint, mark, square, fails)),
        tool_of(careless, args_schema=Careless),
    )
}


def called(name: str, call_id: str | None = "a", **args: Any) -> ToolCall:
    return {"name": name, "args": args, "id": call_id}


def planned(
    *calls: ToolCall, issued: frozenset[str] = frozenset(), sameness: Sameness | None = None
) -> tuple[AIMessage, list[PlannedCall]]:
    reply = ask(ScriptedChatModel([AIMessage("", tool_calls=list(calls))]), [AIMessage("go")])
    return plan_calls(reply, TOOLS, issued=issued, prefix="call-1", sameness=sameness or Sameness())


def answered(*calls: ToolCall, **options: Any) -> list[tuple[str, str]]:
    """Status and text of each response."""
    answers = list(execute(planned(*calls)[1], TOOLS, **options))
    assert len({answer.tool_call_id for answer in answers}) == len(answers) == len(calls)
    return [(answer.status, answer.text) for answer in answers]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (called("square", x=3), "9"),
        (called("paint", when="2026-01-01", tags=["a", "b"]), "2026 red 2"),
        (called("mark", point={"x": 2}), "origin 2"),
        (called("echo", x={"a": [1, None]}), '{"a": [1, null]}'),
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
        (called("careless", x=1), "the arguments cannot be checked: RuntimeError: no 1"),
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
        ([Point(x=1)], '["Point"]'),
        ({"deep": {1, 2}}, '{"deep": "set"}'),
    ],
    ids=["10 MB", "at the cap", "None", "bytes", "object", "pydantic", "in a list", "a set"],
)
def test_any_result_is_text_and_what_was_cut_is_said(result: Any, text: str) -> None:
    def give() -> Any:
        return result

    call = PlannedCall("a", "give", {}, "give:{}", None)
    (answer,) = execute([call], {"give": tool_of(give)}, max_chars=CUT)

    assert (answer.status, answer.content) == ("success", text)


def test_a_result_that_holds_itself_is_an_error() -> None:
    knot: list[Any] = []
    knot.append(knot)
    call = PlannedCall("a", "give", {}, "give:{}", None)
    (answer,) = execute([call], {"give": tool_of(lambda: knot, name="give")})

    assert answer.status == "error"


@pytest.mark.parametrize(
    ("given", "issued", "ids"),
    [
        (["a", "b"], [], ["a", "b"]),
        (["a", "a"], [], ["a", "call-1-2"]),
        (["", None], [], ["call-1-1", "call-1-2"]),
        (["a", "b"], ["a"], ["call-1-1", "b"]),
        (["", "call-1-1"], [], ["call-1-1", "call-1-2"]),
        ([""], ["call-1-1", "call-1-1x"], ["call-1-1xx"]),
    ],
)
def test_ids_are_unique_and_the_same_each_time(
    given: list[str | None], issued: list[str], ids: list[str]
) -> None:
    calls = [called("square", call_id, x=n) for n, call_id in enumerate(given)]

    message, plan = planned(*calls, issued=frozenset(issued))

    assert [call.id for call in plan] == ids
    assert [call["id"] for call in message.tool_calls] == ids


SAME: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"x": 1}, {"x": 1.0}),
    ({"x": {"a": [1.0]}}, {"x": {"a": [1]}}),
    ({"x": unicodedata.normalize("NFC", "é")}, {"x": unicodedata.normalize("NFD", "é")}),
    ({"x": {"b": 1, "a": 2}}, {"x": {"a": 2, "b": 1}}),
]
DIFFERENT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"x": 1}, {"x": "1"}),
    ({"x": [1, 2]}, {"x": [2, 1]}),
    ({"x": 1}, {"x": True}),
    ({"x": "Seoul"}, {"x": "seoul"}),
    ({"x": None}, {"x": "null"}),
    ({"x": 1.5}, {"x": 1}),
]


def prints(args: Mapping[str, Any], sameness: Sameness | None = None) -> str | None:
    return planned(called("echo", **args), sameness=sameness)[1][0].fingerprint


@pytest.mark.parametrize("pair", SAME)
def test_a_restated_call_is_the_same_call(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert prints(pair[0]) == prints(pair[1])


@pytest.mark.parametrize("pair", DIFFERENT)
def test_another_value_is_another_call(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert prints(pair[0]) != prints(pair[1])


def test_without_normalisation_only_the_order_of_keys_does_not_count() -> None:
    strict = Sameness(normalise=False)

    assert [prints(a, strict) == prints(b, strict) for a, b in SAME] == [False, False, False, True]


def test_defaults_are_filled_in_and_volatile_arguments_left_out() -> None:
    plain, spelled, moved = (
        planned(called("mark", **args), sameness=Sameness(volatile=frozenset({"scale"})))[1][0]
        for args in (
            {"point": {"x": 1}},
            {"point": {"x": 1.0, "label": "origin"}},
            {"point": {"x": 1}, "scale": 5},
        )
    )

    assert plain.fingerprint == spelled.fingerprint == moved.fingerprint
    assert moved.args["scale"] == 5


def test_a_set_has_one_fingerprint_whatever_its_order() -> None:
    first, second = (
        planned(called("paint", when="2026-01-01", tags=tags))[1][0].fingerprint
        for tags in (["a", "b", "c"], ["c", "b", "a"])
    )

    assert first == second is not None


def test_a_call_that_could_not_be_read_is_told_so_and_known_again() -> None:
    bad: Any = {"name": None, "args": "{", "id": "a", "error": "broken"}
    reply = ask(ScriptedChatModel([AIMessage("", invalid_tool_calls=[bad])]), [AIMessage("go")])
    message, plan = plan_calls(reply, TOOLS, issued=set(), prefix="p", sameness=Sameness())

    assert message.invalid_tool_calls[0]["id"] == "a"
    assert plan[0].problem == "the arguments are no JSON object: {"
    assert plan[0].fingerprint == 'unknown:"{"'


def test_a_tool_cannot_change_the_history_through_its_arguments() -> None:
    def spoil(x: Any) -> str:
        x["spoilt"] = True
        return "done"

    saver = InMemorySaver()
    state = turn(
        [AIMessage("", tool_calls=[called("spoil", x={"a": 1})]), "done"],
        [tool_of(spoil)],
        saver=saver,
    )

    assert status(state) == "normal"
    for messages in (state["messages"], kept(saver)["messages"]):
        assert isinstance(messages[1], AIMessage)
        assert messages[1].tool_calls[0]["args"] == {"x": {"a": 1}}


@pytest.mark.parametrize("value", [2**63, -(2**63), 2**64, 10**30, "\ud800", {"a": [10**30]}])
def test_whatever_a_model_writes_can_be_kept(value: Any) -> None:
    saver = InMemorySaver()
    script: list[ReplyLike] = [AIMessage("", tool_calls=[called("echo", x=value)]), "done"]

    assert status(turn(script, [TOOLS["echo"]], saver=saver)) == "normal"
    assert len(kept(saver)["messages"]) == 4
