"""A hundred branches that wait, against LangGraph's own fan-out with nodes that do nothing else."""

import operator
import time
from typing import Annotated, Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send
from typing_extensions import TypedDict

from course_lib.orchestration.workflows import sectioning

from .timing import Line, Subject, medians

ROUNDS = 20
BRANCHES = 100
SECONDS = 0.02
TASK = {
    "input": "A text.",
    "sections": [f"Section {number}" for number in range(BRANCHES)],
    "max_model_calls": BRANCHES,
}


class Done(TypedDict):
    """What branches leave behind."""

    done: Annotated[list[int], operator.add]


class WaitingModel(Runnable[Any, BaseMessage]):
    """Waits as a model on the network does, and costs nothing else."""

    def invoke(self, *_: Any, **__: Any) -> BaseMessage:
        """An answer after a while."""
        time.sleep(SECONDS)
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        return AIMessage("A section.", usage_metadata=usage)


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Times both in turn."""
    bare, context = _bare(), sectioning.Context(worker=WaitingModel())
    config: Any = {"max_concurrency": BRANCHES}
    taken = medians(
        {
            "ours": Subject(lambda _: _sections(context)),
            "bare": Subject(lambda _: bare.invoke({"done": []}, config)),
        },
        rounds=rounds,
    )
    return [
        Line(
            what=f"{BRANCHES} branches that wait {SECONDS * 1000:g} ms",
            against="LangGraph's Send alone",
            measured=taken["ours"],
            reference=taken["bare"],
            bound=2,
            ceiling=120,
        )
    ]


def _sections(context: sectioning.Context) -> None:
    final = sectioning.run(TASK, context)
    if final["final_output"] is None or final["final_output"]["status"] != "ok":
        raise RuntimeError(f"the measured run went wrong: {final['final_output']}")


def _bare() -> CompiledStateGraph[Done, None, Done, Done]:
    def send(_: Done) -> list[Send]:
        return [Send("wait", {"done": [number]}) for number in range(BRANCHES)]

    def wait(state: Done) -> Done:
        time.sleep(SECONDS)
        return state

    graph = StateGraph(Done)
    graph.add_node("wait", wait)
    graph.add_conditional_edges(START, send, ["wait"])
    graph.add_edge("wait", END)
    return graph.compile()
