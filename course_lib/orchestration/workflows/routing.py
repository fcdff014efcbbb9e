"""Routing: a model says what kind of request it is, and code says what that can lead to.

The router's whole answer is the name of a handler. A name that is not permitted leads nowhere: the
router is asked again, a bounded number of times, then the task's default handler takes over, or
the request is refused. Handlers get their arguments from the task, so a router cannot pass any.

    prepare_task ──ready──> classify ──weather──> weather_handler ──┐
         │                  ▲  │ │ └───news─────> news_handler ─────┼──> merge
         │ bad_task  asked  └──┘ │ └───both─────> both_handler ─────┘
         ▼           again       │ refused
       refuse <──────────────────┘

Source: requirement "Layer 12", section 3.2, pattern 2, and section 9.1; Anthropic, "Building
effective agents" (2024), "Routing".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, cast, get_args

from langchain_core.tools import BaseTool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import Limit, checked
from ...foundations.clock import Clock, VirtualClock
from ...foundations.errors import UnreadableReply, shown
from ...foundations.replies import read_json
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered
from .. import sample_tools
from .steps import Heard, fetched, final_state, heard, noted, text_of

Handler: TypeAlias = Literal["weather", "news", "both"]
HANDLERS: tuple[Handler, ...] = get_args(Handler)
Status: TypeAlias = Literal["ok", "partial", "refused", "failed"]

MAX_DECISIONS = Limit(
    name="max_decisions",
    used="decisions",
    default=2,
    minimum=1,
    maximum=5,
    about="times that the router may be asked",
)
LIMITS = (MAX_DECISIONS,)
ROLES = ("router",)
RECURSION_LIMIT = int(MAX_DECISIONS.maximum) + 4

ROUTER = f"""\
You sort requests. The handlers are: {", ".join(HANDLERS)}.
Answer with one JSON object and nothing else: {{"handler": "weather"}}"""


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The request.
        city: Whose weather is read, where a handler reads it.
        topic: On what the news is read, where a handler reads it.
        default_handler: Takes over when the router names none; left out, the request is refused.
        max_decisions: How often the router may be asked, 1 to 5, 2 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    city: str
    topic: str
    default_handler: str | None
    max_decisions: int | None
    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a tool of the handler failed), "refused" (no permitted handler
            was named) or "failed".
        handler: The handler that ran, or None.
        by_default: Whether it ran although the router did not name it.
        text: The answer, or None.
        tool_calls: How many tools were called.
        policy_decisions: How often the router was heard.
        errors: What went wrong, in sentences.
    """

    status: Status
    handler: Handler | None
    by_default: bool
    text: str | None
    tool_calls: int
    policy_decisions: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    city: str
    topic: str
    default_handler: Handler | None
    max_decisions: int
    decisions: int
    handler: Handler | None
    by_default: bool
    answers: list[str]
    tool_calls: int
    errors: list[str]
    final_output: FinalOutput | None


class Classified(TypedDict, total=False):
    """What `classify` writes; without a permitted handler, only the count and an error."""

    decisions: int
    handler: Handler
    by_default: bool
    errors: list[str]


class Handled(TypedDict):
    """What the handlers write."""

    answers: list[str]
    tool_calls: int
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


class Choice(BaseModel):
    """What the router answers; whether the handler is permitted is checked afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid")

    handler: str


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        router: Sorts the requests; a small model is enough.
        get_weather: Read by the handlers for weather and for both.
        get_news: Read by the handlers for news and for both.
        clock: Measures the router's time; left out, nothing is measured.
    """

    router: ChatModel
    get_weather: BaseTool
    get_news: BaseTool
    clock: Clock | None = None


def prepare_task(state: Task) -> State:
    """Checks what entered and sets every field to its start."""
    text, about_text = text_of(state.get("input"), "input")
    city, about_city = text_of(state.get("city"), "city")
    topic, about_topic = text_of(state.get("topic"), "topic")
    most, about_most = checked(state.get("max_decisions"), MAX_DECISIONS)
    default, about_default = _default(state.get("default_handler"))
    found = [about_text, about_city, about_topic, about_most, about_default]
    return {
        "input": text,
        "city": city,
        "topic": topic,
        "default_handler": default,
        "max_decisions": int(most),
        "decisions": 0,
        "handler": None,
        "by_default": False,
        "answers": [],
        "tool_calls": 0,
        "errors": noted("prepare_task", *state.get("problems", []), *found),
        "final_output": None,
    }


def classify(state: State, runtime: Runtime[Context]) -> Classified:
    """Asks the router once; at the last time, the default stands in for no permitted answer."""
    reply = heard(runtime.context.router, ROUTER, state["input"], clock=runtime.context.clock)
    update: Classified = {"decisions": state["decisions"] + 1}
    handler, problem = (None, reply.problem) if reply.problem else read_choice(reply.text)
    if handler is not None:
        return {**update, "handler": handler}
    update["errors"] = [*state["errors"], *noted("classify", problem)]
    default = state["default_handler"]
    if default is not None and update["decisions"] >= state["max_decisions"]:
        return {**update, "handler": default, "by_default": True}
    return update


def weather_handler(state: State, runtime: Runtime[Context]) -> Handled:
    """Reads the weather."""
    return _handled(state, _weather(state, runtime.context))


def news_handler(state: State, runtime: Runtime[Context]) -> Handled:
    """Reads the news."""
    return _handled(state, _news(state, runtime.context))


def both_handler(state: State, runtime: Runtime[Context]) -> Handled:
    """Reads both."""
    return _handled(state, _weather(state, runtime.context), _news(state, runtime.context))


def merge(state: State) -> Finished:
    """Ends with what the handler read."""
    complete = len(state["answers"]) == state["tool_calls"]
    status: Status = "ok" if complete else "partial" if state["answers"] else "failed"
    return _finished(state, status)


def refuse(state: State) -> Finished:
    """Ends without any handler."""
    return _finished(state, "refused" if state["decisions"] else "failed")


def read_choice(text: str) -> tuple[Handler | None, str | None]:
    """The permitted handler that a router's reply names, or None and why."""
    try:
        name = read_json(text, Choice).handler
    except UnreadableReply as error:
        return None, f"the router's reply is invalid: {error}"
    return _permitted(name), None if _permitted(name) else f"the router named {_no_handler(name)}"


def _default(given: object) -> tuple[Handler | None, str | None]:
    if given is None or _permitted(given):
        return _permitted(given), None
    return None, f"default_handler is {_no_handler(given)}; there is no default"


def _permitted(name: object) -> Handler | None:
    return next((handler for handler in HANDLERS if handler == name), None)


def _no_handler(name: object) -> str:
    return f"{shown(name)}, which is no handler; there are {', '.join(HANDLERS)}"


def _weather(state: State, context: Context) -> Heard:
    return fetched(context.get_weather, city=state["city"])


def _news(state: State, context: Context) -> Heard:
    return fetched(context.get_news, topic=state["topic"])


def _handled(state: State, *answers: Heard) -> Handled:
    problems = noted(f"{state['handler']}_handler", *(answer.problem for answer in answers))
    return {
        "answers": [answer.text for answer in answers if answer.problem is None],
        "tool_calls": len(answers),
        "errors": [*state["errors"], *problems],
    }


def _finished(state: State, status: Status) -> Finished:
    return {
        "final_output": {
            "status": status,
            "handler": state["handler"],
            "by_default": state["by_default"],
            "text": "\n".join(state["answers"]) or None,
            "tool_calls": state["tool_calls"],
            "policy_decisions": state["decisions"],
            "errors": state["errors"],
        }
    }


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is a request with all that a handler may need."""
    return "ready" if state["input"] and state["city"] and state["topic"] else "bad_task"


def after_classify(state: State) -> Handler | Literal["asked_again", "refused"]:
    """The permitted handler, or what happens without one."""
    if state["handler"] is not None:
        return state["handler"]
    return "asked_again" if state["decisions"] < state["max_decisions"] else "refused"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_routing`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Routes one request; bad input does not raise, it ends in "failed".

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return cast(State, final_state(graph, entered(task, Task), context, thread_id=thread_id))


def context_from(scenario: Scenario) -> Context:
    """A context in which the scenario's router speaks, with the sample tools."""
    clock = VirtualClock()
    return Context(
        **scenario.models(ROLES, clock=clock),
        get_weather=sample_tools.get_weather,
        get_news=sample_tools.get_news,
        clock=clock,
    )


def _compiled(checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("classify", classify)
    graph.add_node("weather_handler", weather_handler)
    graph.add_node("news_handler", news_handler)
    graph.add_node("both_handler", both_handler)
    graph.add_node("merge", merge)
    graph.add_node("refuse", refuse)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "classify", "bad_task": "refuse"}
    )
    graph.add_conditional_edges(
        "classify",
        after_classify,
        {
            "weather": "weather_handler",
            "news": "news_handler",
            "both": "both_handler",
            "asked_again": "classify",
            "refused": "refuse",
        },
    )
    graph.add_edge("weather_handler", "merge")
    graph.add_edge("news_handler", "merge")
    graph.add_edge("both_handler", "merge")
    graph.add_edge("merge", END)
    graph.add_edge("refuse", END)
    compiled = graph.compile(name="workflow_routing", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
