"""A chain that needs no model: normalise the request, read two tools side by side, compose.

The baseline of the comparison with an agent: both tools and the place where they meet stand in
the code, so nobody has to decide anything while it runs.

    normalise ──ready──> get_weather ──┐
        │        └─────> get_news ─────┴──> compose
        │ bad_task
        ▼
    handle_failure

Source: requirement "Layer 12", section 9.1 (the fixed workflow) and 9.5 (2 tool calls, 0 policy
decisions).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langchain_core.tools import BaseTool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from ...foundations.budget import Limit
from ...foundations.running import final_state
from .. import sample_tools
from .steps import Heard, fetched, noted, text_of

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

Status: TypeAlias = Literal["ok", "partial", "failed"]

LIMITS: tuple[Limit, ...] = ()
ROLES: tuple[str, ...] = ()


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        city: Whose weather is read.
        topic: On what the news is read.
    """

    city: str
    topic: str


class Entry(Task, total=False):
    """What `normalise` reads: the task, and what was wrong with it."""

    problems: list[str]


class Reading(TypedDict):
    """What a tool answered: a text, or a problem."""

    text: str
    problem: str | None


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (one tool failed) or "failed".
        text: The briefing, or None.
        tool_calls: How many tools were called.
        policy_decisions: How often a model chose what to do next: never.
        errors: What went wrong, in sentences.
    """

    status: Status
    text: str | None
    tool_calls: int
    policy_decisions: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    city: str
    topic: str
    weather: Reading | None
    news: Reading | None
    errors: list[str]
    final_output: FinalOutput | None


class Weather(TypedDict):
    """What `get_weather` writes."""

    weather: Reading


class News(TypedDict):
    """What `get_news` writes."""

    news: Reading


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on: two tools that only read."""

    get_weather: BaseTool
    get_news: BaseTool


def normalise(state: Entry) -> State:
    """Checks what entered, in composed letters and without stray blanks."""
    city, about_city = text_of(state.get("city"), "city")
    topic, about_topic = text_of(state.get("topic"), "topic")
    return {
        "city": city,
        "topic": topic,
        "weather": None,
        "news": None,
        "errors": noted("normalise", *state.get("problems", []), about_city, about_topic),
        "final_output": None,
    }


def get_weather(state: State, runtime: Runtime[Context]) -> Weather:
    """Reads the weather."""
    return {"weather": _reading(fetched(runtime.context.get_weather, city=state["city"]))}


def get_news(state: State, runtime: Runtime[Context]) -> News:
    """Reads the news."""
    return {"news": _reading(fetched(runtime.context.get_news, topic=state["topic"]))}


def compose(state: State) -> Finished:
    """Puts together what was read, in an order that does not depend on who was faster."""
    readings = [reading for reading in (state["weather"], state["news"]) if reading]
    texts = [reading["text"] for reading in readings if reading["problem"] is None]
    statuses: tuple[Status, ...] = ("failed", "partial", "ok")
    return {
        "final_output": {
            "status": statuses[len(texts)],
            "text": "\n".join(texts) or None,
            "tool_calls": len(readings),
            "policy_decisions": 0,
            "errors": [
                *state["errors"],
                *noted("compose", *(reading["problem"] for reading in readings)),
            ],
        }
    }


def handle_failure(state: State) -> Finished:
    """Ends without having called anything."""
    return compose(state)


def after_normalise(state: State) -> list[Literal["weather", "news"]] | Literal["bad_task"]:
    """Both tools, always; which ones is not for a model to say."""
    return ["weather", "news"] if state["city"] and state["topic"] else "bad_task"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_briefing`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the chain; bad input does not raise, it ends in "failed"."""
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context with the sample tools; no model speaks here.

    Raises:
        ScenarioError: If the scenario has a script.
    """
    scenario.models(ROLES)
    return Context(get_weather=sample_tools.get_weather, get_news=sample_tools.get_news)


def _reading(answer: Heard) -> Reading:
    return {"text": answer.text, "problem": answer.problem}


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("normalise", normalise)
    graph.add_node("get_weather", get_weather)
    graph.add_node("get_news", get_news)
    graph.add_node("compose", compose)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "normalise")
    graph.add_conditional_edges(
        "normalise",
        after_normalise,
        {"weather": "get_weather", "news": "get_news", "bad_task": "handle_failure"},
    )
    graph.add_edge(["get_weather", "get_news"], "compose")
    graph.add_edge("compose", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_briefing")
    return compiled.with_config(recursion_limit=4)
