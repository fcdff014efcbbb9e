"""One run of a graph: what it is given, and what a checkpointer keeps of it."""

import threading
from dataclasses import dataclass
from operator import add
from typing import Annotated, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from typing_extensions import TypedDict

from course_lib.foundations.running import final_state


class Task(TypedDict, total=False):
    input: str


class Entry(Task, total=False):
    problems: list[str]


class State(TypedDict, total=False):
    input: str | None
    errors: list[str]
    greeting: str
    most: Annotated[list[int], add]


@dataclass(frozen=True)
class Context:
    greeting: str


def greet(state: Entry, runtime: Runtime[Context]) -> State:
    return {"errors": state["problems"], "greeting": runtime.context.greeting}


def graph(checkpointer: Any = None) -> "CompiledStateGraph[State, Context, Task, State]":
    builder: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    builder.add_node("greet", greet)
    builder.add_edge(START, "greet")
    builder.add_edge("greet", END)
    return builder.compile(checkpointer=checkpointer)


def test_the_whole_final_state_comes_back() -> None:
    final = final_state(graph(), {"input": "Hi."}, Task, Context("Hello."))
    assert final == {"input": "Hi.", "errors": [], "greeting": "Hello.", "most": []}


@pytest.mark.parametrize("task", [None, 7, {"surprise": 1}, {"problems": ["forged"]}])
def test_what_is_wrong_with_a_task_reaches_the_first_node(task: object) -> None:
    (problem,) = final_state(graph(), task, Task, Context(""))["errors"]
    assert problem.startswith("task ")
    assert "forged" not in problem


def test_a_run_is_kept_under_its_thread() -> None:
    saver = InMemorySaver()

    final_state(graph(saver), {"input": "Hi."}, Task, Context("Hello."), thread_id="t")
    final_state(graph(saver), {}, Task, Context("Again."), thread_id="t")
    kept = graph(saver).get_state({"configurable": {"thread_id": "t"}}).values
    assert (kept["input"], kept["greeting"]) == (None, "Again.")


def test_a_checkpointer_needs_a_thread() -> None:
    with pytest.raises(ValueError, match="thread_id"):
        final_state(graph(InMemorySaver()), {}, Task, Context(""))


def test_each_step_is_kept_before_the_next_begins() -> None:
    saver, seen = InMemorySaver(), []

    def look(state: State) -> State:
        kept = saver.get_tuple({"configurable": {"thread_id": "t"}})
        seen.append(kept and kept.checkpoint["channel_values"].get("greeting"))
        return {}

    builder = StateGraph(State, context_schema=Context, input_schema=Entry)
    builder.add_node("greet", greet)
    builder.add_node("look", look)
    builder.add_edge(START, "greet")
    builder.add_edge("greet", "look")
    final_state(builder.compile(checkpointer=saver), {}, Task, Context("Hello."), thread_id="t")
    assert seen == ["Hello."]


@pytest.mark.parametrize("allowed", [1, 3])
def test_no_more_nodes_run_side_by_side_than_are_allowed(allowed: int) -> None:
    lock, running = threading.Lock(), [0]

    def work(state: State) -> State:
        with lock:
            running[0] += 1
            here = running[0]
        threading.Event().wait(0.01)
        with lock:
            running[0] -= 1
        return {"most": [here]}

    builder = StateGraph(State, context_schema=Context, input_schema=Entry)
    builder.add_node("greet", greet)
    builder.add_node("work", work)
    builder.add_edge(START, "greet")
    builder.add_conditional_edges("greet", lambda _: [Send("work", {})] * 12, ["work"])
    final = final_state(builder.compile(), {}, Task, Context(""), max_concurrency=allowed)
    assert len(final["most"]) == 12
    assert max(final["most"]) <= allowed
