"""The one seam to a model: ask, and get a `Reply` or a named fault.

Nodes call `ask` whatever the model is: scripted, hosted or local. No provider's package is
imported; their exceptions are known by status code and by the names of their classes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from langchain_core.messages import AIMessage, BaseMessage, InvalidToolCall, ToolCall
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.runnables import Runnable
from langgraph.errors import GraphBubbleUp

from .clock import Clock, SystemClock
from .errors import FaultKind, ModelFault, ScriptError, shown
from .replies import visible_text

ChatModel: TypeAlias = Runnable[Any, BaseMessage]
"""Any LangChain chat model, with or without bound tools."""

_KIND_OF_STATUS: dict[int, FaultKind] = {408: "timeout", 429: "rate_limit", 504: "timeout"}
_KIND_OF_NAME: tuple[tuple[str, FaultKind], ...] = (
    ("contentfilter", "content_filter"),
    ("contentpolicy", "content_filter"),
    ("safety", "content_filter"),
    ("ratelimit", "rate_limit"),
    ("throttl", "rate_limit"),
    ("resourceexhausted", "rate_limit"),
    ("timeout", "timeout"),
    ("deadlineexceeded", "timeout"),
    ("decodeerror", "malformed"),
    ("validationerror", "malformed"),
    ("parserexception", "malformed"),
)
_CUT = {"length", "max_tokens", "max_output_tokens"}
# How many times our own count a report may be; and what any message counts for at the least.
_TIMES, _LEAST_OF_A_MESSAGE = 10, 3
# Tokens of hidden reasoning that no model is known to pass in one reply.
_MOST_HIDDEN = 200_000
# What an SDK raises when a body has another shape than it expects.
_MISREADING = (TypeError, ValueError, AttributeError, LookupError)
# Where providers say why an answer ended, and what they say where a filter ended it.
_REASONS = ("finish_reason", "stop_reason", "stopReason", "incomplete_details")
_FILTERED = (
    *("content_filter", "content_filtered", "guardrail_intervened", "refusal"),
    *("safety", "prohibited_content", "blocklist", "spii", "recitation"),
)


@dataclass(frozen=True)
class Usage:
    """What a call used.

    Attributes:
        input_tokens: Tokens of the prompt.
        output_tokens: Tokens of the reply, its reasoning included.
    """

    input_tokens: int
    output_tokens: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True)
class Reply:
    """What a model answered.

    Attributes:
        text: The visible text; never reasoning.
        tool_calls: Calls with readable arguments.
        invalid_tool_calls: Calls whose arguments are not a JSON object.
        usage: As the provider reports it, or else LangChain's approximate count.
        latency_ms: Milliseconds by the given clock.
        usage_doubt: Why the provider's report is not believed; None if it is, or there is none.
        cut_off: Whether the model ran into its own limit of output tokens.
    """

    text: str
    tool_calls: tuple[ToolCall, ...]
    invalid_tool_calls: tuple[InvalidToolCall, ...]
    usage: Usage
    latency_ms: float
    usage_doubt: str | None = None
    cut_off: bool = False


def ask(model: ChatModel, messages: Sequence[BaseMessage], *, clock: Clock | None = None) -> Reply:
    """Asks a model once.

    Args:
        model: Any LangChain chat model.
        messages: The prompt.
        clock: What measures the time; the system's clock if left out.

    Returns:
        The visible answer.

    Raises:
        ModelFault: If the model does not answer, or not in a usable form. Whatever the model
            raised is the `__cause__`.
        ScriptError: If a scripted model and its script do not fit together.
        TypeError: If `model` is not a chat model.
    """
    if not isinstance(model, Runnable):
        raise TypeError(f"model must be a LangChain chat model, got {type(model).__name__}")
    clock = clock or SystemClock()
    start = clock.now()
    try:
        message = model.invoke(list(messages))
    except (ScriptError, ModelFault, GraphBubbleUp):
        # The last is LangGraph's own: a person who plays a model may interrupt the graph.
        raise
    except Exception as error:
        kind, detail = _named(error)
        raise ModelFault(kind, model=name_of(model), detail=detail) from error
    latency = clock.now() - start
    if not isinstance(message, AIMessage):
        detail = f"the reply is a {type(message).__name__}"
        raise ModelFault("malformed", model=name_of(model), detail=detail)
    if (held_back := _held_back(message)) is not None:
        raise ModelFault("content_filter", model=name_of(model), detail=held_back)
    usage, doubt = _usage(messages, message)
    return Reply(
        text=visible_text(message),
        tool_calls=tuple(message.tool_calls),
        invalid_tool_calls=tuple(message.invalid_tool_calls),
        usage=usage,
        latency_ms=latency,
        usage_doubt=doubt,
        cut_off=not _CUT.isdisjoint(_reasons(message).values()),
    )


def check_models(**models: object) -> None:
    """Refuses what is no chat model, by the name of its role.

    Raises:
        TypeError: If one of them is not a LangChain chat model.
    """
    for role, model in models.items():
        if not isinstance(model, Runnable):
            given = f"the class {model.__name__}" if isinstance(model, type) else shown(model)
            raise TypeError(f"{role} must be a LangChain chat model, got {given}")


def name_of(model: ChatModel) -> str:
    """The name of a model, as its provider or its script gives it."""
    inner = _unbound(model)
    for attribute in ("model_name", "model", "name"):
        if isinstance(name := getattr(inner, attribute, None), str) and name:
            return name
    return type(inner).__name__


def is_scripted(model: ChatModel) -> bool:
    """Whether a model follows a script; told without importing `scripted`."""
    return getattr(_unbound(model), "_llm_type", None) == "scripted"


def _unbound(model: ChatModel) -> ChatModel:
    while (bound := getattr(model, "bound", None)) is not None:
        model = bound
    return model


def _usage(messages: Sequence[BaseMessage], message: AIMessage) -> tuple[Usage, str | None]:
    """The reported usage if it can be believed, else our own count and a sentence on it."""
    if (reported := message.usage_metadata) is None:
        return _counted(messages, message), None
    usage = Usage(reported["input_tokens"], reported["output_tokens"])
    if min(usage.input_tokens, usage.output_tokens) >= 0:
        # Hidden reasoning is paid for and cannot be counted, so it is believed within bounds: it
        # is part of the output, and no more than a model can reason in one reply.
        hidden = (reported.get("output_token_details") or {}).get("reasoning") or 0
        hidden = max(0, min(hidden, usage.output_tokens, _MOST_HIDDEN))
        most = _TIMES * _LEAST_OF_A_MESSAGE * (len(messages) + 1) + hidden
        # Counting reads the whole prompt; most reports are believed without it.
        if (
            usage.total <= most
            or usage.total - hidden <= _TIMES * _counted(messages, message).total
        ):
            return usage, None
    counted = _counted(messages, message)
    return counted, (
        f"the reported usage of {usage.input_tokens} input and {usage.output_tokens} output tokens "
        f"is not believed; counted were {counted.input_tokens} and {counted.output_tokens}"
    )


def _counted(messages: Sequence[BaseMessage], message: AIMessage) -> Usage:
    return Usage(count_tokens_approximately(messages), count_tokens_approximately([message]))


def _reasons(message: AIMessage) -> dict[str, str]:
    """Why the answer ended, as providers say it under different names, in small letters."""
    said = {key: message.response_metadata.get(key) for key in _REASONS}
    return {
        key: str(reason.get("reason") if isinstance(reason, dict) else reason).lower()
        for key, reason in said.items()
    }


def _held_back(message: AIMessage) -> str | None:
    """Where it is said that a filter or the model held the answer back; None if nowhere."""
    for key, reason in _reasons(message).items():
        if reason in _FILTERED:
            return f"{key} {reason}"
    blocks = message.content if isinstance(message.content, list) else []
    refused = any(isinstance(block, dict) and block.get("type") == "refusal" for block in blocks)
    return "refusal" if refused or message.additional_kwargs.get("refusal") else None


def _named(error: Exception) -> tuple[FaultKind, str]:
    """The named fault for what a provider raised, and a description without its message."""
    detail = type(error).__name__
    for cause in _causes(error):
        status = _status(cause)
        code = f"{type(cause).__name__} {getattr(cause, 'code', None) or ''}".replace("_", "")
        if status is not None:
            detail = f"{type(error).__name__}, status {status}"
        if (kind := _kind(cause, status, code.lower())) is not None:
            return kind, detail
    return ("malformed" if isinstance(error, _MISREADING) else "unavailable"), detail


def _kind(error: BaseException, status: int | None, code: str) -> FaultKind | None:
    if status in _KIND_OF_STATUS:
        return _KIND_OF_STATUS[status]
    names = [code, *(base.__name__.lower() for base in type(error).__mro__)]
    for mark, kind in _KIND_OF_NAME:
        if any(mark in name for name in names):
            return kind
    failed = status is not None and status >= 400
    return "unavailable" if failed or isinstance(error, OSError) else None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        yield error
        seen.append(error)
        error = error.__cause__


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    for source, attribute in ((error, "status_code"), (response, "status_code"), (error, "code")):
        if isinstance(status := getattr(source, attribute, None), int):
            return int(status)
    return None
