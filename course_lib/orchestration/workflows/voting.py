"""Parallelisation by voting: the same question several times, and the majority decides.

An option wins with more than half of the valid votes. Without one the task's tie rule decides, or
nothing does. If half of the votes or more are missing, there is no quorum.

    prepare_ballot ──vote──> vote (one for each) ──> count_votes
          │ no_ballot
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
from .branches import MAX_BRANCHES, BranchClock, dispatched
from .voting_nodes import Context, count_votes, decided, handle_failure, prepare_ballot, vote
from .voting_state import LIMITS, ROLES, Ballot, Entry, FinalOutput, State, Status, Task

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
    "decided",
    "run",
]

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def fan_out(state: State) -> list[Send] | Literal["no_ballot"]:
    """One branch for each vote, with its share."""
    if not state["options"]:
        return "no_ballot"
    listed = "\n".join(f"- {option}" for option in state["options"])
    total = state["votes"]
    branches = dispatched(
        [
            f"{state['input']}\n{listed}\nVote {number} of {total}."
            for number in range(1, total + 1)
        ],
        calls=state["max_model_calls"],
        timeout_ms=state["branch_timeout_ms"],
    )
    return [Send("vote", Ballot(branch=each, options=state["options"])) for each in branches]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_voting`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> State:
    """Asks for all votes and counts them; bad input does not raise, it ends in "failed".

    Args:
        task: As in `Task`.
        context: The model.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.
        max_concurrency: How many votes may be asked for at the same time; all, if left out.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(
        graph, task, Task, context, thread_id=thread_id, max_concurrency=max_concurrency
    )


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's voter speaks, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_ballot", prepare_ballot)
    graph.add_node("vote", vote, input_schema=Ballot)
    graph.add_node("count_votes", count_votes)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_ballot")
    graph.add_conditional_edges(
        "prepare_ballot", fan_out, {"vote": "vote", "no_ballot": "handle_failure"}
    )
    graph.add_edge("vote", "count_votes")
    graph.add_edge("count_votes", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_voting")
    return compiled.with_config(recursion_limit=4, max_concurrency=MAX_BRANCHES)
