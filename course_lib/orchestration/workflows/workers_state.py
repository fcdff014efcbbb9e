"""The shapes of `workers`: what enters, what each node writes, what comes out."""

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from ...foundations.budget import Limit
from .branches import BRANCH_TIMEOUT, MAX_BRANCHES, Outcome, gathered

Status: TypeAlias = Literal["ok", "partial", "failed"]

MAX_SUBTASKS = Limit(
    name="max_subtasks",
    used="delegated",
    default=5,
    maximum=MAX_BRANCHES,
    about="sub-tasks that the orchestrator may delegate",
)
MAX_WORKER_CALLS = Limit(
    name="max_worker_calls",
    used="worker_calls",
    default=10,
    maximum=100,
    about="model calls of all workers together",
)
LIMITS = (MAX_SUBTASKS, MAX_WORKER_CALLS, BRANCH_TIMEOUT)
ROLES = ("orchestrator", "worker")


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The request.
        max_subtasks: How many sub-tasks may be delegated, 5 when left out.
        max_worker_calls: Model calls of all workers together, 10 when left out.
        branch_timeout_ms: How long a worker may take, 30,000 when left out.
    """

    input: str
    max_subtasks: int | None
    max_worker_calls: int | None
    branch_timeout_ms: float | None


class Entry(Task, total=False):
    """What `plan` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a worker failed) or "failed".
        answer: The orchestrator's answer, or None.
        subtasks: What was delegated, in the plan's order.
        not_done: The sub-tasks whose worker failed.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    subtasks: list[str]
    not_done: list[str]
    errors: list[str]


class Planned(TypedDict):
    """What `plan` writes: every field, at its start, and the sub-tasks (None without a plan)."""

    input: str
    subtasks: list[str] | None
    max_subtasks: int
    max_worker_calls: int
    branch_timeout_ms: float
    delegated: int
    worker_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Collected(TypedDict):
    """What `collect` writes."""

    worker_calls: int
    slowest_ms: float


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    subtasks: list[str] | None
    max_subtasks: int
    max_worker_calls: int
    branch_timeout_ms: float
    delegated: int
    worker_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None
