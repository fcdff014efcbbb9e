"""Calls executed and answered: each gets exactly one response, whatever becomes of it."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from langchain_core.messages import ToolMessage
from langgraph.errors import GraphBubbleUp

from ..foundations.redaction import redacted
from ..foundations.tools import as_text, told
from .tool_calls import PlannedCall
from .usable_tools import Tools

MAX_OUTPUT_CHARS = 20_000
Ended: TypeAlias = Literal["running", "interrupted", "cancelled"]


class Answered(NamedTuple):
    """A call's one response, and what became of the call."""

    message: ToolMessage
    outcome: Literal["success", "error", "skipped"]


def execute(
    planned: Sequence[PlannedCall], tools: Tools, *, max_chars: int = MAX_OUTPUT_CHARS
) -> tuple[list[Answered], Ended]:
    """Answers calls one after another: each is executed, or told why it is not.

    Args:
        planned: The calls.
        tools: The tools, by name.
        max_chars: How much of a result the model is shown.

    Returns:
        A response for each call, and whether the process was told to stop among them.
    """
    answers: list[Answered] = []
    ended: Ended = "running"
    try:
        for answer in _executed(planned, tools, max_chars):
            answers.append(answer)  # noqa: PERF402  # what was answered has to survive
    except KeyboardInterrupt:
        ended = "interrupted"
    except asyncio.CancelledError:
        ended = "cancelled"
    if ended == "running":
        return answers, ended
    stopped, *rest = planned[len(answers) :]
    doubt = f"{ended} while it ran; it may have taken effect"
    return [*answers, _failed(stopped, doubt), *skipped(rest, ended)], ended


def skipped(calls: Sequence[PlannedCall], reason: str) -> list[Answered]:
    """The responses to calls that are not executed."""
    return [Answered(_response(call, f"skipped: {reason}", "error"), "skipped") for call in calls]


def _executed(planned: Sequence[PlannedCall], tools: Tools, max_chars: int) -> Iterator[Answered]:
    for call in planned:
        if call.problem is not None:
            yield _failed(call, _capped(call.problem, max_chars))
            continue
        try:
            result = as_text(tools[call.name].call(call.args))
        except GraphBubbleUp:
            yield _failed(call, "it asked for a person (interrupt); this loop cannot wait for one")
        except Exception as error:  # noqa: BLE001  # whatever a tool raises is its answer
            yield _failed(call, _capped(redacted(told(error)), max_chars))
        else:
            yield Answered(_response(call, _capped(result, max_chars), "success"), "success")


def _failed(call: PlannedCall, text: str) -> Answered:
    return Answered(_response(call, text, "error"), "error")


def _response(call: PlannedCall, text: str, status: Literal["success", "error"]) -> ToolMessage:
    return ToolMessage(text, tool_call_id=call.id, name=call.name or "unknown", status=status)


def _capped(text: str, max_chars: int) -> str:
    if len(text) <= max_chars:
        return text
    return f"{text[:max_chars]}\n[cut: the first {max_chars} of {len(text)} characters are shown]"
