"""Every fixed sentence of the room, in both languages, written from what happened."""

from string import Formatter
from typing import Any

import pytest

from course_lib.foundations.languages import Words
from course_lib.reasoning import sentences, texts
from course_lib.reasoning.pieces import Claim
from course_lib.reasoning.reasons import cause_of, every_tool_failed, why_missing
from tests.reasoning.samples import (
    BOTH,
    EVEREST,
    KOREAN,
    QUESTION,
    at_work,
    piece,
    state,
    subquestion,
)
from tests.reasoning.test_conflicts import CONFLICT

TALL: Claim = {"text": "Everest is 8,848.86 m tall.", "cites": ["kb_everest"]}
FIRST_FOUND = [{**BOTH[0], "supported_by": ["kb_everest"]}, BOTH[1]]
BOTH_FOUND = [FIRST_FOUND[0], {**BOTH[1], "supported_by": ["kb_everest"]}]
COMPUTED = {**BOTH[1], "kind": "computation"}
SENTENCES = [value for value in vars(sentences).values() if isinstance(value, Words)] + [
    *sentences.CAUSES.values(),
    *sentences.REASONS.values(),
    *sentences.DOUBTS.values(),
]
WEAK = piece(EVEREST.model_copy(update={"confidence": 0.2}), "s2")
DOUBT = {
    **CONFLICT,
    "kind": "low_confidence",
    "evidence": ["kb_everest"],
    "values": ["8,848.86 m"],
}
REVIEW: dict[str, Any] = {"dropped": [], "unmet": []}
DROPPED = {"text": "So what.", "reason": "cites nothing"}


def at(question: str = QUESTION, **changes: Any) -> Any:
    given = {"subquestions": FIRST_FOUND, "reasoning_need": {"direct": False}, **changes}
    return {**at_work(**given), "normalized_input": question}


def failed(**changes: Any) -> dict[str, Any]:
    tried = {"kind": "retrieve", "what": "x", "targets": ["s2"], "error": "ConnectionError"}
    return {**tried, **changes}


LOOKED_UP = [failed(targets=["s1", "s2"], error=None)]


def used_up(**used: int) -> dict[str, Any]:
    return {"budget_exhausted": True, "budget_used": {**state()["budget_used"], **used}}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_both_languages_have_the_same_places_but_for_particles(sentence: Words) -> None:
    def places(text: str) -> set[str]:
        names = (name for _, name, _, _ in Formatter().parse(text) if name)
        return {name.removesuffix("_is").removesuffix("_of").removesuffix("_to") for name in names}

    if sentence is sentences.FOUND_ALL:  # its Korean says "each sub-question", too
        return
    assert places(sentence.en) == places(sentence.ko)


def test_a_summary_for_each_status() -> None:
    said = {
        "ok": texts.summary("ok", at(subquestions=BOTH_FOUND), [TALL]),
        "one": texts.summary("ok", at(subquestions=BOTH_FOUND[:1]), [TALL]),
        "partial": texts.summary("partial", at(), [TALL]),
        "nothing": texts.summary("insufficient_evidence", at(subquestions=BOTH), []),
        "invalid": texts.summary("invalid_input", state(" "), []),
    }

    assert said == {
        "ok": (
            "The question was split into height and depth; evidence was found for each part, and"
            " the answer was checked for completeness."
        ),
        "one": "Evidence was found for height, and the answer was checked for completeness.",
        "partial": (
            "Evidence was found for height, but no support was found, so depth could not be"
            " finished."
        ),
        "nothing": "Nothing could be established about height and depth: no support was found.",
        "invalid": "There was no question to work on.",
    }


def test_only_an_answer_that_changed_was_refined() -> None:
    given = at(subquestions=BOTH_FOUND, critique={**REVIEW, "dropped": [DROPPED]})

    assert texts.summary("ok", given, [TALL]).endswith("checked for completeness and refined.")
    given["normalized_input"] = KOREAN
    assert texts.summary("ok", given, [TALL]) == (
        "질문을 height·depth로 분해해 각 하위질문에 대한 근거를 확보했고, 최종 답변은 완전성 점검"
        " 후 정제했습니다."
    )
    given["critique"] = REVIEW
    assert texts.summary("ok", given, [TALL]).endswith("최종 답변의 완전성을 점검했습니다.")


@pytest.mark.parametrize(
    ("question", "mixed", "alone"),
    [
        (
            QUESTION,
            "evidence was found for height, the calculator worked out depth, and",
            "The calculator worked out depth, and",
        ),
        (KOREAN, "height에 대한 근거를 확보하고 depth를 계산했고,", "depth를 계산했고,"),
    ],
)
def test_what_was_computed_is_not_said_to_be_found(question: str, mixed: str, alone: str) -> None:
    computed = {**COMPUTED, "supported_by": ["calc_1"]}

    both = texts.summary("ok", at(question, subquestions=[FIRST_FOUND[0], computed]), [TALL])
    assert mixed in both
    one = texts.summary("ok", at(question, subquestions=[computed]), [TALL])
    assert one.startswith(alone)


def test_a_partial_summary_with_a_computed_part_speaks_of_results() -> None:
    computed = {**COMPUTED, "supported_by": ["calc_1"]}
    claim: Claim = {"text": "So it is 3.", "cites": ["calc_1"]}

    said = texts.summary("partial", at(subquestions=[BOTH[0], computed]), [claim])

    assert said.startswith("There are results for depth, but no support was found, so height")


def test_a_constraint_that_is_not_kept_is_said_in_the_summary() -> None:
    given = at(subquestions=BOTH_FOUND, critique={**REVIEW, "unmet": ["in miles", "한 문장으로"]})

    assert texts.summary("ok", given, [TALL]).endswith(
        " It does not keep to: in miles; 한 문장으로."
    )


def test_summaries_in_korean() -> None:
    assert texts.summary("partial", at(KOREAN, **used_up(retrieval_calls=4)), [TALL]) == (
        "height는 확보되었으나 조회 예산이 소진되어 depth 하위질문을 마무리하지 못했습니다."
    )


def test_a_dispute_is_summed_up_where_everything_was_found() -> None:
    given = at(subquestions=BOTH_FOUND, contradictions=[CONFLICT])

    assert texts.summary("partial", given, [TALL]) == (
        "Evidence was found for height and depth, but the sources disagree on Everest (height)."
    )


def test_a_claim_that_denied_evidence_is_no_dispute_between_sources() -> None:
    denial = {**CONFLICT, "kind": "denial", "evidence": ["kb_everest", "answer"]}
    given = at(subquestions=BOTH_FOUND, contradictions=[denial])

    assert texts.summary("partial", given, [TALL]).endswith(
        "but a claim of the draft denied what was found on Everest (height)."
    )
    assert texts.partial_answer(given, []).startswith(
        "The answer's claims about height and depth were taken out, so no answer is given.\n"
        "A claim of the draft denied what was found on Everest (height): kb_everest: "
    )


def test_a_direct_answer_is_summed_up() -> None:
    given = at(reasoning_need={"direct": True})

    assert "without a lookup" in texts.summary("ok", given, [TALL])
    assert texts.summary("insufficient_evidence", given, []) == (
        "No claim of the answer could be supported."
    )


def test_a_partial_answer_says_what_is_known_and_what_is_not() -> None:
    assert texts.partial_answer(at(observations=LOOKED_UP), [TALL]) == (
        "There is an answer for height, but the knowledge base has no support for depth.\n"
        "- Everest is 8,848.86 m tall."
    )
    computed = at(subquestions=[FIRST_FOUND[0], COMPUTED])
    assert texts.partial_answer(computed, [TALL]).startswith(
        "There is an answer for height, but depth could not be computed."
    )


def test_a_partial_answer_gives_both_sides_of_a_dispute() -> None:
    answer = texts.partial_answer(at(subquestions=BOTH_FOUND, contradictions=[CONFLICT]), [TALL])

    assert answer == (
        "The sources disagree on Everest (height): kb_everest: 8,848.86 m; kb_lower: 8,800 m.\n"
        "- Everest is 8,848.86 m tall."
    )


def test_no_answer_says_why() -> None:
    nothing = at(subquestions=BOTH, observations=LOOKED_UP)
    assert texts.no_answer("insufficient_evidence", nothing) == (
        "The knowledge base has no support for height and depth, so no answer is given."
    )
    assert texts.no_answer("tool_error", nothing) == (
        "No lookup succeeded, so nothing could be established about height and depth."
    )
    assert texts.no_answer("tool_error", at(subquestions=[COMPUTED])) == (
        "depth could not be computed, so no answer is given."
    )
    assert texts.no_answer("insufficient_evidence", at(subquestions=[])) == (
        "No claim of the answer could be supported."
    )


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"observations": [failed()]}, "tools_failed"),
        (used_up(retrieval_calls=4), "retrieval_calls"),
        (used_up(tool_calls=6), "tool_calls"),
        (used_up(reflection_rounds=4), "reflection_rounds"),
        ({"subquestions": [COMPUTED], "allow_computation": False}, "computation_off"),
        ({"subquestions": [COMPUTED]}, "computation_failed"),
        ({}, "nothing_found"),
        ({"subquestions": BOTH_FOUND}, "claims_dropped"),
    ],
)
def test_why_something_is_missing(changes: dict[str, Any], cause: str) -> None:
    assert cause_of(at(**changes)) == cause


def test_evidence_that_is_too_uncertain_is_a_cause_of_its_own() -> None:
    assert cause_of(at(supporting_evidence=[WEAK])) == "uncertain"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"observations": LOOKED_UP}, "nothing"),
        ({"observations": LOOKED_UP, "allowed_evidence": ["kb_x"]}, "not_allowed"),
        ({}, "not_looked_up"),
        ({"observations": [failed(targets=["s1"])]}, "not_looked_up"),
        ({"observations": [failed(), failed()]}, "lookup_failed"),
        ({"observations": [failed(), failed(error=None)]}, "nothing"),
        ({"supporting_evidence": [WEAK], "observations": LOOKED_UP}, "uncertain"),
        ({"supporting_evidence": [{**WEAK, "overruled": True}]}, "not_looked_up"),
    ],
)
def test_why_a_part_is_missing(changes: dict[str, Any], reason: str) -> None:
    assert why_missing(at(**changes), BOTH[1]) == reason


def test_a_part_that_was_supported_lost_its_claims_and_a_computed_one_was_not_computed() -> None:
    assert why_missing(at(), subquestion(supported_by=["kb_everest"])) == "taken_out"
    assert why_missing(at(), subquestion(kind="computation")) == "not_computed"


def test_parts_that_are_missing_for_several_reasons_are_told_apart() -> None:
    parts = [FIRST_FOUND[0], BOTH[1], subquestion("s3", kind="computation", label="sum")]

    assert texts.partial_answer(at(subquestions=parts), [TALL]).splitlines()[0] == (
        "There is an answer for height, but no lookup was made for depth, and sum could not be"
        " computed."
    )
    assert texts.partial_answer(at(KOREAN, subquestions=parts), [TALL]).splitlines()[0] == (
        "height는 답할 수 있으나, depth에 대해서는 조회하지 않았습니다. sum를 계산하지 못했습니다."
    )


def test_uncertain_evidence_is_shown_with_how_certain_it_is() -> None:
    given = at(subquestions=BOTH, supporting_evidence=[WEAK], contradictions=[DOUBT])

    assert texts.partial_answer(given, []).splitlines()[1:] == [
        "What speaks of Everest (height) is not certain enough: kb_everest: 8,848.86 m (0.2)."
    ]


def test_a_limit_of_zero_that_nothing_needed_is_not_the_cause() -> None:
    budget = {**state()["reasoning_budget"], "computation_calls": 0}

    given = at(reasoning_budget=budget, **used_up(reflection_rounds=4))

    assert cause_of(given) == "reflection_rounds"


def test_a_full_limit_that_keeps_nothing_back_is_not_the_cause() -> None:
    waiting = {**COMPUTED, "id": "s3", "program": "s1 * 2"}
    used = used_up(retrieval_calls=4, reflection_rounds=4)

    given = at(subquestions=[FIRST_FOUND[0], BOTH[1], waiting], candidate_branches=[], **used)

    assert cause_of(given) == "reflection_rounds"


def test_a_computation_that_is_not_allowed_any_more_is_the_cause() -> None:
    waiting = {**COMPUTED, "program": "s1 * 2"}
    parts = [FIRST_FOUND[0], waiting]
    given = at(subquestions=parts, candidate_branches=[], **used_up(computation_calls=2))

    assert cause_of(given) == "computation_calls"


def test_every_tool_failed_only_if_one_was_tried() -> None:
    assert not every_tool_failed(at())
    assert every_tool_failed(at(observations=[failed(), failed()]))
    assert not every_tool_failed(at(observations=[failed(), failed(error=None)]))
    compared = failed(kind="compare", error=None)
    assert every_tool_failed(at(observations=[failed(), compared]))
