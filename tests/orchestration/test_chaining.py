"""Prompt chaining: the gate, the way back and its bound, and each step's result in the next."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.errors import FAULT_KINDS
from course_lib.orchestration.workflows import chaining
from course_lib.orchestration.workflows.chaining_state import MAX_LANGUAGES
from tests.orchestration.workflow_samples import branches_of, for_ever, models

PASSED = json.dumps({"passes": True, "reason": "Fine."})
OFF_TONE = json.dumps({"passes": False, "reason": "Too loud."})
BRIEF = {"input": "The new tram line."}


def ran(task: dict[str, Any], writer: Any, gate: Any, translator: Any = ()) -> Any:
    context = chaining.Context(**models(writer=writer, gate=gate, translator=translator))
    return chaining.run(task, context)["final_output"], context


def test_every_edge_and_every_word_on_it() -> None:
    assert branches_of(chaining.build_graph()) == {
        "prepare_task": {"ready": "write_copy", "bad_task": "handle_failure"},
        "write_copy": {"written": "check_tone", "no_copy": "handle_failure"},
        "check_tone": {
            "passed": "translate",
            "off_tone": "write_copy",
            "spent": "reject",
            "no_verdict": "handle_failure",
        },
    }


def test_each_result_is_the_next_input() -> None:
    output, context = ran(BRIEF, ["A copy."], [PASSED], ["Eine Kopie."])

    assert context.writer.calls[0].prompt == "Brief:\nThe new tram line."
    assert context.gate.calls[0].prompt == "Copy:\nA copy."
    assert context.translator.calls[0].prompt == "Into English:\nA copy."
    assert output["translations"] == {"English": "Eine Kopie."}


def test_what_is_sent_back_comes_with_the_copy_and_the_reason() -> None:
    _, context = ran(BRIEF, ["Loud!", "Quiet."], [OFF_TONE, PASSED], ["Quiet."])

    assert context.writer.calls[1].prompt == (
        "Brief:\nThe new tram line.\n\nYour last copy:\nLoud!\n\nSent back:\nToo loud."
    )


@pytest.mark.parametrize("limit", range(1, 11))
def test_the_way_back_is_bounded(limit: int) -> None:
    output, context = ran({**BRIEF, "max_attempts": limit}, for_ever("Loud!"), for_ever(OFF_TONE))

    assert (output["status"], output["attempts"]) == ("rejected", limit)
    assert len(context.writer.calls) == len(context.gate.calls) == limit


@pytest.mark.parametrize("kind", FAULT_KINDS)
@pytest.mark.parametrize("role", ["writer", "gate", "translator"])
def test_a_fault_of_any_role_is_said(role: str, kind: str) -> None:
    scripts: dict[str, Any] = {"writer": ["A."], "gate": [PASSED], "translator": ["B."]}
    output, _ = ran(BRIEF, **{**scripts, role: [{"fault": kind}]})

    assert output["status"] == ("partial" if role == "translator" else "failed")
    assert f"{role}: {kind}" in output["errors"][-1]


@pytest.mark.parametrize(
    "reply", ["Yes.", '{"passes": "yes", "reason": "x"}', '{"passes": true}', PASSED + OFF_TONE]
)
def test_the_gate_opens_only_for_a_clear_verdict(reply: str) -> None:
    output, context = ran(BRIEF, ["A."], [reply])

    assert output["status"] == "failed"
    assert context.translator.calls == ()


def test_languages_are_bounded_and_must_be_texts() -> None:
    many = [f"Language {n}" for n in range(9)]
    output, _ = ran({**BRIEF, "languages": many}, ["A."], [PASSED], for_ever("B."))
    assert len(output["translations"]) == MAX_LANGUAGES
    assert "languages may have 5 entries, got 9" in output["errors"][0]

    output, _ = ran({**BRIEF, "languages": "German"}, [], [])
    assert output["status"] == "failed"


GATE = st.sampled_from([PASSED, OFF_TONE, "Hm.", {"fault": "timeout"}])
WRITER = st.sampled_from(["A copy.", "", {"fault": "rate_limit"}])


@given(
    writer=st.lists(WRITER, min_size=10, max_size=10),
    gate=st.lists(GATE, min_size=10, max_size=10),
    limit=st.integers(0, 12),
)
def test_always_ends_within_its_limit(writer: Any, gate: Any, limit: int) -> None:
    output, context = ran({**BRIEF, "max_attempts": limit}, writer, gate, for_ever("B."))

    assert output["attempts"] <= 10
    assert bool(context.translator.calls) == (output["status"] == "ok")
    wrong = [error for error in output["errors"] if "max_attempts must be" not in error]
    assert (output["status"] == "ok") == (not wrong)
