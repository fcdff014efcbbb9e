"""Branches that run side by side: each with its own share, its own time and its own faults.

All branches of one step see the same old totals, so each is given its share of the model calls
before it starts. Whatever goes wrong in a branch stays in its outcome. A branch that answers too
late has failed; its call is not cut off, so a real model should have a request timeout as well.

Source: requirement "Layer 12", section 3.2, pattern 3; Anthropic, "Building effective agents"
(2024), "Parallelization".
"""

import threading
from collections.abc import Callable
from typing import TypeAlias

from typing_extensions import TypedDict, override

from ...foundations.asking import ChatModel, name_of
from ...foundations.budget import Limit
from ...foundations.clock import Clock, VirtualClock
from .steps import heard

MAX_MODEL_CALLS = Limit(
    name="max_model_calls",
    used="model_calls",
    default=10,
    maximum=100,
    about="model calls of all branches together",
)
BRANCH_TIMEOUT = Limit(
    name="branch_timeout_ms",
    used="slowest_ms",
    default=30_000.0,
    maximum=600_000.0,
    about="time of the slowest branch",
    unit="ms",
)
MAX_BRANCHES = 100

Reader: TypeAlias = Callable[[str], tuple[str, str | None]]
"""Reads a reply: what it says, and why that is of no use (None if it is)."""


class Branch(TypedDict):
    """What a branch is given: all that it knows of the run.

    Attributes:
        number: Its place, from 1.
        about: What it is asked.
        share: How many model calls it may make.
        timeout_ms: How long it may take, in milliseconds.
    """

    number: int
    about: str
    share: int
    timeout_ms: float


class Outcome(TypedDict):
    """What a branch comes back with.

    Attributes:
        number: Its place, from 1.
        text: What it found; "" if it failed.
        problem: Why it failed; None if it did not.
        calls: How many model calls it made.
        ms: How long it took, in milliseconds.
    """

    number: int
    text: str
    problem: str | None
    calls: int
    ms: float


class Worked(TypedDict):
    """What a branch writes."""

    outcomes: list[Outcome]


class BranchClock(VirtualClock):
    """A virtual clock on which every thread has its own time.

    On one shared clock a branch would also measure the latency of its neighbours.
    """

    def __init__(self) -> None:
        super().__init__()
        self._here = threading.local()

    @override
    def now(self) -> float:
        return self._own().now()

    @override
    def advance(self, ms: float) -> None:
        self._own().advance(ms)

    def _own(self) -> VirtualClock:
        if not hasattr(self._here, "clock"):
            self._here.clock = VirtualClock()
        own: VirtualClock = self._here.clock
        return own


def shared_out(calls: int, branches: int) -> list[int]:
    """Shares that differ by one at most and add up to `calls`; the first get what is over."""
    share, over = divmod(calls, branches)
    return [share + (number < over) for number in range(branches)]


def dispatched(questions: list[str], *, calls: int, timeout_ms: float) -> list[Branch]:
    """A branch for each question, with its share."""
    shares = shared_out(calls, len(questions)) if questions else []
    return [
        {"number": number, "about": about, "share": share, "timeout_ms": timeout_ms}
        for number, (about, share) in enumerate(zip(questions, shares, strict=True), start=1)
    ]


def as_it_is(text: str) -> tuple[str, None]:
    """A reader to which any text is of use."""
    return text, None


def worked(
    branch: Branch,
    model: ChatModel,
    instructions: str,
    *,
    clock: Clock | None,
    read: Reader = as_it_is,
) -> Outcome:
    """Asks until there is a usable answer, within the branch's share and time."""
    outcome: Outcome = {
        "number": branch["number"],
        "text": "",
        "problem": "no model call is left for this branch",
        "calls": 0,
        "ms": 0,
    }
    while outcome["calls"] < branch["share"]:
        said = heard(model, instructions, branch["about"], clock=clock)
        outcome["calls"] += 1
        outcome["ms"] = round(outcome["ms"] + said.ms, 3)
        if outcome["ms"] > branch["timeout_ms"]:
            late = f"timeout: {outcome['ms']:g} ms taken, {branch['timeout_ms']:g} allowed"
            return {**outcome, "problem": late}
        # A fault's detail may number the model's calls, and branches call in any order.
        fault = f"{name_of(model)}: {said.kind}" if said.kind else said.problem
        text, problem = ("", fault) if fault else read(said.text)
        if problem is None:
            return {**outcome, "text": text, "problem": None}
        outcome["problem"] = problem
    return outcome


def gathered(before: list[Outcome], new: list[Outcome] | None) -> list[Outcome]:
    """A reducer: outcomes in the order of their branches; None starts afresh."""
    if new is None:
        return []
    return sorted([*before, *new], key=lambda outcome: outcome["number"])


def problems_of(outcomes: list[Outcome], kind: str) -> list[str]:
    """A sentence for each branch that failed: "section 2: ..."."""
    return [
        f"{kind} {outcome['number']}: {outcome['problem']}"
        for outcome in outcomes
        if outcome["problem"]
    ]


def calls_of(outcomes: list[Outcome]) -> int:
    """The model calls of all branches together."""
    return sum(outcome["calls"] for outcome in outcomes)


def slowest(outcomes: list[Outcome]) -> float:
    """The time of the slowest branch: the critical path of the fan-out, in milliseconds."""
    return max((outcome["ms"] for outcome in outcomes), default=0)
