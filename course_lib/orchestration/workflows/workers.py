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
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from ...foundations.running import final_state
from .branches import MAX_BRANCHES, Branch, BranchClock, dispatched
from .workers_nodes import Context, collect, handle_failure, plan, synthesize, work
from .workers_state import LIMITS, ROLES, Entry, FinalOutput, State, Status, Task

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ...foundations.scenarios import Scenario

__all__ = [
    "LIMITS",
    "ROLES",
    "Context",
    "FinalOutput",
    "State",
    "Status",
    "Task",
    "build_graph",
    "context_from",
    "run",
]

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


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


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_workers`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


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
    graph = build_graph(checkpointer=checkpointer)
    return final_state(
        graph, task, Task, context, thread_id=thread_id, max_concurrency=max_concurrency
    )


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
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
    compiled = graph.compile(name="workflow_workers")
    return compiled.with_config(recursion_limit=5, max_concurrency=MAX_BRANCHES)
