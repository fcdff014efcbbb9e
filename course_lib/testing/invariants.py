"""Assertions about runs of any agent or graph; each says what is wrong where it fails."""

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from ..foundations.budget import Limit, gauges

Result = TypeVar("Result")


def assert_closed(history: Iterable[BaseMessage]) -> None:
    """Asserts that every call has exactly one response and every turn ends with an answer.

    Args:
        history: The messages of a conversation, from its first turn on.

    Raises:
        AssertionError: If it is not closed; the message says what is open.
    """
    if (problem := unclosed(history)) is not None:
        raise AssertionError(problem)


def unclosed(history: Iterable[BaseMessage]) -> str | None:
    """The first thing that keeps a history from being closed, or None if nothing does."""
    pending: set[Any] = set()
    issued: set[Any] = set()
    open_turn = started = False
    for message in history:
        if isinstance(message, SystemMessage) and not started:
            continue
        started = True
        problem = _out_of_place(message, pending, issued, open_turn=open_turn)
        if problem is not None:
            return problem
        match message:
            case HumanMessage():
                open_turn = True
            case AIMessage():
                ids = _call_ids(message)
                issued.update(ids)
                pending.update(ids)
                open_turn = bool(ids)
            case ToolMessage():
                pending.remove(message.tool_call_id)
    if pending:
        return "a call has no response"
    return "a turn has no final answer" if open_turn else None


def assert_within_budget(state: Mapping[str, Any], limits: Iterable[Limit]) -> None:
    """Asserts that nothing is negative and no count passed its limit.

    Measured quantities (limits with a unit) may be passed by the call in flight, so for them only
    the sign is checked.

    Args:
        state: A graph's state after a run.
        limits: What it was allowed, such as a room's `LIMITS`.

    Raises:
        AssertionError: If a limit was not kept; the message names it.
    """
    for gauge in gauges(state, limits):
        _require(gauge.used >= 0, f"{gauge.name}: {gauge.used} used, which is negative")
        kept = bool(gauge.unit) or gauge.used <= gauge.limit
        _require(kept, f"{gauge.name}: {gauge.used} used of {gauge.limit}")


def assert_terminates(run: Callable[[], Result], *, seconds: float = 30) -> Result:
    """Asserts that something comes to an end, and hands on what it returns or raises.

    Args:
        run: What to run; it runs in a thread of its own, which is left behind if it never ends.
        seconds: How long to wait.

    Raises:
        AssertionError: If it is still running then.
    """
    results: list[Result] = []
    raised: list[BaseException] = []

    def target() -> None:
        try:
            results.append(run())
        except BaseException as error:  # noqa: BLE001  # raised again in the caller's thread
            raised.append(error)

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    thread.join(seconds)
    _require(not thread.is_alive(), f"it is still running after {seconds:g} s")
    if raised:
        raise raised[0]
    return results[0]


def assert_no_leak(shown: object, canary: str) -> None:
    """Asserts that a text which must stay hidden is nowhere in what somebody sees.

    Args:
        shown: Outputs, states, messages, traces: anything whose `repr` shows what it holds.
        canary: The hidden text; long and rare, so that it cannot be there by chance.

    Raises:
        AssertionError: If it is there; the message shows its surroundings.
        ValueError: If there is nothing to look for.
    """
    if not canary:
        raise ValueError("canary must be a text to look for, got an empty one")
    text = repr(shown)
    place = text.find(canary)
    around = text[max(0, place - 40) : place + len(canary)]
    _require(place < 0, f"{canary!r} leaked: ...{around}")


def _require(holds: bool, message: str) -> None:
    # Not `assert`, which python -O leaves out.
    if not holds:
        raise AssertionError(message)


def _out_of_place(
    message: BaseMessage, pending: set[Any], issued: set[Any], *, open_turn: bool
) -> str | None:
    match message:
        case HumanMessage():
            rules = [
                (bool(pending), "a user message follows a call without a response"),
                (open_turn, "a user message follows a turn without a final answer"),
            ]
        case AIMessage():
            rules = [
                (bool(pending), "a decision follows a call without a response"),
                (not open_turn, "an assistant message stands outside a turn"),
                (_repeats(_call_ids(message), issued), "a call's id is not unique"),
            ]
        case ToolMessage():
            rules = [(message.tool_call_id not in pending, "a response has no call")]
        case _:
            rules = [(True, f"a {message.type} message stands inside the history")]
    return next((problem for broken, problem in rules if broken), None)


def _call_ids(message: AIMessage) -> list[Any]:
    return [call["id"] for call in (*message.tool_calls, *message.invalid_tool_calls)]


def _repeats(ids: list[Any], issued: set[Any]) -> bool:
    return len(set(ids)) < len(ids) or not issued.isdisjoint(ids)
