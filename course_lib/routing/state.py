"""The shapes of the room's data: what enters, what the nodes write, what comes out."""

from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from .accounting import Budget, Usage
from .catalogue import Classification, Tier
from .estimation import Estimate
from .feedback import RoutingFeedback
from .grading import Graded

QualityTarget: TypeAlias = Literal["draft", "standard", "high"]
Status: TypeAlias = Literal[
    "answered",
    "degraded",
    "needs_clarification",
    "unsupported",
    "budget_exceeded",
    "fallback_exhausted",
    "unavailable",
    "invalid_input",
]

ROLES = (
    *("fast", "reasoning", "grounded", "fallback"),
    *("search", "calculator", "calendar", "converter"),
    *("classifier", "summarizer", "critic"),
)
WANTED: dict[QualityTarget, float] = {"draft": 0.5, "standard": 0.7, "high": 0.85}


class Task(TypedDict, total=False):
    """What a caller gives.

    Attributes:
        input: The question or the task.
        context: The conversation so far: a text, or a list of `role` and `content`, or of snippets.
        resource_limits: `max_cost_usd` (dollars), `max_latency_ms`, `max_tokens`, `max_tool_calls`
            and `allowed_tiers`; whatever is left out has its default.
        resource_constraints: Another name of `resource_limits`.
        allowed_capabilities: Which of `search`, `classifier`, `summarizer`, `critic`, `fallback`,
            `upgrade` and the local tools may be used; all of them when left out.
        quality_target: "draft", "standard" or "high"; "standard" when left out.
    """

    input: str
    context: str | list[dict[str, Any]] | None
    resource_limits: dict[str, Any] | None
    resource_constraints: dict[str, Any] | None
    allowed_capabilities: list[str] | None
    quality_target: QualityTarget | None


class Entry(Task, total=False):
    """What `preprocess_input` reads: the task, and what was wrong with it."""

    problems: list[str]


class SelectedPath(TypedDict):
    """The path that was taken, as the user is told of it."""

    model_tier: Tier
    model: str
    tools: list[str]


class Failure(TypedDict):
    """An attempt that did not come to an answer.

    Attributes:
        path: The path's name.
        where: The node.
        kind: A model's named fault, "empty", "search", "tool", or "budget" where what is left of
            the limits did not allow the attempt any more.
        detail: What is known of it, in one sentence.
    """

    path: str
    where: str
    kind: str
    detail: str


class Answer(TypedDict):
    """An answer that was given.

    Attributes:
        path: The path's name.
        where: The node that asked it.
        text: The answer.
        score: How good it is, 0 to 1; None if nobody could judge, or has judged yet.
        critique: What is wrong with it; None until it was judged.
    """

    path: str
    where: str
    text: str
    score: float | None
    critique: Graded | None


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: How the run ended.
        answer: The answer, or a fixed text that says honestly what is missing.
        classification: What kind of request it was.
        selected_path: Who answered; None if nobody did.
        resource_usage: What was used, and what had been estimated.
        fallback_used: Whether another path than the chosen one had to serve, or a fixed text
            where no other path may.
        degraded: Whether the answer is less than what was asked for.
        quality_score: 0 to 1; None if nobody could judge.
        routing_feedback: Whether the route was right, in hindsight.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    classification: Classification | None
    selected_path: SelectedPath | None
    resource_usage: Usage
    fallback_used: bool
    degraded: bool
    quality_score: float | None
    routing_feedback: RoutingFeedback | None
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows: the requirement's fields, and below them what it needs.

    Attributes:
        input: The question as it came.
        context: The conversation so far, as turns.
        compressed_context: What is left of it for the prompt; None if it fits as it is.
        resource_limits: The limits, all of them, checked.
        resource_budget: What is left of them, never negative.
        resource_usage: What was used.
        deadline_ms: Milliseconds that all calls together may take.
        allowed_capabilities: What may be used, in alphabetical order.
        classification: What kind of request it is; None while unknown.
        complexity_score: How hard it looks, 0 to 1.
        freshness_required: Whether the answer changes with time.
        quality_target: How good the answer has to be.
        candidate_paths: Every path with its estimate, and why it will not do.
        selected_path: The chosen one of them; at the end, the one whose answer counts.
        selected_model: Its model.
        model_tier: Its tier.
        selected_tools: Its tools.
        search_results: What search or a local tool found.
        model_response: The answer, as the model gave it.
        quality_score: How good it is, 0 to 1.
        critique: What is wrong with that answer.
        routing_feedback: Whether the route was right, in hindsight.
        fallback_chain: Which paths come next, in order.
        fallback_used: Whether one of them was asked, or a fixed text stands in for them.
        degradation_reason: Why the answer is less than what was asked for.
        errors: What went wrong.
        routing_trace: What was decided, tried and used, in order.
        final_output: What the user gets.
        question: The question, normalised.
        high_risk: Whether a wrong answer could do harm.
        wanted_tool: The local tool that the question needs.
        tried: Names of the paths that were asked, in order; none is asked twice.
        failure: The attempt that has just failed.
        answers: Every answer that was given; the best one counts.
        upgrades: How often a better path was tried; once at most.
        upgrading: Whether it is tried next.
    """

    input: str
    context: list[dict[str, str]]
    compressed_context: str | None
    resource_limits: dict[str, Any]
    resource_budget: Budget
    resource_usage: Usage
    deadline_ms: int | None
    allowed_capabilities: list[str]
    classification: Classification | None
    complexity_score: float | None
    freshness_required: bool
    quality_target: QualityTarget
    candidate_paths: list[Estimate]
    selected_path: Estimate | None
    selected_model: str | None
    model_tier: Tier | None
    selected_tools: list[str]
    search_results: list[dict[str, str]]
    model_response: str | None
    quality_score: float | None
    critique: Graded | None
    routing_feedback: RoutingFeedback | None
    fallback_chain: list[str]
    fallback_used: bool
    degradation_reason: str | None
    errors: list[str]
    routing_trace: list[dict[str, Any]]
    final_output: FinalOutput | None
    question: str
    high_risk: bool
    wanted_tool: str | None
    tried: list[str]
    failure: Failure | None
    answers: list[Answer]
    upgrades: int
    upgrading: bool


class Update(TypedDict, total=False):
    """What a node writes: any of the state's fields."""

    compressed_context: str | None
    resource_budget: Budget
    resource_usage: Usage
    classification: Classification | None
    complexity_score: float | None
    freshness_required: bool
    candidate_paths: list[Estimate]
    selected_path: Estimate | None
    selected_model: str | None
    model_tier: Tier | None
    selected_tools: list[str]
    search_results: list[dict[str, str]]
    model_response: str | None
    quality_score: float | None
    critique: Graded | None
    routing_feedback: RoutingFeedback | None
    fallback_chain: list[str]
    fallback_used: bool
    degradation_reason: str | None
    errors: list[str]
    routing_trace: list[dict[str, Any]]
    final_output: FinalOutput
    high_risk: bool
    wanted_tool: str | None
    tried: list[str]
    failure: Failure | None
    answers: list[Answer]
    upgrades: int
    upgrading: bool
