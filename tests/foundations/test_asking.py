"""The one seam: an answer that shows no thought, or a fault that tells no secret."""

import json
from typing import Any

import pytest
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.output_parsers import PydanticOutputParser
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langgraph.errors import GraphInterrupt
from pydantic import BaseModel

from course_lib.foundations.asking import ChatModel, Reply, Usage, ask, name_of
from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.errors import (
    FAULT_KINDS,
    FaultKind,
    ModelFault,
    ScriptError,
    ScriptExhausted,
)
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel

SECRET = "sk-proj-" + "abc123" * 6
CANARY = "c4n4ry"
PROMPT: list[BaseMessage] = [SystemMessage("Review."), HumanMessage("음수는?")]


@tool
def search(query: str) -> str:
    """Look something up."""
    return query


def answer(reply: ReplyLike) -> Reply:
    return ask(ScriptedChatModel([reply]), PROMPT)


def raising(error: BaseException) -> ChatModel:
    """A model whose provider raises."""

    def fail(_: object) -> BaseMessage:
        raise error

    return RunnableLambda(fail, name="provider")


def fault_of(error: BaseException) -> ModelFault:
    with pytest.raises(ModelFault) as caught:
        ask(raising(error), PROMPT)
    return caught.value


def provider_error(name: str, *bases: type[Exception], **attributes: Any) -> Exception:
    """An exception that looks like a provider's; its message holds a key."""
    error: Exception = type(name, bases or (Exception,), {})(
        f"Incorrect API key provided: {SECRET}"
    )
    for attribute, value in attributes.items():
        setattr(error, attribute, value)
    return error


class Response:
    """What HTTP clients hang on their errors."""

    def __init__(self, status_code: int) -> None:
        self.status_code = status_code
        self.headers = {"authorization": f"Bearer {SECRET}"}


# Answers.


def test_an_answer_holds_text_calls_usage_and_time() -> None:
    clock = VirtualClock()
    scripted: ReplyLike = {
        "reply": " 음수면 ValueError입니다.\n",
        "tool_calls": [{"name": "search", "args": {"query": "0!"}}],
        "tokens": {"input": 30, "output": 12},
        "latency_ms": 420,
    }
    reply = ask(ScriptedChatModel([scripted], clock=clock), PROMPT, clock=clock)
    assert reply.text == "음수면 ValueError입니다."
    assert [(call["name"], call["args"]) for call in reply.tool_calls] == [
        ("search", {"query": "0!"})
    ]
    assert reply.invalid_tool_calls == ()
    assert reply.usage == Usage(30, 12)
    assert reply.usage.total == 42
    assert reply.latency_ms == 420


def test_the_model_is_asked_the_whole_prompt_once() -> None:
    model = ScriptedChatModel(["yes"])
    ask(model, tuple(PROMPT))
    assert [call.messages for call in model.calls] == [tuple(PROMPT)]


def test_usage_is_counted_where_the_provider_reports_none() -> None:
    reply = answer("Handle negative numbers, please.")
    assert reply.usage == Usage(
        count_tokens_approximately(PROMPT),
        count_tokens_approximately([AIMessage("Handle negative numbers, please.")]),
    )
    assert reply.usage.input_tokens > 0 < reply.usage.output_tokens


COUNTED = Usage(count_tokens_approximately(PROMPT), count_tokens_approximately([AIMessage("ok")]))
MOST = 10 * COUNTED.total


def used(reported: UsageMetadata) -> Reply:
    return ask(ScriptedChatModel([AIMessage("ok", usage_metadata=reported)]), PROMPT)


def reported(input_tokens: int, output_tokens: int, reasoning: int = 0) -> UsageMetadata:
    return {
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "total_tokens": input_tokens + output_tokens,
        "output_token_details": {"reasoning": reasoning},
    }


@pytest.mark.parametrize(
    "report",
    [
        reported(0, 0),
        reported(MOST - 5, 5),
        reported(MOST, 9_000, reasoning=9_000),
        reported(9, 200_000, reasoning=200_000),
    ],
)
def test_a_report_of_up_to_ten_times_our_count_is_believed(report: UsageMetadata) -> None:
    reply = used(report)

    assert reply.usage == Usage(report["input_tokens"], report["output_tokens"])
    assert reply.usage_doubt is None


@pytest.mark.parametrize(
    "report",
    [
        reported(-1, 5),
        reported(5, -1),
        reported(MOST, 1),
        reported(9, 10**9),
        reported(9, 10**9, reasoning=10**9),
        reported(9, 10**9, reasoning=-(10**9)),
        reported(9, 200_000 + MOST, reasoning=200_000 + MOST),
        reported(MOST + 1, 9, reasoning=10**9),
    ],
)
def test_a_report_that_cannot_be_is_counted_here_and_said(report: UsageMetadata) -> None:
    reply = used(report)

    assert reply.usage == COUNTED
    assert reply.usage_doubt == (
        f"the reported usage of {report['input_tokens']} input and {report['output_tokens']} "
        "output tokens is not believed; counted were "
        f"{COUNTED.input_tokens} and {COUNTED.output_tokens}"
    )


@pytest.mark.parametrize(
    ("metadata", "cut_off"),
    [
        ({"finish_reason": "length"}, True),
        ({"stop_reason": "max_tokens"}, True),
        ({"incomplete_details": {"reason": "max_output_tokens"}}, True),
        ({"finish_reason": "stop"}, False),
        ({}, False),
    ],
)
def test_an_answer_that_was_broken_off_says_so(metadata: dict[str, Any], cut_off: bool) -> None:
    model = ScriptedChatModel([AIMessage("Half an ans", response_metadata=metadata)])

    assert ask(model, PROMPT).cut_off is cut_off


def test_an_empty_answer_is_an_answer() -> None:
    assert answer("").text == ""


def test_calls_that_cannot_be_read_are_kept_apart() -> None:
    broken = AIMessage(
        "",
        invalid_tool_calls=[
            {"type": "invalid_tool_call", "name": "search", "args": "{", "id": "1", "error": None}
        ],
    )
    reply = answer(broken)
    assert reply.tool_calls == ()
    assert [call["args"] for call in reply.invalid_tool_calls] == ["{"]


def test_without_a_clock_the_system_s_clock_measures() -> None:
    assert 0 <= answer("yes").latency_ms < 60_000


@pytest.mark.parametrize(
    "said",
    [
        {"reply": "답", "reasoning": CANARY},
        f"<think>{CANARY}</think>답",
        f"답<think>{CANARY}",
        f"<think>{CANARY}<think>{CANARY}</think>{CANARY}</think>답",
        f"{CANARY}</think>답",
        f"<THINK>{CANARY}</THINK>답",
        f"<think>음수는 {CANARY} 어떻게</think>답",
        f"<thinking>{CANARY}</thinking>답",
        AIMessage("답", additional_kwargs={"reasoning_content": CANARY}),
        AIMessage("답", additional_kwargs={"reasoning": {"summary": [{"text": CANARY}]}}),
        AIMessage([{"type": "thinking", "thinking": CANARY}, {"type": "text", "text": "답"}]),
        AIMessage([{"type": "redacted_thinking", "data": CANARY}, {"type": "text", "text": "답"}]),
        AIMessage([{"type": "reasoning", "summary": [{"text": CANARY}]}, "답"]),
        AIMessage([{"type": "text", "text": f"<think>{CANARY}</think>"}, "답"]),
    ],
    ids=range(14),
)
def test_a_thought_never_shows(said: ReplyLike) -> None:
    reply = answer(said)
    assert reply.text == "답"
    assert CANARY not in repr(reply)


# Faults.


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_scripted_fault_keeps_its_name(kind: FaultKind) -> None:
    with pytest.raises(ModelFault) as caught:
        ask(ScriptedChatModel([{"fault": kind}], name="critic"), PROMPT)
    assert (caught.value.kind, caught.value.model) == (kind, "critic")


def test_a_mistake_in_a_script_is_no_fault_of_a_model() -> None:
    with pytest.raises(ScriptExhausted):
        ask(ScriptedChatModel([]), PROMPT)
    with pytest.raises(ScriptError, match="nosuch"):
        ask(ScriptedChatModel([{"tool_calls": [{"name": "nosuch"}]}]).bind_tools([search]), PROMPT)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "unavailable"),
        (401, "unavailable"),
        (403, "unavailable"),
        (404, "unavailable"),
        (408, "timeout"),
        (429, "rate_limit"),
        (500, "unavailable"),
        (502, "unavailable"),
        (503, "unavailable"),
        (504, "timeout"),
        (529, "unavailable"),
    ],
)
@pytest.mark.parametrize("where", ["status_code", "response", "code"])
def test_a_status_names_the_fault(status: int, kind: FaultKind, where: str) -> None:
    value = Response(status) if where == "response" else status
    fault = fault_of(provider_error("APIStatusError", **{where: value}))
    assert fault.kind == kind
    assert str(status) in fault.detail


def _openai(name: str, **attributes: Any) -> Exception:
    base = type("APIError", (type("OpenAIError", (Exception,), {}),), {})
    return provider_error(name, base, **attributes)


PROVIDERS: dict[str, tuple[Exception, FaultKind]] = {
    "openai timeout": (_openai("APITimeoutError"), "timeout"),
    "openai connection": (_openai("APIConnectionError"), "unavailable"),
    "openai rate limit": (_openai("RateLimitError", status_code=429), "rate_limit"),
    "openai key": (_openai("AuthenticationError", status_code=401), "unavailable"),
    "openai server": (_openai("InternalServerError", status_code=500), "unavailable"),
    "openai filter": (
        _openai("BadRequestError", status_code=400, code="content_filter"),
        "content_filter",
    ),
    "openai filter, finished": (_openai("ContentFilterFinishReasonError"), "content_filter"),
    "openai body": (_openai("APIResponseValidationError", status_code=200), "malformed"),
    "anthropic overloaded": (provider_error("OverloadedError", status_code=529), "unavailable"),
    "google quota": (provider_error("ResourceExhausted", code=429), "rate_limit"),
    "google too many": (provider_error("TooManyRequests", code=429), "rate_limit"),
    "google deadline": (provider_error("DeadlineExceeded", code=504), "timeout"),
    "google away": (provider_error("ServiceUnavailable", code=503), "unavailable"),
    "google genai": (provider_error("ClientError", code=429, status="EXHAUSTED"), "rate_limit"),
    "bedrock": (provider_error("ThrottlingException"), "rate_limit"),
    "httpx read": (provider_error("ReadTimeout"), "timeout"),
    "httpx connect": (provider_error("ConnectTimeout"), "timeout"),
    "httpx pool": (provider_error("PoolTimeout"), "timeout"),
    "httpx refused": (provider_error("ConnectError"), "unavailable"),
    "httpx status": (provider_error("HTTPStatusError", response=Response(429)), "rate_limit"),
    "subclass": (
        provider_error("MyOwn", type("RateLimitError", (Exception,), {})),
        "rate_limit",
    ),
    "Python's timeout": (TimeoutError(SECRET), "timeout"),
    "refused": (ConnectionRefusedError(SECRET), "unavailable"),
    "no JSON": (json.JSONDecodeError(SECRET, "<html>", 0), "malformed"),
    "no such key": (KeyError(SECRET), "malformed"),
    "None": (TypeError(SECRET), "malformed"),
    "no attribute": (AttributeError(SECRET), "malformed"),
    "anything else": (RuntimeError(SECRET), "unavailable"),
}


@pytest.mark.parametrize(("error", "kind"), PROVIDERS.values(), ids=PROVIDERS)
def test_a_provider_s_exception_becomes_a_named_fault_without_its_words(
    error: Exception, kind: FaultKind
) -> None:
    fault = fault_of(error)
    assert fault.kind == kind
    assert fault.model == "provider"
    assert type(error).__name__ in fault.detail
    assert fault.__cause__ is error
    assert SECRET not in str(fault) + repr(fault) + fault.detail


def test_the_cause_behind_a_wrapper_names_the_fault() -> None:
    wrapper = provider_error("ChatGoogleGenerativeAIError")
    wrapper.__cause__ = provider_error("ClientError", code=429)
    fault = fault_of(wrapper)
    assert fault.kind == "rate_limit"
    assert fault.__cause__ is wrapper


def test_causes_in_a_circle_are_walked_once() -> None:
    one, other = provider_error("One"), provider_error("Other")
    one.__cause__, other.__cause__ = other, one
    assert fault_of(one).kind == "unavailable"


def test_a_parser_at_the_end_of_a_model_is_malformed() -> None:
    class Verdict(BaseModel):
        status: str

    chain: Any = ScriptedChatModel([f"no JSON, {SECRET}"]) | PydanticOutputParser(
        pydantic_object=Verdict
    )
    with pytest.raises(ModelFault) as caught:
        ask(chain, PROMPT)
    assert caught.value.kind == "malformed"
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), GeneratorExit()])
def test_what_ends_a_program_ends_it(error: BaseException) -> None:
    with pytest.raises(type(error)):
        ask(raising(error), PROMPT)


@pytest.mark.parametrize(
    "metadata",
    [
        {"finish_reason": "content_filter"},
        {"finish_reason": "SAFETY"},
        {"finish_reason": "PROHIBITED_CONTENT"},
        {"stop_reason": "refusal"},
    ],
    ids=str,
)
def test_an_answer_that_a_filter_held_back_is_a_fault(metadata: dict[str, str]) -> None:
    with pytest.raises(ModelFault) as caught:
        answer(AIMessage("", response_metadata=metadata))
    assert caught.value.kind == "content_filter"


@pytest.mark.parametrize("reason", ["stop", "length", "tool_calls", "end_turn", None, ""])
def test_any_other_end_is_an_answer(reason: str | None) -> None:
    assert answer(AIMessage("yes", response_metadata={"finish_reason": reason})).text == "yes"


@pytest.mark.parametrize(
    "said", [None, "text", {"text": "text"}, HumanMessage("text"), [AIMessage("text")]]
)
def test_what_is_no_answer_of_a_model_is_malformed(said: Any) -> None:
    model: Any = RunnableLambda(lambda _: said, name="odd")
    with pytest.raises(ModelFault) as caught:
        ask(model, PROMPT)
    assert caught.value.kind == "malformed"
    assert type(said).__name__ in str(caught.value)


@pytest.mark.parametrize("model", [None, "openai:gpt", 5, lambda prompt: "text", ScriptedChatModel])
def test_what_is_no_model_is_a_mistake_of_the_caller(model: Any) -> None:
    with pytest.raises(TypeError):
        ask(model, PROMPT)


def test_a_model_that_completes_text_is_no_chat_model() -> None:
    model: Any = FakeListLLM(responses=["text"])
    with pytest.raises(ModelFault, match="malformed"):
        ask(model, PROMPT)


# Names.


def test_a_model_s_name_is_found_below_what_is_bound_to_it() -> None:
    critic = ScriptedChatModel([], name="critic")
    models: list[Any] = [
        critic,
        critic.bind_tools([search]),
        critic.with_config(tags=["a"]).bind(stop=["x"]),
        critic.bind_tools([search]).with_retry(),
    ]
    assert {name_of(model) for model in models} == {"critic"}
    assert name_of(FakeListLLM(responses=[])) == "FakeListLLM"  # type: ignore[arg-type]


def test_a_person_who_plays_a_model_may_interrupt_the_graph() -> None:
    def interrupting(_: Any) -> Any:
        raise GraphInterrupt

    with pytest.raises(GraphInterrupt):
        ask(RunnableLambda(interrupting), [HumanMessage("?")])
