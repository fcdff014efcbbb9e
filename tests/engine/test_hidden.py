"""What is hidden stays hidden, and one run's end is not the next one's start."""

from typing import Any

import pytest
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.checkpoint.memory import InMemorySaver

from course_lib import engine
from course_lib.testing.invariants import assert_no_leak
from tests.engine.samples import (
    FOR_TOOLS,
    LOOKUP,
    PLAN,
    SIMPLE,
    SORT,
    analysis,
    context,
    critic,
    draft,
    output,
    run,
    step,
)

CANARY = "kanarienvogel"
THOUGHT = f"<think>{CANARY}</think>"
ESCAPED = f"<\\u0074hink>{CANARY}</\\u0074hink>"


def giving(value: Any) -> BaseTool:
    """A tool called `search` that gives this, or raises it."""

    def search(query: str) -> Any:
        if isinstance(value, Exception):
            raise value
        return value

    return StructuredTool.from_function(search, description="Looks something up.")


def test_reasoning_that_json_spells_with_escapes_reaches_no_field() -> None:
    wrong = {"claim": None, "aspect": "completeness", "fix": "add", "what": "HEREprice"}
    script = [
        analysis(domain="HEREplanning"),
        step("HEREParser.", areas=["HEREparser"], gaps=["HEREsize"], assumptions=["HEREsmall"]),
        step("HERESmall.", closed=["g1"]),
        draft(("HERETwo weeks will do.", ["s1"])),
    ]
    spoken = [reply.replace("HERE", ESCAPED) for reply in script]
    saver = InMemorySaver()
    given = context(
        [*spoken, draft(("So.", ["s1"]))],
        critics=[critic(wrong).replace("HERE", ESCAPED)],
    )

    state = engine.run({"input": PLAN}, given, checkpointer=saver, thread_id="t")

    assert "Two weeks will do." in output(state)["answer"]
    assert state["working_memory"]["assumptions"][0]["text"] == "small"
    assert_no_leak(state, CANARY)
    assert_no_leak([kept.checkpoint for kept in saver.list(None)], CANARY)


@pytest.mark.parametrize(
    "value",
    [
        f"{THOUGHT}12 dollars",
        f"12 dollars<think>{CANARY}",
        {"price": f"{THOUGHT}12 dollars"},
        f'{{"price": "{ESCAPED}12 dollars"}}',
        ValueError(f"{THOUGHT}no connection"),
    ],
)
def test_reasoning_in_what_a_tool_says_reaches_no_field(value: Any) -> None:
    wish = step("Look it up.", gaps=["price"], tool="search", arguments={"query": THOUGHT + "x"})
    given = context([FOR_TOOLS, wish, {"reply": "Hm.", "repeat": True}], tools=[giving(value)])

    state = run(LOOKUP, given)

    assert len(output(state)["observations"]) == 1
    assert output(state)["observations"][0]["arguments"] == {"query": "x"}
    assert_no_leak(state, CANARY)


def test_reasoning_in_evidence_and_constraints_reaches_no_field() -> None:
    task = {
        "input": SORT,
        "evidence": [f"{THOUGHT}It is 12.", {"text": f"Or 13.<think>{CANARY}"}, [THOUGHT]],
        "constraints": {"quality": {f"{THOUGHT}high"}, "scope": {"include": [THOUGHT + "fig"]}},
    }

    state = run(task, context([SIMPLE, step("apple, fig"), draft("apple, fig")]))

    assert state["evidence"] == ["It is 12.", "Or 13."]
    assert state["constraints"] == {"quality": ["high"], "scope": {"include": ["fig"]}}
    assert_no_leak(state, CANARY)


@pytest.mark.parametrize("value", [{"api_key": "hunter2hunter2"}, {"password": ["hunter2hunter2"]}])
def test_a_secret_in_what_a_tool_gives_reaches_no_field(value: Any) -> None:
    wish = step("Look it up.", gaps=["price"], tool="search")
    given = context([FOR_TOOLS, wish, {"reply": "Hm.", "repeat": True}], tools=[giving(value)])

    assert_no_leak(run(LOOKUP, given), "hunter2")


def spoilt(value: Any) -> None:
    """Changes everything in a value that can be changed."""
    for each in [*value.values()] if isinstance(value, dict) else [*value]:
        if isinstance(each, dict | list):
            spoilt(each)
    if isinstance(value, dict):
        value.update(dict.fromkeys(value, "spoilt"))
    value.clear()


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_final_state_that_is_changed_changes_no_later_run(rounds: int) -> None:
    def again() -> engine.State:
        script = [SIMPLE, step("apple, fig, pear"), draft("apple, fig, pear")]
        budget = {"max_critique_rounds": rounds}
        return run({"input": SORT, "reasoning_budget": budget}, context(script))

    first, second = again(), again()
    assert first == second
    spoilt(first)

    assert again() == second


def test_a_draft_that_nobody_looked_at_is_in_order_in_no_aspect() -> None:
    script = [SIMPLE, step("apple, fig, pear"), draft("apple, fig, pear")]

    state = run({"input": SORT, "reasoning_budget": {"max_critique_rounds": 0}}, context(script))

    assert state["critique"] == {"aspects": {}, "problems": [], "by": "nobody", "warning": None}


def test_a_critics_huge_number_is_cut_in_the_error() -> None:
    wrong = {"claim": "HERE", "aspect": "support", "fix": "remove", "what": "x"}
    reply = critic(wrong).replace('"HERE"', "9" * 4_000)
    script = [SIMPLE, step("apple, fig, pear"), draft("apple, fig, pear")]

    (error,) = run(SORT, context(script, critics=[reply]))["errors"]

    assert error.startswith("critique_answer: ")
    assert "999... of 1" in error
    assert len(error) < 120
