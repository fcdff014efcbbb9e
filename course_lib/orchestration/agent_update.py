"""What a step of the agent loop writes in one update: messages, guard, records, budget, end."""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage

from .agent_state import (
    BudgetUsed,
    FinalOutput,
    Guard,
    State,
    Stepped,
    Termination,
    ToolRecord,
)
from .tool_calls import PlannedCall
from .tool_runs import Answered


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one decision.

    Attributes:
        number: The decision's number in its turn, from 1.
        reason: Why the turn ends with it, or "running".
        decision: The model's message, if it is kept.
        planned: The calls that it asked for.
        answers: The response to each of them.
        tokens: What it used.
        errors: What went wrong.
    """

    number: int
    reason: Termination
    decision: Sequence[AIMessage] = ()
    planned: Sequence[PlannedCall] = ()
    answers: Sequence[Answered] = ()
    tokens: int = 0
    errors: Sequence[str] = ()


def stepped(state: State, outcome: Outcome) -> Stepped:
    """The one update with all of a step."""
    ending = [] if outcome.reason in ("running", "normal") else [closing(outcome.reason)]
    turn: list[AnyMessage] = [
        *outcome.decision,
        *(answer.message for answer in outcome.answers),
        *ending,
    ]
    records = _records(outcome)
    tried = [call for call in outcome.planned if records[call.id]["outcome"] != "skipped"]
    guard: Guard = {
        "step_count": outcome.number,
        "seen": [call.fingerprint for call in tried if call.fingerprint is not None],
        "termination": outcome.reason,
    }
    executed = sum(call.problem is None for call in tried)
    used: BudgetUsed = {
        "tokens": state["budget_used"]["tokens"] + outcome.tokens,
        "tool_calls": state["budget_used"]["tool_calls"] + executed,
    }
    update: Stepped = {
        "messages": with_ids(turn, len(state["messages"])),
        "guard": guard,
        "budget_used": used,
        "budget_remaining": {
            "steps": state["max_steps"] - outcome.number,
            "tokens": max(0, state["max_tokens"] - used["tokens"]),
        },
    }
    # What did not change is left out: every key that is written costs time at every step.
    if records:
        update["tool_history"] = records
    if evidence := [key for key, record in records.items() if record["outcome"] == "success"]:
        update["evidence_ids"] = evidence
    errors = [*state["errors"], *outcome.errors]
    if outcome.errors:
        update["errors"] = errors
    if outcome.reason != "running":
        update["final_output"] = final_output(guard, turn, used, errors)
    return update


def final_output(
    guard: Guard, turn: Sequence[AnyMessage], used: BudgetUsed, errors: list[str]
) -> FinalOutput:
    """What the user gets of a turn that ended."""
    return {
        "status": guard["termination"],
        "answer": turn[-1].text if turn else "",
        "steps": guard["step_count"],
        "tool_calls": used["tool_calls"],
        "errors": errors,
    }


def closing(reason: Termination) -> AIMessage:
    """The answer with which the guard ends a turn."""
    return AIMessage(f"I stopped before I was done: {reason}.")


def with_ids(messages: Sequence[AnyMessage], start: int) -> list[AnyMessage]:
    """The messages with ids of ours: their places in the conversation."""
    return [
        message.model_copy(update={"id": f"message-{place}"})
        for place, message in enumerate(messages, start=start)
    ]


def skipped_records(repair: Sequence[AnyMessage]) -> dict[str, ToolRecord]:
    """The calls that a repair answered; their decision's number went with the turn, so it is 0."""
    return {
        entry.tool_call_id: {
            "step": 0,
            "name": entry.name or "unknown",
            "fingerprint": None,
            "outcome": "skipped",
        }
        for entry in repair
        if isinstance(entry, ToolMessage)
    }


def _records(outcome: Outcome) -> dict[str, ToolRecord]:
    """What became of each call."""
    return {
        call.id: {
            "step": outcome.number,
            "name": call.name,
            "fingerprint": call.fingerprint,
            "outcome": answer.outcome,
        }
        for call, answer in zip(outcome.planned, outcome.answers, strict=True)
    }
