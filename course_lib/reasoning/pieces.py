"""The pieces that the work is made of: sub-questions, plans, observations, evidence, claims."""

from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

ActionKind: TypeAlias = Literal["retrieve", "compute", "compare", "finalize"]
Origin: TypeAlias = Literal["plan", "gap", "conflict"]
Outcome: TypeAlias = Literal["supported", "nothing", "failed"]
Verdict: TypeAlias = Literal["pass", "fail"]
Doubt: TypeAlias = Literal["conflict", "low_confidence", "denial"]


class Need(TypedDict):
    """What a question needs, and which rules said so."""

    direct: bool
    retrieval: bool
    computation: bool
    branches: bool
    rules: list[str]


class Subquestion(TypedDict):
    """A part of the question.

    Attributes:
        id: "s1", "s2" and so on.
        label: A few words for it, for summaries.
        question: What is asked.
        kind: Whether it is answered from evidence or by a computation.
        evidence: What has to be known, in the words of a knowledge gap.
        terms: Words that evidence for it must hold more than half of.
        program: What computes it; the ids of other sub-questions stand for their numbers.
        supported_by: Ids of the evidence or of the computations that answer it, the best first.
    """

    id: str
    label: str
    question: str
    kind: Literal["evidence", "computation"]
    evidence: str
    terms: list[str]
    program: str | None
    supported_by: list[str]


class Action(TypedDict):
    """One step of a plan.

    Attributes:
        kind: What is done.
        what: The query of a retrieval, the program of a computation; "" for the others.
        targets: Ids of the sub-questions that it is for.
        origin: Where it comes from: a branch's plan, a gap, or a conflict.
        outcome: What came of it; None while it was not tried.
    """

    kind: ActionKind
    what: str
    targets: list[str]
    origin: Origin
    outcome: Outcome | None


class Branch(TypedDict):
    """A way to answer the question.

    Attributes:
        id: Its name.
        strategy: What it does first, in a few words.
        actions: Its steps, in order.
        score: The share of the sub-questions that it can still come to support, 0 to 1.
        cost: The tool calls of its plan.
        state: Whether it is in use, was left, or waits.
    """

    id: str
    strategy: str
    actions: list[Action]
    score: float
    cost: int
    state: Literal["chosen", "abandoned", "waiting"]


class ToolOutput(TypedDict):
    """What a tool gave, before it is recorded."""

    found: list[dict[str, Any]]
    result: "ComputationResult | None"
    error: str | None


class Observation(TypedDict):
    """What came of one step.

    Attributes:
        id: "o1", "o2" and so on.
        kind: The action's kind.
        branch: The branch in use; None if there was none.
        what: The query or the program.
        targets: What it was for, as in `Action`.
        origin: As in `Action`.
        found: Ids of the evidence or of the computation that came out of it.
        supports: Ids of the sub-questions that it supports.
        result: The value, or the comparison, in words.
        error: What went wrong, in a sentence.
    """

    id: str
    kind: ActionKind
    branch: str | None
    what: str
    targets: list[str]
    origin: str
    found: list[str]
    supports: list[str]
    result: str | None
    error: str | None


class Evidence(TypedDict):
    """A piece of evidence, with the sub-questions that it speaks of.

    Attributes:
        supports: Ids of the sub-questions that it is evidence for.
        fits: The share of each one's terms that it holds, 0 to 1.
        overruled: Whether a contradiction was resolved against it.
    """

    id: str
    claim: str
    topics: list[str]
    subject: str
    attribute: str
    value: str | int | float
    confidence: float
    source: str
    date: str
    supports: list[str]
    fits: dict[str, float]
    overruled: bool


class Contradiction(TypedDict):
    """Evidence that does not agree, or that is not certain enough to stand on.

    Attributes:
        id: "c1", "c2" and so on.
        kind: Whether entries tell different values ("conflict"), all that speaks of a sub-question
            is uncertain ("low_confidence"), or a claim of the answer denies evidence ("denial").
        subject: What it is about.
        attribute: Of which different values are told.
        evidence: Ids of all entries that tell one.
        values: What they tell, in the same order.
        looked_up: Whether a further lookup was made.
        resolution: How it was resolved; None while it is open.
        kept: Id of the entry that holds.
    """

    id: str
    kind: Doubt
    subject: str
    attribute: str
    evidence: list[str]
    values: list[str]
    looked_up: bool
    resolution: str | None
    kept: str | None


class ComputationRequest(TypedDict):
    """A program that was asked for, and what went wrong with it."""

    id: str
    program: str
    targets: list[str]
    error: str | None


class ComputationResult(TypedDict):
    """A program that ran, the numbers of its inputs written in, and its value."""

    id: str
    program: str
    value: int | float


class Claim(TypedDict):
    """A sentence of the answer, and the ids of what it stands on."""

    text: str
    cites: list[str]


class DroppedClaim(TypedDict):
    """A sentence that did not stay in the answer, and why."""

    text: str
    reason: str


class Critique(TypedDict):
    """What was found of the draft's claims.

    Attributes:
        accuracy: Whether every number stands in what is cited, and nothing denies it.
        completeness: Whether every sub-question has a claim.
        support: Whether every claim cites what was gathered.
        clarity: Whether no claim is blank, overlong or said twice.
        dropped: The claims that were taken out.
        uncovered: Ids of the sub-questions without a claim.
    """

    accuracy: Verdict
    completeness: Verdict
    support: Verdict
    clarity: Verdict
    dropped: list[DroppedClaim]
    uncovered: list[str]


class Review(Critique):
    """The state's `critique`: what was found of the draft, and whether it keeps to the constraints.

    Attributes:
        constraints: Whether the answer keeps to every constraint that a rule can check.
        unmet: The constraints that it does not keep to.
    """

    constraints: Verdict
    unmet: list[str]
