"""The requirement's test ideas, each through `run`."""

from collections.abc import Mapping
from typing import Any

import pytest

from course_lib import reasoning
from course_lib.foundations import runs
from course_lib.foundations.knowledge import FailingKnowledge
from course_lib.reasoning import Context, FinalOutput
from tests.reasoning.samples import (
    ANSWER,
    DEPTH,
    DIFFERENCE,
    EVEREST,
    LOWER,
    QUESTION,
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

COMPARING = "Compare the height of Everest and the depth of the trench."
SUM = "What is the height of Everest and the depth of the trench in total?"
NOTHING = knowing(entry("kb_hill", claim="A hill.", topics=("hill",), subject="hill", value=1))


def path_of(task: Mapping[str, Any] | str, given: Context) -> list[str]:
    task = {"input": task} if isinstance(task, str) else task
    return runs.record(reasoning, task, given).path


def test_a_comparison_whose_evidence_is_all_there_is_ok() -> None:
    state = run(QUESTION, context(parts(), ANSWER))

    assert [each["label"] for each in state["subquestions"]] == ["height", "depth"]
    assert output(state)["status"] == state["status"] == "ok"
    assert output(state)["answer"] == "Everest is 8,848.86 m tall. The trench is 10,935 m deep."
    assert output(state)["knowledge_gaps"] == []


def test_what_is_missing_is_looked_for_again_until_the_budget_ends_it_as_partial() -> None:
    task = {"input": QUESTION, "reasoning_budget": {"retrieval_calls": 3}}

    state = run(task, context(parts(), knowledge=knowing(EVEREST)))

    assert output(state)["status"] == "partial"
    assert state["budget_exhausted"]
    assert state["budget_used"]["reflection_rounds"] >= 1
    assert output(state)["knowledge_gaps"] == ["How deep is the trench?"]


@pytest.mark.parametrize("most", [0, 1, 2, 3, 6])
def test_there_are_never_more_branches_than_the_budget_allows(most: int) -> None:
    many = plans(*(plan(name, retrieve(f"{name} height", "s1")) for name in "abcdefg"))
    task = {"input": COMPARING, "reasoning_budget": {"branches": most}}
    script = (parts(), many, ANSWER) if most > 1 else (parts(), ANSWER)

    state = run(task, context(*script))

    assert len(state["candidate_branches"]) == state["budget_used"]["branches"] == most


def test_a_number_is_computed_where_that_is_allowed() -> None:
    given = context(parts(part(), DEPTH, DIFFERENCE), claims(("19,783.86 m.", ["calc_1"])))

    run = runs.record(reasoning, {"input": SUM}, given)

    assert run.path.count("execute_computation") == 1
    assert run.final["computation_results"] == [
        {
            "id": "calc_1",
            "program": "s1 = 8848.86\ns2 = 10935\nresult = s1 + s2",
            "value": pytest.approx(19783.86),
        }
    ]


def test_a_program_with_numbers_of_its_own_answers_nothing() -> None:
    counted = part("s1", kind="computation", label="people", program="result = 12345678")

    state = run("How many people live in Seoul?", context(parts(counted), knowledge=NOTHING))

    assert output(state)["status"] != "ok"
    assert "12,345,678" not in str(output(state)["answer"])
    assert state["computation_results"] == []
    assert "the program states 12345678, which the question does not" in str(state["errors"])


def test_a_computation_is_no_evidence_for_a_fact() -> None:
    step = {"kind": "compute", "program": "result = 7", "targets": ["s1"]}
    script = (parts(), plans(plan("a", step, retrieve("qzx", "s1"))))

    state = run(COMPARING, context(*script, knowledge=NOTHING))

    assert output(state)["status"] == "insufficient_evidence"
    assert state["budget_used"]["computation_calls"] == 0
    assert "compute can be for none, got 's1'" in str(state["errors"])


def test_without_computation_its_node_is_skipped_and_the_gap_says_why() -> None:
    task = {"input": SUM, "allow_computation": False}

    run = runs.record(reasoning, task, context(parts(part(), DEPTH, DIFFERENCE)))

    assert "execute_computation" not in run.path
    assert run.output["status"] == "partial"
    assert run.output["knowledge_gaps"] == ["What is the sum? (computation is switched off)"]
    assert run.output["errors"] == []


def test_conflicting_evidence_is_recorded_and_nothing_is_ok_until_it_is_resolved() -> None:
    doubtful = entry("kb_lower", value="8,800 m", date="2022-01-01", confidence=0.5)

    state = run(QUESTION, context(parts(), knowledge=knowing(EVEREST, TRENCH, doubtful)))

    [conflict] = output(state)["contradictions"]
    assert set(conflict["evidence"]) == {"kb_everest", "kb_lower"}
    assert (conflict["looked_up"], conflict["resolution"]) == (True, None)
    assert output(state)["status"] == "partial"
    assert "8,800 m" in str(output(state)["answer"])


def test_a_conflict_that_a_lookup_resolves_says_which_side_was_kept() -> None:
    state = run(QUESTION, context(parts(), ANSWER, knowledge=knowing(EVEREST, TRENCH, LOWER)))

    [conflict] = output(state)["contradictions"]
    assert conflict["kept"] == "kb_everest"
    assert "kb_everest holds" in str(conflict["resolution"])
    assert output(state)["status"] == "ok"


def test_a_lookup_that_fails_resolves_no_conflict() -> None:
    base = knowing(EVEREST, TRENCH, LOWER)

    state = run(QUESTION, context(parts(), knowledge=FailingKnowledge(base, [2, 3, 4])))

    [conflict] = output(state)["contradictions"]
    assert (conflict["looked_up"], conflict["resolution"]) == (False, None)
    assert output(state)["status"] == "partial"


def test_a_subject_in_another_spelling_contradicts_all_the_same() -> None:
    other = entry("kb_other", subject="EVEREST", attribute="Heights", value="8,000 m")

    state = run(QUESTION, context(parts(), knowledge=knowing(EVEREST, TRENCH, other)))

    [conflict] = output(state)["contradictions"]
    assert set(conflict["evidence"]) == {"kb_everest", "kb_other"}
    assert output(state)["status"] == "partial"


def test_uncertain_evidence_is_never_told_as_an_answer() -> None:
    rumour = entry(confidence=0.1)

    state = run("How tall is Everest?", context(parts(part()), knowledge=knowing(rumour)))

    assert output(state)["status"] == "partial"
    assert output(state)["claims"] == []
    assert [each["kind"] for each in output(state)["contradictions"]] == ["low_confidence"]
    assert "only uncertain evidence" in str(output(state)["answer"]).lower()


def test_uncertain_evidence_is_settled_by_what_a_further_lookup_finds() -> None:
    rumour = entry("kb_rumour", topics=("Everest", "height", "tallness"), confidence=0.1)
    sure = entry(topics=("Everest", "size"), claim="Everest, a peak, has a height of 8,848.86 m.")
    script = (
        parts(part(evidence="peak")),
        plans(plan("a", retrieve("tallness", "s1"))),
        claims(("Everest is 8,848.86 m tall.", ["kb_everest"])),
    )

    state = run("Compare: how tall is Everest?", context(*script, knowledge=knowing(rumour, sure)))

    assert state["observations"][0]["found"] == ["kb_rumour"]
    [settled] = output(state)["contradictions"]
    assert (settled["kind"], settled["kept"]) == ("low_confidence", "kb_everest")
    assert output(state)["status"] == "ok"


def test_a_claim_that_was_taken_out_is_not_said_to_be_unknown() -> None:
    said = claims(
        ("Everest is 8,848.86 m tall.", ["kb_everest"]), ("The trench is deep.", ["kb_no"])
    )

    answer = str(output(run(QUESTION, context(parts(), said)))["answer"])

    assert answer.startswith(
        "There is an answer for height, but the answer's claims about depth were taken out."
    )


def test_a_lookup_that_raises_is_an_error_and_no_end() -> None:
    given = context(parts(), ANSWER, knowledge=FailingKnowledge(knowing(), [1]))

    state = run(QUESTION, given)

    assert state["errors"] == ["retrieve_evidence: 'Everest height': ConnectionError"]
    assert output(state)["status"] == "ok"
    assert state["budget_used"]["retrieval_calls"] == 3


def test_claims_that_no_evidence_holds_are_taken_out() -> None:
    written = claims(
        ("Everest is 8,848.86 m tall.", ["kb_everest"]),
        ("The trench is 10,935 m deep.", ["kb_trench"]),
        ("K2 is lower.", ["kb_k2"]),
        ("It was climbed in 1953.", ["kb_everest"]),
        ("It is a beautiful mountain.", []),
    )

    state = run(QUESTION, context(parts(), written))

    assert output(state)["answer"] == "Everest is 8,848.86 m tall. The trench is 10,935 m deep."
    assert state["critique"] is not None
    assert [each["reason"] for each in state["critique"]["dropped"]] == [
        "cites kb_k2, which was not gathered",
        "states 1953, which nothing that it cites holds",
        "cites nothing",
    ]
    assert "K2" in str(state["draft_answer"])
    assert "K2" not in str(output(state))


def test_every_ending_has_every_key() -> None:
    endings = {
        "ok": run(QUESTION, context(parts(), ANSWER)),
        "partial": run(QUESTION, context(parts(), knowledge=knowing(EVEREST))),
        "insufficient_evidence": run("Why?", context(parts(part(terms=["why"])))),
        "tool_error": run("Why?", context(parts(), knowledge=FailingKnowledge(knowing()))),
        "invalid_input": run(" ", context()),
    }

    assert {name: output(state)["status"] for name, state in endings.items()} == {
        name: name for name in endings
    }
    for state in endings.values():
        assert list(output(state)) == list(FinalOutput.__annotations__)
        assert set(output(state)["budget_used"]) >= {
            "branches",
            "reflection_rounds",
            "retrieval_calls",
            "computation_calls",
            "model_calls",
        }


@pytest.mark.parametrize("most", [0, 1, 2, 4])
def test_rounds_and_tool_calls_stay_within_their_limits(most: int) -> None:
    for limits in ({"max_reflection_rounds": most}, {"max_tool_calls": most}):
        given = context(parts(), knowledge=knowing(EVEREST))
        path = path_of({"input": QUESTION, **limits}, given)

        tools = path.count("retrieve_evidence") + path.count("execute_computation")
        assert path.count("select_next_action") - 1 <= limits.get("max_reflection_rounds", 6)
        assert tools <= limits.get("max_tool_calls", most + 1)
