"""A workflow for incidents: a service's log and its last deployment, read side by side.

    search_logs ──┐
    get_deploys ──┴──> compose

No model is asked, so nothing that the log says can lead anywhere else.
"""

from functools import cache
from typing import cast

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from ...orchestration.sample_tools import get_deploys, search_logs
from ...orchestration.workflows.steps import fetched


class Output(TypedDict):
    """What comes out: what was read, in lines, and how often tools were called and models asked."""

    text: str
    tool_calls: int
    policy_decisions: int


class State(TypedDict, total=False):
    """What enters (`service`), what is read, and what comes out."""

    service: str
    log: str
    deployment: str
    final_output: Output


def look_up(service: str) -> Output:
    """Runs the workflow on one service."""
    entry: State = {"service": service}
    return cast(State, _graph().invoke(entry))["final_output"]


def _read_log(state: State) -> State:
    return {"log": fetched(search_logs, service=state["service"]).text}


def _read_deployment(state: State) -> State:
    return {"deployment": fetched(get_deploys, service=state["service"]).text}


def _compose(state: State) -> State:
    read = [state["log"], state["deployment"]]
    text = "\n".join(read)
    return {"final_output": {"text": text, "tool_calls": len(read), "policy_decisions": 0}}


@cache
def _graph() -> "CompiledStateGraph[State, None, State, State]":
    graph = StateGraph(State)
    graph.add_node("search_logs", _read_log)
    graph.add_node("get_deploys", _read_deployment)
    graph.add_node("compose", _compose)
    graph.add_edge(START, "search_logs")
    graph.add_edge(START, "get_deploys")
    graph.add_edge(["search_logs", "get_deploys"], "compose")
    graph.add_edge("compose", END)
    return graph.compile(name="lookups")
