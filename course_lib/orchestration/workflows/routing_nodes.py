"""`Context` and the nodes of `routing`, in the order in which data meets them."""

from dataclasses import dataclass

from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply, shown
from ...foundations.replies import read_json
from .routing_state import (
    HANDLERS,
    MAX_DECISIONS,
    Classified,
    Entry,
    Finished,
    Handled,
    Handler,
    State,
    Status,
)
from .steps import Heard, fetched, heard, noted, text_of

ROUTER = f"""\
You sort requests. The handlers are: {", ".join(HANDLERS)}.
Answer with one JSON object and nothing else: {{"handler": "weather"}}"""


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


def prepare_task(state: Entry) -> State:
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
