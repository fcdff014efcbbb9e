"""Every call of a decision gets exactly one response, whatever is wrong with it."""

import unicodedata
from collections.abc import Mapping
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.asking import ask
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.tool_calls import Sameness, plan_calls
from tests.orchestration.loop_samples import kept, status, tool_of, turn
from tests.orchestration.tool_samples import TOOLS, called, echo, planned


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

    assert status(turn(script, [tool_of(echo)], saver=saver)) == "normal"
    assert len(kept(saver)["messages"]) == 4
