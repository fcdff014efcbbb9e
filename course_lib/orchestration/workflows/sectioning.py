"""Parallelisation by sectioning: independent sections, worked on side by side, joined in order.

Which sections there are is fixed before any model is asked. A section that fails is named and does
not take the others down.

    split ──section──> work_on_section (one for each) ──> join
      │ nothing_to_do
      ▼
    handle_failure

Source: requirement "Layer 12", section 3.2, pattern 3; Anthropic, "Building effective agents"
(2024), "Parallelization".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered
from .branches import (
    BRANCH_TIMEOUT,
    MAX_BRANCHES,
    MAX_MODEL_CALLS,
    Branch,
    BranchClock,
    Outcome,
    calls_of,
    dispatched,
    gathered,
    problems_of,
    slowest,
    worked,
)
from .steps import final_state, noted, text_of, texts_of

Status: TypeAlias = Literal["ok", "partial", "failed"]

LIMITS = (MAX_MODEL_CALLS, BRANCH_TIMEOUT)
ROLES = ("worker",)

WORKER = "You write one section of a text. The other sections are written by others."


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: What the whole text is about.
        sections: The sections' titles, 20 at most.
        max_model_calls: Model calls of all sections together, 10 when left out; each section
            gets its share, and what a failed attempt leaves of it pays for another one.
        branch_timeout_ms: How long a section may take, 30,000 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    sections: list[str]
    max_model_calls: int | None
    branch_timeout_ms: float | None
    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a section is missing) or "failed".
        text: The sections in order, or None.
        missing: The titles of the sections that failed.
        model_calls: How many calls there were.
        total_work_ms: Milliseconds of all sections together.
        critical_path_ms: Milliseconds of the slowest one.
        errors: What went wrong, in sentences.
    """

    status: Status
    text: str | None
    missing: list[str]
    model_calls: int
    total_work_ms: float
    critical_path_ms: float
    errors: list[str]


class Split(TypedDict):
    """What `split` writes: every field, at its start."""

    input: str
    sections: list[str]
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Worked(TypedDict):
    """What a section writes."""

    outcomes: list[Outcome]


class Joined(TypedDict):
    """What the endings write."""

    model_calls: int
    slowest_ms: float
    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    sections: list[str]
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        worker: Writes the sections.
        branch_clock: Measures each section's time; the system's clock if left out.
    """

    worker: ChatModel
    branch_clock: Clock | None = None


def split(state: Task) -> Split:
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
    outcome = worked(
        state, context.worker, WORKER, read=lambda text: (text, None), clock=context.branch_clock
    )
    return {"outcomes": [outcome]}


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


def fan_out(state: State) -> list[Send] | Literal["nothing_to_do"]:
    """One branch for each section, with its share."""
    branches = dispatched(
        [f"The whole text: {state['input']}\nYour section: {title}" for title in state["sections"]],
        calls=state["max_model_calls"],
        timeout_ms=state["branch_timeout_ms"],
    )
    return [Send("work_on_section", branch) for branch in branches] or "nothing_to_do"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_sectioning`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> State:
    """Works on all sections; bad input does not raise, it ends in "failed".

    Args:
        task: As in `Task`.
        context: The model.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.
        max_concurrency: How many sections may be worked on at the same time; all, if left out.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph, entry = build_graph(checkpointer=checkpointer), entered(task, Task)
    final = final_state(graph, entry, context, thread_id=thread_id, max_concurrency=max_concurrency)
    return cast(State, final)


def context_from(scenario: Scenario) -> Context:
    """A context in which the scenario's worker speaks, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


def _compiled(checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("split", split)
    graph.add_node("work_on_section", work_on_section, input_schema=Branch)
    graph.add_node("join", join)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "split")
    graph.add_conditional_edges(
        "split", fan_out, {"section": "work_on_section", "nothing_to_do": "handle_failure"}
    )
    graph.add_edge("work_on_section", "join")
    graph.add_edge("join", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_sectioning", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=4, max_concurrency=MAX_BRANCHES)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
