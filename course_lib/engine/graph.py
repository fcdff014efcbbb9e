"""The routers, the graph, and one run of it."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.running import final_state
from .context import Context
from .limits import RECURSION_LIMIT
from .nodes_answer import critique_answer, draft_answer, finalize_response, revise_answer
from .nodes_loop import (
    evaluate_progress,
    execute_reasoning_step,
    propose_next_step,
    run_tool_action,
    switch_strategy,
)
from .nodes_prepare import (
    analyze_task,
    prepare_task,
    prepare_working_memory,
    select_reasoning_strategy,
)
from .records import Route
from .scripted_tools import SCRIPTED_TOOLS, ScriptedTool
from .state import ROLES, Entry, State, Task

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def after_prepare(state: State) -> Literal["valid", "invalid_input"]:
    """Whether there is anything to work on."""
    return "valid" if state["status"] is None else "invalid_input"


def after_selection(state: State) -> Literal["selected", "blocked", "no_strategy"]:
    """Whether a strategy was chosen, or why not."""
    if state["selected_strategy"] is not None:
        return "selected"
    return "blocked" if state["status"] == "blocked" else "no_strategy"


def after_proposal(state: State) -> Literal["reasoning", "tool", "nothing"]:
    """What kind of step is taken next, if any."""
    return "nothing" if state["next_step"] is None else state["next_step"]["kind"]


def after_evaluation(state: State) -> Route:
    """Where the evaluation leads."""
    return state["route_decision"] or "fail"


def after_draft(state: State) -> Literal["drafted", "no_draft"]:
    """Whether there is a draft to look at."""
    return "no_draft" if state["draft_answer"] is None else "drafted"


def after_critique(state: State) -> Literal["revise", "accepted", "kept", "spent"]:
    """Whether the draft is put right, and why not."""
    critique = state["critique"]
    if critique is None or critique["by"] == "nobody":
        return "spent"
    if critique["problems"]:
        return "revise"
    return "accepted" if critique["warning"] is None else "kept"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `reasoning_engine`; a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Works on one task within its budgets.

    Args:
        task: As in `Task`; bad input does not raise, it ends in "invalid_input" or a default is
            taken and said.
        context: The models, tools and strategies.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.

    Returns:
        The whole final state; `final_output` is what a user gets.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
        ValueError: If a checkpointer is given without a `thread_id`.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, on a clock that they move.

    A script called like one of `SCRIPTED_TOOLS` is that tool: its replies are what it finds, its
    faults are failures.

    Raises:
        ScenarioError: If the scenario has an unknown role, or no model.
    """
    clock = VirtualClock()
    scenario.check_keys(("models",), scenario.scripts, allowed=ROLES, kind="role")
    # Asked for by name, so that a missing one is missed.
    models = scenario.models(dict.fromkeys([*scenario.scripts, "model"]), clock=clock)
    tools = [ScriptedTool.of(name, models[name]) for name in SCRIPTED_TOOLS if name in models]
    return Context(model=models["model"], critic=models.get("critic"), tools=tools, clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("analyze_task", analyze_task)
    graph.add_node("select_reasoning_strategy", select_reasoning_strategy)
    graph.add_node("prepare_working_memory", prepare_working_memory)
    graph.add_node("propose_next_step", propose_next_step)
    graph.add_node("execute_reasoning_step", execute_reasoning_step)
    graph.add_node("run_tool_action", run_tool_action)
    graph.add_node("evaluate_progress", evaluate_progress)
    graph.add_node("switch_strategy", switch_strategy)
    graph.add_node("draft_answer", draft_answer)
    graph.add_node("critique_answer", critique_answer)
    graph.add_node("revise_answer", revise_answer)
    graph.add_node("finalize_response", finalize_response)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task",
        after_prepare,
        {"valid": "analyze_task", "invalid_input": "finalize_response"},
    )
    graph.add_edge("analyze_task", "select_reasoning_strategy")
    graph.add_conditional_edges(
        "select_reasoning_strategy",
        after_selection,
        {
            "selected": "prepare_working_memory",
            "blocked": "finalize_response",
            "no_strategy": "finalize_response",
        },
    )
    graph.add_edge("prepare_working_memory", "propose_next_step")
    graph.add_conditional_edges(
        "propose_next_step",
        after_proposal,
        {
            "reasoning": "execute_reasoning_step",
            "tool": "run_tool_action",
            "nothing": "evaluate_progress",
        },
    )
    graph.add_edge("execute_reasoning_step", "evaluate_progress")
    graph.add_edge("run_tool_action", "evaluate_progress")
    graph.add_conditional_edges(
        "evaluate_progress",
        after_evaluation,
        {
            "continue": "propose_next_step",
            "use_tool": "propose_next_step",
            "switch_strategy": "switch_strategy",
            "draft": "draft_answer",
            "partial": "finalize_response",
            "fail": "finalize_response",
        },
    )
    graph.add_edge("switch_strategy", "propose_next_step")
    graph.add_conditional_edges(
        "draft_answer",
        after_draft,
        {"drafted": "critique_answer", "no_draft": "finalize_response"},
    )
    graph.add_conditional_edges(
        "critique_answer",
        after_critique,
        {
            "revise": "revise_answer",
            "accepted": "finalize_response",
            "kept": "finalize_response",
            "spent": "finalize_response",
        },
    )
    graph.add_edge("revise_answer", "finalize_response")
    graph.add_edge("finalize_response", END)
    compiled = graph.compile(name="reasoning_engine")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
