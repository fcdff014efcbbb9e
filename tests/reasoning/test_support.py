"""Which evidence supports which sub-question, and what to search for where it is missing."""

from typing import Any

import pytest

from course_lib.reasoning.branches import query_key
from course_lib.reasoning.support import (
    at_once,
    evidence_of,
    gathered,
    matter_of,
    queries_for,
    with_support,
)
from tests.reasoning.samples import BOTH, EVEREST, LOWER, TRENCH, entry, piece, subquestion

HILL = entry("kb_hill", claim="It is a hill.", topics=("hill",), subject="hill", value="low")


def found(*entries: Any, before: Any = ()) -> tuple[dict[str, list[str]], list[str]]:
    evidence, ids = gathered(before, entries, BOTH)
    return {each["id"]: each["supports"] for each in evidence}, ids


def test_evidence_holds_more_than_half_of_the_words_it_is_looked_for_by() -> None:
    assert found(EVEREST, TRENCH) == (
        {"kb_everest": ["s1"], "kb_trench": ["s2"]},
        ["kb_everest", "kb_trench"],
    )


def test_evidence_shows_no_secret_and_no_thought() -> None:
    hidden = "height<think>no</think>sk-" + "abcdefghijklmnop"
    named = ("claim", "subject", "attribute", "value", "source")
    known = entry("kb_hidden", topics=(hidden,), **dict.fromkeys(named, hidden))

    shown = evidence_of(known, [], {})

    assert {shown[name] for name in named} == {"height ***"}  # type: ignore[literal-required]
    assert shown["topics"] == ["height ***"]


def test_what_speaks_of_nothing_that_was_asked_is_left() -> None:
    assert found(HILL, EVEREST) == ({"kb_everest": ["s1"]}, ["kb_everest"])


def test_what_may_contradict_is_kept_in_whatever_order_it_is_found() -> None:
    height = entry("kb_bare", claim="8,800 m.", topics=("peak",), value="8,800 m")

    assert found(EVEREST, height)[0] == {"kb_everest": ["s1"], "kb_bare": ["s1"]}
    assert found(height, EVEREST)[0] == {"kb_everest": ["s1"], "kb_bare": ["s1"]}


def test_what_was_found_before_stays_as_it_was_and_is_named_again() -> None:
    before = [piece(EVEREST, "s1", overruled=True)]

    evidence, ids = gathered(before, [EVEREST, EVEREST, LOWER], BOTH)

    assert evidence[0] == before[0]
    assert ids == ["kb_everest", "kb_lower"]


def test_a_computation_is_not_answered_by_evidence() -> None:
    computed = [subquestion(kind="computation")]

    assert gathered([], [EVEREST], computed) == ([], [])


def test_a_fact_is_not_answered_by_a_computation() -> None:
    result = {"id": "calc_1", "program": "result = 7", "value": 7}

    assert [each["supported_by"] for each in with_support(BOTH, [], [(result, ["s1"])])] == [[], []]  # type: ignore[list-item]


def test_a_sub_question_knows_what_answers_it() -> None:
    result = {"id": "calc_1", "program": "1 + 1", "value": 2}
    overruled = piece(LOWER, "s1", overruled=True)

    parts = [BOTH[0], subquestion("s2", kind="computation")]
    answered = with_support(parts, [piece(EVEREST, "s1"), overruled], [(result, ["s2"])])  # type: ignore[list-item]

    assert [each["supported_by"] for each in answered] == [["kb_everest"], ["calc_1"]]


def test_evidence_is_the_entry_with_what_it_supports() -> None:
    evidence = evidence_of(EVEREST, ["s1"], {"s1": 0.75, "s2": 0.5})

    assert evidence["claim"] == EVEREST.claim
    assert (evidence["topics"], evidence["supports"]) == (["Everest", "height"], ["s1"])
    assert evidence["fits"] == {"s1": 0.75}
    assert evidence["overruled"] is False


def test_what_fits_best_comes_first_then_what_is_most_certain_then_what_is_newest() -> None:
    car = entry("kb_car", claim="A petrol car's consumption is 7 l.", topics=("car",), subject="p")
    electric = entry("kb_electric", claim="An electric car: consumption 19 kWh.", subject="e")
    known = [
        car,
        electric.model_copy(update={"id": "kb_old", "date": "2001-01-01"}),
        electric.model_copy(update={"id": "kb_doubtful", "confidence": 0.6, "date": "2024-01-01"}),
        electric,
    ]
    wanted = [subquestion(terms=["electric", "car", "consumption"])]

    evidence, _ = gathered([], known, wanted)
    [answered] = with_support(wanted, evidence, [])

    assert answered["supported_by"] == ["kb_electric", "kb_old", "kb_doubtful", "kb_car"]


@pytest.mark.parametrize(("confidence", "supported"), [(0.49, []), (0.5, ["kb_everest"])])
def test_what_is_uncertain_supports_nothing(confidence: float, supported: list[str]) -> None:
    found_one = piece(EVEREST.model_copy(update={"confidence": confidence}), "s1")

    assert with_support(BOTH, [found_one], [])[0]["supported_by"] == supported


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("Moon", "distance"), ("the moon", "Distances"), True),
        (("배터리", "수명"), ("배터리의", "수명은"), True),
        (("lithium-ion battery", "life"), ("lithium ion batteries", "life"), True),
        (("HTTP", "port"), ("HTTPS", "port"), False),
        (("HTTPS", "port"), ("https", "ports"), True),
        (("", "of"), ("the", "of"), False),
    ],
)
def test_one_matter_is_known_in_another_spelling(
    one: tuple[str, str], other: tuple[str, str], same: bool
) -> None:
    assert (matter_of(*one) == matter_of(*other)) is same


def test_what_may_disagree_with_the_best_is_kept_beyond_the_first_few() -> None:
    rest = [entry(f"kb_{number}", subject=f"hill {number}") for number in range(4)]
    late = entry("kb_late", subject="everest", attribute="Height")

    kept = at_once([EVEREST, *rest, late], [], most=2)
    assert [each.id for each in kept] == ["kb_everest", "kb_0", "kb_late"]
    before = [piece(EVEREST, "s1")]
    assert [each.id for each in at_once([*rest, late], before, most=1)] == ["kb_0", "kb_late"]


def test_queries_go_from_the_whole_to_the_single_words() -> None:
    missing = subquestion(evidence="its height", question="How tall is it?")

    assert list(queries_for(missing, ())) == [
        "Everest height",
        "its height",
        "How tall is it?",
        "Everest",
        "height",
    ]


def test_queries_are_new_and_each_is_given_once() -> None:
    missing = subquestion(evidence="everest  HEIGHT", terms=["Everest", "height", "everest"])
    queries = list(queries_for(missing, {"everest"}))

    assert "Everest" not in queries
    assert len({query_key(each) for each in queries}) == len(queries)
    assert list(queries_for(subquestion(terms=[], evidence="", question=""), ())) == []
