"""The routers, the graph, and one run of it."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.running import final_state
from .candidates import must_not_guess
from .catalogue import Catalogue, load_catalogue, read_catalogue
from .context import LOCAL_TOOLS, Context
from .nodes_answer import (
    handle_execution_failure,
    run_fallback_path,
    run_fast_model,
    run_grounded_model,
    run_reasoning_model,
)
from .nodes_choose import estimate_resource_needs, select_execution_path
from .nodes_judge import (
    critique_response,
    finalize,
    maybe_upgrade_or_retry,
    record_resource_observation,
)
from .nodes_lookup import run_search_tool
from .nodes_prepare import classify_request, prepare_context, preprocess_input
from .prices import HELPERS
from .state import ROLES, Entry, State, Task

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]
RECURSION_LIMIT = 22  # the longest way: a search, two models and two chains that fail


def after_preprocess(state: State) -> Literal["valid", "invalid_input"]:
    """Whether there is anything to answer."""
    return "valid" if state["question"] else "invalid_input"


def after_selection(
    state: State,
) -> Literal[
    "fast",
    "reasoning",
    "lookup",
    "found_already",
    "fallback",
    "nobody_may",
    "unsupported",
    "no_path",
]:
    """Which path was chosen, or what is left where none was."""
    if state["classification"] == "unsupported":
        return "unsupported"
    selected = state["selected_path"]
    if selected is not None and selected["path"] not in state["tried"]:
        if selected["tools"]:
            return "found_already" if state["search_results"] else "lookup"
        return "fast" if selected["tier"] == "fast" else "reasoning"
    if state["fallback_chain"]:
        return "fallback"
    return "nobody_may" if must_not_guess(state) else "no_path"


def after_execution(state: State) -> Literal["answered", "failed"]:
    """Whether the path came to an answer."""
    return "answered" if state["failure"] is None else "failed"


def after_lookup(state: State) -> Literal["found", "failed"]:
    """Whether there is anything to answer from."""
    return "found" if state["failure"] is None else "failed"


def after_critique(state: State) -> Literal["upgrade", "done"]:
    """Whether a better path is tried, once."""
    return "upgrade" if state["upgrading"] else "done"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `resource_aware_assistant`; a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Answers one request within its limits.

    Args:
        task: As in `Task`; bad input does not raise, it ends in "invalid_input" or a default is
            taken and said.
        context: Models, catalogue, search and tools.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, on a clock that they move.

    A script called `search`, or like a local tool, is that: its replies are what it finds, its
    faults are failures. `setup` may hold a `catalogue` of the scenario's own, and a `threshold`.

    Raises:
        ScenarioError: If the scenario has an unknown role or setup.
        CatalogueError: If its catalogue is none.
        TypeError: If its threshold is no number.
        ValueError: If its threshold is not from 0 to 2.
    """
    clock = VirtualClock()
    scenario.check_keys(("models",), scenario.scripts, allowed=ROLES, kind="role")
    scenario.check_keys(("setup",), scenario.setup, allowed=("catalogue", "threshold"), kind="key")
    given = scenario.setup.get("catalogue")
    models: dict[str, Any] = scenario.models(scenario.scripts, clock=clock)
    helpers = {name: models.pop(name, None) for name in HELPERS}
    search = models.pop("search", None)
    tools = {name: models.pop(name) for name in LOCAL_TOOLS if name in models}
    return Context(
        models=models,
        catalogue=_catalogue() if given is None else read_catalogue(given),
        search=search,
        tools=tools,
        threshold=scenario.setup.get("threshold", 0.5),
        clock=clock,
        **helpers,
    )


@cache
def _catalogue() -> Catalogue:
    """The course's own catalogue."""
    # Here, because only scenarios need it.
    from ..foundations.scenarios import fixtures  # noqa: PLC0415

    return load_catalogue(fixtures("routing") / "data" / "catalogue.yaml")


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("preprocess_input", preprocess_input)
    graph.add_node("prepare_context", prepare_context)
    graph.add_node("classify_request", classify_request)
    graph.add_node("estimate_resource_needs", estimate_resource_needs)
    graph.add_node("select_execution_path", select_execution_path)
    graph.add_node("run_fast_model", run_fast_model)
    graph.add_node("run_reasoning_model", run_reasoning_model)
    graph.add_node("run_search_tool", run_search_tool)
    graph.add_node("run_grounded_model", run_grounded_model)
    graph.add_node("handle_execution_failure", handle_execution_failure)
    graph.add_node("run_fallback_path", run_fallback_path)
    graph.add_node("critique_response", critique_response)
    graph.add_node("maybe_upgrade_or_retry", maybe_upgrade_or_retry)
    graph.add_node("record_resource_observation", record_resource_observation)
    graph.add_node("finalize", finalize)

    graph.add_edge(START, "preprocess_input")
    graph.add_conditional_edges(
        "preprocess_input",
        after_preprocess,
        {"valid": "prepare_context", "invalid_input": "finalize"},
    )
    graph.add_edge("prepare_context", "classify_request")
    graph.add_edge("classify_request", "estimate_resource_needs")
    graph.add_edge("estimate_resource_needs", "select_execution_path")
    graph.add_conditional_edges(
        "select_execution_path",
        after_selection,
        {
            "fast": "run_fast_model",
            "reasoning": "run_reasoning_model",
            "lookup": "run_search_tool",
            "found_already": "run_grounded_model",
            "fallback": "run_fallback_path",
            "nobody_may": "run_fallback_path",
            "unsupported": "finalize",
            "no_path": "finalize",
        },
    )
    for node in ("run_fast_model", "run_reasoning_model", "run_grounded_model"):
        graph.add_conditional_edges(
            node,
            after_execution,
            {"answered": "critique_response", "failed": "handle_execution_failure"},
        )
    graph.add_conditional_edges(
        "run_search_tool",
        after_lookup,
        {"found": "run_grounded_model", "failed": "handle_execution_failure"},
    )
    graph.add_edge("handle_execution_failure", "run_fallback_path")
    graph.add_edge("run_fallback_path", "critique_response")
    graph.add_edge("critique_response", "maybe_upgrade_or_retry")
    graph.add_conditional_edges(
        "maybe_upgrade_or_retry",
        after_critique,
        {"upgrade": "estimate_resource_needs", "done": "record_resource_observation"},
    )
    graph.add_edge("record_resource_observation", "finalize")
    graph.add_edge("finalize", END)
    compiled = graph.compile(name="resource_aware_assistant")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
