"""The shapes of `sectioning`: what enters, what each node writes, what comes out."""

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from .branches import BRANCH_TIMEOUT, MAX_MODEL_CALLS, Outcome, gathered

Status: TypeAlias = Literal["ok", "partial", "failed"]

LIMITS = (MAX_MODEL_CALLS, BRANCH_TIMEOUT)
ROLES = ("worker",)


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: What the whole text is about.
        sections: The sections' titles, 100 at most.
        max_model_calls: Model calls of all sections together, 10 when left out; each section
            gets its share, and what a failed attempt leaves of it pays for another one.
        branch_timeout_ms: How long a section may take, 30,000 when left out.
    """

    input: str
    sections: list[str]
    max_model_calls: int | None
    branch_timeout_ms: float | None


class Entry(Task, total=False):
    """What `split` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a section is missing) or "failed".
        text: The sections in order, or None.
        missing: The titles of the sections that failed.
        model_calls: How many calls there were.
        total_work_ms: Milliseconds of all sections together.
        critical_path_ms: Milliseconds of the slowest one.
        errors: What went wrong, in sentences.
    """

    status: Status
    text: str | None
    missing: list[str]
    model_calls: int
    total_work_ms: float
    critical_path_ms: float
    errors: list[str]


class Split(TypedDict):
    """What `split` writes: every field, at its start."""

    input: str
    sections: list[str]
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Joined(TypedDict):
    """What the endings write."""

    model_calls: int
    slowest_ms: float
    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    sections: list[str]
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None
