"""`Context` and the nodes of `sectioning`, in the order in which data meets them."""

from dataclasses import dataclass

from langgraph.runtime import Runtime

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from .branches import (
    BRANCH_TIMEOUT,
    MAX_BRANCHES,
    MAX_MODEL_CALLS,
    Branch,
    Worked,
    calls_of,
    problems_of,
    slowest,
    worked,
)
from .sectioning_state import Entry, Joined, Split, State, Status
from .steps import noted, text_of, texts_of

WORKER = "You write one section of a text. The other sections are written by others."


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        worker: Writes the sections.
        branch_clock: Measures each section's time; the system's clock if left out.
    """

    worker: ChatModel
    branch_clock: Clock | None = None


def split(state: Entry) -> Split:
    """Checks what entered and sets every field to its start."""
    text, about_text = text_of(state.get("input"), "input")
    sections, about_sections = texts_of(state.get("sections"), "sections", most=MAX_BRANCHES)
    calls, about_calls = checked(state.get("max_model_calls"), MAX_MODEL_CALLS)
    timeout, about_timeout = checked(state.get("branch_timeout_ms"), BRANCH_TIMEOUT)
    found = [about_text, about_sections, about_calls, about_timeout]
    return {
        "input": text,
        "sections": sections if text else [],
        "max_model_calls": int(calls),
        "branch_timeout_ms": timeout,
        "model_calls": 0,
        "slowest_ms": 0,
        "outcomes": None,
        "errors": noted("split", *state.get("problems", []), *found),
        "final_output": None,
    }


def work_on_section(state: Branch, runtime: Runtime[Context]) -> Worked:
    """Asks the worker for one section."""
    context = runtime.context
    return {"outcomes": [worked(state, context.worker, WORKER, clock=context.branch_clock)]}


def join(state: State) -> Joined:
    """Joins the sections in the order in which they were asked for."""
    outcomes = state["outcomes"]
    good = [outcome for outcome in outcomes if outcome["problem"] is None]
    bad = [outcome for outcome in outcomes if outcome["problem"] is not None]
    titles = state["sections"]
    parts = [f"{titles[outcome['number'] - 1]}\n{outcome['text']}" for outcome in good]
    complete: Status = "partial" if bad else "ok"
    return {
        "model_calls": calls_of(outcomes),
        "slowest_ms": slowest(outcomes),
        "final_output": {
            "status": complete if good else "failed",
            "text": "\n\n".join(parts) or None,
            "missing": [titles[outcome["number"] - 1] for outcome in bad],
            "model_calls": calls_of(outcomes),
            "total_work_ms": sum(outcome["ms"] for outcome in outcomes),
            "critical_path_ms": slowest(outcomes),
            "errors": [*state["errors"], *noted("join", *problems_of(outcomes, "section"))],
        },
    }


def handle_failure(state: State) -> Joined:
    """Ends without a section."""
    return join(state)
