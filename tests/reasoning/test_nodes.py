"""The nodes that plan: a state and a hand-built Runtime in, a partial update out."""

from typing import Any

import pytest

from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from course_lib.reasoning import State
from course_lib.reasoning import nodes_plan as planning
from course_lib.reasoning.branches import branch_of
from tests.reasoning.samples import (
    DEPTH,
    QUESTION,
    REWORDING,
    SEVERAL,
    action,
    at_work,
    need,
    part,
    parts,
    plan,
    plans,
    retrieve,
    runtime,
    state,
)


def test_prepare_question_sets_every_field_to_its_start() -> None:
    prepared = planning.prepare_question({"input": "  Cafe\u0301 \n or tea? "})

    assert set(prepared) == set(State.__annotations__)
    assert prepared["input"] == "  Cafe\u0301 \n or tea? "
    assert prepared["normalized_input"] == "Caf\u00e9 or tea?"
    assert prepared["max_tool_calls"] == prepared["reasoning_budget"]["tool_calls"] == 6
    assert set(prepared["budget_used"].values()) == {0}
    assert (prepared["status"], prepared["errors"]) == (None, [])


def test_prepare_question_says_everything_that_was_wrong() -> None:
    task: Any = {
        "input": "\u3000",
        "reasoning_depth": "abyss",
        "max_tool_calls": -1,
        "allow_computation": "yes",
        "allowed_evidence": [5],
    }

    prepared = planning.prepare_question(task)

    assert prepared["status"] == "invalid_input"
    assert prepared["allow_computation"] is False
    assert prepared["errors"] == [
        "input must be text that asks something, got '\\u3000'",
        "reasoning_depth must be one of standard, minimal, deep, got 'abyss'; standard is used",
        "max_tool_calls must be a whole number from 0 to 30, got -1; 6 is used",
        "allow_computation must be true or false, got 'yes'; false is used",
        "allowed_evidence must be a list of ids, got [5]; all are allowed",
    ]


def test_classify_reasoning_need_is_a_rule() -> None:
    found = planning.classify_reasoning_need(state(REWORDING))["reasoning_need"]

    assert found is not None
    assert (found["direct"], found["rules"]) == (True, ["rewording"])


def test_decompose_question_reads_what_the_model_says() -> None:
    said = parts(part(), DEPTH, constraints=["in metres"], assumptions=["above the sea"])

    update = planning.decompose_question(state(), runtime(said))

    assert [each["id"] for each in update["subquestions"]] == ["s1", "s2"]
    assert update["constraints"] == ["in metres"]
    assert update["assumptions"] == ["above the sea"]
    assert update["budget_used"]["model_calls"] == 1


def test_decompose_question_says_what_it_leaves_out() -> None:
    many = [part(f"s{number}") for number in range(1, 9)]

    update = planning.decompose_question(state(), runtime(parts(*many)))

    assert len(update["subquestions"]) == 6
    assert [each.startswith("decompose_question: ") for each in update["errors"]] == [True]
    assert "s7, s8" in update["errors"][0]


@pytest.mark.parametrize("reply", ["Two parts.", '{"subquestions": []}', "{", ""])
def test_decompose_question_falls_back_on_rules_and_says_so(reply: str) -> None:
    update = planning.decompose_question(state(SEVERAL), runtime(reply))

    questions = [each["question"] for each in update["subquestions"]]
    assert questions == ["How tall is Everest", "how deep is the trench?"]
    assert len(update["errors"]) == 1
    assert update["errors"][0].endswith("rules are used")


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_fault_of_the_model_is_one_call_and_one_error(kind: FaultKind) -> None:
    update = planning.decompose_question(state(), runtime({"fault": kind}))

    assert update["budget_used"]["model_calls"] == 1
    assert update["errors"][0].startswith(f"decompose_question: model: {kind}")


def test_without_a_model_call_left_none_is_made() -> None:
    given = state({"input": QUESTION, "reasoning_budget": {"model_calls": 0}})

    update = planning.decompose_question(given, runtime())

    assert update["budget_used"]["model_calls"] == 0
    assert update["errors"] == ["decompose_question: no model call is left; rules are used"]


def test_generate_reasoning_branches_keeps_to_the_budget() -> None:
    said = plans(*(plan(name, retrieve(name, "s1")) for name in "abcd"))
    given = at_work(reasoning_need=need(branches=True))

    update = planning.generate_reasoning_branches(given, runtime(said))

    assert [each["id"] for each in update["candidate_branches"]] == ["a", "b"]
    assert update["budget_used"]["branches"] == 2
    assert update["errors"] == ["generate_reasoning_branches: left out: 2 plans beyond 2"]


def test_generate_reasoning_branches_says_what_it_leaves_out() -> None:
    said = plans(plan("a", retrieve("Everest", "s1", "s9")))

    update = planning.generate_reasoning_branches(
        at_work(reasoning_need=need(branches=True)), runtime(said)
    )

    [error] = update["errors"]
    assert error.startswith("generate_reasoning_branches: left out: plan 'a', step 1: ")
    assert error.endswith("retrieve can be for s1, s2, got 's9'")


def test_thoughts_in_what_cannot_be_read_stay_hidden() -> None:
    strange = {"label": "x", "question": "y", "id": "<think>CANARY"}
    given = at_work(reasoning_need=need(branches=True))
    odd = plans({**plan("a"), "actions": [{"kind": "<think>CANARY"}]})

    for update in (
        planning.decompose_question(state(), runtime(parts(strange))),
        planning.generate_reasoning_branches(given, runtime(odd)),
    ):
        assert update["errors"]
        assert "CANARY" not in str(update)


def test_generate_reasoning_branches_asks_nobody_where_one_plan_will_do() -> None:
    update = planning.generate_reasoning_branches(at_work(), runtime())

    assert [each["id"] for each in update["candidate_branches"]] == ["branch_1"]
    assert update["budget_used"]["model_calls"] == 0


def test_select_next_action_takes_the_first_step_of_the_best_branch() -> None:
    update = planning.select_next_action(at_work(selected_branch_id=None, next_action=None))

    assert update["selected_branch_id"] == "branch_1"
    assert [each["what"] for each in update["action_plan"]] == ["Everest height", "trench depth"]
    assert update["next_action"] == action()
    assert update["budget_exhausted"] is False


def test_an_action_plan_holds_comparisons_and_the_end() -> None:
    steps = [action(), action("compare", "", targets=["s1", "s2"]), action("finalize", "")]
    given = at_work(candidate_branches=[branch_of("b", "", steps)], selected_branch_id="b")

    plan_left = planning.select_next_action(given)["action_plan"]

    assert [each["kind"] for each in plan_left] == ["retrieve", "compare", "finalize"]


def test_select_next_action_has_none_when_the_tools_are_spent() -> None:
    given = at_work(reasoning_budget={**state()["reasoning_budget"], "tool_calls": 0})

    update = planning.select_next_action(given)

    assert (update["next_action"], update["budget_exhausted"]) == (None, True)
