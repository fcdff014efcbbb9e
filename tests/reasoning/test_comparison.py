"""The action `compare`: an observation by rule from two that were gathered."""

from typing import Any

import pytest

from course_lib.reasoning.branches import branch_of
from course_lib.reasoning.comparison import compared, relation
from tests.reasoning.samples import BOTH, EVEREST, TRENCH, action, at_work, entry, piece

STEP = action("compare", "", targets=["s1", "s2"])
SUPPORTED = [
    {**each, "supported_by": [name]}
    for each, name in zip(BOTH, ("kb_everest", "kb_trench"), strict=True)
]
GATHERED = [piece(EVEREST, "s1"), piece(TRENCH, "s2")]


def comparing(*steps: Any, **changes: Any) -> Any:
    plan = branch_of("b", "", steps or [STEP])
    return at_work(
        **{
            "subquestions": SUPPORTED,
            "candidate_branches": [plan],
            "selected_branch_id": "b",
            **changes,
        }
    )


@pytest.mark.parametrize(
    ("one", "other", "sign"),
    [
        ("8 km", "7 km", ">"),
        ("7 km", "8 km", "<"),
        ("10 km", "7 miles", "<"),
        ("1 km", "1000 m", "="),
        ("8 km", "7 kg", "≠"),
        ("bit", "qubit", "≠"),
        ("-173 °C", "15 °C", "<"),
        ("15 °C", "-60 °C", ">"),
        ("120 km/h", "90 m/s", "<"),
        ("3 × 10^8 m/s", "343 m/s", ">"),
        ("3 × 10^8 m/s", "300,000 km/s", "="),
        ("100 °C", "100 °F", ">"),
        ("$100", "€100", "≠"),
        ("10 to 15 m", "5 m", "≠"),
        ("1969-07-20", "1970-07-20", "≠"),
        ("bit", "bit", "="),
    ],
)
def test_how_two_values_stand_to_each_other(one: str, other: str, sign: str) -> None:
    assert relation(piece(entry(value=one)), piece(entry(value=other))) == sign


def test_values_of_different_attributes_are_only_different() -> None:
    assert relation(piece(EVEREST), piece(TRENCH)) == "≠"


def test_an_attribute_is_the_same_in_another_spelling() -> None:
    sides = [
        piece(entry(value=value, attribute=name))
        for value, name in (("8 m", "Heights"), ("7 m", "height"))
    ]

    assert relation(*sides) == ">"


def test_a_comparison_is_an_observation_once() -> None:
    [observed], branches = compared(comparing(), GATHERED, first=3)

    assert observed == {
        "id": "o3",
        "kind": "compare",
        "branch": "b",
        "what": "",
        "targets": ["s1", "s2"],
        "origin": "plan",
        "found": ["kb_everest", "kb_trench"],
        "supports": ["s1", "s2"],
        "result": "Everest: 8,848.86 m ≠ trench: 10,935 m",
        "error": None,
    }
    assert branches[0]["actions"][0]["outcome"] == "supported"
    assert compared(comparing(*branches[0]["actions"]), GATHERED, first=4)[0] == []


def test_with_one_side_missing_it_waits() -> None:
    observed, branches = compared(comparing(), GATHERED[:1], first=1)

    assert observed == []
    assert branches[0]["actions"] == [STEP]


def test_there_is_nothing_to_compare_with_one_side_or_without_a_branch() -> None:
    alone = comparing(action("compare", "", targets=["s1"]))

    assert compared(alone, GATHERED, first=1)[0] == []
    assert compared(comparing(selected_branch_id=None), GATHERED, first=1)[0] == []


def test_of_several_pieces_the_most_certain_speaks() -> None:
    sure = piece(entry("kb_sure", value="9 km", confidence=1), "s1")
    both = [{**SUPPORTED[0], "supported_by": ["kb_everest", "kb_sure"]}, SUPPORTED[1]]

    [observed], _ = compared(comparing(subquestions=both), [*GATHERED, sure], first=1)

    assert observed["found"] == ["kb_sure", "kb_trench"]
