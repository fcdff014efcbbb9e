"""The shapes of `evaluator`: what enters, what each node writes, what comes out."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from ...foundations.budget import Limit

Status: TypeAlias = Literal["passed", "converged", "spent", "escalated", "failed"]

MAX_ROUNDS = Limit(
    name="max_rounds", used="rounds", default=2, maximum=5, about="revisions that may be made"
)
LIMITS = (MAX_ROUNDS,)
ROLES = ("generator", "evaluator", "reviser")


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: What to write.
        max_rounds: How many revisions may be made, 0 to 5, 2 when left out.
    """

    input: str
    max_rounds: int | None


class Entry(Task, total=False):
    """What `prepare_task` reads: the task, and what was wrong with it."""

    problems: list[str]


class Round(TypedDict):
    """A draft and what the evaluator said of it."""

    draft: str
    score: float
    critical_issues: list[str]
    feedback: str
    needs_person: bool


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "passed", "converged" (a round gained nothing), "spent", "escalated" (a person
            must decide) or "failed".
        text: The draft with fewest critical issues, of these the one with the best score; an
            unscored one only where nothing was scored; or None.
        scores: The score of every draft, in order.
        rounds: How many revisions were made.
        errors: What went wrong, in sentences.
    """

    status: Status
    text: str | None
    scores: list[float]
    rounds: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    max_rounds: int
    rounds: int
    draft: str | None
    history: list[Round]
    errors: list[str]
    final_output: FinalOutput | None


class Written(TypedDict, total=False):
    """What `generate` and `revise` write; after a fault only the errors change."""

    rounds: int
    draft: str
    errors: list[str]


class Evaluated(TypedDict, total=False):
    """What `evaluate` writes; without a verdict only the errors change."""

    history: list[Round]
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput
