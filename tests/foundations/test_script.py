"""One line of a script: its three spellings, what it may say, what it becomes."""

import unicodedata
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from course_lib.foundations.errors import FAULT_KINDS, ScriptError
from course_lib.foundations.script import ReplyLike, ScriptedReply, read_replies, unreachable


def test_text_a_mapping_and_a_reply_are_three_spellings_of_one_thing() -> None:
    spellings: list[ReplyLike] = [
        "좋습니다",
        {"reply": "좋습니다"},
        ScriptedReply(reply="좋습니다"),
    ]
    assert len(set(map(repr, read_replies(spellings)))) == 1


def test_a_finished_message_is_kept_as_it_stands() -> None:
    message = AIMessage("", invalid_tool_calls=[], additional_kwargs={"reasoning_content": "x"})
    (reply,) = read_replies([message])
    assert reply.to_message(call=1) == message


@pytest.mark.parametrize(
    "given",
    [
        "",
        {"reply": ""},
        {"tool_calls": [{"name": "search"}]},
        {"reply": "a", "tool_calls": [{"name": "search", "args": {"q": "팩토리얼"}, "id": "7"}]},
        *({"fault": kind} for kind in FAULT_KINDS),
        {"reply": "a", "when": "요청", "tokens": {"input": 3}, "latency_ms": 5, "repeat": True},
        {"reply": "a", "reasoning": "because"},
        {"fault": "timeout", "latency_ms": 30_000.5, "repeat": False},
    ],
)
def test_what_a_reply_may_say(given: str | dict[str, Any]) -> None:
    assert read_replies([given])


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"when": "x"},
        {"tool_calls": []},
        {"reply": None},
        {"reply": 5},
        {"reply": ["a"]},
        {"reply": "a", "fault": "timeout"},
        {"reply": "a", "message": AIMessage("a")},
        {"message": "a"},
        {"message": {"content": "a"}},
        {"fault": "overload"},
        {"fault": "timeout", "reasoning": "x"},
        {"rply": "a"},
        {"reply": "a", "when": ""},
        {"reply": "a", "tokens": 5},
        {"reply": "a", "tokens": {"input": -1}},
        {"reply": "a", "tokens": {"input": True}},
        {"reply": "a", "tokens": {"total": 1}},
        {"reply": "a", "latency_ms": -1},
        {"reply": "a", "latency_ms": float("inf")},
        {"reply": "a", "latency_ms": float("nan")},
        {"reply": "a", "latency_ms": "5"},
        {"reply": "a", "latency_ms": True},
        {"reply": "a", "repeat": 1},
        {"reply": "a", "repeat": "yes"},
        {"tool_calls": {"name": "search"}},
        {"tool_calls": [{"args": {}}]},
        {"tool_calls": [{"name": "search", "args": None}]},
        {"tool_calls": [{"name": "search", "arguments": {}}]},
        None,
        5,
        b"a",
        ["a"],
    ],
)
def test_what_a_reply_may_not_say(given: Any) -> None:
    with pytest.raises(ScriptError):
        read_replies([given])


@pytest.mark.parametrize("script", ["text", {"reply": "a"}, None, 5])
def test_a_script_is_a_list(script: Any) -> None:
    with pytest.raises(ScriptError):
        read_replies(script)


@pytest.mark.parametrize(
    ("when", "prompt", "fits"),
    [
        (None, "", True),
        ("negative", "Handle negative input", True),
        ("Negative", "Handle negative input", False),
        ("음수", "음수를 처리", True),
        (unicodedata.normalize("NFD", "음수"), "음수를 처리", True),
        ("음수", unicodedata.normalize("NFD", "음수를 처리"), True),
        ("a", "", False),
    ],
)
def test_a_reply_waits_for_its_words(when: str | None, prompt: str, fits: bool) -> None:
    assert ScriptedReply(reply="a", when=when).fits(prompt) is fits


@pytest.mark.parametrize(
    ("script", "place"),
    [
        ([], None),
        (["a", {"reply": "b", "repeat": True}], None),
        ([{"reply": "a", "repeat": True, "when": "x"}, "b"], None),
        ([{"reply": "a", "repeat": True}, "b", "c"], 1),
        (["a", {"fault": "timeout", "repeat": True}, "c"], 2),
    ],
)
def test_nothing_is_reached_behind_a_reply_that_repeats_for_ever(
    script: list[ReplyLike], place: int | None
) -> None:
    replies = [read_replies([reply])[0] for reply in script]
    found = unreachable(replies)
    assert (found and found[0]) == place
    if place is not None:
        with pytest.raises(ScriptError, match=f"reply {place + 1} .* reply {place} repeats"):
            read_replies(script)


def test_calls_are_numbered_where_they_have_no_id() -> None:
    (reply,) = read_replies([{"tool_calls": [{"name": "a"}, {"name": "b", "id": "x"}]}])
    assert [call["id"] for call in reply.to_message(call=3).tool_calls] == ["call-3-1", "x"]


def test_usage_is_reported_only_where_it_is_scripted() -> None:
    with_tokens, without = read_replies([{"reply": "a", "tokens": {"output": 7}}, "b"])
    assert with_tokens.to_message(call=1).usage_metadata == {
        "input_tokens": 0,
        "output_tokens": 7,
        "total_tokens": 7,
    }
    assert without.to_message(call=1).usage_metadata is None


@pytest.mark.parametrize(
    "given",
    [
        {"tool_calls": [{"name": "search", "args": {"filter": {"years": [2024]}}}]},
        AIMessage(
            "",
            tool_calls=[{"name": "search", "args": {"filter": {"years": [2024]}}, "id": "1"}],
        ),
    ],
)
def test_whoever_changes_an_answer_does_not_change_the_script(given: ReplyLike) -> None:
    (reply,) = read_replies([given])
    changed = reply.to_message(call=1)
    changed.id = "changed"
    changed.tool_calls[0]["args"]["filter"]["years"].append(2025)
    again = reply.to_message(call=1)
    assert again.id is None
    assert again.tool_calls[0]["args"] == {"filter": {"years": [2024]}}
