"""The shapes of the room's data: what enters, what the nodes write, what comes out."""

from typing import Any

from typing_extensions import TypedDict

from .records import (
    Claim,
    Critique,
    NextStep,
    Observation,
    Route,
    Status,
    StrategyEntry,
    TaskProfile,
    TerminationReason,
    ToolRequest,
    TraceEntry,
    WorkingMemory,
)
from .scripted_tools import SCRIPTED_TOOLS

ROLES = ("model", "critic", *SCRIPTED_TOOLS)


class Task(TypedDict, total=False):
    """What a caller gives.

    Attributes:
        input: The task or the question. A line "Constraints: a, b" in it is read as constraints.
        constraints: What the answer must keep to: `scope`, `quality`, `tools`, `budget`, `output`
            and whatever else the models are to be told. Rules enforce `scope` where it is a
            mapping with the lists `include` and `exclude`, `tools` (like `allowed_tools`) and
            `budget` (like `reasoning_budget`).
        evidence: What is known beforehand: texts, or mappings with `text`.
        allowed_tools: Names of the tools that may be used; all of the context's when left out.
        available_strategies: Names of the strategies that may be used; all when left out.
        reasoning_budget: `max_steps`, `max_tool_calls`, `max_critique_rounds`,
            `max_strategy_switches` and `max_model_calls`; whatever is left out has its default.
        confidence_threshold: From which confidence on a draft is made, 0 to 1; 0.65 if left out.
            Where a wrong answer could do harm, it is 0.75 at the least.
    """

    input: str
    constraints: dict[str, Any] | None
    evidence: list[str | dict[str, Any]] | None
    allowed_tools: list[str] | None
    available_strategies: list[str] | None
    reasoning_budget: dict[str, int] | None
    confidence_threshold: float | None


class Entry(Task, total=False):
    """What `prepare_task` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: How the run ended.
        answer: The answer; composed by rule where no draft was made.
        reasoning_summary: What was done, in a sentence; never how a model reasoned.
        selected_strategy: The last strategy; None if none was chosen.
        strategy_history: Every choice of a strategy, with its reason.
        termination_reason: Why the run ended.
        confidence: 0 to 1, computed from what happened.
        knowledge_gaps: What is not known.
        trace_summary: Each step's name and what it came to.
        observations: What tools and evidence say.
        budget_used: Counts of the five budgets.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str
    reasoning_summary: str
    selected_strategy: str | None
    strategy_history: list[StrategyEntry]
    termination_reason: TerminationReason
    confidence: float
    knowledge_gaps: list[str]
    trace_summary: list[dict[str, str]]
    observations: list[Observation]
    budget_used: dict[str, int]
    errors: list[str]


class Update(TypedDict, total=False):
    """What the nodes after the first one write."""

    selected_strategy: str | None
    strategy_history: list[StrategyEntry]
    task_profile: TaskProfile | None
    budget_used: dict[str, int]
    working_memory: WorkingMemory
    next_step: NextStep | None
    step_trace: list[TraceEntry]
    tool_requests: list[ToolRequest]
    observations: list[Observation]
    knowledge_gaps: list[str]
    errors: list[str]
    confidence: float
    route_decision: Route | None
    draft_answer: str | None
    critique: Critique | None
    revised_answer: str | None
    reasoning_summary: str | None
    termination_reason: TerminationReason | None
    status: Status | None
    final_output: FinalOutput | None
    claims: list[Claim]
    changes: list[str]
    stalls: int


class State(TypedDict):
    """Everything that the graph knows: the requirement's fields, and below them what it needs.

    Attributes:
        input: The task as it came.
        normalized_input: The task in NFC, trimmed, blanks folded.
        constraints: What the answer must keep to; `stated` holds those that the input names.
        engine_config: `strategies`, `default_budget`, `tool_policy`, `confidence_threshold` and
            `high_risk_threshold`.
        available_strategies: Which strategies may be used here.
        selected_strategy: The current one.
        strategy_history: Every choice, with its reason.
        task_profile: What kind of task it is; None before it is analysed.
        reasoning_budget: The five limits, checked.
        budget_used: The five counts.
        working_memory: What is known so far.
        next_step: What is done next; None if there is nothing to do.
        step_trace: The steps that were taken.
        tool_requests: The tools that they asked for.
        observations: What tools and evidence say.
        knowledge_gaps: What is not known: the open gaps.
        errors: What went wrong.
        confidence: 0 to 1; see `progress.confidence`.
        route_decision: Where the last evaluation leads.
        draft_answer: The draft.
        critique: What was found of it.
        revised_answer: The draft, put right.
        reasoning_summary: What was done, for the user.
        termination_reason: Why the run ends.
        status: How it ended.
        final_output: What the user gets.
        evidence: What was given beforehand.
        allowed_tools: The tools that may be used, in the context's order.
        claims: The draft's claims.
        changes: What the revision did: kinds of fixes, in order.
        stalls: How many evaluations in a row gained nothing.
    """

    input: str
    normalized_input: str
    constraints: dict[str, Any]
    engine_config: dict[str, Any]
    available_strategies: list[str]
    selected_strategy: str | None
    strategy_history: list[StrategyEntry]
    task_profile: TaskProfile | None
    reasoning_budget: dict[str, int]
    budget_used: dict[str, int]
    working_memory: WorkingMemory
    next_step: NextStep | None
    step_trace: list[TraceEntry]
    tool_requests: list[ToolRequest]
    observations: list[Observation]
    knowledge_gaps: list[str]
    errors: list[str]
    confidence: float
    route_decision: Route | None
    draft_answer: str | None
    critique: Critique | None
    revised_answer: str | None
    reasoning_summary: str | None
    termination_reason: TerminationReason | None
    status: Status | None
    final_output: FinalOutput | None
    evidence: list[str]
    allowed_tools: list[str]
    claims: list[Claim]
    changes: list[str]
    stalls: int
