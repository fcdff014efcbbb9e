"""Whatever a model decides: the turn ends, the cap holds, no checkpoint holds an open call."""

from collections import Counter
from typing import Any, cast

from hypothesis import event, given, settings
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import LIMITS, Context, State, Task, build_graph
from course_lib.orchestration.agent_state import FinalOutput
from course_lib.orchestration.history import is_closed, turns_of
from course_lib.orchestration.tool_calls import Sameness
from course_lib.testing import strategies
from course_lib.testing.invariants import assert_closed, assert_within_budget, unclosed
from tests.effort import share

SAVER = InMemorySaver()
GRAPH = build_graph(checkpointer=SAVER)
CONFIG: RunnableConfig = {"configurable": {"thread_id": "conversation"}}
EXECUTED: Counter[str] = Counter()


@tool
def look(city: Any, days: float = 1) -> Any:
    """Looks something up."""
    EXECUTED[repr(Sameness().arguments({}, {"city": city, "days": days}))] += 1
    if city == "nowhere":
        raise ValueError("there is no such city")
    return city


calls = strategies.calls(
    ["look"],
    strategies.arguments(
        {"city": "Seoul"},
        {"city": "Seoul", "days": 1.0},
        {"city": "nowhere"},
        {"city": "Busan"},
        {"city": ["Jeju"]},
        {"days": 2},
    ),
)


@settings(max_examples=share(20_000))
@given(
    script=strategies.scripts(calls, max_size=6),
    max_steps=st.integers(0, 4),
    turns=st.integers(1, 2),
)
def test_every_turn_ends_closed_and_within_its_cap(
    script: list[ReplyLike], max_steps: int, turns: int
) -> None:
    model = ScriptedChatModel(script)
    context = Context(model=model, tools=[look])
    SAVER.delete_thread("conversation")

    for _ in range(turns):
        EXECUTED.clear()
        asked = len(model.calls)
        task: Task = {"input": "Go on.", "max_steps": max_steps}
        state = cast(State, GRAPH.invoke(task, CONFIG, context=context, durability="sync"))
        event(str(state["guard"]["termination"]))
        assert_ended_well(state)
        assert len(model.calls) - asked == state["guard"]["step_count"] <= max_steps
        assert not EXECUTED or max(EXECUTED.values()) == 1
        assert EXECUTED.total() == state["budget_used"]["tool_calls"]
    assert_answered_at_every_checkpoint()


def assert_ended_well(state: State) -> None:
    assert_closed(state["messages"])
    assert_within_budget(state, LIMITS)
    assert set(state) == set(State.__annotations__)
    output = state["final_output"]
    assert output is not None
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] == state["guard"]["termination"] != "running"
    ids = [message.id for message in state["messages"]]
    assert ids == [f"message-{place}" for place in range(len(ids))]
    assert len(state["guard"]["seen"]) >= state["budget_used"]["tool_calls"]
    decisions = [message for message in state["messages"] if isinstance(message, AIMessage)]
    calls = [
        call["id"]
        for decision in decisions
        for call in (*decision.tool_calls, *decision.invalid_tool_calls)
    ]
    assert list(state["tool_history"]) == calls
    assert all(calls)


def assert_answered_at_every_checkpoint() -> None:
    for snapshot in GRAPH.get_state_history(CONFIG):
        messages: list[AnyMessage] = snapshot.values.get("messages", [])
        going_on = [AIMessage("next")] if turns_of(messages).active else []
        assert_closed([*messages, *going_on])


def asks(*ids: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": each} for each in ids])


def answers(call_id: str) -> ToolMessage:
    return ToolMessage("", tool_call_id=call_id)


messages = st.sampled_from(
    [
        HumanMessage(""),
        HumanMessage("more"),
        SystemMessage(""),
        AIMessage("done"),
        *(asks(*ids) for ids in ("a", "b", "ab", "aa")),
        *(answers(call_id) for call_id in "ab"),
    ]
)


@settings(max_examples=share(5_000))
@given(history=st.lists(messages, max_size=9))
def test_the_assertion_and_the_loop_agree_on_what_is_closed(history: list[AnyMessage]) -> None:
    assert (unclosed(history) is None) == is_closed(history)
