"""A production graph: what an agent can do is what the drawing lets it do.

    plan ──> retrieve_docs ──> call_tool ──> judge_observation
                   ▲                          │  ├──enough_evidence──> final_answer <──┐
                   └─────missing_evidence─────┘  ├──risky_action──> human_approval     │
                                                 │       approved │  │ rejected        │
                                                 │                ▼  │                 │
                                                 │   perform_action ─│────performed────┘
                                                 │                │  ▼
                                                 └──error, ───────┴> fail_safe
                                                    budget_exceeded

The five words behind `judge_observation` are the requirement's; `perform_action` and the words
around it are added, so that an irreversible action has a node of its own, which nothing but an
approval leads to. A run without a person's decision ends in `approval_required` and says what to
decide; the same task with the decision then goes on to the action.

Source: requirement "Layer 12", section 3.8.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.running import final_state
from . import sample_tools
from .production_nodes import (
    Context,
    call_tool,
    fail_safe,
    final_answer,
    human_approval,
    judge_observation,
    perform_action,
    plan,
    retrieve_docs,
)
from .production_state import LIMITS, MAX_STEPS, ROLES, Entry, FinalOutput, State, Status, Task
from .production_update import tokens_spent

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

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

# A backstop only: three nodes for each call of the judge, the approval, the action, an ending.
RECURSION_LIMIT = 3 * int(MAX_STEPS.maximum) + 6

Judgement: TypeAlias = Literal[
    "enough_evidence", "missing_evidence", "risky_action", "error", "budget_exceeded"
]


def after_judgement(state: State) -> Judgement:
    """What the observation leads to; faults, budget and risk come before the judge's opinion."""
    if state["fault"]:
        return state["fault"]
    if tokens_spent(state):
        return "budget_exceeded"
    if state["pending_action"]:
        return "risky_action"
    if state["enough"]:
        return "enough_evidence"
    within = state["retrievals"] < state["max_retrievals"]
    return "missing_evidence" if within else "budget_exceeded"


def after_approval(state: State) -> Literal["approved", "rejected", "waiting"]:
    """What a person decided."""
    match state["approval_status"]:
        case "approved":
            return "approved"
        case "rejected":
            return "rejected"
        case _:
            return "waiting"


def after_action(state: State) -> Literal["performed", "error"]:
    """Whether the action succeeded."""
    return "error" if state["fault"] else "performed"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `production_agent`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the graph to one of its endings; bad input does not raise, it ends in "failed".

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's scripts speak, with the sample tools."""
    clock = VirtualClock()
    return Context(
        **scenario.models(ROLES, clock=clock),
        search=sample_tools.search_docs,
        read_tools={"get_order": sample_tools.get_order},
        irreversible_tools={"send_refund": sample_tools.send_refund},
        clock=clock,
    )


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("plan", plan)
    graph.add_node("retrieve_docs", retrieve_docs)
    graph.add_node("call_tool", call_tool)
    graph.add_node("judge_observation", judge_observation)
    graph.add_node("human_approval", human_approval)
    graph.add_node("perform_action", perform_action)
    graph.add_node("final_answer", final_answer)
    graph.add_node("fail_safe", fail_safe)

    graph.add_edge(START, "plan")
    graph.add_edge("plan", "retrieve_docs")
    graph.add_edge("retrieve_docs", "call_tool")
    graph.add_edge("call_tool", "judge_observation")
    graph.add_conditional_edges(
        "judge_observation",
        after_judgement,
        {
            "enough_evidence": "final_answer",
            "missing_evidence": "retrieve_docs",
            "risky_action": "human_approval",
            "error": "fail_safe",
            "budget_exceeded": "fail_safe",
        },
    )
    graph.add_conditional_edges(
        "human_approval",
        after_approval,
        {"approved": "perform_action", "rejected": "fail_safe", "waiting": END},
    )
    graph.add_conditional_edges(
        "perform_action", after_action, {"performed": "final_answer", "error": "fail_safe"}
    )
    graph.add_edge("final_answer", END)
    graph.add_edge("fail_safe", END)
    compiled = graph.compile(name="production_agent")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
