"""Evaluator-optimizer: a generator writes, an evaluator scores, a reviser works the feedback in.

The evaluator's numbers are compared with fixed thresholds by code. The loop ends when the draft is
good enough, when a round no longer gains anything, when the rounds are used up, or when a person
must decide: a topic that asks for one, or a revision that brings a new critical issue. The best
draft is kept, whatever came after it.

    prepare_task ──ready──> generate ──written──> evaluate ──passed, converged, spent──> finalize
         │                     │           ┌────────┘ ▲  │
         │ bad_task            │ no_draft  │          │  └──risky_topic, new_issue,
         ▼                     ▼           │  revised │             no_verdict──> escalate
      handle_failure <─────────┘           ▼          │                             ▲
                            needs_revision: revise ───┴──────────no_draft───────────┘

Source: requirement "Layer 12", section 3.2, pattern 5, sections 3.15 and 9.7 (when to stop);
Anthropic, "Building effective agents" (2024), "Evaluator-optimizer".
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ...foundations.clock import VirtualClock
from ...foundations.running import final_state
from .evaluator_nodes import (
    Context,
    escalate,
    evaluate,
    finalize,
    generate,
    handle_failure,
    prepare_task,
    revise,
)
from .evaluator_policy import after_evaluation
from .evaluator_state import LIMITS, MAX_ROUNDS, ROLES, Entry, FinalOutput, State, Status, Task

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
RECURSION_LIMIT = 2 * int(MAX_ROUNDS.maximum) + 5


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is anything to write."""
    return "ready" if state["input"] else "bad_task"


def after_generation(state: State) -> Literal["written", "no_draft"]:
    """Whether there is a draft to score."""
    return "no_draft" if state["draft"] is None else "written"


def after_revision(state: State) -> Literal["revised", "no_draft"]:
    """Whether there is a new draft to score."""
    return "revised" if state["rounds"] == len(state["history"]) else "no_draft"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_evaluator`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the loop to one of its endings; bad input does not raise, it ends in "failed".

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
    graph.add_node("generate", generate)
    graph.add_node("evaluate", evaluate)
    graph.add_node("revise", revise)
    graph.add_node("finalize", finalize)
    graph.add_node("escalate", escalate)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "generate", "bad_task": "handle_failure"}
    )
    graph.add_conditional_edges(
        "generate", after_generation, {"written": "evaluate", "no_draft": "handle_failure"}
    )
    graph.add_conditional_edges(
        "evaluate",
        after_evaluation,
        {
            "passed": "finalize",
            "converged": "finalize",
            "spent": "finalize",
            "needs_revision": "revise",
            "risky_topic": "escalate",
            "new_issue": "escalate",
            "no_verdict": "escalate",
        },
    )
    graph.add_conditional_edges(
        "revise", after_revision, {"revised": "evaluate", "no_draft": "escalate"}
    )
    graph.add_edge("finalize", END)
    graph.add_edge("escalate", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_evaluator")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
