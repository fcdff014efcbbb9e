"""The agent loop, against LangChain's `create_agent` and against a loop that only asks.

Both sides get the same scripted model, the same tool and the same durability, and take turns. A
step is a decision and the call that it asks for; the last decision is the answer. Of every step,
LangGraph's superstep and the model's `invoke` are the larger part; the line against a loop of
LangGraph's that only asks shows what is left for the room.

How a step's cost grows is measured with a model that costs nothing, because a prompt that grows
with every step makes any chat model slower.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

from langchain.agents import create_agent
from langchain_core.messages import AnyMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from course_lib.foundations.asking import ChatModel
from course_lib.foundations.script import ReplyLike, read_replies
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration import agent_loop

from .free_model import FreeModel
from .timing import Line, Subject, medians

ROUNDS = 40
SHORT, LONG, LONGEST = 30, 300, 3000
Saver = BaseCheckpointSaver[Any]


class Asked(TypedDict):
    """What a loop needs that only asks: the prompt, and how often it did."""

    messages: list[AnyMessage]
    steps: int


@tool
def look(number: int) -> str:
    """Looks something up."""
    return f"number {number} is clear"


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Times whole turns, and weighs what they leave in a database."""
    few = max(1, rounds // 5)
    return [
        *_against_others(SHORT, rounds),
        *_against_others(LONG, few),
        _kept(few),
        _growth(max(1, few // 4)),
        _bytes(),
    ]


def _against_others(steps: int, rounds: int) -> list[Line]:
    only_asks, scripted = _only_asks(steps), partial(_scripted, steps)
    taken = medians(
        {
            "ours": Subject(partial(_turn, steps=steps), scripted),
            "theirs": Subject(partial(_agent, steps=steps), scripted),
            "asks": Subject(
                lambda model: only_asks.invoke({"messages": [], "steps": 0}, context=model),
                lambda: scripted().bind_tools([look]),
            ),
        },
        rounds=rounds,
    )
    return [
        _line(steps, "", "create_agent", taken["ours"], taken["theirs"], bound=0.25),
        _line(steps, "", "a loop that only asks", taken["ours"], taken["asks"], bound=2),
    ]


def _kept(rounds: int) -> Line:
    scripted = partial(_scripted, LONG)
    taken = medians(
        {
            "ours": Subject(partial(_turn, steps=LONG, saver=InMemorySaver), scripted),
            "theirs": Subject(partial(_agent, steps=LONG, saver=InMemorySaver), scripted),
        },
        rounds=rounds,
    )
    return _line(LONG, ", kept", "create_agent", taken["ours"], taken["theirs"], bound=0.2)


def _growth(rounds: int) -> Line:
    taken = medians(
        {
            str(steps): Subject(
                partial(_turn, steps=steps, saver=InMemorySaver), partial(_free, steps)
            )
            for steps in (SHORT, LONGEST)
        },
        rounds=rounds,
    )
    return Line(
        what=f"a step of {LONGEST}, kept",
        against=f"a step of {SHORT}",
        measured=taken[str(LONGEST)] / LONGEST,
        reference=taken[str(SHORT)] / SHORT,
        bound=1.3,
    )


def _bytes() -> Line:
    return Line(
        what=f"a step of {LONGEST}, in SQLite",
        against=f"a step of {SHORT}",
        measured=_left_by(LONGEST) / LONGEST,
        reference=_left_by(SHORT) / SHORT,
        bound=1.3,
        unit="bytes",
    )


def _left_by(steps: int) -> int:
    """How much of a database a turn takes."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    _turn(_free(steps), steps, lambda: SqliteSaver(database))
    pages, size = (
        database.execute(f"PRAGMA {key}").fetchone()[0] for key in ("page_count", "page_size")
    )
    database.close()
    return int(pages * size)


def _turn(model: ChatModel, steps: int, saver: Callable[[], Saver] | None = None) -> None:
    final = agent_loop.run(
        {"input": "Look.", "max_steps": steps, "max_tokens": 10**8},
        agent_loop.Context(model=model, tools=[look]),
        checkpointer=saver() if saver else None,
        thread_id="t" if saver else None,
    )
    if final["guard"]["termination"] != "normal":
        raise RuntimeError(f"the measured turn went wrong: {final['final_output']}")


def _agent(model: Any, steps: int, saver: Callable[[], Saver] | None = None) -> None:
    agent: Any = create_agent(model, [look], checkpointer=saver() if saver else None)
    config = {"recursion_limit": 4 * steps, "configurable": {"thread_id": "t"}}
    durability = {"durability": "sync"} if saver else {}
    agent.invoke({"messages": [HumanMessage("Look.")]}, config, **durability)


def _only_asks(steps: int) -> CompiledStateGraph[Asked, Any, Asked, Asked]:
    """One node that asks the model as often, with a prompt as long, and executes nothing."""

    def ask(state: Asked, runtime: Runtime[Any]) -> Asked:
        reply = runtime.context.invoke([HumanMessage("Look."), *state["messages"]])
        return {"messages": [*state["messages"], reply, reply], "steps": state["steps"] + 1}

    def after(state: Asked) -> str:
        return "again" if state["steps"] < steps else "enough"

    graph: StateGraph[Asked, Any, Asked, Asked] = StateGraph(Asked, context_schema=object)
    graph.add_node("ask", ask)
    graph.add_edge(START, "ask")
    graph.add_conditional_edges("ask", after, {"again": "ask", "enough": END})
    return graph.compile().with_config(recursion_limit=steps + 2)


def _script(steps: int) -> list[ReplyLike]:
    tokens = {"input": 20, "output": 10}
    calls: list[ReplyLike] = [
        {"tool_calls": [{"name": "look", "args": {"number": number}}], "tokens": tokens}
        for number in range(1, steps)
    ]
    return [*calls, {"reply": "Done.", "tokens": tokens}]


def _scripted(steps: int) -> ScriptedChatModel:
    return ScriptedChatModel(_script(steps))


def _free(steps: int) -> FreeModel:
    replies = read_replies(_script(steps))
    return FreeModel(reply.to_message(call=call) for call, reply in enumerate(replies, start=1))


def _line(  # noqa: PLR0913  # both sides and their bound
    steps: int, kept: str, other: str, ours: float, theirs: float, *, bound: float
) -> Line:
    return Line(
        what=f"agent_loop, {steps} steps{kept}",
        against=other,
        measured=ours,
        reference=theirs,
        bound=bound,
    )
