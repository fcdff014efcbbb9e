"""The requirement's failure cases, each through `run`."""

import pytest

from course_lib import reasoning
from course_lib.foundations import runs
from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from course_lib.foundations.knowledge import FailingKnowledge
from tests.reasoning.samples import (
    ANSWER,
    DEPTH,
    DIFFERENCE,
    QUESTION,
    SEVERAL,
    TRENCH,
    claims,
    context,
    entry,
    knowing,
    output,
    part,
    parts,
    plan,
    plans,
    retrieve,
    run,
)
from tests.reasoning.test_run import COMPARING, SUM


def test_blank_input_calls_no_model_and_no_tool() -> None:
    knowledge = FailingKnowledge(knowing(), [])
    model = context(knowledge=knowledge)

    state = run("\u200b \u3000", model)

    assert output(state)["status"] == "invalid_input"
    assert (output(state)["answer"], knowledge.calls) == (None, 0)
    assert len(state["errors"]) == 1


def test_an_unknown_depth_falls_back_to_standard_and_says_so() -> None:
    state = run({"input": QUESTION, "reasoning_depth": "abyss"}, context(parts(), ANSWER))

    assert state["reasoning_depth"] == "standard"
    assert state["errors"] == [
        "reasoning_depth must be one of standard, minimal, deep, got 'abyss'; standard is used"
    ]


def test_missing_evidence_is_no_reason_to_invent_any() -> None:
    state = run("What is it?", context(parts(part(terms=["qzx"]))))

    assert output(state)["status"] == "insufficient_evidence"
    assert output(state)["claims"] == []
    assert output(state)["supporting_evidence"] == []
    assert output(state)["answer"] == (
        "The knowledge base has no support for height, so no answer is given."
    )


def test_a_failed_lookup_costs_only_itself_and_what_is_there_is_told() -> None:
    failing = FailingKnowledge(knowing(), [2, 3, 4])

    state = run(QUESTION, context(parts(), knowledge=failing))

    assert state["budget_used"]["retrieval_calls"] == failing.calls == 4
    assert len(state["errors"]) == 3
    assert output(state)["status"] == "partial"
    assert [each["id"] for each in output(state)["supporting_evidence"]] == ["kb_everest"]


def test_a_failed_computation_leaves_no_number_behind() -> None:
    broken = {**DIFFERENCE, "program": "result = s1 / (s2 - s2)"}

    state = run(SUM, context(parts(part(), DEPTH, broken)))

    assert state["computation_results"] == output(state)["computation_results"] == []
    assert "divides by zero" in str(state["computation_requests"][0]["error"])
    assert state["errors"] != []
    assert output(state)["status"] == "partial"


def test_a_spent_budget_ends_the_loop_with_the_best_that_there_is() -> None:
    task = {"input": QUESTION, "reasoning_budget": {"retrieval_calls": 1}}

    run = runs.record(reasoning, task, context(parts()))

    assert run.path[-2:] == ["reflect_on_progress", "finalize_response"]
    assert run.final["budget_exhausted"]
    assert run.output["status"] == "partial"
    assert "- Everest is 8,848.86 m tall." in run.output["answer"]


def test_an_answer_that_loses_a_needed_claim_is_not_ok() -> None:
    written = claims(
        ("Everest is 8,848.86 m tall.", ["kb_everest"]), ("The trench is deep.", ["kb_no"])
    )

    state = run(QUESTION, context(parts(), written))

    assert output(state)["status"] == "partial"
    assert output(state)["knowledge_gaps"] == ["How deep is the trench?"]


def test_each_round_is_counted_so_that_no_loop_is_endless() -> None:
    task = {"input": QUESTION, "reasoning_depth": "deep"}

    run = runs.record(reasoning, task, context(parts(), knowledge=FailingKnowledge(knowing())))

    rounds = run.path.count("select_next_action") - 1
    assert run.final["budget_used"]["reflection_rounds"] == rounds
    assert 0 < rounds <= run.final["reasoning_budget"]["reflection_rounds"]


def test_when_every_branch_fails_the_output_names_the_gaps_and_what_was_tried() -> None:
    proposed = plans(plan("a", retrieve("xyzzy", "s1")), plan("b", retrieve("plugh", "s2")))

    state = run(COMPARING, context(parts(), proposed, knowledge=knowing(entry(topics=("hill",)))))

    assert output(state)["status"] in {"partial", "insufficient_evidence"}
    assert output(state)["knowledge_gaps"]
    assert {each["id"] for each in output(state)["branches"]} == {"a", "b"}
    assert output(state)["budget_used"]["retrieval_calls"] > 0
    assert len({each["what"] for each in state["observations"]}) == len(state["observations"])


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_model_that_fails_at_every_turn_is_replaced_by_rules(kind: FaultKind) -> None:
    failing = [{"fault": kind, "repeat": True}]

    state = run(SEVERAL, context(*failing))

    assert output(state)["status"] == "ok"
    assert output(state)["answer"] == "Everest is 8,848.86 m tall. The trench is 10,935 m deep."
    assert len(state["errors"]) == state["budget_used"]["model_calls"] > 0


def test_a_number_computed_from_evidence_that_is_overruled_is_computed_again() -> None:
    newer = entry(
        "kb_newer",
        claim="In 2024 the trench lay below Everest, 9,000 m tall.",
        topics=("trench", "depth"),
        value="9,000 m",
        date="2024-01-01",
        confidence=0.95,
    )
    doubled = {**DIFFERENCE, "program": "result = s1 * 2"}
    actions = (
        retrieve("survey", "s1"),
        {"kind": "compute", "program": "result = s1 * 2", "targets": ["s3"]},
        retrieve("trench depth", "s2"),
    )
    old = entry(topics=("Everest", "height", "survey"))
    script = (parts(part(), DEPTH, doubled), plans(plan("a", *actions)), {"fault": "timeout"})
    knowledge = knowing(old, newer, TRENCH)
    task = {"input": COMPARING, "reasoning_depth": "deep"}

    state = run(task, context(*script, knowledge=knowledge))

    assert output(state)["contradictions"][0]["kept"] == "kb_newer"
    assert [each["value"] for each in state["computation_results"]] == [18_000]
    assert "17697.72" not in str(output(state)["answer"])
    assert output(state)["status"] == "ok"
