"""The routers, the graph, and one call that runs it."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.running import final_state
from ..foundations.tasks import is_blank
from .nodes import (
    Context,
    critique_draft,
    finalize,
    generate_initial_draft,
    handle_failure,
    mark_needs_review,
    prepare_task,
    refine_draft,
)
from .state import MAX_ITERATIONS, ROLES, Entry, State, Task

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]

# A backstop only: prepare, two steps an iteration, an ending, and one to spare.
RECURSION_LIMIT = 2 * int(MAX_ITERATIONS.maximum) + 3


def after_prepare(state: State) -> Literal["ready", "blank_input"]:
    """Whether there is anything to write."""
    return "blank_input" if is_blank(state.get("input")) else "ready"


def after_first_draft(state: State) -> Literal["drafted", "no_draft"]:
    """Whether there is a draft to review."""
    return "no_draft" if state["current_draft"] is None else "drafted"


Decision: TypeAlias = Literal[
    "unsafe", "no_critique", "invalid", "checks_disagree", "accepted", "needs_revision", "spent"
]


def after_critique(state: State) -> Decision:
    """What the critique, the checks and the budget decide together."""
    checks, status = state["static_check_results"] or {}, state["critique_status"]
    if checks.get("safe") == "fail":
        return "unsafe"
    if status is None:
        return "no_critique"
    if status == "invalid":
        return "invalid"
    if status == "accepted":
        return "checks_disagree" if "fail" in checks.values() else "accepted"
    return "needs_revision" if state["iteration"] < state["max_iterations"] else "spent"


def after_refinement(state: State) -> Literal["refined", "no_draft"]:
    """Whether there is a new draft: one clears the critique's status."""
    return "refined" if state["critique_status"] is None else "no_draft"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `reflection_code_reviewer`.

    It is compiled once, and a checkpointer gets a copy. For async or streaming use, give it
    `entered(task, Task)` as `run` does: a bare task would meet the values of an earlier run on the
    same thread.
    """
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the loop to one of its three endings.

    Args:
        task: As in `Task`. Bad input does not raise: it ends in "failed", or a default is taken,
            and `errors` says so.
        context: The models and the clock.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.

    Returns:
        The whole final state; `final_output` is what a user gets.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
        TypeError: If a model of the context is not a LangChain chat model.
        ValueError: If a checkpointer is given without a `thread_id`.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, on a clock that they move.

    Raises:
        ScenarioError: If the scenario has an unknown role, or lacks one.
    """
    clock = VirtualClock()
    return Context(**scenario.models(ROLES, clock=clock), clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("generate_initial_draft", generate_initial_draft)
    graph.add_node("critique_draft", critique_draft)
    graph.add_node("refine_draft", refine_draft)
    graph.add_node("finalize", finalize)
    graph.add_node("mark_needs_review", mark_needs_review)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task",
        after_prepare,
        {"ready": "generate_initial_draft", "blank_input": "handle_failure"},
    )
    graph.add_conditional_edges(
        "generate_initial_draft",
        after_first_draft,
        {"drafted": "critique_draft", "no_draft": "handle_failure"},
    )
    graph.add_conditional_edges(
        "critique_draft",
        after_critique,
        {
            "accepted": "finalize",
            "needs_revision": "refine_draft",
            "spent": "mark_needs_review",
            "invalid": "mark_needs_review",
            "no_critique": "mark_needs_review",
            "checks_disagree": "mark_needs_review",
            "unsafe": "mark_needs_review",
        },
    )
    graph.add_conditional_edges(
        "refine_draft",
        after_refinement,
        {"refined": "critique_draft", "no_draft": "mark_needs_review"},
    )
    graph.add_edge("finalize", END)
    graph.add_edge("mark_needs_review", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="reflection_code_reviewer")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
