"""Routing: a model says what kind of request it is, and code says what that can lead to.

The router's whole answer is the name of a handler. A name that is not permitted leads nowhere: the
router is asked again, a bounded number of times, then the task's default handler takes over, or
the request is refused. Handlers get their arguments from the task, so a router cannot pass any.

    prepare_task ──ready──> classify ──weather──> weather_handler ──┐
         │                  ▲  │ │ └───news─────> news_handler ─────┼──> merge
         │ bad_task  asked  └──┘ │ └───both─────> both_handler ─────┘
         ▼           again       │ refused
       refuse <──────────────────┘

Source: requirement "Layer 12", section 3.2, pattern 2, and section 9.1; Anthropic, "Building
effective agents" (2024), "Routing".
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ...foundations.clock import VirtualClock
from ...foundations.running import final_state
from .. import sample_tools
from .routing_nodes import (
    ROUTER,
    Context,
    both_handler,
    classify,
    merge,
    news_handler,
    prepare_task,
    read_choice,
    refuse,
    weather_handler,
)
from .routing_state import (
    HANDLERS,
    LIMITS,
    MAX_DECISIONS,
    ROLES,
    Entry,
    FinalOutput,
    Handler,
    State,
    Status,
    Task,
)

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ...foundations.scenarios import Scenario

__all__ = [
    "HANDLERS",
    "LIMITS",
    "ROLES",
    "ROUTER",
    "Context",
    "FinalOutput",
    "State",
    "Status",
    "Task",
    "build_graph",
    "context_from",
    "read_choice",
    "run",
]

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]
RECURSION_LIMIT = int(MAX_DECISIONS.maximum) + 4


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is a request with all that a handler may need."""
    return "ready" if state["input"] and state["city"] and state["topic"] else "bad_task"


def after_classify(state: State) -> Handler | Literal["asked_again", "refused"]:
    """The permitted handler, or what happens without one."""
    if state["handler"] is not None:
        return state["handler"]
    return "asked_again" if state["decisions"] < state["max_decisions"] else "refused"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_routing`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Routes one request; bad input does not raise, it ends in "failed".

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's router speaks, with the sample tools."""
    clock = VirtualClock()
    return Context(
        **scenario.models(ROLES, clock=clock),
        get_weather=sample_tools.get_weather,
        get_news=sample_tools.get_news,
        clock=clock,
    )


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("classify", classify)
    graph.add_node("weather_handler", weather_handler)
    graph.add_node("news_handler", news_handler)
    graph.add_node("both_handler", both_handler)
    graph.add_node("merge", merge)
    graph.add_node("refuse", refuse)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "classify", "bad_task": "refuse"}
    )
    graph.add_conditional_edges(
        "classify",
        after_classify,
        {
            "weather": "weather_handler",
            "news": "news_handler",
            "both": "both_handler",
            "asked_again": "classify",
            "refused": "refuse",
        },
    )
    graph.add_edge("weather_handler", "merge")
    graph.add_edge("news_handler", "merge")
    graph.add_edge("both_handler", "merge")
    graph.add_edge("merge", END)
    graph.add_edge("refuse", END)
    compiled = graph.compile(name="workflow_routing")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
