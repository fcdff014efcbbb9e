"""The shapes of `debates`: what enters, what each node writes, what comes out."""

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from ...foundations.budget import Limit
from .topologies import MAX_SPEAKERS

Status: TypeAlias = Literal["agreed", "majority", "no_agreement", "failed", "invalid_input"]

SPEAKERS = Limit(
    name="speakers",
    used="speakers_asked",
    default=MAX_SPEAKERS,
    minimum=2,
    maximum=MAX_SPEAKERS,
    about="speakers that take part",
)
MAX_ROUNDS = Limit(
    name="max_rounds",
    used="round",
    default=3,
    minimum=1,
    maximum=5,
    about="rounds in which everybody speaks once",
)
MAX_MODEL_CALLS = Limit(
    name="max_model_calls",
    used="model_calls",
    default=15,
    maximum=25,
    about="model calls of all speakers together",
)
LIMITS = (SPEAKERS, MAX_ROUNDS, MAX_MODEL_CALLS)
ROLES = tuple(f"speaker_{seat}" for seat in range(1, MAX_SPEAKERS + 1))


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The question.
        topology: "independent", "chain", "graph" or another of the context's; "graph" when left
            out.
        speakers: How many of the context's speakers take part, 2 to 5; all when left out.
        max_rounds: 1 to 5, 3 when left out.
        max_model_calls: Model calls of all speakers together, 0 to 25, 15 when left out.
    """

    input: str
    topology: str | None
    speakers: int | None
    max_rounds: int | None
    max_model_calls: int | None


class Entry(Task, total=False):
    """What `prepare_debate` reads: the task, and what was wrong with it."""

    problems: list[str]


class Position(TypedDict):
    """What came of asking a speaker once.

    Attributes:
        round: From 1.
        seat: The speaker's place, from 1.
        speaker: Its name.
        answer: What it holds; None if it abstains.
        reason: Why, as a short claim; "" if it says none.
        changed_by: Whom it names as having changed its answer, or None.
        problems: Why it abstains, or what of its reply is not taken.
        tokens: What the call used.
    """

    round: int
    seat: int
    speaker: str
    answer: str | None
    reason: str
    changed_by: str | None
    problems: list[str]
    tokens: int


class Turn(TypedDict):
    """What a speaker is given: all that it knows of the debate.

    Attributes:
        question: What the debate is about.
        round: From 1.
        seat: The speaker's place, from 1.
        speaker: Its name.
        own: What it said last, or None.
        heard: What those that it hears said last.
    """

    question: str
    round: int
    seat: int
    speaker: str
    own: Position | None
    heard: list[Position]


class BudgetUsed(TypedDict):
    """What a debate cost: rounds that were begun, model calls, tokens."""

    rounds: int
    model_calls: int
    tokens: int


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "agreed" if all hold one answer, or a majority does and nobody moves any more;
            "majority" if the debate ended before that; "no_agreement", "failed" (nobody spoke) or
            "invalid_input".
        answer: The answer that was agreed on or has the majority, or None.
        agreement: The share of all speakers, silent ones among them, that hold the most frequent
            answer, 0 to 1.
        positions: What was said in each round.
        topology: Who heard whom.
        budget_used: What it cost.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    agreement: float
    positions: list[list[Position]]
    topology: str | None
    budget_used: BudgetUsed
    errors: list[str]


class Prepared(TypedDict):
    """What `prepare_debate` writes: every field, at its start."""

    input: str
    topology: str | None
    speakers: int
    max_rounds: int
    max_model_calls: int
    names: list[str]
    next_turns: list[Turn]
    turn: int
    round: int
    speakers_asked: int
    model_calls: int
    tokens: int
    positions: list[Position] | None
    status: Status | None
    errors: list[str]
    final_output: None


class Spoken(TypedDict):
    """What `speak` writes."""

    positions: list[Position]


class Settled(TypedDict):
    """What `settle` writes."""

    next_turns: list[Turn]
    turn: int
    round: int
    speakers_asked: int
    model_calls: int
    tokens: int
    status: Status | None
    errors: list[str]


class Finished(TypedDict):
    """What `finalize` writes."""

    final_output: FinalOutput


def gathered(before: list[Position], new: list[Position] | None) -> list[Position]:
    """A reducer: positions by round and seat, whoever was first; None starts afresh."""
    if new is None:
        return []
    return sorted([*before, *new], key=lambda each: (each["round"], each["seat"]))


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    topology: str | None
    speakers: int
    max_rounds: int
    max_model_calls: int
    names: list[str]
    next_turns: list[Turn]
    turn: int
    round: int
    speakers_asked: int
    model_calls: int
    tokens: int
    positions: Annotated[list[Position], gathered]
    status: Status | None
    errors: list[str]
    final_output: FinalOutput | None
