"""What the state is made of: a profile, steps, tools, observations, gaps, claims, a critique."""

from typing import Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

Complexity: TypeAlias = Literal["simple", "moderate", "complex"]
Risk: TypeAlias = Literal["low", "medium", "high"]
Route: TypeAlias = Literal["continue", "use_tool", "switch_strategy", "draft", "partial", "fail"]
Status: TypeAlias = Literal["ok", "partial", "invalid_input", "blocked", "failed"]
TerminationReason: TypeAlias = Literal[
    "answer_ready",
    "budget_exhausted",
    "invalid_input",
    "tool_unavailable",
    "insufficient_evidence",
]
Aspect: TypeAlias = Literal["support", "completeness", "constraints", "clarity"]
Fix: TypeAlias = Literal["remove", "defer", "qualify", "add"]


class TaskProfile(TypedDict):
    """What kind of task it is.

    Attributes:
        complexity: How much there is to work out.
        domain: What it is about, in a word: "planning".
        risk: How much harm a wrong answer could do.
        needs_tools: Whether it asks for what only a tool can tell.
        needs_evidence: Whether its answer has to rest on facts.
        direct_allowed: Whether it may be answered in one step.
        expected_output: What is to come out: "feasibility analysis".
        by: Who decided this.
    """

    complexity: Complexity
    domain: str
    risk: Risk
    needs_tools: bool
    needs_evidence: bool
    direct_allowed: bool
    expected_output: str
    by: Literal["model", "rules"]


class StrategyEntry(TypedDict):
    """A strategy that was chosen, and why."""

    strategy: str
    reason: str


class NextStep(TypedDict):
    """What is done next.

    Attributes:
        step: Its name: "check_assumptions".
        kind: Whether a model reasons or a tool runs.
        ask: What the model is asked to do in it.
        did: What was done when it is done, in a clause: {"en": "checked assumptions", "ko": ...}.
        finding: Whether its result is something found out, rather than a plan for more.
        critique: Whether it counts as a round of critique, too.
        request: The place in `tool_requests` of the tool to run.
    """

    step: str
    kind: Literal["reasoning", "tool"]
    ask: str
    did: dict[str, str]
    finding: bool
    critique: bool
    request: int | None


class TraceEntry(TypedDict):
    """A step that was taken: what it came to, never how a model reasoned.

    Attributes:
        id: "s1", "s2": what claims rest on.
        step: Its name.
        kind: As in `NextStep`.
        strategy: Whose step it was.
        result: What it found, in a sentence; None if it failed.
        error: Why it failed; None if it did not.
        areas: The parts that it named.
        did: As in `NextStep`.
        finding: As in `NextStep`.
        more: Whether the model wants to go on.
        request: The place in `tool_requests` of the tool that it asked for.
    """

    id: str
    step: str
    kind: Literal["reasoning", "tool"]
    strategy: str
    result: str | None
    error: str | None
    areas: list[str]
    did: dict[str, str]
    finding: bool
    more: bool
    request: int | None


class ToolRequest(TypedDict):
    """A tool that a step asked for.

    Attributes:
        tool: Its name, as the model gave it.
        arguments: What it is called with.
        asked_by: The step that asked: "s1".
        status: "proposed", then "done" or "failed"; "unavailable" if there is no such tool or it
            is not allowed; "not_run" if it was asked before or nothing is left of the budget.
        problem: Why it was not run, or failed.
        exact: The arguments as JSON; only where a number in them is beyond 64 bits, which no
            checkpoint holds and `arguments` has as text.
    """

    tool: str
    arguments: dict[str, Any]
    asked_by: str
    status: Literal["proposed", "done", "failed", "unavailable", "not_run"]
    problem: str | None
    exact: NotRequired[str]


class Observation(TypedDict):
    """What a tool or the given evidence says.

    Attributes:
        id: "o1", "o2": what claims rest on.
        tool: The tool's name; "evidence" for what was given.
        arguments: What it was called with.
        result: What came back; None if it failed.
        error: Why it failed; None if it did not.
        asked_by: The step that asked; "task" for what was given.
    """

    id: str
    tool: str
    arguments: dict[str, Any]
    result: str | None
    error: str | None
    asked_by: str


class Gap(TypedDict):
    """Something that is not known.

    Attributes:
        id: "g1", "g2".
        topic: What it is about, in a word or two; may be blank.
        gap: What is not known.
        closed_by: The step that closed it; None while it is open.
    """

    id: str
    topic: str
    gap: str
    closed_by: str | None


class Assumption(TypedDict):
    """What is taken for true: "a1" and the sentence."""

    id: str
    text: str


class WorkingMemory(TypedDict):
    """What is known so far.

    Attributes:
        subgoals: The parts of the task.
        assumptions: What is taken for true.
        conclusions: What the steps found out.
        open_questions: What is undecided: the open gaps.
        gaps: Every gap, closed ones too.
        constraints: What the task's own text asks to keep to.
        evidence: Ids of the observations that were given beforehand.
        tools: The tools that may be used.
    """

    subgoals: list[str]
    assumptions: list[Assumption]
    conclusions: list[str]
    open_questions: list[str]
    gaps: list[Gap]
    constraints: list[str]
    evidence: list[str]
    tools: list[str]


class Claim(TypedDict):
    """One sentence or two of an answer.

    Attributes:
        text: What is claimed.
        rests_on: Ids of steps, observations and assumptions, or "input"; None if the draft came
            as prose, which names no sources.
        scope: What the claim promises to include, if it does.
    """

    text: str
    rests_on: list[str] | None
    scope: str | None


class Problem(TypedDict):
    """What is wrong with a draft.

    Attributes:
        claim: The claim's number, from 1; None if it is the whole.
        aspect: What was looked at.
        fix: What puts it right. Only "add" needs a model.
        what: What is unsupported, missing or to be said, in a few words.
    """

    claim: int | None
    aspect: Aspect
    fix: Fix
    what: str


class Critique(TypedDict):
    """What was found of a draft.

    Attributes:
        aspects: Support, completeness, constraints and clarity: whether each is in order.
        problems: What is wrong.
        by: Who judged: "rules", "critic" (with the rules), or nobody.
        warning: Why a critic could not judge; None if it could, or there is none.
    """

    aspects: dict[Aspect, bool]
    problems: list[Problem]
    by: Literal["rules", "critic", "nobody"]
    warning: str | None
