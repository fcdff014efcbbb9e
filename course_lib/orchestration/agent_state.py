"""The shapes of the agent loop's data: what enters, what a step writes, what comes out."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel
from langgraph.types import Overwrite
from typing_extensions import TypedDict

from ..foundations.budget import Limit
from .history import MAX_STEPS

Termination: TypeAlias = Literal[
    "running",
    "normal",
    "duplicate_tool_call",
    "step_limit",
    "budget_exhausted",
    "model_error",
    "interrupted",
    "cancelled",
    "invalid_input",
]

STEPS = Limit(
    name="max_steps",
    used="guard.step_count",
    default=MAX_STEPS,
    maximum=10_000,
    about="decisions of the model in a turn",
)
TOKENS = Limit(
    name="max_tokens",
    used="budget_used.tokens",
    default=100_000,
    maximum=100_000_000,
    about="tokens of all decisions in a turn",
    unit="tokens",
)
LIMITS = (STEPS, TOKENS)
ROLES = ("model",)


class Task(TypedDict, total=False):
    """What enters a turn.

    Attributes:
        input: What the user says.
        max_steps: How many decisions the model may take, 0 or more, 4 when left out.
        max_tokens: How many tokens all of them may use together.
    """

    input: str
    max_steps: int | None
    max_tokens: int | None


class Entry(Task, total=False):
    """What enters the graph: the task, and what was wrong with it."""

    problems: list[str]


class Guard(TypedDict):
    """What decides whether a turn goes on; it begins anew with every turn.

    Attributes:
        step_count: Decisions taken in this turn.
        seen: Fingerprints of the calls that were executed; in an update, those to add.
        termination: Why the turn ended, or "running".
    """

    step_count: int
    seen: list[str]
    termination: Termination


class ToolRecord(TypedDict):
    """What became of one call.

    Attributes:
        step: The decision's number in its turn; 0 if the turn was cut off.
        name: The tool.
        fingerprint: What tells it from other calls; None where nothing can.
        outcome: What became of it.
    """

    step: int
    name: str
    fingerprint: str | None
    outcome: Literal["success", "error", "skipped"]


class BudgetUsed(TypedDict):
    """What this turn used: tokens of all decisions, and tool calls that were executed."""

    tokens: int
    tool_calls: int


class BudgetRemaining(TypedDict):
    """What is left of both limits, never negative."""

    steps: int
    tokens: int


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: Why the turn ended; "normal" is an answer of the model.
        answer: The last message's text.
        steps: Decisions taken.
        tool_calls: Calls that were executed, with or without success.
        errors: What went wrong, in sentences.
    """

    status: Termination
    answer: str
    steps: int
    tool_calls: int
    errors: list[str]


def appended(old: list[Any], updates: Sequence[list[Any]]) -> list[Any]:
    """A growing list's reducer: what is written is added."""
    return [*old, *(entry for update in updates for entry in update)]


def recorded(
    old: dict[str, ToolRecord], updates: Sequence[dict[str, ToolRecord]]
) -> dict[str, ToolRecord]:
    """The tool history's reducer: what is written is added."""
    every = old.copy()
    for update in updates:
        every |= update
    return every


def advanced(old: Guard, updates: Sequence[Guard]) -> Guard:
    """The guard's reducer: count and termination are replaced, fingerprints added."""
    last = updates[-1]
    seen = appended(old.get("seen", []), [update["seen"] for update in updates])
    return {"step_count": last["step_count"], "seen": seen, "termination": last["termination"]}


# Deltas keep what a step writes to a checkpoint small, however long the conversation is.
_GROWING: DeltaChannel[Any] = DeltaChannel(appended, snapshot_frequency=1000)
_RECORDS: DeltaChannel[Any] = DeltaChannel(recorded, snapshot_frequency=1000)
_GUARD: DeltaChannel[Any] = DeltaChannel(advanced, snapshot_frequency=1000)


class State(TypedDict):
    """Everything that the loop knows.

    Messages and tool history are the conversation's, the rest is this turn's.

    Attributes:
        messages: The conversation, only ever appended to.
        shown_from: The place in it from which the model is shown messages in this turn.
        guard: What decides whether the turn goes on.
        original_goal: What the user asked for in this turn; never changed within it.
        tool_history: Every call of the conversation, by its id.
        evidence_ids: Ids of the calls whose results this turn's answer can rest on.
        max_steps: This turn's cap.
        max_tokens: This turn's token budget.
        budget_used: What was used of it.
        budget_remaining: What is left of both.
        approval_status: Whether a person has to agree; this loop never asks.
        pending_decision: A decision that waits for approval, outside the history.
        errors: What went wrong in this turn.
        final_output: What the user gets.
    """

    messages: Annotated[list[AnyMessage], _GROWING]
    shown_from: int
    guard: Annotated[Guard, _GUARD]
    original_goal: str
    tool_history: Annotated[dict[str, ToolRecord], _RECORDS]
    evidence_ids: Annotated[list[str], _GROWING]
    max_steps: int
    max_tokens: int
    budget_used: BudgetUsed
    budget_remaining: BudgetRemaining
    approval_status: Literal["not_needed", "pending", "approved", "rejected"]
    pending_decision: dict[str, Any] | None
    errors: list[str]
    final_output: FinalOutput | None


class Guarded(TypedDict):
    """What the routers read: less than all of it, because reading costs time at every step."""

    guard: Annotated[Guard, _GUARD]


class Entering(Entry, total=False):
    """What `start_turn` reads: what enters, and the messages of earlier turns."""

    messages: Annotated[list[AnyMessage], _GROWING]


class Started(TypedDict, total=False):
    """What `start_turn` writes."""

    messages: list[AnyMessage]
    shown_from: int
    tool_history: dict[str, ToolRecord]
    guard: Overwrite
    original_goal: str
    evidence_ids: Overwrite
    max_steps: int
    max_tokens: int
    budget_used: BudgetUsed
    budget_remaining: BudgetRemaining
    approval_status: Literal["not_needed"]
    pending_decision: None
    errors: list[str]
    final_output: FinalOutput | None


class Stepped(TypedDict, total=False):
    """What `step` writes: a decision, all of its responses, and what they cost."""

    messages: list[AnyMessage]
    guard: Guard
    tool_history: dict[str, ToolRecord]
    evidence_ids: list[str]
    budget_used: BudgetUsed
    budget_remaining: BudgetRemaining
    errors: list[str]
    final_output: FinalOutput | None
