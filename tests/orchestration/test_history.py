"""The pure functions of a history; the requirement's own check of section 9.4 stands beside."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from course_lib.orchestration import history as ours
from course_lib.orchestration.history import (
    bounded_input,
    canonical_args,
    close_open_calls,
    fingerprint,
    finish,
    has_duplicate,
    is_closed,
    namespace,
    start_turn,
    turns_of,
)
from tests.effort import share

SNIPPET = (Path(__file__).parent / "requirement_9_4.txt").read_text(encoding="utf-8")
HELPERS, CHECKS = SNIPPET.split("def call(", 1)


def call(name: str, call_id: str = "c", **args: Any) -> dict[str, Any]:
    return {"id": call_id, "name": name, "args": args}


def asks(*ids: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": each} for each in ids])


def answers(*ids: str) -> list[AnyMessage]:
    return [ToolMessage("result", tool_call_id=each) for each in ids]


def turn(*ids: str, text: str = "go") -> list[AnyMessage]:
    calls: list[AnyMessage] = [asks(*ids), *answers(*ids)] if ids else []
    return [HumanMessage(text), *calls, AIMessage("done")]


def defined(source: str) -> set[str]:
    return {line[4 : line.index("(")] for line in source.splitlines() if line.startswith("def ")}


def test_the_requirements_own_check_passes_with_our_helpers() -> None:
    helpers = defined(HELPERS)
    names = {name: getattr(ours, name) for name in {*helpers, "MAX_STEPS"}}

    exec(f"def call({CHECKS}", names)  # noqa: S102

    assert helpers == {
        "canonical_args",
        "fingerprint",
        "has_duplicate",
        "namespace",
        "start_turn",
        "finish",
        "is_closed",
    }
    assert CHECKS.count("\nassert ") == 19
    assert all(names[name] is getattr(ours, name) for name in helpers)


def test_canonical_arguments_sort_keys_at_every_depth_and_keep_the_order_of_arrays() -> None:
    assert canonical_args({"b": [{"d": 1, "c": 2}], "a": 0}) == '{"a":0,"b":[{"c":2,"d":1}]}'
    assert canonical_args([1, 2]) != canonical_args([2, 1])
    assert canonical_args({"city": "서울"}) == '{"city":"서울"}'


@pytest.mark.parametrize("values", [(1, "1"), (1, True), (0, False), (1, 1.0), (None, "null")])
def test_values_of_different_types_have_different_fingerprints(values: tuple[Any, Any]) -> None:
    first, second = (fingerprint(call("look", x=value)) for value in values)

    assert first != second


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), -float("inf"), {1, 2}, b"x", {1: 0, "a": 0}, object()],
)
def test_what_is_no_json_has_no_fingerprint(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        fingerprint(call("look", x=value))


def test_a_fingerprint_leaves_the_calls_id_out_and_the_tools_name_in() -> None:
    assert fingerprint(call("look", "a", x=1)) == fingerprint(call("look", "b", x=1))
    assert fingerprint(call("look", x=1)) != fingerprint(call("find", x=1))


def test_a_duplicate_is_known_from_before_or_stands_twice_in_a_batch() -> None:
    first = call("look", x=1)

    assert has_duplicate([first], {fingerprint(first)})
    assert has_duplicate([first, call("look", "d", x=1)], set())
    assert not has_duplicate([first, call("look", x=2)], {fingerprint(call("look", x=3))})
    assert not has_duplicate([], {fingerprint(first)})


def test_namespaces_of_different_owners_differ_and_of_one_id_in_two_spellings_do_not() -> None:
    nfc, nfd = (unicodedata.normalize(form, "Zürich 서울") for form in ("NFC", "NFD"))

    assert nfc != nfd
    assert namespace("t", nfc) == namespace("t", nfd)
    assert namespace("a", "b:c") != namespace("a:b", "c")
    assert namespace("a", "b") != namespace("b", "a")


@settings(max_examples=share(5_000))
@given(st.lists(st.text(max_size=4), min_size=4, max_size=4))
def test_namespaces_are_equal_only_for_equal_ids(ids: list[str]) -> None:
    a, b, c, d = (unicodedata.normalize("NFC", each) for each in ids)

    assert (namespace(a, b) == namespace(c, d)) == ((a, b) == (c, d))


def test_a_turn_starts_with_the_old_messages_and_a_new_guard() -> None:
    messages = turn("a")

    started = start_turn(messages, "t", "c")

    assert started["messages"] == messages
    assert started["messages"] is not messages
    assert started["guard"] == {"step_count": 0, "seen": [], "termination": "running"}
    assert started["namespace"] == namespace("t", "c")


SEEN = {fingerprint(call("look", x=1))}


@pytest.mark.parametrize(
    ("step", "final", "calls", "seen", "reason"),
    [
        (4, True, (), (), "normal"),  # a normal end comes before the cap
        (1, True, (), (), "normal"),
        (4, True, (call("look", x=1),), (), "step_limit"),  # text beside a call is no end
        (1, True, (call("look", x=1),), (), "running"),
        (4, False, (call("look", x=1), call("news", "d", x=1)), (), "step_limit"),
        (2, False, (call("look", x=1),), SEEN, "duplicate_tool_call"),
        (4, False, (call("look", x=1),), SEEN, "duplicate_tool_call"),  # and this before the cap
        (1, False, (call("look", x=2), call("look", "d", x=2)), (), "duplicate_tool_call"),
        (3, False, (call("look", x=2),), SEEN, "running"),
        (4, False, (), (), "step_limit"),  # an empty reply
        (3, False, (), (), "running"),
    ],
)
def test_what_a_decision_leads_to(
    step: int, final: bool, calls: tuple[Any, ...], seen: set[str], reason: str
) -> None:
    got, history = finish(step, final=final, calls=calls, seen=seen)

    assert got == reason
    assert reason == "running" or is_closed(history)


DONE = AIMessage("done")
CLOSED: dict[str, list[AnyMessage]] = {
    "nothing": [],
    "only the instruction": [SystemMessage("be kind")],
    "an instruction and a turn": [SystemMessage("be kind"), *turn("a")],
    "two turns": [*turn("a", "b"), *turn("c")],
    "responses in another order": [
        HumanMessage("go"),
        asks("a", "b"),
        *answers("b", "a"),
        AIMessage("done"),
    ],
}
OPEN: dict[str, list[AnyMessage]] = {
    "no answer yet": [HumanMessage("go")],
    "no final answer": [HumanMessage("go"), asks("a"), *answers("a")],
    "no response": [HumanMessage("go"), asks("a")],
    "one response is missing": [
        HumanMessage("go"),
        asks("a", "b"),
        *answers("a"),
        AIMessage("done"),
    ],
    "two responses": [HumanMessage("go"), asks("a"), *answers("a", "a"), AIMessage("done")],
    "a response to nothing": [HumanMessage("go"), *answers("a"), AIMessage("done")],
    "an id twice in a batch": [
        HumanMessage("go"),
        asks("a", "a"),
        *answers("a", "a"),
        AIMessage("done"),
    ],
    "an id of an earlier turn": [*turn("a"), *turn("a")],
    "an answer without a turn": [AIMessage("done")],
    "two answers": [*turn(), AIMessage("done")],
    "two user messages": [HumanMessage("go"), *turn()],
    "an instruction in a turn": [HumanMessage("go"), SystemMessage("now"), AIMessage("done")],
}


@pytest.mark.parametrize("name", CLOSED)
def test_closed_histories(name: str) -> None:
    assert is_closed(CLOSED[name])
    assert close_open_calls(CLOSED[name], "it was cut off") == []


@pytest.mark.parametrize("name", OPEN)
def test_open_histories(name: str) -> None:
    assert not is_closed(OPEN[name])


def test_a_call_that_could_not_be_read_needs_a_response_too() -> None:
    bad = AIMessage(
        "", invalid_tool_calls=[{"name": "look", "args": "{", "id": "a", "error": None}]
    )

    assert not is_closed([HumanMessage("go"), bad])
    assert is_closed([HumanMessage("go"), bad, *answers("a"), AIMessage("done")])


@pytest.mark.parametrize(
    ("name", "skipped"),
    [
        ("no answer yet", []),
        ("no final answer", []),
        ("no response", ["a"]),
    ],
)
def test_an_open_history_is_closed_with_what_it_lacks(name: str, skipped: list[str]) -> None:
    added = close_open_calls(OPEN[name], "it was cut off")

    assert is_closed([*turn("z"), *OPEN[name], *added])
    assert [each.tool_call_id for each in added if isinstance(each, ToolMessage)] == skipped
    assert "it was cut off" in added[-1].text


def test_a_history_is_cut_at_its_user_messages() -> None:
    system, first = SystemMessage("be kind"), turn("a")
    active: list[AnyMessage] = [HumanMessage("more"), asks("b")]

    assert turns_of([system, *first, *active]) == ([system], [first], active)
    assert turns_of([system, *first]) == ([system], [first], [])
    assert turns_of([]) == ([], [], [])


@pytest.mark.parametrize(("most", "kept"), [(0, 0), (1, 1), (2, 2), (3, 3), (99, 3)])
def test_the_model_is_shown_the_newest_whole_turns(most: int, kept: int) -> None:
    turns = [turn("a", text="1"), turn("b", text="2"), turn("c", text="3")]
    active: list[AnyMessage] = [HumanMessage("4"), asks("d"), *answers("d")]

    shown = bounded_input([SystemMessage("be kind")], turns, active, most)

    texts = [each.text for each in shown if isinstance(each, HumanMessage)]
    assert texts == ["1", "2", "3", "4"][3 - kept :]
    assert shown[0].text == "be kind"
    assert is_closed([*shown, AIMessage("done")])


@pytest.mark.parametrize(
    ("completed", "active", "most", "about"),
    [
        ([], [HumanMessage("go")], -1, "max_completed_turns"),
        ([[HumanMessage("go")]], [HumanMessage("go")], 1, "completed_turns"),
        ([], [], 1, "active_turn must start"),
        ([], [AIMessage("done")], 1, "active_turn must start"),
        ([], [HumanMessage("go"), asks("a")], 1, "without its response"),
    ],
)
def test_a_model_is_never_shown_an_open_call(
    completed: Any, active: Any, most: int, about: str
) -> None:
    with pytest.raises(ValueError, match=about):
        bounded_input([], completed, active, most)
