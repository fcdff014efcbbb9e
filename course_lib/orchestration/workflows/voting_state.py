"""The shapes of `voting`: what enters, what each node writes, what comes out."""

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from ...foundations.budget import Limit
from .branches import BRANCH_TIMEOUT, MAX_BRANCHES, MAX_MODEL_CALLS, Branch, Outcome, gathered

Status: TypeAlias = Literal["ok", "undecided", "no_quorum", "failed"]
DecidedBy: TypeAlias = Literal["majority", "tie_rule"]

VOTES = Limit(
    name="votes",
    used="votes_asked",
    default=3,
    minimum=1,
    maximum=MAX_BRANCHES,
    about="votes that are asked for",
)
LIMITS = (VOTES, MAX_MODEL_CALLS, BRANCH_TIMEOUT)
ROLES = ("voter",)
MAX_OPTIONS = 10


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The question.
        options: What may be voted for, two to ten.
        on_tie: The option that is taken when none has a majority; left out, none is.
        votes: How many votes are asked for, 1 to 100, 3 when left out.
        max_model_calls: Model calls of all votes together, 10 when left out.
        branch_timeout_ms: How long a vote may take, 30,000 when left out.
    """

    input: str
    options: list[str]
    on_tie: str | None
    votes: int | None
    max_model_calls: int | None
    branch_timeout_ms: float | None


class Entry(Task, total=False):
    """What `prepare_ballot` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "undecided", "no_quorum" or "failed".
        winner: The option that was chosen, or None.
        decided_by: What chose it, or None.
        tally: The valid votes of each option, in the options' order.
        model_calls: How many calls there were.
        errors: What went wrong, in sentences.
    """

    status: Status
    winner: str | None
    decided_by: DecidedBy | None
    tally: dict[str, int]
    model_calls: int
    errors: list[str]


class Prepared(TypedDict):
    """What `prepare_ballot` writes: every field, at its start."""

    input: str
    options: list[str]
    on_tie: str | None
    votes: int
    votes_asked: int
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Counted(TypedDict):
    """What the endings write."""

    votes_asked: int
    model_calls: int
    slowest_ms: float
    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    options: list[str]
    on_tie: str | None
    votes: int
    votes_asked: int
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None


class Ballot(TypedDict):
    """What one vote is given."""

    branch: Branch
    options: list[str]
