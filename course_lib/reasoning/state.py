"""The shapes of the room's data: what enters, everything that is known, what comes out."""

from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from .limits import Depth
from .pieces import (
    Action,
    Branch,
    Claim,
    ComputationRequest,
    ComputationResult,
    Contradiction,
    Evidence,
    Need,
    Observation,
    Review,
    Subquestion,
    ToolOutput,
)

Status: TypeAlias = Literal["ok", "partial", "insufficient_evidence", "tool_error", "invalid_input"]

ROLES = ("model",)


class Task(TypedDict, total=False):
    """What a caller gives.

    Attributes:
        input: The question.
        reasoning_depth: "minimal", "standard" or "deep": the default budgets; "standard" when left
            out.
        reasoning_budget: Limits of one's own, by the names in `LIMITS`.
        max_reflection_rounds: Another name of `reasoning_budget.reflection_rounds`.
        max_tool_calls: Another name of `reasoning_budget.tool_calls`.
        allow_computation: Whether the calculator may be used; True when left out.
        allowed_evidence: Ids of the entries that may be used; all of them when left out.
    """

    input: str
    reasoning_depth: Depth | None
    reasoning_budget: dict[str, Any] | None
    max_reflection_rounds: int | None
    max_tool_calls: int | None
    allow_computation: bool | None
    allowed_evidence: list[str] | None


class Entry(Task, total=False):
    """What `prepare_question` reads: the task, and what was wrong with it."""

    problems: list[str]


class CitedEvidence(TypedDict):
    """Evidence, as the user is told of it."""

    id: str
    claim: str
    source: str
    date: str
    confidence: float


class BranchReport(TypedDict):
    """A branch, as the user is told of it."""

    id: str
    state: Literal["chosen", "abandoned", "waiting"]
    score: float
    cost: int


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: How the run ended.
        answer: The answer, or what can be said of it.
        claims: The answer's sentences with what each of them stands on.
        reasoning_summary: What was done, in two sentences; never a model's reasoning.
        supporting_evidence: What the answer stands on.
        computation_results: The programs that the answer stands on.
        comparisons: The comparisons that the answer stands on, by their ids.
        assumptions: What was taken for granted.
        knowledge_gaps: What is missing.
        contradictions: What did not agree or was uncertain, and how that was resolved.
        selected_branch_id: The plan that was used; None if there was none.
        branches: All plans.
        budget_used: What was used.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    claims: list[Claim]
    reasoning_summary: str
    supporting_evidence: list[CitedEvidence]
    computation_results: list[ComputationResult]
    comparisons: dict[str, str]
    assumptions: list[str]
    knowledge_gaps: list[str]
    contradictions: list[Contradiction]
    selected_branch_id: str | None
    branches: list[BranchReport]
    budget_used: dict[str, int]
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows: the requirement's fields, and below them what it needs.

    Attributes:
        input: The question as it came.
        normalized_input: The same in NFC, without stray blanks.
        reasoning_depth: How deep to go.
        reasoning_budget: All limits, checked.
        max_reflection_rounds: One of them.
        max_tool_calls: One of them.
        budget_used: What was used.
        subquestions: The parts of the question.
        candidate_branches: The plans.
        selected_branch_id: The one in use.
        action_plan: What is still to be done of it, comparisons and the end among it.
        next_action: What is done next; None if there is nothing.
        observations: What came of each step.
        supporting_evidence: What was found for the sub-questions.
        contradictions: What does not agree, or is not certain.
        knowledge_gaps: What is missing.
        computation_requests: Programs that were asked for.
        computation_results: Programs that ran.
        draft_answer: The answer before it was checked.
        critique: What was found of it.
        revised_answer: The answer after that.
        reasoning_summary: What was done, for the user.
        answer_ready: Whether every sub-question is supported and nothing contradicts.
        budget_exhausted: Whether something was left to do that no limit allows.
        status: How the run ended.
        errors: What went wrong.
        final_output: What the user gets.
        allow_computation: Whether the calculator may be used.
        allowed_evidence: Ids of the entries that may be used; None for all.
        reasoning_need: What the question needs.
        constraints: What the answer must keep to.
        assumptions: What is taken for granted.
        tool_output: What the last tool gave.
        claims: The sentences of the draft, then of the answer.
    """

    input: str
    normalized_input: str
    reasoning_depth: Depth
    reasoning_budget: dict[str, int]
    max_reflection_rounds: int
    max_tool_calls: int
    budget_used: dict[str, int]
    subquestions: list[Subquestion]
    candidate_branches: list[Branch]
    selected_branch_id: str | None
    action_plan: list[Action]
    next_action: Action | None
    observations: list[Observation]
    supporting_evidence: list[Evidence]
    contradictions: list[Contradiction]
    knowledge_gaps: list[str]
    computation_requests: list[ComputationRequest]
    computation_results: list[ComputationResult]
    draft_answer: str | None
    critique: Review | None
    revised_answer: str | None
    reasoning_summary: str | None
    answer_ready: bool
    budget_exhausted: bool
    status: Status | None
    errors: list[str]
    final_output: FinalOutput | None
    allow_computation: bool
    allowed_evidence: list[str] | None
    reasoning_need: Need | None
    constraints: list[str]
    assumptions: list[str]
    tool_output: ToolOutput | None
    claims: list[Claim]


class Update(TypedDict, total=False):
    """What a node writes: any of the state's fields."""

    budget_used: dict[str, int]
    subquestions: list[Subquestion]
    candidate_branches: list[Branch]
    selected_branch_id: str | None
    action_plan: list[Action]
    next_action: Action | None
    observations: list[Observation]
    supporting_evidence: list[Evidence]
    contradictions: list[Contradiction]
    knowledge_gaps: list[str]
    computation_requests: list[ComputationRequest]
    computation_results: list[ComputationResult]
    draft_answer: str | None
    critique: Review | None
    revised_answer: str | None
    reasoning_summary: str | None
    answer_ready: bool
    budget_exhausted: bool
    status: Status
    errors: list[str]
    final_output: FinalOutput
    reasoning_need: Need | None
    constraints: list[str]
    assumptions: list[str]
    tool_output: ToolOutput | None
    claims: list[Claim]
