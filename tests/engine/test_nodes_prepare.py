"""The nodes before the loop, as functions: a state and a hand-built Runtime in, an update out."""

from typing import Any

import pytest

from course_lib.engine import State
from course_lib.engine import nodes_prepare as prepare
from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from tests.engine.samples import (
    KOREAN,
    PLAN,
    after,
    analysis,
    asked,
    context,
    ready,
)

SELECTING = (prepare.analyze_task, prepare.select_reasoning_strategy)


def test_prepare_task_sets_every_field_to_its_start() -> None:
    state = after(context(), task="  What\tis it?\n")

    assert set(state) == set(State.__annotations__)
    assert (state["input"], state["normalized_input"]) == ("  What\tis it?\n", "What is it?")
    assert state["budget_used"] == dict.fromkeys(state["budget_used"], 0)
    assert state["engine_config"]["tool_policy"] == {"known": ["search"], "allowed": ["search"]}
    assert (state["status"], state["errors"]) == (None, [])


@pytest.mark.parametrize("given", ["", " \u3000\u200b\ufeff", None, 7, ["task"]])
def test_prepare_task_refuses_what_is_no_text(given: Any) -> None:
    state = after(context(), task={"input": given})

    assert (state["status"], state["termination_reason"]) == ("invalid_input", "invalid_input")
    assert "input must be text" in state["errors"][0]


def test_analyze_task_asks_once_and_reads_the_reply() -> None:
    given = context([analysis(domain="계획")])

    state = after(given, prepare.analyze_task, task=KOREAN)

    assert state["task_profile"] is not None
    assert (state["task_profile"]["domain"], state["task_profile"]["by"]) == ("계획", "model")
    assert (asked(given), state["budget_used"]["model_calls"]) == (1, 1)


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_analyze_task_leaves_it_to_the_rules_after_a_fault(kind: FaultKind) -> None:
    state = after(context([{"fault": kind}]), prepare.analyze_task)

    assert state["task_profile"] is not None
    assert state["task_profile"]["by"] == "rules"
    assert state["errors"] == [f"analyze_task: model: {kind} (scripted, call 1); the rules decided"]
    assert state["budget_used"]["model_calls"] == 1


def test_analyze_task_asks_nobody_without_a_call() -> None:
    given = context()
    task = {"input": PLAN, "reasoning_budget": {"max_model_calls": 0}}

    state = after(given, prepare.analyze_task, task=task)

    assert state["task_profile"] is not None
    assert (state["task_profile"]["by"], state["errors"], asked(given)) == ("rules", [], 0)


def test_select_reasoning_strategy_says_what_and_why() -> None:
    state = ready()

    assert state["selected_strategy"] == "decompose"
    assert state["strategy_history"] == [
        {"strategy": "decompose", "reason": "The task requires a multi-step estimate."}
    ]


@pytest.mark.parametrize(
    ("available", "reason"),
    [([], "insufficient_evidence"), (["react_tool_loop"], "tool_unavailable")],
)
def test_select_reasoning_strategy_is_blocked_where_none_is_permitted(
    available: list[str], reason: str
) -> None:
    task = {"input": PLAN, "available_strategies": available}

    state = after(context([analysis()], tools=()), *SELECTING, task=task)

    assert (state["status"], state["termination_reason"]) == ("blocked", reason)
    assert state["selected_strategy"] is None


@pytest.mark.parametrize(
    ("complexity", "selected", "status"), [("simple", "direct", None), ("complex", None, "failed")]
)
def test_where_no_strategy_fits_only_a_simple_task_is_answered_directly(
    complexity: str, selected: str | None, status: str | None
) -> None:
    task = {"input": PLAN, "available_strategies": ["direct"]}
    given = context([analysis(complexity=complexity, needs_tools=True)])

    state = after(given, *SELECTING, task=task)

    assert (state["selected_strategy"], state["status"]) == (selected, status)


def test_prepare_working_memory_holds_what_there_is_to_work_with() -> None:
    task = {
        "input": f"{PLAN}\nConstraints: two engineers",
        "evidence": ["Two engineers.", {"text": "No tests."}],
        "constraints": {"scope": {"include": ["error reports"]}},
    }

    state = ready(task=task)

    assert [each["result"] for each in state["observations"]] == ["Two engineers.", "No tests."]
    assert {(each["tool"], each["asked_by"]) for each in state["observations"]} == {
        ("evidence", "task")
    }
    memory = state["working_memory"]
    assert (memory["subgoals"], memory["constraints"]) == (["error reports"], ["two engineers"])
    assert (memory["evidence"], memory["tools"]) == (["o1", "o2"], ["search"])
    assert (memory["gaps"], memory["assumptions"], memory["conclusions"]) == ([], [], [])
