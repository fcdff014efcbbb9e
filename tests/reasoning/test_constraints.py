"""Whether an answer keeps to what was asked of its form, as far as a rule can tell."""

from collections.abc import Sequence

import pytest

from course_lib.reasoning.constraints import unmet

FAR = "The Moon is 384,400 km away."
FAR_KO = "달은 384,400킬로미터 떨어져 있습니다."


@pytest.mark.parametrize(
    ("constraint", "sentences"),
    [
        ("in miles", [FAR]),
        ("Answer in miles, please.", [FAR, "It is far."]),
        ("마일로", [FAR_KO]),
        ("in °F", ["It boils at 100 °C."]),
        ("in degrees Celsius", ["It boils at 212 °F."]),
        ("in one sentence", [FAR, "It is far."]),
        ("in one sentence", ["It is far. It is 384,400 km."]),
        ("한 문장으로", [FAR_KO, "멀리 있습니다."]),
        ("at most 4 words", [FAR]),
        ("in two short words", [FAR]),
        ("3단어 이내", [FAR_KO]),
        ("no more than one claim", [FAR, "It is far."]),
        ("in English", [FAR_KO]),
        ("in Korean", [FAR]),
        ("한국어로", [FAR]),
        ("영어로 한 문장으로", [FAR, FAR]),
    ],
)
def test_a_constraint_that_is_not_kept_is_found(constraint: str, sentences: Sequence[str]) -> None:
    assert unmet(["for a child", constraint], sentences) == [constraint]


@pytest.mark.parametrize(
    ("constraint", "sentences"),
    [
        ("in km", [FAR]),
        ("in kilometres", [FAR]),
        ("km로", [FAR_KO]),
        ("in miles", ["The Moon is far away."]),
        ("in Celsius", ["It boils at 100 °C."]),
        ("in one sentence", ["The Moon is on average 384,400.5 km away."]),
        ("한 문장으로", [FAR_KO]),
        ("at most 6 words", [FAR]),
        ("at most two claims", [FAR, FAR]),
        ("in English", [FAR]),
        ("한국어로", [FAR_KO]),
        ("for a child", [FAR]),
        ("in minute detail", [FAR]),
        ("in a mile run", [FAR]),
        ("in second place", [FAR]),
    ],
)
def test_a_constraint_that_is_kept_or_that_no_rule_knows_is_not(
    constraint: str, sentences: Sequence[str]
) -> None:
    assert unmet([constraint], sentences) == []


def test_of_no_answer_nothing_can_be_said() -> None:
    assert unmet(["in miles", "in Korean"], []) == []
