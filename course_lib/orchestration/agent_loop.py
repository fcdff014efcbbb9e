"""A bounded agent loop whose history is closed at every checkpoint.

    start_turn ──running──> step ──running──> step ──> ...
        │                    └──normal, duplicate_tool_call, step_limit, ...──> END
        └──step_limit, budget_exhausted, invalid_input──> END

One step takes one decision of the model, guards it, and executes it. The decision and all of its
responses enter the history in one update, so no checkpoint ever holds a call without an answer.

Left out on purpose: approval before a risky tool, a ledger of effects (a turn that is repeated
after a crash, or after its task was cancelled from outside, repeats what its tools did), tools that
run at the same time or asynchronously, long-term memory, traces, and the thinking blocks that some
models want back with their calls.

Source: requirement "Agent orchestration", sections 3.3, 3.8 and 9.2. ReAct: Yao et al. (2023).
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.errors import TenantAccessDenied
from ..foundations.running import final_state
from . import sample_tools
from .agent_nodes import Context, start_turn, step, stop
from .agent_state import (
    LIMITS,
    ROLES,
    STEPS,
    TOKENS,
    Entry,
    FinalOutput,
    Guarded,
    State,
    Task,
    Termination,
)
from .conversations import ConversationBusy, only_turn, owned_namespace
from .history import MAX_STEPS
from .tool_calls import Sameness

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

__all__ = [
    "LIMITS",
    "ROLES",
    "Context",
    "ConversationBusy",
    "FinalOutput",
    "Sameness",
    "State",
    "Task",
    "TenantAccessDenied",
    "Termination",
    "build_graph",
    "context_from",
    "run",
    "run_turn",
]

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def after_start(state: Guarded) -> Termination:
    """Whether the turn may begin."""
    return state["guard"]["termination"]


def after_step(state: Guarded) -> Termination:
    """Whether the turn goes on, or why it ended."""
    return state["guard"]["termination"]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `agent_loop`; it is compiled once, and a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs one turn on a thread.

    `run_turn` also sees to whose thread it is, and that no other turn is running on it.

    Args:
        task: As in `Task`; bad input ends in "invalid_input", or a default is taken and said.
        context: The model and its tools.
        checkpointer: Keeps the conversation, if given; then `thread_id` is needed.
        thread_id: The conversation's namespace.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def run_turn(  # noqa: PLR0913  # the requirement's own signature
    user_input: str,
    *,
    tenant_id: str,
    conversation_id: str,
    context: Context,
    principal: str | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    max_steps: int = MAX_STEPS,
    max_tokens: int = int(TOKENS.default),
    wait: bool = False,
) -> State:
    """Runs one turn of a tenant's conversation.

    Args:
        user_input: What the user says.
        tenant_id: Whose conversation it is.
        conversation_id: Which one.
        context: The model and its tools.
        principal: The authenticated tenant; None if the caller vouches for `tenant_id`.
        checkpointer: Keeps the conversation; without one, every turn is the first.
        max_steps: How many decisions the model may take.
        max_tokens: How many tokens all of them may use together.
        wait: Whether to wait for a turn of this conversation that is running.

    Returns:
        The whole state; `final_output` is what the user gets.

    Raises:
        TenantAccessDenied: If the conversation is not the principal's.
        ConversationBusy: If another turn is running; it hands `user_input` back.
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    thread_id = owned_namespace(tenant_id, conversation_id, principal)
    task = {"input": user_input, "max_steps": max_steps, "max_tokens": max_tokens}
    if checkpointer is None:
        return run(task, context)
    with only_turn(checkpointer, thread_id, wait=wait) as held:
        if not held:
            raise ConversationBusy(user_input, conversation_id=conversation_id)
        return run(task, context, checkpointer=checkpointer, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which a scenario's script decides, with the sample tools that only read.

    Raises:
        ScenarioError: If the scenario has a script for another role.
    """
    clock = VirtualClock()
    models = scenario.models(ROLES, clock=clock)
    return Context(model=models["model"], tools=sample_tools.READ_ONLY, clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("start_turn", start_turn)
    graph.add_node("step", step)
    graph.add_node("stop", stop)
    graph.add_edge(START, "start_turn")
    graph.add_conditional_edges(
        "start_turn",
        after_start,
        {
            "running": "step",
            "step_limit": END,
            "budget_exhausted": END,
            "invalid_input": END,
        },
    )
    graph.add_conditional_edges(
        "step",
        after_step,
        {
            "running": "step",
            "normal": END,
            "duplicate_tool_call": END,
            "step_limit": END,
            "budget_exhausted": END,
            "model_error": END,
            "interrupted": "stop",
            "cancelled": "stop",
        },
    )
    graph.add_edge("stop", END)
    compiled = graph.compile(name="agent_loop")
    return compiled.with_config(recursion_limit=int(STEPS.maximum) + 3)
