"""The scripted model: a chat model like any other, and a strict one."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel
from typing_extensions import TypedDict

from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.errors import (
    FAULT_KINDS,
    FaultKind,
    ModelFault,
    ScriptError,
    ScriptExhausted,
    ScriptUnused,
)
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel


class Verdict(BaseModel):
    """A review."""

    status: str
    critique: str = ""


class VerdictDict(TypedDict):
    """A review."""

    status: str


VERDICT_SCHEMA = {
    "title": "VerdictSchema",
    "description": "A review.",
    "type": "object",
    "properties": {"status": {"type": "string"}},
    "required": ["status"],
}


@tool
def search(query: str) -> str:
    """Look something up."""
    return f"found {query}"


def plain_search(query: str) -> str:
    """Look something up."""
    return query


plain_search.__name__ = "search"


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


CALL: dict[str, Any] = {"tool_calls": [{"name": "search", "args": {"query": "팩토리얼"}}]}


# Asked in every way.


def test_every_way_of_asking_follows_the_same_script() -> None:
    model = ScriptedChatModel(["하나", "둘", "셋", "넷", "다섯", "여섯"])

    async def later() -> list[str]:
        asked = await model.ainvoke("2")
        return [asked.text, "".join([chunk.text async for chunk in model.astream("3")])]

    said = [
        model.invoke("1").text,
        *asyncio.run(later()),
        "".join(chunk.text for chunk in model.stream("4")),
        *(message.text for message in model.batch(["5", "6"], {"max_concurrency": 1})),
    ]
    assert said == ["하나", "둘", "셋", "넷", "다섯", "여섯"]
    assert [call.prompt for call in model.calls] == ["1", "2", "3", "4", "5", "6"]


def test_many_are_answered_at_once_in_a_batch() -> None:
    model = ScriptedChatModel([{"reply": f"to {n}", "when": f"<{n}>"} for n in range(20)])
    prompts: list[LanguageModelInput] = [f"<{n}>" for n in range(20)]
    expected = [f"to {n}" for n in range(20)]
    assert [message.text for message in model.batch(prompts)] == expected

    again = ScriptedChatModel(model.replies)
    assert [message.text for message in asyncio.run(again.abatch(prompts))] == expected


@pytest.mark.parametrize(
    "given",
    [
        "",
        "한 단어",
        "  words,\n\n  and   blanks \n",
        {"reply": "with calls", **CALL, "tokens": {"input": 3, "output": 4}},
        {"tool_calls": [{"name": "a", "args": {"x": [1, None, {"가": 1.5}]}}, {"name": "b"}]},
        {"reply": "visible", "reasoning": "hidden"},
        AIMessage("ready", response_metadata={"finish_reason": "stop"}),
        AIMessage(
            "",
            invalid_tool_calls=[
                {
                    "type": "invalid_tool_call",
                    "name": "a",
                    "args": "no JSON",
                    "id": "1",
                    "error": None,
                }
            ],
        ),
        AIMessage(
            [{"type": "text", "text": "block"}], additional_kwargs={"reasoning_content": "x"}
        ),
    ],
    ids=range(9),
)
def test_the_pieces_of_a_stream_add_up_to_the_message(given: ReplyLike) -> None:
    whole = ScriptedChatModel([given]).invoke("?")
    pieces = list(ScriptedChatModel([given]).stream("?"))
    total = pieces[0]
    for piece in pieces[1:]:
        total += piece
    assert isinstance(total, AIMessageChunk)
    for part in ("content", "tool_calls", "usage_metadata", "additional_kwargs"):
        assert getattr(total, part) == getattr(whole, part), part
    assert [call["args"] for call in total.invalid_tool_calls] == [
        call["args"] for call in whole.invalid_tool_calls
    ]
    assert total.response_metadata.items() >= whole.response_metadata.items()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_streamed_without_a_loss(text: str) -> None:
    chunks = list(ScriptedChatModel([text]).stream("?"))
    assert "".join(chunk.text for chunk in chunks) == text


def test_text_is_streamed_word_by_word() -> None:
    chunks = list(ScriptedChatModel(["one two three"]).stream("?"))
    assert [chunk.text for chunk in chunks if chunk.text] == ["one", " two", " three"]


# What the script says.


def test_a_reply_is_used_once_and_for_what_it_waits_for() -> None:
    model = ScriptedChatModel(
        [{"reply": "음수!", "when": "음수"}, "first", {"reply": "zero", "when": "0"}, "second"]
    )
    asked = ["x", "0", "음수 0", "y"]
    assert [model.invoke(prompt).text for prompt in asked] == ["first", "zero", "음수!", "second"]
    model.assert_complete()


def test_only_the_last_message_of_the_prompt_is_waited_for() -> None:
    model = ScriptedChatModel([{"reply": "a", "when": "old"}, "b"])
    assert model.invoke([HumanMessage("old"), HumanMessage("new")]).text == "b"


def test_a_reply_that_repeats_answers_for_ever() -> None:
    model = ScriptedChatModel(["once", {"reply": "always", "repeat": True}])
    assert [model.invoke("?").text for _ in range(50)] == ["once", *["always"] * 49]
    model.assert_complete()


def test_a_message_that_repeats_is_a_new_message_each_time() -> None:
    model = ScriptedChatModel([{"message": AIMessage("again"), "repeat": True}])
    first, second = model.invoke("?"), model.invoke("?")
    assert first.id != second.id
    assert first.text == second.text == "again"


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_scripted_fault_is_raised_however_it_is_asked(kind: FaultKind) -> None:
    model = ScriptedChatModel([{"fault": kind, "repeat": True}], name="critic")
    for ask in (model.invoke, lambda prompt: list(model.stream(prompt))):
        with pytest.raises(ModelFault) as caught:
            ask("?")
        assert (caught.value.kind, caught.value.model) == (kind, "critic")


def test_after_a_fault_the_script_goes_on() -> None:
    model = ScriptedChatModel([{"fault": "rate_limit"}, "back"])
    with pytest.raises(ModelFault):
        model.invoke("?")
    assert model.invoke("?").text == "back"


def test_latency_moves_the_clock_and_nothing_sleeps() -> None:
    clock = VirtualClock()
    model = ScriptedChatModel(
        [{"reply": "a", "latency_ms": 86_400_000}, {"fault": "timeout", "latency_ms": 30_000}, "c"],
        clock=clock,
    )
    model.invoke("?")
    assert clock.now() == 86_400_000
    with pytest.raises(ModelFault):
        model.invoke("?")
    model.invoke("?")
    assert clock.now() == 86_430_000


def test_latency_without_a_clock_is_nothing() -> None:
    assert ScriptedChatModel([{"reply": "a", "latency_ms": 1e12}]).invoke("?").text == "a"


def test_tokens_are_the_usage_that_is_reported() -> None:
    model = ScriptedChatModel([{"reply": "a", "tokens": {"input": 12, "output": 3}}, "b"])
    assert model.invoke("?").usage_metadata == {
        "input_tokens": 12,
        "output_tokens": 3,
        "total_tokens": 15,
    }
    assert model.invoke("?").usage_metadata is None


def test_reasoning_comes_in_a_block_of_its_own() -> None:
    message = ScriptedChatModel([{"reply": "seen", "reasoning": "unseen"}]).invoke("?")
    assert message.content_blocks[0]["type"] == "reasoning"
    assert message.text == "seen"


# Strict.


@pytest.mark.parametrize("asked", range(3))
def test_a_script_never_wraps_round(asked: int) -> None:
    model = ScriptedChatModel(["a"] * asked, name="critic")
    for _ in range(asked):
        model.invoke("?")
    for extra in (1, 2):
        with pytest.raises(ScriptExhausted) as caught:
            model.invoke("?")
        assert (caught.value.model, caught.value.call, caught.value.length) == (
            "critic",
            asked + extra,
            asked,
        )
        assert f"critic: call {asked + extra} found no reply" in str(caught.value)
    assert len(model.calls) == asked + 2


def test_replies_that_wait_for_something_else_are_told_apart_from_used_ones() -> None:
    model = ScriptedChatModel(["a", {"reply": "b", "when": "음수"}])
    model.invoke("?")
    with pytest.raises(ScriptExhausted, match="`when` of the 1 unused does not fit"):
        model.invoke("?")


def test_unused_replies_are_named() -> None:
    model = ScriptedChatModel([{"reply": "a", "when": "x"}, "b", "c"], name="producer")
    model.invoke("?")
    assert model.unused == (1, 3)
    with pytest.raises(ScriptUnused, match="producer: of 3 scripted replies, never used: 1, 3"):
        model.assert_complete()


def test_an_empty_script_is_complete() -> None:
    ScriptedChatModel([]).assert_complete()


@pytest.mark.parametrize("replies", ["text", {"reply": "a"}, [5], [{"rply": "a"}], None])
def test_a_script_of_another_shape_is_refused(replies: Any) -> None:
    with pytest.raises(ScriptError):
        ScriptedChatModel(replies)


def test_a_reply_that_can_never_be_reached_is_refused() -> None:
    with pytest.raises(ScriptError, match="reply 2 can never be reached"):
        ScriptedChatModel([{"reply": "a", "repeat": True}, "b"])


def test_every_prompt_is_remembered_whole() -> None:
    model = ScriptedChatModel(["a"])
    model.invoke([("system", "Review."), ("human", "음수?")])
    (call,) = model.calls
    assert [message.text for message in call.messages] == ["Review.", "음수?"]
    assert call.prompt == "음수?"
    assert call.tools == ()


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_sixteen_threads_use_every_reply_once() -> None:
    model = ScriptedChatModel([f"{n}" for n in range(400)])
    with ThreadPoolExecutor(16) as pool:
        said = list(pool.map(lambda _: model.invoke("?").text, range(400)))
    assert Counter(said) == Counter(f"{n}" for n in range(400))
    assert len(model.calls) == 400
    model.assert_complete()


@pytest.mark.usefixtures("restless")
def test_sixteen_threads_that_ask_too_often_are_all_told() -> None:
    model = ScriptedChatModel(["a"] * 10)

    def ask(_: int) -> int | None:
        try:
            model.invoke("?")
        except ScriptExhausted as error:
            return error.call
        return None

    with ThreadPoolExecutor(16) as pool:
        told = [call for call in pool.map(ask, range(40)) if call is not None]
    assert sorted(told) == list(range(11, 41))


# Tools.


def test_with_and_without_tools_it_is_one_model() -> None:
    model = ScriptedChatModel(["a", CALL, "c"])
    bound = model.bind_tools([search, add])
    assert model.invoke("1").text == "a"
    assert bound.invoke("2").tool_calls[0]["args"] == {"query": "팩토리얼"}
    assert model.invoke("3").text == "c"
    assert [call.tools for call in model.calls] == [(), ("search", "add"), ()]


@pytest.mark.parametrize(
    "tools",
    [
        [search],
        [plain_search],
        [{"name": "search", "description": "Look up.", "parameters": {}}],
        [{"type": "function", "function": {"name": "search", "parameters": {}}}],
        [{"type": "web_search_preview"}, search],
    ],
    ids=range(5),
)
def test_tools_come_in_every_form_that_langchain_takes(tools: list[Any]) -> None:
    bound = ScriptedChatModel([CALL]).bind_tools(tools)
    assert bound.invoke("?").tool_calls[0]["name"] == "search"


def test_a_scripted_call_of_an_unbound_tool_is_a_script_error() -> None:
    bound = ScriptedChatModel([CALL, "next"], name="agent").bind_tools([add])
    with pytest.raises(ScriptError, match=r"agent: call 1 .* the tool 'search'; bound are add"):
        bound.invoke("?")
    assert bound.invoke("?").text == "next"


def test_a_finished_message_may_call_what_it_likes() -> None:
    careless = AIMessage("", tool_calls=[{"name": "nosuch", "args": {}, "id": "1"}])
    bound = ScriptedChatModel([careless]).bind_tools([add])
    assert bound.invoke("?").tool_calls[0]["name"] == "nosuch"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (Verdict, Verdict(status="accepted")),
        (VerdictDict, {"status": "accepted"}),
        (VERDICT_SCHEMA, {"status": "accepted"}),
    ],
    ids=["pydantic", "TypedDict", "JSON schema"],
)
@pytest.mark.parametrize(
    "text",
    [
        '{"status": "accepted"}',
        '```json\n{"status": "accepted"}\n```',
        'So: {"status": "accepted"}.',
    ],
)
def test_structured_output_is_read_from_text(schema: Any, expected: object, text: str) -> None:
    assert ScriptedChatModel([text]).with_structured_output(schema).invoke("?") == expected


@pytest.mark.parametrize(
    ("schema", "name"),
    [(Verdict, "Verdict"), (VerdictDict, "VerdictDict"), (VERDICT_SCHEMA, "VerdictSchema")],
)
def test_structured_output_is_read_from_a_scripted_call(schema: Any, name: str) -> None:
    model = ScriptedChatModel([{"tool_calls": [{"name": name, "args": {"status": "수락"}}]}])
    got = model.with_structured_output(schema).invoke("?")
    assert (got if isinstance(got, dict) else got.model_dump())["status"] == "수락"


@pytest.mark.parametrize("text", ["accepted", '{"status": "a"} {"status": "b"}'])
def test_text_that_is_no_single_object_gives_no_structured_output(text: str) -> None:
    model = ScriptedChatModel([text])
    got = model.with_structured_output(Verdict, include_raw=True).invoke("?")
    assert isinstance(got, dict)
    assert got["parsed"] is None
    assert got["raw"].text == text


def test_text_is_taken_for_a_call_only_where_one_tool_is_forced() -> None:
    text = '{"query": "x"}'
    model = ScriptedChatModel([text] * 3)
    free = model.bind_tools([search])
    two = model.bind_tools([search, add], tool_choice="any")
    forced = model.bind_tools([search], tool_choice="search")
    assert [bool(each.invoke("?").tool_calls) for each in (free, two, forced)] == [
        False,
        False,
        True,
    ]


# Inside LangChain's own agent.


def test_an_agent_runs_its_tool_loop_by_the_script() -> None:
    model = ScriptedChatModel(
        [
            CALL,
            {
                "tool_calls": [
                    {"name": "add", "args": {"a": 1, "b": 2}},
                    {"name": "search", "args": {"query": "0!"}},
                ]
            },
            "3",
        ]
    )
    agent: Any = create_agent(model, [search, add])
    messages = agent.invoke({"messages": [HumanMessage("1 + 2?")]})["messages"]

    assert [m.text for m in messages if isinstance(m, ToolMessage)] == [
        "found 팩토리얼",
        "3",
        "found 0!",
    ]
    assert messages[-1].text == "3"
    assert [call.tools for call in model.calls] == [("search", "add")] * 3
    model.assert_complete()


def test_an_agent_asks_for_ever_only_as_often_as_it_is_allowed() -> None:
    model = ScriptedChatModel([{**CALL, "repeat": True}])
    agent: Any = create_agent(model, [search])
    with pytest.raises(RecursionError, match="limit of 9"):
        agent.invoke({"messages": [HumanMessage("?")]}, {"recursion_limit": 9})
    assert len(model.calls) == 5


def test_an_agent_gets_its_structured_response() -> None:
    model = ScriptedChatModel(
        [CALL, {"tool_calls": [{"name": "Verdict", "args": {"status": "accepted"}}]}]
    )
    agent: Any = create_agent(model, [search], response_format=Verdict)
    result = agent.invoke({"messages": [HumanMessage("?")]})
    assert result["structured_response"] == Verdict(status="accepted")


def test_an_agent_streams_the_script_token_by_token() -> None:
    agent: Any = create_agent(ScriptedChatModel([CALL, "one two"]), [search])
    streamed = agent.stream({"messages": [HumanMessage("?")]}, stream_mode="messages")
    said = [chunk.text for chunk, _ in streamed if isinstance(chunk, AIMessageChunk)]
    assert [text for text in said if text] == ["one", " two"]
