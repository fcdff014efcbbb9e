"""The nodes that gather and answer: a state and a hand-built Runtime in, an update out."""

from typing import Any, cast

import pytest

from course_lib.foundations.calculator import Result
from course_lib.foundations.errors import ScriptError
from course_lib.foundations.knowledge import FailingKnowledge
from course_lib.foundations.script import ReplyLike
from course_lib.reasoning import State
from course_lib.reasoning import nodes_answer as answering
from course_lib.reasoning import nodes_gather as gathering
from course_lib.reasoning.need import greeting_reply
from tests.reasoning.samples import (
    ANSWER,
    BOTH,
    EVEREST,
    LOWER,
    TRENCH,
    action,
    after,
    at_work,
    claims,
    context,
    entry,
    knowing,
    output,
    piece,
    run,
    runtime,
    state,
    subquestion,
)


def test_retrieve_evidence_gives_what_may_be_used() -> None:
    given = at_work(allowed_evidence=["kb_lower"])

    update = gathering.retrieve_evidence(given, runtime(knowledge=knowing(EVEREST, LOWER)))

    assert update["tool_output"] is not None
    assert [each["id"] for each in update["tool_output"]["found"]] == ["kb_lower"]


def test_retrieve_evidence_turns_whatever_is_raised_into_an_error() -> None:
    secret = ConnectionError("sk-abcdefghijklmnop")
    failing = FailingKnowledge(knowing(), error=secret)

    update = gathering.retrieve_evidence(at_work(), runtime(knowledge=failing))

    assert update["tool_output"] == {
        "found": [],
        "result": None,
        "error": "'Everest height': ConnectionError",
    }


def test_execute_computation_writes_the_numbers_into_the_program() -> None:
    given = at_work(
        subquestions=[subquestion(supported_by=["kb_everest"])],
        supporting_evidence=[piece(EVEREST, "s1")],
        next_action=action("compute", "result = s1 * 2", targets=["s2"]),
    )

    update = gathering.execute_computation(given, runtime())

    assert update["tool_output"] is not None
    assert update["tool_output"]["result"] == {
        "id": "calc_1",
        "program": "s1 = 8848.86\nresult = s1 * 2",
        "value": 17697.72,
    }
    assert update["computation_requests"][0]["error"] is None


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("s1 + 1", "there is no number for s1"),
        ("s2 / 0", "divides by zero"),
        ("import os", "line 1"),
        ("result = 12345678", "the program states 12345678, which the question does not"),
    ],
)
def test_execute_computation_records_what_failed(program: str, problem: str) -> None:
    given = at_work(
        next_action=action("compute", program),
        subquestions=[subquestion(), subquestion("s2", supported_by=["kb_trench"])],
        supporting_evidence=[piece(TRENCH, "s2")],
    )

    update = gathering.execute_computation(given, runtime())

    assert update["tool_output"] is not None
    assert update["tool_output"]["result"] is None
    assert problem in str(update["tool_output"]["error"])
    assert problem in str(update["computation_requests"][0]["error"])


def test_an_error_of_the_calculator_shows_the_program_whose_lines_it_counts() -> None:
    given = at_work(
        next_action=action("compute", "result = s2 / 0"),
        subquestions=[subquestion("s2", supported_by=["kb_trench"])],
        supporting_evidence=[piece(TRENCH, "s2")],
    )

    [output, _] = gathering.execute_computation(given, runtime()).values()

    assert str(output["error"]).startswith("'s2 = 10935\\nresult = s2 / 0': line 2: ")  # type: ignore[index]


def broken(program: str) -> Any:
    raise ZeroDivisionError(program)


@pytest.mark.parametrize(
    ("calculator", "problem"),
    [
        (broken, "'2 + 2': the calculator raised ZeroDivisionError"),
        (lambda _: None, "'2 + 2': the calculator raised AttributeError"),
        (lambda p: Result(p, None), "'2 + 2': the value must be a finite number, got None"),
        (lambda p: Result(p, float("nan")), "'2 + 2': the value must be a finite number, got nan"),
        (lambda p: Result(p, True), "'2 + 2': the value must be a finite number, got True"),
        (
            lambda p: Result(p, cast(Any, "4")),
            "'2 + 2': the value must be a finite number, got '4'",
        ),
    ],
)
def test_whatever_a_calculator_does_is_an_error_at_most(calculator: Any, problem: str) -> None:
    given = at_work("What is 2 + 2?", next_action=action("compute", "2 + 2"))

    update = gathering.execute_computation(given, runtime(calculator=calculator))

    assert update["tool_output"] == {"found": [], "result": None, "error": problem}


def test_a_calculator_that_is_a_script_and_ends_too_early_is_no_error_of_the_run() -> None:
    def script(_: str) -> Any:
        raise ScriptError("no more")

    given = at_work("What is 2 + 2?", next_action=action("compute", "2 + 2"))

    with pytest.raises(ScriptError):
        gathering.execute_computation(given, runtime(calculator=script))


def recorded(given: State, *known: Any) -> State:
    looked_up = gathering.retrieve_evidence(given, runtime(knowledge=knowing(*known)))
    return after(given, gathering.record_observation(after(given, looked_up)))


def test_record_observation_counts_and_keeps_what_was_found() -> None:
    now = recorded(at_work())

    assert now["budget_used"]["retrieval_calls"] == now["budget_used"]["tool_calls"] == 1
    assert [each["found"] for each in now["observations"]] == [["kb_everest"]]
    assert [each["supported_by"] for each in now["subquestions"]] == [["kb_everest"], []]
    assert now["candidate_branches"][0]["actions"][0]["outcome"] == "supported"
    assert now["tool_output"] is None


def test_record_observation_finds_a_contradiction() -> None:
    now = recorded(at_work(), EVEREST, LOWER)

    assert [each["subject"] for each in now["contradictions"]] == ["Everest"]
    assert now["contradictions"][0]["resolution"] is None


def test_a_lookup_that_failed_has_looked_into_nothing() -> None:
    now = recorded(at_work(), EVEREST, LOWER)
    following = after(now, {"next_action": action(what="x", targets=["c1"], origin="conflict")})

    failing = FailingKnowledge(knowing(EVEREST, LOWER))
    failed = after(following, gathering.retrieve_evidence(following, runtime(knowledge=failing)))
    [conflict] = gathering.record_observation(failed)["contradictions"]
    assert (conflict["looked_up"], conflict["resolution"]) == (False, None)

    [settled] = recorded(following, EVEREST, LOWER)["contradictions"]
    assert (settled["looked_up"], settled["kept"]) == (True, "kb_everest")


def test_what_disagrees_is_kept_beyond_the_first_three() -> None:
    hills = [entry(f"kb_{n}", subject=f"hill {n}", claim="Everest height.") for n in "abc"]
    newer = entry("kb_z", subject="hill A", claim="Everest is higher, they say.", value="9,000 m")

    now = recorded(at_work(), *hills, newer)

    assert [each["id"] for each in now["supporting_evidence"]] == ["kb_a", "kb_b", "kb_c", "kb_z"]
    assert [each["evidence"] for each in now["contradictions"]] == [["kb_a", "kb_z"]]


def test_uncertain_evidence_is_on_record_and_supports_nothing() -> None:
    now = recorded(at_work(), entry(confidence=0.3))

    assert [each["kind"] for each in now["contradictions"]] == ["low_confidence"]
    assert [each["supported_by"] for each in now["subquestions"]] == [[], []]


def test_record_observation_comes_after_a_tool() -> None:
    with pytest.raises(LookupError, match="after a tool"):
        gathering.record_observation(at_work())


def test_reflect_on_progress_counts_a_return_and_no_leaving() -> None:
    returning = gathering.reflect_on_progress(recorded(at_work()))
    assert returning["budget_used"]["reflection_rounds"] == 1
    assert returning["next_action"] is not None
    assert returning["knowledge_gaps"] == ["How tall is Everest?"]

    supported = [{**each, "supported_by": ["kb_everest"]} for each in BOTH]
    leaving = gathering.reflect_on_progress(at_work(subquestions=supported))
    assert leaving["budget_used"]["reflection_rounds"] == 0
    assert (leaving["answer_ready"], leaving["knowledge_gaps"]) == (True, [])


def test_reflect_on_progress_ends_when_no_round_is_left() -> None:
    budget = {**state()["reasoning_budget"], "reflection_rounds": 0}

    update = gathering.reflect_on_progress(at_work(reasoning_budget=budget))

    assert (update["budget_exhausted"], update["next_action"]) == (True, None)


SUPPORTED = [
    {**each, "supported_by": [name]}
    for each, name in zip(BOTH, ("kb_everest", "kb_trench"), strict=True)
]
GATHERED = [piece(EVEREST, "s1"), piece(TRENCH, "s2")]


def done(**changes: Any) -> State:
    """A state in which everything was found."""
    ready = {"subquestions": SUPPORTED, "supporting_evidence": GATHERED, "answer_ready": True}
    return at_work(**{**ready, **changes})


def corrected(*script: ReplyLike) -> State:
    drafted = after(done(), answering.synthesize_answer(done(), runtime(*script)))
    return after(drafted, answering.self_correct_answer(drafted))


def test_synthesize_answer_asks_the_model_when_everything_is_there() -> None:
    update = answering.synthesize_answer(done(), runtime(ANSWER))

    assert update["draft_answer"] == "Everest is 8,848.86 m tall. The trench is 10,935 m deep."
    assert update["budget_used"]["model_calls"] == 1


@pytest.mark.parametrize(
    ("greeting", "summary"),
    [
        ("Hello!", "It was a greeting; nothing was looked up."),
        ("안녕하세요", "인사이므로 조회하지 않았습니다."),
    ],
)
def test_a_greeting_asks_no_model(greeting: str, summary: str) -> None:
    final = run(greeting, context())

    assert output(final)["status"] == "ok"
    assert output(final)["answer"] == greeting_reply(greeting)
    assert output(final)["reasoning_summary"] == summary
    assert final["budget_used"]["model_calls"] == 0


def test_synthesize_answer_quotes_the_evidence_when_something_is_missing() -> None:
    given = done(answer_ready=False, subquestions=[SUPPORTED[0], BOTH[1]])

    update = answering.synthesize_answer(given, runtime())

    assert update["claims"] == [{"text": "Everest is 8,848.86 m tall.", "cites": ["kb_everest"]}]
    assert "budget_used" not in update


def test_self_correct_answer_takes_out_what_nothing_supports() -> None:
    now = corrected(claims(("Everest is 8,848.86 m tall.", ["kb_everest"]), ("So what.", [])))

    assert now["revised_answer"] == "Everest is 8,848.86 m tall."
    assert now["knowledge_gaps"] == ["How tall is Everest?"]
    assert now["critique"] is not None
    assert (now["critique"]["support"], now["critique"]["uncovered"]) == ("fail", ["s2"])


def test_two_parts_with_one_label_are_told_apart() -> None:
    twins = [{**each, "label": "property"} for each in SUPPORTED]
    given = done(subquestions=twins)
    said = claims(("Everest is 8,848.86 m tall.", ["kb_everest"]))

    drafted = after(given, answering.synthesize_answer(given, runtime(said)))
    update = answering.self_correct_answer(
        after(drafted, {"subquestions": [twins[0], {**twins[1], "evidence": "how deep it is"}]})
    )

    assert update["knowledge_gaps"] == ["how deep it is"]


def test_a_constraint_takes_nothing_out_and_is_said() -> None:
    given = done(constraints=["in miles", "politely"])
    drafted = after(given, answering.synthesize_answer(given, runtime(ANSWER)))

    now = after(drafted, answering.self_correct_answer(drafted))

    assert now["critique"] is not None
    assert (now["critique"]["constraints"], now["critique"]["unmet"]) == ("fail", ["in miles"])
    assert now["critique"]["dropped"] == []
    assert now["errors"] == ["self_correct_answer: the answer does not keep to 'in miles'"]
    assert answering.finalize_response(now)["status"] == "ok"


COMPARED = {
    "id": "o3",
    "kind": "compare",
    "branch": "a",
    "what": "",
    "targets": ["s1", "s2"],
    "origin": "plan",
    "found": ["kb_everest", "kb_trench"],
    "supports": ["s1", "s2"],
    "result": "Everest: 8,848.86 m < trench: 10,935 m",
    "error": None,
}


def test_a_comparison_can_be_cited_and_stands_on_both_sides() -> None:
    given = done(observations=[COMPARED], assumptions=["on Earth"])
    said = runtime(claims(("The trench is deeper than Everest is tall.", ["o3"])))

    drafted = after(given, answering.synthesize_answer(given, said))
    now = after(drafted, answering.self_correct_answer(drafted))
    output = answering.finalize_response(now)["final_output"]

    [asked] = said.context.model.calls  # type: ignore[attr-defined]
    assert "- o3: Everest: 8,848.86 m < trench: 10,935 m" in str(asked)
    assert "Assumptions: on Earth" in str(asked)
    assert [each["cites"] for each in output["claims"]] == [["o3", "kb_everest", "kb_trench"]]
    assert output["comparisons"] == {"o3": "Everest: 8,848.86 m < trench: 10,935 m"}
    assert (output["status"], output["assumptions"]) == ("ok", ["on Earth"])


def test_a_comparison_falls_with_one_of_its_sides() -> None:
    sides = [piece(EVEREST, "s1", overruled=True), piece(TRENCH, "s2")]
    claim = {"text": "The trench is deeper than Everest is tall.", "cites": ["o3"]}
    given = done(observations=[COMPARED], supporting_evidence=sides, claims=[claim])

    assert answering.self_correct_answer(given)["claims"] == []


def test_finalize_response_puts_it_all_together() -> None:
    update = answering.finalize_response(corrected(ANSWER))

    output = update["final_output"]
    assert (update["status"], output["status"]) == ("ok", "ok")
    assert [each["id"] for each in output["supporting_evidence"]] == ["kb_everest", "kb_trench"]
    assert output["reasoning_summary"] == (
        "The question was split into height and depth; evidence was found for each part, and the"
        " answer was checked for completeness."
    )
