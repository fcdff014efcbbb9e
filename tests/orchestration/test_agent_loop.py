"""The agent loop: both matrices with the outcome beside each row, repair, interrupts, limits."""

import asyncio
import os
from itertools import pairwise
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import NodeCancelledError

from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context, State, build_graph, run
from course_lib.orchestration.history import is_closed, turns_of
from course_lib.orchestration.tool_calls import Sameness
from course_lib.testing.conformance import script_of
from course_lib.testing.invariants import assert_closed
from course_lib.testing.rows import COMPOSED, DECOMPOSED, ROWS, Bench, Row, calling, look, raw
from tests.orchestration.loop_samples import CONFIG, kept, status, tool_of, turn

# Each row of the matrix: why the turn ends, and what becomes of each of its calls, in order.
S, E, N = "success", "error", "skipped"
OUTCOMES: dict[str, tuple[str, list[str]]] = {
    "finish exactly at the cap": ("normal", [S, S, S]),
    "cap reached": ("step_limit", [S, S, S, N]),
    "two pending at the cap": ("step_limit", [S, S, S, N, N]),
    "text and call together, at the cap": ("step_limit", [S, S, S, N]),
    "text and call together, below the cap": ("normal", [S]),
    "same call for ever": ("duplicate_tool_call", [S, N]),
    "same call twice in one batch": ("duplicate_tool_call", [N, N]),
    "same call, keys in another order": ("duplicate_tool_call", [S, N]),
    "same call, 1 and 1.0": ("duplicate_tool_call", [S, N]),
    "same call, NFC and NFD": ("duplicate_tool_call", [S, N]),
    "same call, defaults spelled out": ("duplicate_tool_call", [S, N]),
    "a changed description is another call": ("normal", [S, S]),
    "unknown tool": ("normal", [E]),
    "arguments that fail the schema": ("normal", [E]),
    "arguments that are not an object": ("normal", [E]),
    "malformed arguments, alone": ("normal", [E]),
    "malformed arguments beside a good call": ("normal", [S, E]),
    "a number of 100 bits": ("normal", [E]),
    "a tool that raises, alone": ("normal", [E]),
    "a tool that raises, among good ones": ("normal", [S, E]),
    "a tool that returns 10 MB": ("normal", [S]),
    "a tool that returns None": ("normal", [S]),
    "a tool that returns bytes": ("normal", [S]),
    "a tool that returns object": ("normal", [S]),
    "a call id repeated in a reply": ("normal", [S, S]),
    "a call id reused from an earlier turn": ("normal", [S]),
    "an empty call id": ("normal", [S]),
    "a missing call id": ("normal", [S]),
    "list content": ("normal", [S]),
    "empty content": ("normal", [S]),
    "None content with calls": ("model_error", []),
    "50 calls in one reply": ("normal", [S] * 50),
    "a model fault at step 1": ("model_error", []),
    "a model fault at step 2": ("model_error", [S]),
    "a model fault at step 3": ("model_error", [S, S]),
    "a model fault at step 4": ("model_error", [S, S, S]),
    "KeyboardInterrupt in a tool": ("interrupted", [S, E]),
    "the process is told to exit in a tool": ("running", []),
}


def test_checkpoints_are_strict_in_every_test() -> None:
    assert os.environ["LANGGRAPH_STRICT_MSGPACK"] == "true"


def test_every_row_has_its_outcome() -> None:
    assert list(OUTCOMES) == [row.name for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_of_the_matrix_and_the_turn_after_it(row: Row) -> None:
    bench, saver = Bench(), InMemorySaver()
    model = ScriptedChatModel(script_of(row), name="model")
    first = ended(model, bench, saver, row)
    reason, outcomes = OUTCOMES[row.name]

    assert first["guard"]["termination"] == reason
    assert [record["outcome"] for record in first["tool_history"].values()] == outcomes
    assert first["guard"]["step_count"] == (row.decisions if row.closed_after else 0)
    assert is_closed(first["messages"]) == row.closed_after
    assert len(bench.runs) == row.runs

    bench.turn = 2
    second = turn_with(model, bench, saver, "The second turn.")

    assert second["guard"]["step_count"] == 2
    assert second["guard"]["termination"] == "normal"
    assert len(second["guard"]["seen"]) == 1
    assert second["original_goal"] == "The second turn."
    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert bool(second["errors"]) == (not row.closed_after)
    assert_closed(second["messages"])
    for snapshot in build_graph(checkpointer=saver).get_state_history(CONFIG):
        messages = snapshot.values.get("messages", [])
        assert_closed([*messages, AIMessage("next")] if turns_of(messages).active else messages)


def turn_with(model: ScriptedChatModel, bench: Bench, saver: InMemorySaver, text: str) -> State:
    task = {"input": text, "max_steps": 4}
    thread: str = CONFIG["configurable"]["thread_id"]
    return run(task, Context(model=model, tools=bench.tools), checkpointer=saver, thread_id=thread)


def ended(model: ScriptedChatModel, bench: Bench, saver: InMemorySaver, row: Row) -> State:
    """The state after a turn, whether it returned or something went up."""
    if row.goes_up is None:
        return turn_with(model, bench, saver, "The first turn.")
    with pytest.raises(row.goes_up):
        turn_with(model, bench, saver, "The first turn.")
    return kept(saver)


def test_a_changed_description_is_the_same_call_where_the_policy_says_so() -> None:
    state = turn(
        [calling(look(description="a")), calling(look(description="b"))],
        sameness=Sameness(volatile=frozenset({"description"})),
    )

    assert status(state) == "duplicate_tool_call"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (look(days=1), look(days=1.0)),
        (look(COMPOSED), look(DECOMPOSED)),
        (look(), look(units="metric")),
    ],
)
def test_without_a_policy_calls_are_compared_as_they_stand(first: Any, second: Any) -> None:
    script = [calling(first), calling(second), "done"]

    assert status(turn(script, sameness=Sameness(normalise=False))) == "normal"
    assert status(turn(script)) == "duplicate_tool_call"


def test_an_error_is_remembered_as_a_call_too() -> None:
    state = turn([calling(look("nowhere")), calling(look("nowhere"))])

    assert status(state) == "duplicate_tool_call"
    assert [record["outcome"] for record in state["tool_history"].values()] == ["error", "skipped"]


def test_an_empty_reply_is_counted_and_not_kept() -> None:
    state = turn(["", " ", "<think>hm</think>", "done"])

    assert status(state) == "normal"
    assert state["guard"]["step_count"] == 4
    assert [message.text for message in state["messages"]] == ["go", "done"]


def test_empty_replies_for_ever_end_at_the_cap() -> None:
    state = turn([{"reply": "", "repeat": True}])

    assert status(state) == "step_limit"
    assert state["guard"]["step_count"] == 4
    assert_closed(state["messages"])


def test_the_rest_of_a_batch_is_skipped_after_an_interrupt() -> None:
    bench, saver = Bench(), InMemorySaver()

    with pytest.raises(KeyboardInterrupt):
        turn([calling(look(), look("interrupt"), look("Busan"))], bench.tools, saver=saver)

    state = kept(saver)
    answers = [each.text for each in state["messages"] if isinstance(each, ToolMessage)]
    assert bench.runs == ["Seoul", "interrupt"]
    assert answers[1:] == [
        "interrupted while it ran; it may have taken effect",
        "skipped: interrupted",
    ]
    assert state["budget_used"]["tool_calls"] == 2
    assert_closed(state["messages"])
    assert status(state) == "interrupted"


def test_a_cancellation_closes_the_history_and_goes_on_up() -> None:
    def wait() -> str:
        raise asyncio.CancelledError

    saver = InMemorySaver()
    with pytest.raises(NodeCancelledError) as raised:
        turn([calling({"name": "wait"})], [tool_of(wait)], saver=saver)

    assert isinstance(raised.value.__cause__, asyncio.CancelledError)
    assert status(kept(saver)) == "cancelled"
    assert_closed(kept(saver)["messages"])


def test_a_history_that_was_left_open_is_closed_first_and_its_ids_stay_taken() -> None:
    saver = InMemorySaver()
    left = [HumanMessage("go"), raw({**look(), "id": "a"}, {**look("Busan"), "id": "b"})]
    build_graph(checkpointer=saver).update_state(CONFIG, {"messages": left}, as_node="stop")

    state = turn([raw({**look(), "id": "a"}), "done"], saver=saver)

    assert state["errors"] == ["start_turn: an earlier turn was cut off; it is closed now"]
    skipped = [each for each in state["messages"] if isinstance(each, ToolMessage)][:2]
    assert [each.text for each in skipped] == ["skipped: it was cut off before it ended"] * 2
    assert_closed(state["messages"])
    assert status(state) == "normal"


@pytest.mark.parametrize(
    ("max_steps", "used", "said"),
    [
        (None, 4, False),
        (1, 1, False),
        (0, 0, False),
        (-1, 4, True),
        (2.0, 4, True),
        (True, 4, True),
        ("2", 4, True),
        (float("nan"), 4, True),
        (10**9, 10_000, True),
    ],
)
def test_a_limit_that_makes_no_sense_is_replaced_and_said(
    max_steps: Any, used: int, said: bool
) -> None:
    state = turn(["done"], max_steps=max_steps)

    assert state["max_steps"] == used
    assert bool(state["errors"]) == said
    assert not said or state["errors"][0].startswith("start_turn: max_steps must be")
    assert status(state) == ("step_limit" if used == 0 else "normal")


@pytest.mark.parametrize(
    ("max_tokens", "reason", "runs"),
    [(0, "budget_exhausted", 0), (10, "budget_exhausted", 0), (21, "normal", 1)],
)
def test_a_spent_token_budget_ends_the_turn_closed(max_tokens: int, reason: str, runs: int) -> None:
    bench = Bench()
    tokens = {"input": 5, "output": 5}
    model = ScriptedChatModel(
        [{"tool_calls": [look()], "tokens": tokens}, {"reply": "done", "tokens": tokens}]
    )
    state = run({"input": "go", "max_tokens": max_tokens}, Context(model=model, tools=bench.tools))

    assert status(state) == reason
    assert len(bench.runs) == runs
    assert state["budget_remaining"]["tokens"] >= 0
    assert_closed(state["messages"])


@pytest.mark.parametrize("text", ["", "  ", "\u3000", "\u200b\ufeff", None, 7, ["go"]])
def test_blank_input_reaches_no_model(text: Any) -> None:
    model = ScriptedChatModel(["done"])
    state = run({"input": text}, Context(model=model))

    assert status(state) == "invalid_input"
    assert model.calls == ()
    assert state["errors"][0].startswith("start_turn: input must be text")


def test_unknown_keys_of_a_task_are_said() -> None:
    state = run({"input": "go", "steps": 3}, Context(model=ScriptedChatModel(["done"])))

    assert "no key 'steps'" in state["errors"][0]


def test_the_goal_is_shown_at_every_step_and_never_changes_within_a_turn() -> None:
    saver, model = InMemorySaver(), ScriptedChatModel([calling(look()), "done", "done"])
    turn_with(model, Bench(), saver, "Find the weather.")
    turn_with(model, Bench(), saver, "And the news.")

    instructions = {call.messages[0].text for call in model.calls}
    asked = [
        [message.text for message in call.messages if isinstance(message, HumanMessage)][-1]
        for call in model.calls
    ]
    assert len(instructions) == 1
    assert asked == ["Find the weather.", "Find the weather.", "And the news."]


def test_the_model_is_shown_whole_turns_and_the_history_keeps_all() -> None:
    saver = InMemorySaver()
    for number in range(4):
        turn([calling(look()), "done"], saver=saver, text=f"turn {number}")
    model = ScriptedChatModel(["done"])
    context = Context(model=model, max_completed_turns=2)
    thread: str = CONFIG["configurable"]["thread_id"]
    state = run({"input": "last"}, context, checkpointer=saver, thread_id=thread)

    asked = [each.text for each in model.calls[0].messages if isinstance(each, HumanMessage)]
    assert asked == ["turn 2", "turn 3", "last"]
    assert sum(isinstance(each, HumanMessage) for each in state["messages"]) == 5


def test_the_history_is_only_appended_to() -> None:
    saver = InMemorySaver()
    turn([calling(look()), calling(look("Busan")), "done"], saver=saver)
    turn([calling(look()), "done"], saver=saver)
    history = build_graph(checkpointer=saver).get_state_history(CONFIG)
    versions = [snapshot.values.get("messages", []) for snapshot in history][::-1]

    assert all(newer[: len(older)] == older for older, newer in pairwise(versions))


def test_reasoning_is_never_kept() -> None:
    saver = InMemorySaver()
    blocks = [{"type": "reasoning", "reasoning": "kanarienvogel"}, {"type": "text", "text": "So"}]
    script = [
        raw(look(), content=blocks),
        raw(look("Busan"), content="<think>kanarienvogel</think>Then"),
        AIMessage("done", additional_kwargs={"reasoning_content": "kanarienvogel"}),
    ]
    turn(script, saver=saver)

    assert "kanarienvogel" not in repr(list(saver.list(None))) + repr(dict(saver.blobs))


def test_every_reason_stands_on_the_drawing() -> None:
    branches = build_graph().builder.branches["step"]["after_step"].ends

    assert branches is not None
    assert set(branches) == {
        "running",
        "normal",
        "duplicate_tool_call",
        "step_limit",
        "budget_exhausted",
        "model_error",
        "interrupted",
        "cancelled",
    }


def test_a_usage_that_cannot_be_is_counted_here_and_said() -> None:
    absurd = {"input_tokens": -5, "output_tokens": 10**9, "total_tokens": 10**9 - 5}
    model = ScriptedChatModel([AIMessage("Done.", usage_metadata=absurd)])

    state = run({"input": "Look."}, Context(model=model))

    assert 0 < state["budget_used"]["tokens"] < 100
    (error,) = state["errors"]
    assert error.startswith("step 1: the reported usage of -5 input and 1000000000 output tokens")
    assert state["guard"]["termination"] == "normal"


def test_an_answer_that_was_broken_off_is_said() -> None:
    half = AIMessage("Half an ans", response_metadata={"finish_reason": "length"})

    state = run({"input": "Look."}, Context(model=ScriptedChatModel([half])))

    assert state["errors"] == ["step 1: the model broke off at its own limit of output tokens"]
    assert status(state) == "normal"
