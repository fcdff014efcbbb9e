"""Programs that use the numbers of sub-questions, and results that no longer hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.calculator import evaluate
from course_lib.reasoning.computation import (
    CONSTANTS,
    bound,
    inputs_of,
    invented,
    is_ready,
    standing,
)
from course_lib.reasoning.pieces import ComputationRequest, ComputationResult
from tests.reasoning.samples import BOTH, EVEREST, LOWER, TRENCH, entry, piece, subquestion

SUPPORTED = [
    subquestion(label="height", supported_by=["kb_everest"]),
    subquestion("s2", label="depth", supported_by=["kb_trench"]),
    subquestion("s3", label="sum", kind="computation", program="s1 + s2"),
]
GATHERED = [piece(EVEREST, "s1"), piece(TRENCH, "s2")]
REQUEST: ComputationRequest = {
    "id": "calc_1",
    "program": "s1 + s2",
    "targets": ["s3"],
    "error": None,
}
RESULT: ComputationResult = {
    "id": "calc_1",
    "program": "s1 = 8848.86\ns2 = 10935\ns1 + s2",
    "value": 19783.86,
}


def test_inputs_are_the_known_sub_questions_each_once() -> None:
    assert inputs_of("s2 / s1 + s2 - s9 + ss1 + s10", SUPPORTED) == ["s2", "s1"]
    assert inputs_of("1 + 1", SUPPORTED) == []


@pytest.mark.parametrize(
    ("program", "used"),
    [
        ("# s1 of s3\nresult = s2 * 2", ["s2"]),
        ("s3 = s2 * 2\nresult = s3", ["s2"]),
        ("s1 = s1 + 1", ["s1"]),
        ("s1 += 1", ["s1"]),
        ("x = s2\ny = x / s1\nresult = round(y, 2)", ["s2", "s1"]),
        ("s1 +", []),
        ("\0", []),
        ("(" * 1_500, []),
    ],
)
def test_an_input_is_a_name_that_is_used_before_it_is_assigned(
    program: str, used: list[str]
) -> None:
    assert inputs_of(program, SUPPORTED) == used


@pytest.mark.parametrize(
    "program",
    ["s1 = 5\nresult = s1 * 2", "s1 += 5", "x = s3 = 7", "# s1\rs2 = 7", "result = s1\ns1 = 2"],
)
def test_what_was_found_is_not_overwritten(program: str) -> None:
    found = bound(program, SUPPORTED, GATHERED, [])

    assert found.program == program
    assert found.problem is not None
    assert found.problem.startswith("it assigns s")


INVENTED = [
    ("result = 12345678", "How many people live in Seoul?", ["12345678"]),
    ("result = 7", "What is the capital of Australia?", ["7"]),
    ("result = 10 * 1000 * 1000", "How many people live in Seoul?", ["10", "1000"]),
    ("result = round(12345)", "How many people live in Seoul?", ["12345"]),
    ("s1 * 37 + 0xff", "How high?", ["37", "255"]),
    ("s1 * -37", "How high?", ["37"]),
    ("# it's given\rresult = 987", "How high?", ["987"]),
    ("s1 + \\\n 77", "How high?", ["77"]),
    ("x2in = 55\nx2in + s1", "How high?", ["55"]),
    ("s1 * 1.15", "How much is 16% more?", ["1.15"]),
    ("s1 ** 4", "How much?", ["4"]),
    ("(s1 + s2) / 3", "What is the mean?", ["3"]),
]
GIVEN = [
    ("# 17퍼센트\nresult = 2340 * 17 / 100", "2340의 17%는?"),
    ("2340 * 0.17", "What is 17% of 2,340?"),
    ("s1 * 1.15 - s2 * 0.85", "How much is 15% more, and 15 percent less?"),
    ("3 * 10**6 / s1", "How often does it go into 3 million?"),
    ("3000000 / s1", "How often does it go into three million?"),
    ("30000 * 5", "3만 원짜리 다섯 개는 얼마인가요?"),
    ("-40 + 10", "What is -40 plus 10?"),
    ("2026 - 1969", "How many years lie between 20 July 1969 and 2026?"),
    ("round(s2 / s1, 3)", "How many times farther?"),
    ("s1 / 24 / 60", "How many per minute?"),
    ("(s1 + s2 + s3) / 3", "What is the mean?"),
    ("3.14159 * s1 ** 2", "What is the area?"),
    ("s2 / s1", ""),
]


@pytest.mark.parametrize(("program", "question", "numbers"), INVENTED)
def test_a_number_that_nobody_gave_is_invented(
    program: str, question: str, numbers: list[str]
) -> None:
    assert evaluate(f"s1 = s2 = 2\n{program}").ok
    assert invented(program, question) == numbers


@pytest.mark.parametrize(("program", "question"), GIVEN)
def test_numbers_of_the_question_and_constants_are_given(program: str, question: str) -> None:
    assert evaluate(f"s1 = s2 = s3 = 2\n{program}").ok
    assert invented(program, question) == []


def test_every_constant_may_stand_beside_an_input() -> None:
    assert all(invented(f"s1 * {each}", "") == [] for each in CONSTANTS)


@given(st.text("s12 =+*.()#'\\\r\n\x0cinforabe", max_size=30))
def test_what_can_be_computed_hides_no_number(program: str) -> None:
    numbers = invented(f"{program}\nresult = 987654", "")
    assert "987654" in numbers or not evaluate(f"s1 = s2 = 2\n{program}\nresult = 987654").ok


def test_numbers_are_written_into_the_first_lines() -> None:
    assert bound("s1 + s2", SUPPORTED, GATHERED, []) == (RESULT["program"], None)
    assert bound("1 + 1", SUPPORTED, GATHERED, []) == ("1 + 1", None)


def test_a_result_may_be_an_input() -> None:
    third = {**SUPPORTED[2], "supported_by": ["calc_1"]}

    assert bound("s3 * 2", [third], [], [RESULT]).program == "s3 = 19783.86\ns3 * 2"  # type: ignore[list-item]


@pytest.mark.parametrize("evidence", [[], [piece(EVEREST, "s1", overruled=True)]])
def test_a_number_that_is_missing_is_named(evidence: list[object]) -> None:
    found = bound("s1 + 1", SUPPORTED, evidence, [])  # type: ignore[arg-type]

    assert found == ("s1 + 1", "there is no number for s1 (height)")


def test_a_value_without_a_number_is_no_input() -> None:
    word = piece(entry(value="tall"), "s1")

    assert bound("s1 + 1", SUPPORTED, [word], []).problem is not None


@pytest.mark.parametrize("value", ["10 to 15 m", "0 and 1", "1969-07-20"])
def test_several_numbers_are_no_input(value: str) -> None:
    several = [piece(entry(value=value), "s1"), piece(LOWER, "s1")]
    first = [{**SUPPORTED[0], "supported_by": ["kb_everest", "kb_lower"]}]

    found = bound("s1 + 1", first, several, [])  # type: ignore[arg-type]

    assert found.problem == f"there is no single number for s1 (height), got '{value}'"


def test_the_first_that_supports_a_sub_question_speaks_and_a_word_says_no_number() -> None:
    told = [piece(entry("kb_word", value="tall")), piece(entry("kb_b", value=7)), piece(EVEREST)]
    first = [{**SUPPORTED[0], "supported_by": ["kb_word", "kb_b", "kb_everest"]}]

    assert bound("s1", first, told, []).program == "s1 = 7\ns1"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("-60 °C", "-60"),
        ("영하 60도", "-60"),
        ("3 × 10^8 m/s", "300000000"),
        ("1.5e-3 m", "0.0015"),
    ],
)
def test_signs_and_exponents_stay(value: str, number: str) -> None:
    told = [piece(entry(value=value))]

    assert bound("s1", SUPPORTED, told, []).program == f"s1 = {number}\ns1"


def test_numbers_that_count_the_same_get_one_unit() -> None:
    far = [piece(entry(value="10 km")), piece(entry("kb_trench", value="5 miles"))]

    assert bound("s1 + s2", SUPPORTED, far, []).program == "s1 = 10\ns2 = 8.04672\ns1 + s2"


def test_a_program_is_ready_when_its_inputs_are_supported() -> None:
    assert is_ready("s1 + s2", SUPPORTED)
    assert is_ready("1 + 1", BOTH)
    assert not is_ready("s1 + s3", SUPPORTED)


def test_a_result_stands_while_its_numbers_do() -> None:
    kept, answered = standing([RESULT], [REQUEST], SUPPORTED, GATHERED)

    assert kept == [RESULT]
    assert [each["supported_by"] for each in answered] == [
        ["kb_everest"],
        ["kb_trench"],
        ["calc_1"],
    ]


def test_overruled_evidence_takes_back_what_was_computed_from_it() -> None:
    evidence = [piece(EVEREST, "s1", overruled=True), piece(LOWER, "s1"), GATHERED[1]]

    kept, answered = standing([RESULT], [REQUEST], SUPPORTED, evidence)

    assert kept == []
    assert [each["supported_by"] for each in answered] == [["kb_lower"], ["kb_trench"], []]


def test_what_was_computed_from_a_result_goes_with_it() -> None:
    fourth = subquestion("s4", label="double", kind="computation", program="s3 * 2")
    request: ComputationRequest = {
        **REQUEST,
        "id": "calc_2",
        "program": "s3 * 2",
        "targets": ["s4"],
    }
    result: ComputationResult = {
        "id": "calc_2",
        "program": "s3 = 19783.86\ns3 * 2",
        "value": 39567.72,
    }
    both = [RESULT, result], [REQUEST, request], [*SUPPORTED, fourth]

    assert standing(*both, GATHERED)[0] == [RESULT, result]
    assert standing(*both, GATHERED[1:])[0] == []
