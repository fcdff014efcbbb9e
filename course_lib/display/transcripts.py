"""A conversation as text: who said what, which call was made, and which response answers it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

_SPEAKER = {"human": "user", "ai": "model"}


class Transcript:
    """A conversation, a line or a few for each message."""

    def __init__(self, messages: Sequence[BaseMessage]) -> None:
        self.messages = messages

    def __repr__(self) -> str:
        return "\n".join(line for message in self.messages for line in _lines(message))


def transcript(messages: Sequence[BaseMessage]) -> Transcript:
    """A conversation to read: `→` is a call with its id, `←` the response with the same id."""
    return Transcript(messages)


def _lines(message: BaseMessage) -> Iterator[str]:
    """A message with its speaker in front of the first line."""
    said = [line for part in _parts(message) for line in part.splitlines()]
    for place, line in enumerate(said or ["(nothing)"]):
        speaker = "" if place else _SPEAKER.get(message.type, message.type)
        yield f"{speaker:<8}{line}".rstrip()


def _parts(message: BaseMessage) -> Iterator[str]:
    if isinstance(message, ToolMessage):
        mark = "error: " if message.status == "error" else ""
        yield f"← {message.tool_call_id}  {mark}{message.text}"
        return
    yield message.text
    if isinstance(message, AIMessage):
        yield from (f"→ {call['id']}  {_call(call)}" for call in message.tool_calls)
        yield from (
            f"→ {call['id']}  {call['name']}, arguments unreadable: {call['args']}"
            for call in message.invalid_tool_calls
        )


def _call(call: Any) -> str:
    arguments = (
        f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in call["args"].items()
    )
    return f"{call['name']}({', '.join(arguments)})"
