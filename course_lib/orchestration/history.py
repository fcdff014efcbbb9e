"""The history of a conversation: what is closed, what repeats, what a model may see of it.

Pure functions. A history is a list of LangChain messages, or of the requirement's pairs:
`("user", None)`, `("assistant", call_ids)`, `("tool", call_id)`.

Source: requirement "Agent orchestration", sections 3.11 and 9.2 to 9.4.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage

from ..foundations.namespaces import canonical_args, namespace

__all__ = [
    "MAX_STEPS",
    "Call",
    "Guarded",
    "Pair",
    "Turns",
    "bounded_input",
    "canonical_args",
    "close_open_calls",
    "fingerprint",
    "finish",
    "guarded",
    "has_duplicate",
    "is_closed",
    "namespace",
    "recent_messages",
    "repeats",
    "skipped_response",
    "start_turn",
    "turns_of",
]

MAX_STEPS = 4

Call: TypeAlias = Mapping[str, Any]
"""A tool call: its `id`, `name` and `args`."""

Pair: TypeAlias = tuple[str, Any]
Guarded: TypeAlias = Literal["normal", "duplicate_tool_call", "step_limit", "running"]


class Turns(NamedTuple):
    """A history, cut at its turns.

    Attributes:
        system: The leading system messages.
        completed: Turns that end with a final answer, oldest first.
        active: The turn that is still going on, or nothing.
    """

    system: list[AnyMessage]
    completed: list[list[AnyMessage]]
    active: list[AnyMessage]


def fingerprint(call: Call) -> str:
    """A call's tool and canonical arguments. Its id is left out: it is new every time."""
    return f"{call['name']}:{canonical_args(call['args'])}"


def has_duplicate(calls: Iterable[Call], seen: Collection[str]) -> bool:
    """Whether one of these calls was made before, or stands twice among them."""
    return repeats([fingerprint(call) for call in calls], seen)


def repeats(fingerprints: Sequence[str], seen: Collection[str]) -> bool:
    """Whether one of these was seen before, or stands twice among them."""
    different = set(fingerprints)
    return len(different) < len(fingerprints) or not different.isdisjoint(seen)


def start_turn(messages: Iterable[Any], tenant_id: str, conversation_id: str) -> dict[str, Any]:
    """A turn's start: the messages go on, the guard begins anew."""
    return {
        "messages": list(messages),
        "namespace": namespace(tenant_id, conversation_id),
        "guard": {"step_count": 0, "seen": [], "termination": "running"},
    }


def finish(
    step: int,
    *,
    final: bool = False,
    calls: Sequence[Call] = (),
    seen: Collection[str] = (),
    max_steps: int = MAX_STEPS,
) -> tuple[Guarded, list[Pair]]:
    """What a turn's decision number `step` leads to, and the turn's history if it ends there.

    Args:
        step: The decision's number, from 1.
        final: Whether it has final text.
        calls: The calls that it asks for.
        seen: Fingerprints of the calls that were made before.
        max_steps: The cap.

    Returns:
        Why the turn ends, or "running", and the turn as pairs.
    """
    ids = tuple(call["id"] for call in calls)
    # A decision without text and without calls says nothing, and is not kept.
    decision: list[Pair] = [("assistant", ids)] if final or ids else []
    history: list[Pair] = [("user", None), *decision]
    known = [fingerprint(call) for call in calls]
    reason = guarded(step, final=final and not calls, known=known, seen=seen, max_steps=max_steps)
    if reason not in ("normal", "running"):
        history += [*(("tool", call_id) for call_id in ids), ("assistant", ())]
    return reason, history


def guarded(
    step: int, *, final: bool, known: Sequence[str], seen: Collection[str], max_steps: int
) -> Guarded:
    """The guard's order: a normal end before a duplicate, and that before the cap.

    Args:
        step: The decision's number, from 1.
        final: Whether it has text and no calls.
        known: The fingerprints of its calls.
        seen: Those of the calls that were made before.
        max_steps: The cap.
    """
    if final:
        return "normal"
    if repeats(known, seen):
        return "duplicate_tool_call"
    return "step_limit" if step >= max_steps else "running"


def is_closed(history: Iterable[AnyMessage | Pair]) -> bool:
    """Whether every call has exactly one response and every turn ends with an answer.

    A turn is a user message, any number of assistant messages with calls and all of their
    responses, and an assistant message without calls. Ids are unique in the whole history. System
    messages before the first turn are skipped; an empty history is closed.
    """
    pending: set[Any] = set()
    issued: set[Any] = set()
    open_turn = False
    for kind, value in _pairs(history):
        match kind:
            case "user" if not open_turn:
                open_turn = True
            case "assistant" if open_turn and not pending:
                ids = tuple(value)
                if len(set(ids)) < len(ids) or issued.intersection(ids):
                    return False
                issued.update(ids)
                pending.update(ids)
                open_turn = bool(ids)
            case "tool" if value in pending:
                pending.remove(value)
            case _:
                return False
    return not open_turn


def close_open_calls(history: Sequence[AnyMessage], reason: str) -> list[AnyMessage]:
    """What has to be appended to a history so that it is closed.

    Args:
        history: Messages; only their last turn may be open.
        reason: Why the turn ends here, for its last message.

    Returns:
        A response for each unanswered call, and an answer without calls; nothing if it is closed.
    """
    active = turns_of(history).active
    if not active:
        return []
    answered = {message.tool_call_id for message in active if isinstance(message, ToolMessage)}
    skipped = [
        skipped_response(call_id, name, reason)
        for message in active
        if isinstance(message, AIMessage)
        for call_id, name in _calls_of(message)
        if call_id not in answered
    ]
    return [*skipped, AIMessage(f"The turn ended here: {reason}.")]


def skipped_response(call_id: str, name: str | None, reason: str) -> ToolMessage:
    """The response to a call that was not executed."""
    return ToolMessage(
        f"skipped: {reason}", tool_call_id=call_id, name=name or "unknown", status="error"
    )


def turns_of(messages: Iterable[AnyMessage]) -> Turns:
    """Cuts a history at its user messages; the last turn is active if it has no answer yet."""
    system: list[AnyMessage] = []
    turns: list[list[AnyMessage]] = []
    for message in messages:
        if isinstance(message, HumanMessage):
            turns.append([message])
        elif turns:
            turns[-1].append(message)
        elif isinstance(message, SystemMessage):
            system.append(message)
    if not turns or _is_answer(turns[-1][-1]):
        return Turns(system, turns, [])
    return Turns(system, turns[:-1], turns[-1])


def bounded_input(
    system: Sequence[AnyMessage],
    completed_turns: Sequence[Sequence[AnyMessage]],
    active_turn: Sequence[AnyMessage],
    max_completed_turns: int,
) -> list[AnyMessage]:
    """What the model is shown: whole turns only, never a call without its response.

    Args:
        system: The system messages.
        completed_turns: Closed turns, oldest first; the newest are kept.
        active_turn: The turn that is going on, from its user message.
        max_completed_turns: How many completed turns to keep, 0 or more.

    Raises:
        ValueError: If a completed turn is not closed, the active one does not start with the
            user's message or has an unanswered call, or the number is negative.
    """
    if max_completed_turns < 0:
        raise ValueError(f"max_completed_turns must be 0 or more, got {max_completed_turns}")
    if not all(map(is_closed, completed_turns)):
        raise ValueError("completed_turns must be closed; one is not")
    if not active_turn or not isinstance(active_turn[0], HumanMessage):
        raise ValueError("active_turn must start with the user's message")
    if not is_closed([*active_turn, AIMessage("next")]):
        raise ValueError("active_turn has a call without its response")
    return [*system, *recent_messages(completed_turns, max_completed_turns), *active_turn]


def recent_messages(
    completed_turns: Sequence[Sequence[AnyMessage]], max_completed_turns: int
) -> list[AnyMessage]:
    """The messages of the newest completed turns."""
    first = max(0, len(completed_turns) - max_completed_turns)
    return [message for turn in completed_turns[first:] for message in turn]


def _pairs(history: Iterable[AnyMessage | Pair]) -> Iterator[Pair]:
    started = False
    for entry in history:
        match entry:
            case SystemMessage() if not started:
                continue
            case HumanMessage():
                yield "user", None
            case AIMessage():
                yield "assistant", tuple(call_id for call_id, _ in _calls_of(entry))
            case ToolMessage():
                yield "tool", entry.tool_call_id
            case (kind, value):
                yield kind, value
            case _:
                yield "unknown", None
        started = True


def _calls_of(message: AIMessage) -> Iterator[tuple[Any, str | None]]:
    for call in (*message.tool_calls, *message.invalid_tool_calls):
        yield call["id"], call["name"]


def _is_answer(message: AnyMessage) -> bool:
    return isinstance(message, AIMessage) and not any(_calls_of(message))
