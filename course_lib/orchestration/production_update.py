"""What the production graph's nodes read from replies and write into the state: pure functions."""

from collections.abc import Sequence
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from ..foundations.budget import checked
from ..foundations.errors import shown
from .history import fingerprint
from .production_state import (
    LIMITS,
    PHASES,
    Action,
    ApprovalRequest,
    Entry,
    Phase,
    State,
    Status,
    ToolRecord,
    Update,
)
from .workflows.steps import Heard, noted, text_of


class ProposedCall(BaseModel):
    """A tool call, as a model writes it."""

    model_config = ConfigDict(strict=True)

    name: str
    args: dict[str, Any] = {}


class Plan(BaseModel):
    """What the planner answers."""

    model_config = ConfigDict(strict=True)

    query: str
    action: ProposedCall | None = None


class Verdict(BaseModel):
    """What the judge answers."""

    model_config = ConfigDict(strict=True)

    enough: bool
    query: str = ""
    action: ProposedCall | None = None


def tokens_spent(state: State) -> bool:
    """Whether no token is left, so that no call may start."""
    return state["tokens"] >= state["max_tokens"]


def phases_after(state: State, node: str) -> list[Phase]:
    """The phases with those that a node brings; staying in one adds none."""
    first, *later = PHASES[node]
    stays = state["phases"][-1:] == [first]
    return [*state["phases"], *([] if stays else [first]), *later]


def started(task: Entry) -> State:
    """Every field at its start, and what was wrong with the task."""
    goal, about_goal = text_of(task.get("input"), "input")
    limits = {limit.name: checked(task.get(limit.name), limit) for limit in LIMITS}
    numbers = {name: int(value) for name, (value, _) in limits.items()}
    approvals, about_approvals = _fingerprints(task.get("approvals"), "approvals")
    rejections, about_rejections = _fingerprints(task.get("rejections"), "rejections")
    found = [about_goal, about_approvals, about_rejections]
    found += [problem for _, problem in limits.values()]
    return {
        "original_goal": goal,
        "approvals": approvals,
        "rejections": rejections,
        "max_steps": numbers["max_steps"],
        "max_retrievals": numbers["max_retrievals"],
        "max_tool_calls": numbers["max_tool_calls"],
        "max_tokens": numbers["max_tokens"],
        "step_count": 0,
        "retrievals": 0,
        "tool_calls": 0,
        "tokens": 0,
        "budget_remaining": {"steps": numbers["max_steps"], "tokens": numbers["max_tokens"]},
        "query": "",
        "action": None,
        "pending_action": None,
        "evidence": {},
        "evidence_ids": [],
        "tool_history": [],
        "performed": [],
        "enough": False,
        "fault": None,
        "approval_status": "not_needed",
        "phases": [*PHASES["plan"]],
        "errors": noted("plan", *task.get("problems", []), *found),
        "final_output": None,
    }


def merged(state: State, update: Update) -> State:
    """The state with an update in it."""
    return cast(State, {**state, **update})


def _fingerprints(given: object, name: str) -> tuple[list[str], str | None]:
    if given is None:
        return [], None
    if not isinstance(given, list) or not all(isinstance(entry, str) for entry in given):
        return [], f"{name} must be a list of fingerprints, got {shown(given)}; none is taken"
    return given, None


def proposed(call: ProposedCall | None) -> Action | None:
    """The action that a model proposes, if it does."""
    return None if call is None else {"name": call.name, "args": call.args}


def known_as(action: Action) -> str:
    """An action's fingerprint: the same for the same tool and arguments."""
    return fingerprint({"name": action["name"], "args": action["args"]})


def pending_action(state: State) -> Action:
    """The action; the edges lead to an approval only where there is one."""
    return cast(Action, state["pending_action"])


def recorded(action: Action, answer: Heard) -> ToolRecord:
    """The record of a call that was made."""
    return {
        "fingerprint": known_as(action),
        "name": action["name"],
        "result": answer.text,
    }


def spent(state: State, reply: Heard) -> Update:
    """What a model call adds to the counts, and what it leaves."""
    steps, tokens = state["step_count"] + 1, state["tokens"] + reply.tokens
    return {
        "step_count": steps,
        "tokens": tokens,
        "budget_remaining": {
            "steps": max(0, state["max_steps"] - steps),
            "tokens": max(0, state["max_tokens"] - tokens),
        },
    }


def faulty(state: State, node: str, problem: str | None) -> Update:
    """A fault, for the judge's router to see."""
    return {"fault": "error", "errors": errors_after(state, node, problem)}


def errors_after(state: State, node: str, problem: str | None) -> list[str]:
    """The errors with one more."""
    return [*state["errors"], *noted(node, problem)]


def observed(state: State) -> str:
    """The goal, every time in full, and all that was observed."""
    documents = [f"[{name}] {text}" for name, text in state["evidence"].items()]
    results = [f"{record['name']}: {record['result']}" for record in state["tool_history"]]
    seen = "\n".join([*documents, *results]) or "nothing"
    return f"Goal:\n{state['original_goal']}\n\nObserved:\n{seen}"


def finished(
    state: State,
    status: Status,
    *,
    answer: str | None = None,
    request: ApprovalRequest | None = None,
    problems: Sequence[str] = (),
) -> Update:
    """An ending: the last phase, and an output with every key."""
    ending = {"ok": "final_answer", "approval_required": "human_approval"}
    phases = phases_after(state, ending.get(status, "fail_safe"))
    return {
        "phases": phases,
        "final_output": {
            "status": status,
            "answer": answer,
            "evidence_ids": state["evidence_ids"],
            "performed": state["performed"],
            "approval_request": request,
            "phases": phases,
            "errors": [*state["errors"], *problems],
        },
    }
