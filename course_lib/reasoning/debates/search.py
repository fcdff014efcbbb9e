"""A small search over topologies: which debate is right most often, and at what cost.

Every candidate debates every question within one budget of model calls. What does not fit the
budget, and what cannot become the best any more, is pruned, and it is said why.

Source: Zhou et al., "Multi-Agent Design: Optimizing Agents with Better Prompts and Topologies"
(2025, arXiv 2502.02533). Their Multi-Agent System Search (MASS) optimises prompts, then topologies,
then prompts again; of that, this is the middle part, by trying instead of sampling.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TypeAlias, cast

from .comparison import table
from .graph import run
from .nodes import Context
from .policy import key_of
from .state import MAX_ROUNDS, SPEAKERS, FinalOutput, Task
from .topologies import Topology

_HEADS = ("candidate", "right", "agreement", "model calls", "tokens", "pruned")


@dataclass(frozen=True)
class Question:
    """A question to try candidates on.

    Attributes:
        input: What is asked.
        expected: The right answer; None where nobody knows it.
    """

    input: str
    expected: str | None = None


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A way to debate.

    Attributes:
        topology: Who hears whom.
        speakers: How many take part, 2 to 5.
        max_rounds: 1 to 5.

    Raises:
        ValueError: If a number is out of its range.
    """

    topology: Topology
    speakers: int = 3
    max_rounds: int = 2

    def __post_init__(self) -> None:
        for limit, value in ((SPEAKERS, self.speakers), (MAX_ROUNDS, self.max_rounds)):
            if not limit.minimum <= value <= limit.maximum:
                allowed = f"{limit.name} must be from {limit.minimum} to {limit.maximum}"
                raise ValueError(f"candidate {self.topology.name!r}: {allowed}, got {value}")

    @property
    def name(self) -> str:
        """Such as "graph, 3 speakers, 2 rounds"."""
        rounds = self.topology.rounds(self.speakers, self.max_rounds)
        said = "1 round" if rounds == 1 else f"{rounds} rounds"
        return f"{self.topology.name}, {self.speakers} speakers, {said}"

    @property
    def most_calls(self) -> int:
        """Model calls that a debate may take at most."""
        return self.speakers * self.topology.rounds(self.speakers, self.max_rounds)


@dataclass(frozen=True)
class Trial:
    """What came of a candidate.

    Attributes:
        candidate: What was tried.
        tried: How many questions it debated.
        labelled: How many of those have a right answer.
        right: How many of those it got right.
        agreement: The mean of the debates' agreement, 0 to 1.
        model_calls: Model calls of all its debates.
        tokens: Tokens of all its debates.
        pruned: Why it did not debate all questions; None if it did.
        errors: What went wrong in its debates, in sentences.
    """

    candidate: Candidate
    tried: int = 0
    labelled: int = 0
    right: int = 0
    agreement: float = 0.0
    model_calls: int = 0
    tokens: int = 0
    pruned: str | None = None
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Search:
    """All trials, best first: those that were not pruned, by what is right, agreed on and cheap.

    Attributes:
        trials: One for each candidate.
    """

    trials: tuple[Trial, ...]

    @property
    def best(self) -> Trial | None:
        """The first one; None if all were pruned."""
        return next((trial for trial in self.trials if trial.pruned is None), None)

    def __repr__(self) -> str:
        return table(_HEADS, [_cells(trial) for trial in self.trials])


ContextFactory: TypeAlias = Callable[[Question], Context]
"""The speakers for a question, made anew for each debate: scripts are used up."""


def search_topologies(
    questions: Sequence[Question],
    context_factory: ContextFactory,
    *,
    candidates: Sequence[Candidate],
    max_model_calls: int,
) -> Search:
    """Tries candidates on questions, those that can cost least first.

    Args:
        questions: What to debate; those with a right answer decide, the others only cost and agree.
        context_factory: Makes the speakers; a candidate brings its own topology.
        candidates: What to try.
        max_model_calls: Model calls of the whole search. A candidate starts only if all of its
            debates fit in what is left of them.

    Returns:
        The trials, best first. Of equal ones, that which was tried first.

    Raises:
        ValueError: If there is no question or no candidate.
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    if not questions or not candidates:
        missing = "candidate" if questions else "question"
        raise ValueError(f"search_topologies needs one {missing} or more, got none")
    trials: list[Trial] = []
    left, to_beat = max_model_calls, 0
    for candidate in sorted(candidates, key=lambda each: each.most_calls):
        trial = _tried(candidate, questions, context_factory, left, to_beat)
        left -= trial.model_calls
        to_beat = max(to_beat, trial.right)
        trials.append(trial)
    return Search(tuple(sorted(trials, key=_rank)))


def _tried(
    candidate: Candidate,
    questions: Sequence[Question],
    context_factory: ContextFactory,
    left: int,
    to_beat: int,
) -> Trial:
    needed = candidate.most_calls * len(questions)
    if needed > left:
        return Trial(candidate, pruned=f"may take {needed} model calls, {left} are left")
    outputs: list[FinalOutput] = []
    for number, question in enumerate(questions, start=1):
        outputs.append(_debated(candidate, question, context_factory(question)))
        open_ones = questions[number:]
        right = _trial(candidate, questions, outputs).right
        possible = right + sum(each.expected is not None for each in open_ones)
        if open_ones and possible < to_beat:
            pruned = f"can get {possible} right at most, the best has {to_beat}"
            return _trial(candidate, questions, outputs, pruned=pruned)
    return _trial(candidate, questions, outputs)


def _debated(candidate: Candidate, question: Question, context: Context) -> FinalOutput:
    topology = candidate.topology
    task: Task = {
        "input": question.input,
        "topology": topology.name,
        "speakers": candidate.speakers,
        "max_rounds": candidate.max_rounds,
        "max_model_calls": candidate.most_calls,
    }
    state = run(task, replace(context, topologies=(topology,)))
    return cast(FinalOutput, state["final_output"])


def _trial(
    candidate: Candidate,
    questions: Sequence[Question],
    outputs: Sequence[FinalOutput],
    *,
    pruned: str | None = None,
) -> Trial:
    tried = list(zip(questions, outputs, strict=False))
    return Trial(
        candidate,
        tried=len(tried),
        labelled=sum(question.expected is not None for question, _ in tried),
        right=sum(_is_right(question, output["answer"]) for question, output in tried),
        agreement=round(fmean(output["agreement"] for output in outputs), 3),
        model_calls=sum(output["budget_used"]["model_calls"] for output in outputs),
        tokens=sum(output["budget_used"]["tokens"] for output in outputs),
        pruned=pruned,
        errors=tuple(
            f"question {number}: {error}"
            for number, output in enumerate(outputs, start=1)
            for error in output["errors"]
        ),
    )


def _is_right(question: Question, answer: str | None) -> bool:
    expected = question.expected
    return expected is not None and answer is not None and key_of(expected) == key_of(answer)


def _rank(trial: Trial) -> tuple[bool, int, float, int, int]:
    better = (-trial.right, -trial.agreement, trial.model_calls, trial.tokens)
    return (trial.pruned is not None, *better)


def _cells(trial: Trial) -> tuple[str, ...]:
    right = f"{trial.right} of {trial.labelled}"
    cost = (str(trial.model_calls), str(trial.tokens))
    return trial.candidate.name, right, f"{trial.agreement:.2f}", *cost, trial.pruned or "-"
