"""A chat model that says what its script tells it to.

`ScriptedChatModel` is a LangChain chat model like any other: it can be invoked, streamed and
batched, takes tools, and runs inside `create_agent`. It never wraps round, makes nothing up, and
remembers every call.
"""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ConfigDict, PrivateAttr
from typing_extensions import override

from .clock import VirtualClock
from .errors import ModelFault, ScriptError, ScriptExhausted, ScriptUnused
from .replies import json_objects
from .script import ReplyLike, ScriptedReply, read_replies

_PIECES = re.compile(r"\s*\S+|\s+$")


@dataclass(frozen=True)
class Call:
    """One question that a scripted model was asked.

    Attributes:
        messages: The whole prompt.
        tools: Names of the tools that were bound.
    """

    messages: tuple[BaseMessage, ...]
    tools: tuple[str, ...] = ()

    @property
    def prompt(self) -> str:
        """The text of the last message."""
        return self.messages[-1].text if self.messages else ""


class ScriptedChatModel(BaseChatModel):
    """A deterministic chat model for lessons, labs and tests.

    Each call uses the first unused reply whose `when` fits the prompt. Nothing sleeps: a reply's
    latency moves the clock, if there is one.

    Args:
        replies: The script: text, mappings (see `ScriptedReply`) or AIMessages, which are
            returned as they stand and unchecked (so that a careless model can be scripted).
        name: Who speaks, in errors and traces.
        clock: Moved on by each reply's `latency_ms`.

    Raises:
        ScriptError: If a reply does not fit `ScriptedReply`, or can never be reached.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    replies: tuple[ScriptedReply, ...]
    clock: VirtualClock | None = None
    _calls: list[Call] = PrivateAttr(default_factory=list)
    _used: set[int] = PrivateAttr(default_factory=set)
    _open: list[int] = PrivateAttr(default_factory=list)
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    def __init__(
        self,
        replies: Sequence[ReplyLike],
        *,
        name: str = "scripted",
        clock: VirtualClock | None = None,
    ) -> None:
        fields: dict[str, Any] = {"replies": read_replies(replies), "name": name, "clock": clock}
        super().__init__(**fields)
        self._open = list(range(len(self.replies)))

    @override
    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        # LangChain puts this into every trace, where a whole script has no place.
        yield "name", self.name
        yield "replies", len(self.replies)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call so far, in order, those that found no reply among them."""
        return tuple(self._calls)

    @property
    def unused(self) -> tuple[int, ...]:
        """Places, from 1, of the replies that were never used."""
        return tuple(n for n in range(1, len(self.replies) + 1) if n - 1 not in self._used)

    def assert_complete(self) -> None:
        """Asserts that every reply was used.

        Raises:
            ScriptUnused: If any was not; it is an AssertionError, too.
        """
        if self.unused:
            raise ScriptUnused(self._label, numbers=self.unused, length=len(self.replies))

    @override
    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """This model with tools; calls and script stay shared with the unbound one."""
        formatted = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=formatted, tool_choice=tool_choice, **kwargs)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def _label(self) -> str:
        return self.name or self._llm_type

    @override
    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = self._answer(messages, **kwargs)
        return ChatResult(generations=[ChatGeneration(message=message)])

    @override
    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        # Nothing waits here, so no thread is needed.
        return self._generate(messages, **kwargs)

    @override
    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        for chunk in _chunks(self._answer(messages, **kwargs)):
            generation = ChatGenerationChunk(message=chunk)
            if run_manager is not None:
                run_manager.on_llm_new_token(chunk.text, chunk=generation)
            yield generation

    def _answer(
        self,
        messages: list[BaseMessage],
        *,
        tools: Sequence[dict[str, Any]] = (),
        tool_choice: str | None = None,
        **_: Any,
    ) -> AIMessage:
        names = tuple(_tool_name(tool) for tool in tools)
        call = Call(tuple(messages), names)
        with self._lock:
            self._calls.append(call)
            number = len(self._calls)
            reply = self._next_reply(call.prompt, number)
        if self.clock is not None:
            self.clock.advance(reply.latency_ms)
        if reply.fault is not None:
            raise ModelFault(reply.fault, model=self._label, detail=f"scripted, call {number}")
        message = reply.to_message(call=number)
        if reply.message is None and names:
            message = _as_forced_call(message, names, tool_choice, number)
            self._check_tools(message, names, number)
        return message

    def _next_reply(self, prompt: str, number: int) -> ScriptedReply:
        for index, place in enumerate(self._open):
            reply = self.replies[place]
            if reply.fits(prompt):
                self._used.add(place)
                if not reply.repeat:
                    del self._open[index]
                return reply
        raise ScriptExhausted(
            self._label, call=number, length=len(self.replies), waiting=len(self._open)
        )

    def _check_tools(self, message: AIMessage, names: tuple[str, ...], number: int) -> None:
        for tool in message.tool_calls:
            if tool["name"] not in names:
                raise ScriptError(
                    f"{self._label}: call {number} is scripted to call the tool "
                    f"{tool['name']!r}; bound are {', '.join(names)}"
                )


def _tool_name(tool: dict[str, Any]) -> str:
    """A tool's name; tools that a provider brings along have only a type."""
    return str(tool.get("function", tool).get("name", tool.get("type")))


def _as_forced_call(
    message: AIMessage, names: tuple[str, ...], tool_choice: str | None, number: int
) -> AIMessage:
    """A provider that is made to call a tool returns its JSON as that call; so does a script."""
    if message.tool_calls or len(names) != 1 or tool_choice not in ("any", "required", names[0]):
        return message
    found = json_objects(message.text)
    if len(found) != 1:
        return message
    forced = {"type": "tool_call", "name": names[0], "args": found[0], "id": f"call-{number}-1"}
    return message.model_copy(update={"content": "", "tool_calls": [forced]})


def _chunks(message: AIMessage) -> Iterator[AIMessageChunk]:
    """The message in pieces that add up to it: words first, calls and usage last."""
    whole = AIMessageChunk(
        content="" if isinstance(message.content, str) else message.content,
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        tool_calls=message.tool_calls,
        invalid_tool_calls=message.invalid_tool_calls,
        usage_metadata=message.usage_metadata,
    )
    if isinstance(message.content, str):
        for piece in _PIECES.findall(message.content):
            yield AIMessageChunk(content=piece)
    yield whole
