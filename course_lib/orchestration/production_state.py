"""The production graph's data: limits, phases, what enters, what each node writes, what comes out.

Source: requirement "Layer 12", section 3.8 (the state machine and the table of state fields).
"""

from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from ..foundations.budget import Limit

Phase: TypeAlias = Literal["planning", "tool_calling", "observing", "reflecting", "done", "error"]
Status: TypeAlias = Literal["ok", "approval_required", "rejected", "budget_exceeded", "failed"]
ApprovalStatus: TypeAlias = Literal["not_needed", "pending", "approved", "rejected"]
Fault: TypeAlias = Literal["error", "budget_exceeded"]

TRANSITIONS: dict[Phase, tuple[Phase, ...]] = {
    "planning": ("tool_calling",),
    "tool_calling": ("observing",),
    "observing": ("reflecting",),
    "reflecting": ("tool_calling", "done", "error"),
    "done": (),
    "error": (),
}
PHASES: dict[str, tuple[Phase, ...]] = {
    "plan": ("planning",),
    "retrieve_docs": ("tool_calling",),
    "call_tool": ("tool_calling",),
    "judge_observation": ("observing", "reflecting"),
    "human_approval": ("reflecting",),
    "perform_action": ("tool_calling", "observing", "reflecting"),
    "final_answer": ("done",),
    "fail_safe": ("error",),
}

MAX_STEPS = Limit(
    name="max_steps", used="step_count", default=6, maximum=30, about="model calls of the run"
)
MAX_RETRIEVALS = Limit(
    name="max_retrievals", used="retrievals", default=3, maximum=10, about="searches for documents"
)
MAX_TOOL_CALLS = Limit(
    name="max_tool_calls", used="tool_calls", default=5, maximum=20, about="calls of read tools"
)
MAX_TOKENS = Limit(
    name="max_tokens",
    used="tokens",
    default=50_000,
    maximum=1_000_000,
    about="tokens of all model calls",
    unit="tokens",
)
LIMITS = (MAX_STEPS, MAX_RETRIEVALS, MAX_TOOL_CALLS, MAX_TOKENS)
ROLES = ("planner", "judge", "writer")


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The goal.
        approvals: Fingerprints of the irreversible actions that a person has approved; a run
            that needs one says which.
        rejections: Fingerprints of those that a person has rejected.
        max_steps: Model calls of the run, 6 when left out.
        max_retrievals: Searches for documents, 3 when left out.
        max_tool_calls: Calls of read tools, 5 when left out.
        max_tokens: Tokens of all model calls, 50,000 when left out.
    """

    input: str
    approvals: list[str] | None
    rejections: list[str] | None
    max_steps: int | None
    max_retrievals: int | None
    max_tool_calls: int | None
    max_tokens: int | None


class Entry(Task, total=False):
    """What `plan` reads: the task, and what was wrong with it."""

    problems: list[str]


class Action(TypedDict):
    """A tool call that a model proposes."""

    name: str
    args: dict[str, Any]


class ToolRecord(TypedDict):
    """A tool call that was made."""

    fingerprint: str
    name: str
    result: str


class ApprovalRequest(TypedDict):
    """What a person is asked.

    Attributes:
        action: What would be done.
        fingerprint: What to put into `approvals` or `rejections`.
        why: Why the run wants it: the goal.
        evidence_ids: What it was decided on.
        otherwise: What happens if it is rejected.
    """

    action: Action
    fingerprint: str
    why: str
    evidence_ids: list[str]
    otherwise: str


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "approval_required", "rejected", "budget_exceeded" or "failed".
        answer: The answer, or None.
        evidence_ids: The documents that were found.
        performed: The irreversible actions that were performed.
        approval_request: What a person must decide, or None.
        phases: The states of the state machine, in order.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    evidence_ids: list[str]
    performed: list[str]
    approval_request: ApprovalRequest | None
    phases: list[Phase]
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows.

    `original_goal`, `step_count`, `tool_history`, `evidence_ids`, `budget_remaining` and
    `approval_status` are the requirement's fields.
    """

    original_goal: str
    approvals: list[str]
    rejections: list[str]
    max_steps: int
    max_retrievals: int
    max_tool_calls: int
    max_tokens: int
    step_count: int
    retrievals: int
    tool_calls: int
    tokens: int
    budget_remaining: dict[str, int]
    query: str
    action: Action | None
    pending_action: Action | None
    evidence: dict[str, str]
    evidence_ids: list[str]
    tool_history: list[ToolRecord]
    performed: list[str]
    enough: bool
    fault: Fault | None
    approval_status: ApprovalStatus
    phases: list[Phase]
    errors: list[str]
    final_output: FinalOutput | None


class Update(TypedDict, total=False):
    """What the nodes in the middle write."""

    step_count: int
    retrievals: int
    tool_calls: int
    tokens: int
    budget_remaining: dict[str, int]
    query: str
    action: Action | None
    pending_action: Action | None
    evidence: dict[str, str]
    evidence_ids: list[str]
    tool_history: list[ToolRecord]
    performed: list[str]
    enough: bool
    fault: Fault | None
    approval_status: ApprovalStatus
    phases: list[Phase]
    errors: list[str]
    final_output: FinalOutput | None
