"""Parallelisation by sectioning: independent sections, worked on side by side, joined in order.

Which sections there are is fixed before any model is asked. A section that fails is named and does
not take the others down.

    split ──section──> work_on_section (one for each) ──> join
      │ nothing_to_do
      ▼
    handle_failure

Source: requirement "Layer 12", section 3.2, pattern 3; Anthropic, "Building effective agents"
(2024), "Parallelization".
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
from .sectioning_nodes import Context, handle_failure, join, split, work_on_section
from .sectioning_state import LIMITS, ROLES, Entry, FinalOutput, State, Status, Task

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


def fan_out(state: State) -> list[Send] | Literal["nothing_to_do"]:
    """One branch for each section, with its share."""
    branches = dispatched(
        [f"The whole text: {state['input']}\nYour section: {title}" for title in state["sections"]],
        calls=state["max_model_calls"],
        timeout_ms=state["branch_timeout_ms"],
    )
    return [Send("work_on_section", branch) for branch in branches] or "nothing_to_do"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_sectioning`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> State:
    """Works on all sections; bad input does not raise, it ends in "failed".

    Args:
        task: As in `Task`.
        context: The model.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.
        max_concurrency: How many sections may be worked on at the same time; all, if left out.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(
        graph, task, Task, context, thread_id=thread_id, max_concurrency=max_concurrency
    )


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's worker speaks, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("split", split)
    graph.add_node("work_on_section", work_on_section, input_schema=Branch)
    graph.add_node("join", join)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "split")
    graph.add_conditional_edges(
        "split", fan_out, {"section": "work_on_section", "nothing_to_do": "handle_failure"}
    )
    graph.add_edge("work_on_section", "join")
    graph.add_edge("join", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_sectioning")
    return compiled.with_config(recursion_limit=4, max_concurrency=MAX_BRANCHES)
