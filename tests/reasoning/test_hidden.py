"""What stays hidden, what a thread remembers, and models that are not scripted."""

import asyncio
import json
from typing import Any, cast

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from course_lib import reasoning
from course_lib.foundations.errors import ScriptExhausted
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.foundations.tasks import entered
from course_lib.reasoning import Context, State, Task, build_graph
from course_lib.testing.invariants import assert_no_leak
from tests.reasoning.samples import (
    ANSWER,
    EVEREST,
    KOREAN,
    QUESTION,
    REWORDING,
    TRENCH,
    claims,
    context,
    knowing,
    output,
    part,
    parts,
    run,
)

CANARY = "kanarienvogel"
KEY = "sk-" + "proj-abcdefgh12345678"
REPLIES = [json.loads(json.dumps(each))["reply"] for each in (parts(), ANSWER)]


def thinking_block(text: str) -> AIMessage:
    return AIMessage([{"type": "thinking", "thinking": CANARY}, {"type": "text", "text": text}])


def reasoning_block(text: str) -> AIMessage:
    return AIMessage([{"type": "reasoning", "summary": [{"text": CANARY}]}, text])


def reasoning_content(text: str) -> AIMessage:
    return AIMessage(text, additional_kwargs={"reasoning_content": CANARY})


HIDING: dict[str, Any] = {
    "closed": lambda text: f"<think>{CANARY}</think>{text}",
    "Korean": lambda text: f"<think>높이는 {CANARY} 아마도</think>{text}",
    "unclosed": lambda text: f"{text}<think>{CANARY}",
    "unopened": lambda text: f"{CANARY}</think>{text}",
    "thinking block": thinking_block,
    "reasoning block": reasoning_block,
    "reasoning_content": reasoning_content,
}


@pytest.mark.parametrize("way", HIDING)
@pytest.mark.parametrize("question", [QUESTION, KOREAN])
def test_hidden_reasoning_is_in_no_field_of_the_state(way: str, question: str) -> None:
    model = ScriptedChatModel([HIDING[way](text) for text in REPLIES], name="model")
    saver = InMemorySaver()

    state = reasoning.run(
        {"input": question},
        Context(model=model, knowledge=knowing()),
        checkpointer=saver,
        thread_id="t",
    )

    assert output(state)["status"] == "ok"
    assert_no_leak(state, CANARY)
    assert_no_leak([each.checkpoint for each in saver.list(None)], CANARY)


@pytest.mark.parametrize("way", HIDING)
def test_a_direct_answer_hides_it_too(way: str) -> None:
    said = HIDING[way]("Please send the report to Anna by 5 pm.")

    state = run(REWORDING, context(said))

    assert output(state)["answer"] == "Please send the report to Anna by 5 pm."
    assert_no_leak(state, CANARY)


@pytest.mark.parametrize(
    "text", [f"<think>{CANARY}", f"<think>{CANARY}</think>", CANARY + "</think>"]
)
def test_a_reply_that_is_all_thought_is_an_empty_one(text: str) -> None:
    state = run(QUESTION, context({"reply": text, "repeat": True}))

    assert state["errors"][0] == "decompose_question: the reply is empty; rules are used"
    assert_no_leak(state, CANARY)


def test_secrets_reach_no_error_and_no_observation() -> None:
    told = part(label=KEY, terms=[f"port {KEY}", "Everest"], evidence=f"Everest with {KEY}")
    computed = part("s2", kind="computation", program=f"result = {KEY} + 1", label="sum")

    state = run(f"What is the total for Bearer {KEY}?", context(parts(told, computed)))

    assert state["observations"]
    assert state["errors"]
    assert_no_leak((state["errors"], state["observations"]), KEY)


def test_a_secret_in_a_bad_task_is_not_repeated() -> None:
    task = {"input": {"api_key": "hunter2"}, "reasoning_depth": KEY, "allow_computation": KEY}

    state = run(task, context())

    assert len(state["errors"]) == 3
    assert_no_leak(state, KEY)
    assert_no_leak(state, "hunter2")


def test_a_second_run_on_a_thread_starts_afresh() -> None:
    saver = InMemorySaver()
    first, second = (
        reasoning.run(
            {"input": QUESTION},
            context(parts(), ANSWER),
            checkpointer=saver,
            thread_id="t",
        )
        for _ in range(2)
    )

    assert first == second
    assert len(first["observations"]) == 2


def test_a_blank_second_run_keeps_nothing_of_the_first() -> None:
    saver = InMemorySaver()
    given = context(parts(), ANSWER)

    reasoning.run({"input": QUESTION}, given, checkpointer=saver, thread_id="t")
    second = reasoning.run({"input": " "}, given, checkpointer=saver, thread_id="t")

    assert output(second)["status"] == "invalid_input"
    assert_no_leak(second, "Everest")


def test_a_checkpointer_needs_a_thread() -> None:
    with pytest.raises(ValueError, match="thread_id"):
        reasoning.run({"input": QUESTION}, context(), checkpointer=InMemorySaver())


def test_any_chat_model_will_do() -> None:
    model = FakeListChatModel(responses=[f"```json\n{text}\n```" for text in REPLIES])

    state = reasoning.run({"input": QUESTION}, Context(model=model, knowledge=knowing()))

    assert output(state)["status"] == "ok"
    assert (output(state)["budget_used"]["model_calls"], state["errors"]) == (2, [])


def test_a_model_that_chats_is_replaced_by_rules() -> None:
    model = FakeListChatModel(responses=["I would rather talk about cats."])

    state = reasoning.run(
        {"input": "How tall is Everest?"}, Context(model=model, knowledge=knowing())
    )

    assert output(state)["answer"] == "Everest is 8,848.86 m tall."
    assert [error.partition(":")[0] for error in state["errors"]] == [
        "decompose_question",
        "synthesize_answer",
    ]


def test_it_runs_asynchronously() -> None:
    graph, entry = build_graph(), cast(Task, entered({"input": QUESTION}, Task))

    final = asyncio.run(graph.ainvoke(entry, context=context(parts(), ANSWER)))

    assert output(cast(State, final))["status"] == "ok"


@pytest.mark.parametrize("task", [None, 5, "Why?", [1], {}, {"inputs": "Why?"}])
def test_a_task_that_is_none_is_invalid_input(task: Any) -> None:
    state = reasoning.run(task, context())

    assert output(state)["status"] == "invalid_input"
    assert state["errors"]


def test_unknown_keys_of_a_task_are_named() -> None:
    state = run({"input": QUESTION, "depth": "deep"}, context(parts(), ANSWER))

    assert len(state["errors"]) == 1
    assert "task has no key 'depth'" in state["errors"][0]


def test_a_script_that_ends_too_early_is_no_ending_of_the_run() -> None:
    with pytest.raises(ScriptExhausted, match="call 2 found no reply"):
        run(QUESTION, context(parts()))


def test_a_direct_answer_adds_nothing() -> None:
    written = claims(
        ("Please send the report to Anna by 5 pm.", ["input"]),
        ("Ask Bob for it.", ["input"]),
        ("It has 12 pages.", ["input"]),
        direct=True,
    )

    state = run(REWORDING, context(written))

    assert output(state)["answer"] == "Please send the report to Anna by 5 pm."
    assert output(state)["status"] == "ok"


def test_what_an_entry_hides_is_not_in_the_final_state() -> None:
    hidden = f"<think>{CANARY}</think>{KEY}"
    entry = EVEREST.model_copy(
        update={"claim": f"{EVEREST.claim}{hidden}", "source": f"atlas{hidden}"}
    )

    state = run(QUESTION, context(parts(), ANSWER, knowledge=knowing(entry, TRENCH)))

    assert state["supporting_evidence"][0]["source"] == "atlas ***"
    assert_no_leak(state, CANARY)
    assert_no_leak(state, KEY)
