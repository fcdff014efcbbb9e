"""The shapes of the data: what enters, what each node writes, what comes out."""

from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from ..foundations.budget import Limit

CritiqueStatus: TypeAlias = Literal["accepted", "needs_revision", "invalid"]
Status: TypeAlias = Literal["ok", "needs_review", "failed"]
CheckResult: TypeAlias = Literal["pass", "fail", "unknown"]

MAX_ITERATIONS = Limit(
    name="max_iterations",
    used="iteration",
    default=3,
    minimum=1,
    maximum=10,
    about="attempts to draft or refine",
)
LIMITS = (MAX_ITERATIONS,)
ROLES = ("producer", "critic")


class Task(TypedDict, total=False):
    """What enters the graph.

    Attributes:
        input: The task: a request for a small piece of Python.
        requirements: What the code must fulfil; derived from `input` when left out.
        max_iterations: How many drafts may be made, 1 to 10, 3 when left out.
        metadata: Anything that belongs to this run, such as a `trace_id`.
    """

    input: str
    requirements: list[str] | None
    max_iterations: int | None
    metadata: dict[str, Any] | None


class Entry(Task, total=False):
    """What `prepare_task` reads: the task, and what was wrong with it."""

    problems: list[str]


class Attempt(TypedDict):
    """One entry of the revision history: a draft, completed by its critique.

    Attributes:
        iteration: The attempt's number, from 1.
        draft: The producer's code, or all that it said where that holds no usable code.
        critique: The critic's feedback; None while there is none.
        critique_status: The critic's decision; None while there is none.
        unchanged: Whether the draft repeats the one before it.
    """

    iteration: int
    draft: str
    critique: str | None
    critique_status: CritiqueStatus | None
    unchanged: bool


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok" (accepted), "needs_review" (a person must look) or "failed".
        accepted: True exactly when the status is "ok".
        iterations: How many drafts were made.
        final_code: The last usable draft, or None.
        final_critique: The last critique, or None.
        errors: What went wrong, in sentences.
        review_metadata: What a reviewer wants to know: `critique_status`, `critique_of` (the
            attempt that `final_critique` is about), `static_check_results` and
            `unchanged_attempts` (the numbers of drafts that repeated the one before).
    """

    status: Status
    accepted: bool
    iterations: int
    final_code: str | None
    final_critique: str | None
    errors: list[str]
    review_metadata: dict[str, Any]


class Prepared(TypedDict):
    """What `prepare_task` writes: every field, at its start."""

    requirements: list[str]
    current_draft: None
    critique: None
    critique_status: None
    iteration: int
    max_iterations: int
    revision_history: list[Attempt]
    errors: list[str]
    status: None
    final_output: None
    metadata: dict[str, Any]
    raw_critic_output: None
    static_check_results: None


class Drafted(TypedDict, total=False):
    """What `generate_initial_draft` and `refine_draft` write.

    A new draft clears `critique_status`: it awaits its critique. After an attempt without a
    usable draft only the count, the history and the errors change.
    """

    current_draft: str
    critique_status: None
    iteration: int
    revision_history: list[Attempt]
    errors: list[str]


class Critiqued(TypedDict, total=False):
    """What `critique_draft` writes."""

    critique: str | None
    critique_status: CritiqueStatus | None
    raw_critic_output: str
    static_check_results: dict[str, CheckResult]
    revision_history: list[Attempt]
    errors: list[str]


class Finished(TypedDict):
    """What the three last nodes write."""

    status: Status
    errors: list[str]
    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows: the task and what the nodes wrote."""

    input: str
    requirements: list[str]
    current_draft: str | None
    critique: str | None
    critique_status: CritiqueStatus | None
    iteration: int
    max_iterations: int
    revision_history: list[Attempt]
    errors: list[str]
    status: Status | None
    final_output: FinalOutput | None
    metadata: dict[str, Any]
    raw_critic_output: str | None
    static_check_results: dict[str, CheckResult] | None
