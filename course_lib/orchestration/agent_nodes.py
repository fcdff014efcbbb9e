"""`Context` and the nodes of the agent loop, in the order in which data meets them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage
from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from ..foundations.asking import ChatModel, Reply, ask, check_models
from ..foundations.budget import checked
from ..foundations.clock import Clock
from ..foundations.errors import ModelFault, shown
from ..foundations.tasks import is_blank
from .agent_state import (
    STEPS,
    TOKENS,
    BudgetUsed,
    Entering,
    Guard,
    Started,
    State,
    Stepped,
    Termination,
)
from .agent_update import Outcome, closing, final_output, skipped_records, stepped, with_ids
from .history import close_open_calls, guarded, recent_messages, turns_of
from .tool_calls import PlannedCall, Sameness, plan_calls
from .tool_runs import MAX_OUTPUT_CHARS, execute, skipped
from .usable_tools import Tools, usable


@dataclass(frozen=True, kw_only=True)
class Context:
    """What the loop depends on.

    Attributes:
        model: The chat model that decides.
        tools: What it may call; everything else is refused.
        system: The stable instruction, shown before every turn.
        clock: Measures the model's time; left out, nothing is measured.
        sameness: When two calls count as the same.
        max_completed_turns: How many earlier turns the model is shown.
        max_output_chars: How much of a tool's result it is shown.
    """

    model: ChatModel
    tools: Sequence[BaseTool] = ()
    system: str = "Use the tools where they help. Answer in text when you are done."
    clock: Clock | None = None
    sameness: Sameness = field(default_factory=Sameness)
    max_completed_turns: int = 10
    max_output_chars: int = MAX_OUTPUT_CHARS
    by_name: Tools = field(init=False, repr=False)
    bound: ChatModel = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Checks everything once, and binds the tools once: binding describes each anew.

        Raises:
            TypeError: If the model is no chat model, cannot be given tools, or a tool cannot be
                run here; see `usable_tools`.
            ValueError: If two tools have one name, or a number is negative.
        """
        check_models(model=self.model)
        for name in ("max_completed_turns", "max_output_chars"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, got {getattr(self, name)}")
        object.__setattr__(self, "by_name", usable(self.tools))
        object.__setattr__(self, "bound", _with_tools(self.model, self.tools))


def _with_tools(model: Any, tools: Sequence[BaseTool]) -> ChatModel:
    if not tools:
        return cast(ChatModel, model)
    if not hasattr(model, "bind_tools"):
        raise TypeError(
            f"model cannot be given tools: {shown(model)} has no bind_tools; wrap a chat model "
            "(with_retry, with_config) only after bind_tools, or pass the bare one"
        )
    return cast(ChatModel, model.bind_tools(tools))


def start_turn(state: Entering, runtime: Runtime[Context]) -> Started:
    """Closes what an earlier turn left open, and begins a turn with a fresh guard."""
    history = state.get("messages", [])
    steps, about_steps = checked(state.get("max_steps"), STEPS)
    tokens, about_tokens = checked(state.get("max_tokens"), TOKENS)
    text: Any = state.get("input")
    reason = _before_any_step(text, steps, tokens)
    repair = close_open_calls(history, "it was cut off before it ended")
    closed = [*history, *with_ids(repair, len(history))]
    earlier = recent_messages(turns_of(closed).completed, runtime.context.max_completed_turns)
    found = [
        *state.get("problems", []),
        about_steps,
        about_tokens,
        "an earlier turn was cut off; it is closed now" if repair else None,
        f"input must be text that says what to do, got {shown(text)}" if is_blank(text) else None,
    ]
    errors = [f"start_turn: {problem}" for problem in found if problem]
    turn: list[AnyMessage] = [] if is_blank(text) else [HumanMessage(text)]
    if turn and reason != "running":
        turn.append(closing(reason))
    guard: Guard = {"step_count": 0, "seen": [], "termination": reason}
    used: BudgetUsed = {"tokens": 0, "tool_calls": 0}
    return {
        "messages": [*closed[len(history) :], *with_ids(turn, len(closed))],
        "shown_from": len(closed) - len(earlier),
        "tool_history": skipped_records(repair),
        "guard": Overwrite(guard),
        "original_goal": text if turn else "",
        "evidence_ids": Overwrite([]),
        "max_steps": int(steps),
        "max_tokens": int(tokens),
        "budget_used": used,
        "budget_remaining": {"steps": int(steps), "tokens": int(tokens)},
        "approval_status": "not_needed",
        "pending_decision": None,
        "errors": errors,
        "final_output": None if reason == "running" else final_output(guard, turn, used, errors),
    }


def step(state: State, runtime: Runtime[Context]) -> Stepped:
    """Takes one decision, guards it, executes it, and answers every call that it holds."""
    context, number = runtime.context, state["guard"]["step_count"] + 1
    try:
        reply = ask(context.bound, model_input(state, context), clock=context.clock)
    except ModelFault as fault:
        errors = [f"step {number}: {fault}"]
        return stepped(state, Outcome(number=number, reason="model_error", errors=errors))
    message, planned = plan_calls(
        reply,
        context.by_name,
        issued=state["tool_history"].keys(),
        prefix=f"call-{len(state['messages'])}",
        sameness=context.sameness,
    )
    reason = decide(state, number, reply, planned)
    # A reply without text and without calls says nothing: it is counted, and not kept.
    decision = [message] if reply.text or planned else []
    if reason == "running":
        answers, reason = execute(planned, context.by_name, max_chars=context.max_output_chars)
    else:
        answers = skipped(planned, reason)
    return stepped(
        state,
        Outcome(
            number=number,
            reason=reason,
            decision=decision,
            planned=planned,
            answers=answers,
            tokens=reply.usage.total,
            errors=[f"step {number}: {doubt}" for doubt in _doubts(reply)],
        ),
    )


def stop(state: State) -> None:
    """Lets an interrupt go on up, now that the history is closed and kept."""
    cancelled = state["guard"]["termination"] == "cancelled"
    raise asyncio.CancelledError if cancelled else KeyboardInterrupt


def model_input(state: State, context: Context) -> list[AnyMessage]:
    """What the model is shown: the instruction, recent turns, this turn in full.

    The goal stands in the turn's first message, which is never left out; nothing that a user or a
    tool says becomes part of the instruction.
    """
    # Closed by construction, so nothing is checked again at every step.
    return [SystemMessage(context.system), *state["messages"][state["shown_from"] :]]


def decide(state: State, number: int, reply: Reply, planned: Sequence[PlannedCall]) -> Termination:
    """Whether the turn goes on after a decision, and if not, why.

    The order is the requirement's: a normal end, a repeated call, the cap, and last the budget.

    Args:
        state: The state before the decision.
        number: The decision's number, from 1.
        reply: The decision.
        planned: The calls that it asks for.
    """
    reason = guarded(
        number,
        final=bool(reply.text) and not planned,
        known=[call.fingerprint for call in planned if call.fingerprint is not None],
        seen=state["guard"]["seen"],
        max_steps=state["max_steps"],
    )
    spent = state["budget_used"]["tokens"] + reply.usage.total
    out = reason == "running" and spent >= state["max_tokens"]
    return "budget_exhausted" if out else reason


def _doubts(reply: Reply) -> list[str]:
    cut = "the model broke off at its own limit of output tokens" if reply.cut_off else None
    return [doubt for doubt in (reply.usage_doubt, cut) if doubt]


def _before_any_step(text: object, max_steps: float, max_tokens: float) -> Termination:
    if is_blank(text):
        return "invalid_input"
    if max_steps == 0:
        return "step_limit"
    return "budget_exhausted" if max_tokens == 0 else "running"
