"""`Context` and the nodes of `workers`, in the order in which data meets them."""

from dataclasses import dataclass

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from ...foundations.tasks import is_blank, normalized
from .branches import BRANCH_TIMEOUT, Branch, Worked, calls_of, problems_of, slowest, worked
from .steps import heard, noted, text_of
from .workers_state import (
    MAX_SUBTASKS,
    MAX_WORKER_CALLS,
    Collected,
    Entry,
    Finished,
    Planned,
    State,
    Status,
)

PLAN = """\
You split a request into sub-tasks that do not depend on each other, or into none if it is simple.
Answer with one JSON object and nothing else: {"subtasks": ["what one worker should do"]}"""
WORK = "You do one sub-task of a larger request and report what you found."
SYNTHESIZE = "You answer the request from your workers' reports. Say what is missing."


class Plan(BaseModel):
    """What the orchestrator answers when it plans."""

    model_config = ConfigDict(strict=True)

    subtasks: list[str]


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        orchestrator: Plans and synthesises.
        worker: Does the sub-tasks.
        branch_clock: Measures each worker's time; the system's clock if left out.
    """

    orchestrator: ChatModel
    worker: ChatModel
    branch_clock: Clock | None = None


def plan(state: Entry, runtime: Runtime[Context]) -> Planned:
    """Checks what entered, asks for the sub-tasks, and cuts what is over the limit."""
    text, about_text = text_of(state.get("input"), "input")
    most, about_most = checked(state.get("max_subtasks"), MAX_SUBTASKS)
    calls, about_calls = checked(state.get("max_worker_calls"), MAX_WORKER_CALLS)
    timeout, about_timeout = checked(state.get("branch_timeout_ms"), BRANCH_TIMEOUT)
    subtasks, problem = _planned(text, int(most), runtime.context) if text else (None, None)
    found = [about_text, about_most, about_calls, about_timeout, problem]
    return {
        "input": text,
        "subtasks": subtasks,
        "max_subtasks": int(most),
        "max_worker_calls": int(calls),
        "branch_timeout_ms": timeout,
        "delegated": len(subtasks or []),
        "worker_calls": 0,
        "slowest_ms": 0,
        "outcomes": None,
        "errors": noted("plan", *state.get("problems", []), *found),
        "final_output": None,
    }


def work(state: Branch, runtime: Runtime[Context]) -> Worked:
    """Asks the worker for one sub-task."""
    context = runtime.context
    return {"outcomes": [worked(state, context.worker, WORK, clock=context.branch_clock)]}


def collect(state: State) -> Collected:
    """Counts what all workers used; a decision after a worker would see that worker alone."""
    return {
        "worker_calls": calls_of(state["outcomes"]),
        "slowest_ms": slowest(state["outcomes"]),
    }


def synthesize(state: State, runtime: Runtime[Context]) -> Finished:
    """Asks the orchestrator for the answer; reports stand in the plan's order."""
    model, clock = runtime.context.orchestrator, runtime.context.branch_clock
    answer = heard(model, SYNTHESIZE, _reports(state), clock=clock)
    if answer.problem:
        return _finished(state, "failed", None, noted("synthesize", answer.problem))
    failed = any(outcome["problem"] for outcome in state["outcomes"])
    return _finished(state, "partial" if failed else "ok", answer.text, [])


def handle_failure(state: State) -> Finished:
    """Ends without an answer."""
    return _finished(state, "failed", None, [])


def read_plan(text: str, most: int) -> tuple[list[str] | None, str | None]:
    """The different sub-tasks of a plan, `most` at most; None and why where there is no plan."""
    try:
        given = read_json(text, Plan).subtasks
    except UnreadableReply as error:
        return None, f"the plan is invalid: {error}"
    subtasks = list(dict.fromkeys(normalized(entry) for entry in given if not is_blank(entry)))
    if len(subtasks) > most:
        return subtasks[:most], f"the plan has {len(subtasks)} sub-tasks; {most} are delegated"
    return subtasks, None


def _planned(text: str, most: int, context: Context) -> tuple[list[str] | None, str | None]:
    about = f"Request:\n{text}\n\nAt most {most} sub-tasks."
    reply = heard(context.orchestrator, PLAN, about, clock=context.branch_clock)
    return (None, reply.problem) if reply.problem else read_plan(reply.text, most)


def _reports(state: State) -> str:
    subtasks = state["subtasks"] or []
    parts = [f"Request:\n{state['input']}"]
    for outcome in state["outcomes"]:
        report = outcome["text"] or f"(no report: {outcome['problem']})"
        parts.append(f"{outcome['number']}. {subtasks[outcome['number'] - 1]}\n{report}")
    return "\n\n".join(parts)


def _finished(state: State, status: Status, answer: str | None, problems: list[str]) -> Finished:
    subtasks, outcomes = state["subtasks"] or [], state["outcomes"]
    failed = noted("work", *problems_of(outcomes, "sub-task"))
    return {
        "final_output": {
            "status": status,
            "answer": answer,
            "subtasks": subtasks,
            "not_done": [
                subtasks[outcome["number"] - 1] for outcome in outcomes if outcome["problem"]
            ],
            "errors": [*state["errors"], *failed, *problems],
        },
    }
