"""Prompt chaining: each step's result is the next one's input, and a gate stands in between.

A writer makes a copy, a gate checks its tone, a translator translates it. What does not pass the
gate goes back to the writer with the reason, a bounded number of times.

    prepare_task ──ready──> write_copy ──written──> check_tone ──passed──> translate ──> finalize
         │                   │      ▲                │   │                     │            ▲
         │ bad_task          │      └────off_tone────┘   └──spent──> reject    └────────────┘
         ▼                   │ no_copy                   │
      handle_failure <───────┴───────────no_verdict──────┘

Source: requirement "Layer 12", section 3.2, pattern 1; Anthropic, "Building effective agents"
(2024), "Prompt chaining".
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ...foundations.clock import VirtualClock
from ...foundations.running import final_state
from .chaining_nodes import (
    Context,
    check_tone,
    finalize,
    handle_failure,
    prepare_task,
    reject,
    translate,
    write_copy,
)
from .chaining_state import LIMITS, MAX_ATTEMPTS, ROLES, Entry, FinalOutput, State, Status, Task

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
RECURSION_LIMIT = 2 * int(MAX_ATTEMPTS.maximum) + 4


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is a brief, and a language."""
    return "ready" if state["input"] and state["languages"] else "bad_task"


def after_writing(state: State) -> Literal["written", "no_copy"]:
    """Whether there is a new copy: one clears the verdict."""
    written = state["copy_text"] is not None and state["passes"] is None
    return "written" if written else "no_copy"


def after_gate(state: State) -> Literal["passed", "off_tone", "spent", "no_verdict"]:
    """What the gate and the limit decide together."""
    match state["passes"]:
        case None:
            return "no_verdict"
        case True:
            return "passed"
        case False:
            return "off_tone" if state["attempts"] < state["max_attempts"] else "spent"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_chaining`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the chain to one of its endings; bad input does not raise, it ends in "failed".

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, on a clock that they move."""
    clock = VirtualClock()
    return Context(**scenario.models(ROLES, clock=clock), clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("write_copy", write_copy)
    graph.add_node("check_tone", check_tone)
    graph.add_node("translate", translate)
    graph.add_node("finalize", finalize)
    graph.add_node("reject", reject)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "write_copy", "bad_task": "handle_failure"}
    )
    graph.add_conditional_edges(
        "write_copy", after_writing, {"written": "check_tone", "no_copy": "handle_failure"}
    )
    graph.add_conditional_edges(
        "check_tone",
        after_gate,
        {
            "passed": "translate",
            "off_tone": "write_copy",
            "spent": "reject",
            "no_verdict": "handle_failure",
        },
    )
    graph.add_edge("translate", "finalize")
    graph.add_edge("finalize", END)
    graph.add_edge("reject", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_chaining")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
