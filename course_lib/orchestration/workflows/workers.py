"""Orchestrator and workers: a model decides the sub-tasks, workers do them side by side.

Unlike in sectioning, the sub-tasks are not known before the run; how many there may be, and that
workers cannot start more of them, is. A plan without sub-tasks means that the orchestrator
answers by itself.

    plan ──delegated──> work (one for each sub-task) ──> collect ──some_done──> synthesize
     │ └──nothing_to_delegate───────────────────────────────│─────────────────────▲
     │ no_plan                                    none_done │
     └────────────────> handle_failure <────────────────────┘

Source: requirement "Layer 12", section 3.2, pattern 4; Anthropic, "Building effective agents"
(2024), "Orchestrator-workers".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import Limit, checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered, is_blank, normalized
from .branches import (
    BRANCH_TIMEOUT,
    MAX_BRANCHES,
    Branch,
    BranchClock,
    Outcome,
    calls_of,
    dispatched,
    gathered,
    problems_of,
    slowest,
    worked,
)
from .steps import final_state, heard, noted, text_of

Status: TypeAlias = Literal["ok", "partial", "failed"]

MAX_SUBTASKS = Limit(
    name="max_subtasks",
    used="delegated",
    default=5,
    maximum=MAX_BRANCHES,
    about="sub-tasks that the orchestrator may delegate",
)
MAX_WORKER_CALLS = Limit(
    name="max_worker_calls",
    used="worker_calls",
    default=10,
    maximum=100,
    about="model calls of all workers together",
)
LIMITS = (MAX_SUBTASKS, MAX_WORKER_CALLS, BRANCH_TIMEOUT)
ROLES = ("orchestrator", "worker")

PLAN = """\
You split a request into sub-tasks that do not depend on each other, or into none if it is simple.
Answer with one JSON object and nothing else: {"subtasks": ["what one worker should do"]}"""
WORK = "You do one sub-task of a larger request and report what you found."
SYNTHESIZE = "You answer the request from your workers' reports. Say what is missing."


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The request.
        max_subtasks: How many sub-tasks may be delegated, 5 when left out.
        max_worker_calls: Model calls of all workers together, 10 when left out.
        branch_timeout_ms: How long a worker may take, 30,000 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    max_subtasks: int | None
    max_worker_calls: int | None
    branch_timeout_ms: float | None
    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a worker failed) or "failed".
        answer: The orchestrator's answer, or None.
        subtasks: What was delegated, in the plan's order.
        not_done: The sub-tasks whose worker failed.
        errors: What went wrong, in sentences.
    """

    status: Status
    answer: str | None
    subtasks: list[str]
    not_done: list[str]
    errors: list[str]


class Planned(TypedDict):
    """What `plan` writes: every field, at its start, and the sub-tasks (None without a plan)."""

    input: str
    subtasks: list[str] | None
    max_subtasks: int
    max_worker_calls: int
    branch_timeout_ms: float
    delegated: int
    worker_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Worked(TypedDict):
    """What a worker writes."""

    outcomes: list[Outcome]


class Collected(TypedDict):
    """What `collect` writes."""

    worker_calls: int
    slowest_ms: float


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    subtasks: list[str] | None
    max_subtasks: int
    max_worker_calls: int
    branch_timeout_ms: float
    delegated: int
    worker_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None


class Plan(BaseModel):
    """What the orchestrator answers when it plans."""

    model_config = ConfigDict(strict=True)

    subtasks: list[str]


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        orchestrator: Plans and synthesises.
        worker: Does the sub-tasks.
        branch_clock: Measures each worker's time; the system's clock if left out.
    """

    orchestrator: ChatModel
    worker: ChatModel
    branch_clock: Clock | None = None


def plan(state: Task, runtime: Runtime[Context]) -> Planned:
    """Checks what entered, asks for the sub-tasks, and cuts what is over the limit."""
    text, about_text = text_of(state.get("input"), "input")
    most, about_most = checked(state.get("max_subtasks"), MAX_SUBTASKS)
    calls, about_calls = checked(state.get("max_worker_calls"), MAX_WORKER_CALLS)
    timeout, about_timeout = checked(state.get("branch_timeout_ms"), BRANCH_TIMEOUT)
    subtasks, problem = _planned(text, int(most), runtime.context) if text else (None, None)
    found = [about_text, about_most, about_calls, about_timeout, problem]
    return {
        "input": text,
        "subtasks": subtasks,
        "max_subtasks": int(most),
        "max_worker_calls": int(calls),
        "branch_timeout_ms": timeout,
        "delegated": len(subtasks or []),
        "worker_calls": 0,
        "slowest_ms": 0,
        "outcomes": None,
        "errors": noted("plan", *state.get("problems", []), *found),
        "final_output": None,
    }


def work(state: Branch, runtime: Runtime[Context]) -> Worked:
    """Asks the worker for one sub-task."""
    context = runtime.context
    outcome = worked(
        state, context.worker, WORK, read=lambda text: (text, None), clock=context.branch_clock
    )
    return {"outcomes": [outcome]}


def collect(state: State) -> Collected:
    """Counts what all workers used; a decision after a worker would see that worker alone."""
    return {
        "worker_calls": calls_of(state["outcomes"]),
        "slowest_ms": slowest(state["outcomes"]),
    }


def synthesize(state: State, runtime: Runtime[Context]) -> Finished:
    """Asks the orchestrator for the answer; reports stand in the plan's order."""
    model, clock = runtime.context.orchestrator, runtime.context.branch_clock
    answer = heard(model, SYNTHESIZE, _reports(state), clock=clock)
    if answer.problem:
        return _finished(state, "failed", None, noted("synthesize", answer.problem))
    failed = any(outcome["problem"] for outcome in state["outcomes"])
    return _finished(state, "partial" if failed else "ok", answer.text, [])


def handle_failure(state: State) -> Finished:
    """Ends without an answer."""
    return _finished(state, "failed", None, [])


def read_plan(text: str, most: int) -> tuple[list[str] | None, str | None]:
    """The different sub-tasks of a plan, `most` at most; None and why where there is no plan."""
    try:
        given = read_json(text, Plan).subtasks
    except UnreadableReply as error:
        return None, f"the plan is invalid: {error}"
    subtasks = list(dict.fromkeys(normalized(entry) for entry in given if not is_blank(entry)))
    if len(subtasks) > most:
        return subtasks[:most], f"the plan has {len(subtasks)} sub-tasks; {most} are delegated"
    return subtasks, None


def _planned(text: str, most: int, context: Context) -> tuple[list[str] | None, str | None]:
    about = f"Request:\n{text}\n\nAt most {most} sub-tasks."
    reply = heard(context.orchestrator, PLAN, about, clock=context.branch_clock)
    return (None, reply.problem) if reply.problem else read_plan(reply.text, most)


def _reports(state: State) -> str:
    subtasks = state["subtasks"] or []
    parts = [f"Request:\n{state['input']}"]
    for outcome in state["outcomes"]:
        report = outcome["text"] or f"(no report: {outcome['problem']})"
        parts.append(f"{outcome['number']}. {subtasks[outcome['number'] - 1]}\n{report}")
    return "\n\n".join(parts)


def _finished(state: State, status: Status, answer: str | None, problems: list[str]) -> Finished:
    subtasks, outcomes = state["subtasks"] or [], state["outcomes"]
    failed = noted("work", *problems_of(outcomes, "sub-task"))
    return {
        "final_output": {
            "status": status,
            "answer": answer,
            "subtasks": subtasks,
            "not_done": [
                subtasks[outcome["number"] - 1] for outcome in outcomes if outcome["problem"]
            ],
            "errors": [*state["errors"], *failed, *problems],
        },
    }


def delegate(state: State) -> list[Send] | Literal["nothing_to_delegate", "no_plan"]:
    """One worker for each sub-task, with its share."""
    if state["subtasks"] is None:
        return "no_plan"
    branches = dispatched(
        [f"The request: {state['input']}\nYour sub-task: {each}" for each in state["subtasks"]],
        calls=state["max_worker_calls"],
        timeout_ms=state["branch_timeout_ms"],
    )
    return [Send("work", branch) for branch in branches] or "nothing_to_delegate"


def after_collect(state: State) -> Literal["some_done", "none_done"]:
    """Whether there is a report to answer from."""
    done = any(outcome["problem"] is None for outcome in state["outcomes"])
    return "some_done" if done else "none_done"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_workers`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> State:
    """Plans, delegates and answers; bad input does not raise, it ends in "failed".

    Args:
        task: As in `Task`.
        context: The models.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.
        max_concurrency: How many workers may run at the same time; all, if left out.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph, entry = build_graph(checkpointer=checkpointer), entered(task, Task)
    final = final_state(graph, entry, context, thread_id=thread_id, max_concurrency=max_concurrency)
    return cast(State, final)


def context_from(scenario: Scenario) -> Context:
    """A context in which the scenario's scripts speak, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


def _compiled(checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("plan", plan)
    graph.add_node("work", work, input_schema=Branch)
    graph.add_node("collect", collect)
    graph.add_node("synthesize", synthesize)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "plan")
    graph.add_conditional_edges(
        "plan",
        delegate,
        {
            "delegated": "work",
            "nothing_to_delegate": "synthesize",
            "no_plan": "handle_failure",
        },
    )
    graph.add_edge("work", "collect")
    graph.add_conditional_edges(
        "collect", after_collect, {"some_done": "synthesize", "none_done": "handle_failure"}
    )
    graph.add_edge("synthesize", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_workers", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=5, max_concurrency=MAX_BRANCHES)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
