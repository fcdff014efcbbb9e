"""Each node as a function: a state and a hand-built Runtime in, a partial update out."""

from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langgraph.runtime import Runtime

from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reflection import Context, State, nodes
from course_lib.reflection.state import Entry, FinalOutput
from tests.reflection.samples import (
    ACCEPTED,
    DOUBLE,
    FACTORIAL_TASK,
    GOOD,
    OTHER_TASK,
    REVISE,
    UNDOCUMENTED,
    attempt,
    fenced,
    runtime,
    state,
)

REVISED = attempt(critique="Add zero.", critique_status="needs_revision")
REVISING: dict[str, Any] = {
    "critique": "Add zero.",
    "critique_status": "needs_revision",
    "revision_history": [REVISED],
}


def test_prepare_task_sets_every_field_to_its_start() -> None:
    update = nodes.prepare_task({"input": OTHER_TASK}, runtime())

    assert set(update) == set(State.__annotations__) - {"input"}
    assert update["requirements"] == ["Write a function double(n).", "It returns twice n."]
    assert (update["iteration"], update["max_iterations"]) == (0, 3)
    assert update["revision_history"] == []
    assert update["errors"] == []
    started = {"requirements", "iteration", "max_iterations", "revision_history", "errors"}
    rest = {key: value for key, value in update.items() if key not in {*started, "metadata"}}
    assert set(rest.values()) == {None}


def test_prepare_task_gives_the_factorial_its_four_requirements() -> None:
    update = nodes.prepare_task({"input": FACTORIAL_TASK}, runtime())

    docstring, zero, negatives = update["requirements"][1:]
    assert "docstring" in docstring
    assert "(0) returns 1" in zero
    assert "negative n raises ValueError" in negatives


def test_prepare_task_attaches_requirements_that_are_given() -> None:
    task: Entry = {"input": FACTORIAL_TASK, "requirements": ["  Is \n fast. "]}

    assert nodes.prepare_task(task, runtime())["requirements"] == ["Is fast."]


def test_prepare_task_says_in_metadata_what_the_run_depends_on() -> None:
    task: Entry = {
        "input": "Go.",
        "max_iterations": 2,
        "metadata": {"trace_id": "t-1", "team": "a"},
    }

    assert nodes.prepare_task(task, runtime())["metadata"] == {
        "models": {"producer": "producer", "critic": "critic"},
        "scripted": ["producer", "critic"],
        "prompt_version": "1",
        "settings": {"max_iterations": 2},
        "trace_id": "t-1",
        "team": "a",
    }


def test_prepare_task_marks_only_scripted_models_as_doubles() -> None:
    models = Context(
        producer=ScriptedChatModel([], name="double"), critic=FakeListChatModel(responses=["x"])
    )

    metadata = nodes.prepare_task({"input": "Go."}, Runtime(context=models))["metadata"]
    assert metadata["scripted"] == ["producer"]
    assert metadata["models"] == {"producer": "double", "critic": "FakeListChatModel"}


def test_generate_initial_draft_opens_the_history() -> None:
    empty = state(iteration=0, current_draft=None, revision_history=[])

    assert nodes.generate_initial_draft(empty, runtime([fenced(GOOD)])) == {
        "iteration": 1,
        "current_draft": GOOD,
        "critique_status": None,
        "revision_history": [attempt()],
    }


def test_a_reply_without_code_is_an_attempt_but_no_draft() -> None:
    empty = state(iteration=0, current_draft=None, revision_history=[])
    problem = "the producer's reply holds no usable Python:"

    assert nodes.generate_initial_draft(empty, runtime(["Loop or recursion?"])) == {
        "iteration": 1,
        "revision_history": [attempt(draft="Loop or recursion?")],
        "errors": [f"generate_initial_draft: {problem} 'Loop or recursion?'"],
    }


@pytest.mark.parametrize("kind", FAULT_KINDS)
@pytest.mark.parametrize("node", ["generate_initial_draft", "refine_draft"])
def test_a_fault_of_the_producer_is_no_attempt(node: str, kind: FaultKind) -> None:
    before = state(**REVISING, errors=["earlier"])

    assert getattr(nodes, node)(before, runtime([{"fault": kind}])) == {
        "errors": ["earlier", f"{node}: producer: {kind} (scripted, call 1)"]
    }


@pytest.mark.parametrize(
    ("reply", "status", "critique"),
    [
        (ACCEPTED, "accepted", "Right."),
        (REVISE, "needs_revision", "Negative input is not handled."),
        ("CODE_IS_PERFECT", "accepted", "Accepted: all requirements are satisfied."),
        ("Hm.", "invalid", "Hm."),
    ],
)
def test_critique_draft_normalises_the_reply_and_completes_the_attempt(
    reply: str, status: str, critique: str
) -> None:
    update = nodes.critique_draft(state(), runtime(critic=[reply]))

    assert update["critique_status"] == status
    assert update["critique"] == critique
    assert update["raw_critic_output"] == reply
    assert update["revision_history"] == [attempt(critique=critique, critique_status=status)]
    assert set(update["static_check_results"].values()) == {"pass"}


def test_critique_draft_says_why_a_reply_is_invalid() -> None:
    before = state(errors=["earlier"])

    errors = nodes.critique_draft(before, runtime(critic=["Hm."]))["errors"]
    assert errors[0] == "earlier"
    assert errors[1].startswith("critique_draft: the critic's reply is invalid: no JSON verdict")


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_fault_of_the_critic_leaves_the_attempt_unreviewed(kind: FaultKind) -> None:
    update = nodes.critique_draft(state(), runtime(critic=[{"fault": kind}]))

    assert set(update) == {"static_check_results", "errors"}
    assert update["errors"] == [f"critique_draft: critic: {kind} (scripted, call 1)"]


def test_critique_draft_names_a_check_that_the_critic_overlooked() -> None:
    overlooked = nodes.critique_draft(state(current_draft=UNDOCUMENTED), runtime(critic=[ACCEPTED]))
    asked = nodes.critique_draft(state(current_draft=UNDOCUMENTED), runtime(critic=[REVISE]))

    assert overlooked["errors"] == [
        "critique_draft: the critic accepted, but the check 'docstring' fails"
    ]
    assert asked["errors"] == []


def test_critique_draft_names_what_is_unsafe_whatever_the_critic_says() -> None:
    for critic in (ACCEPTED, REVISE, "Hm.", {"fault": "timeout"}):
        before = state(current_draft=f"import os, re\n{GOOD}")
        update = nodes.critique_draft(before, runtime(critic=[critic]))

        assert update["static_check_results"]["safe"] == "fail"
        assert update["errors"][0] == "critique_draft: the draft is unsafe: it uses os"


def test_critique_draft_checks_only_safety_where_the_task_is_another() -> None:
    before = state(input=OTHER_TASK, requirements=["It doubles n."], current_draft=DOUBLE)

    update = nodes.critique_draft(before, runtime(critic=[ACCEPTED]))
    assert update["static_check_results"] == {"safe": "pass"}


def test_refine_draft_adds_an_attempt_and_awaits_a_new_critique() -> None:
    better = GOOD.replace("n!", "the factorial of n")

    update = nodes.refine_draft(state(**REVISING), runtime([fenced(better)]))
    assert update == {
        "iteration": 2,
        "current_draft": better,
        "critique_status": None,
        "revision_history": [REVISED, attempt(2, better)],
    }


def test_refine_draft_notes_that_nothing_changed() -> None:
    update = nodes.refine_draft(state(**REVISING), runtime([fenced(GOOD)]))

    assert update["revision_history"][-1]["unchanged"] is True


def test_refine_draft_keeps_the_last_usable_draft() -> None:
    update = nodes.refine_draft(state(**REVISING), runtime(["I will do better."]))

    assert "current_draft" not in update
    assert "critique_status" not in update
    assert update["iteration"] == 2
    assert update["revision_history"] == [REVISED, attempt(2, "I will do better.")]


def test_finalize_accepts() -> None:
    done = state(
        critique="Right.",
        critique_status="accepted",
        static_check_results={"safe": "pass"},
        revision_history=[attempt(), attempt(2, critique="Right.", unchanged=True)],
        iteration=2,
    )

    update = nodes.finalize(done)
    assert update["status"] == "ok"
    assert update["final_output"] == {
        "status": "ok",
        "accepted": True,
        "iterations": 2,
        "final_code": GOOD,
        "final_critique": "Right.",
        "errors": [],
        "review_metadata": {
            "critique_status": "accepted",
            "critique_of": 2,
            "static_check_results": {"safe": "pass"},
            "unchanged_attempts": [2],
        },
    }


@pytest.mark.parametrize(
    ("status", "iteration", "spent"),
    [
        ("needs_revision", 3, True),
        ("needs_revision", 2, False),
        ("invalid", 3, False),
        ("accepted", 3, False),
        (None, 3, False),
    ],
)
def test_mark_needs_review_says_when_the_attempts_are_spent(
    status: str | None, iteration: int, spent: bool
) -> None:
    before = state(critique_status=status, iteration=iteration, errors=["earlier"])

    update = nodes.mark_needs_review(before)
    limit = ["max_iterations reached before acceptance"] if spent else []
    assert update["errors"] == update["final_output"]["errors"] == ["earlier", *limit]
    assert update["status"] == update["final_output"]["status"] == "needs_review"
    assert update["final_output"]["accepted"] is False
    assert update["final_output"]["final_code"] == GOOD


def test_handle_failure_ends_without_code() -> None:
    before = state(current_draft=None, iteration=0, revision_history=[], errors=["why"])

    output = nodes.handle_failure(before)["final_output"]
    assert set(output) == set(FinalOutput.__annotations__)
    assert (output["status"], output["accepted"], output["final_code"]) == ("failed", False, None)
    assert output["errors"] == ["why"]
