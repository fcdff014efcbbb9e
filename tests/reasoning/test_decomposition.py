"""A question becomes sub-questions: as a model writes them, or by rule."""

import json
import time
from typing import Any

import pytest

from course_lib.foundations.errors import UnreadableReply
from course_lib.reasoning.decomposition import (
    MOST,
    MOST_TERMS,
    arithmetic_in,
    by_rule,
    read_decomposition,
    terms_in,
)
from course_lib.reasoning.pieces import Subquestion
from tests.reasoning.samples import DEPTH, SEVERAL, part


def reading(*parts: Any, **more: Any) -> Any:
    return read_decomposition(json.dumps({"subquestions": list(parts), **more}))


def read(*parts: Any) -> list[Subquestion]:
    found: list[Subquestion] = reading(*parts)[0]
    return found


def test_a_sub_question_says_what_it_needs() -> None:
    [found] = read(part(evidence="its height"))

    assert found == {
        "id": "s1",
        "label": "height",
        "question": "How tall is Everest?",
        "kind": "evidence",
        "evidence": "its height",
        "terms": ["Everest", "height"],
        "program": None,
        "supported_by": [],
    }


def test_what_is_left_out_follows_from_the_question() -> None:
    [found] = read({"id": "s1", "label": "it", "question": "How deep is the trench?"})

    assert found["evidence"] == "How deep is the trench?"
    assert found["terms"] == terms_in("How deep is the trench?") != []


def test_there_are_six_sub_questions_at_most_and_each_id_once() -> None:
    many, _, problems = reading(*(part(f"s{number}") for number in range(MOST + 3)))
    assert [each["id"] for each in many] == [f"s{number}" for number in range(MOST)]
    assert problems == ["9 sub-questions are given, at most 6 are used; s6, s7, s8 left out"]

    twice, _, problems = reading(part(label="first"), DEPTH, part(label="second"))
    assert [each["label"] for each in twice] == ["second", "depth"]
    assert problems == ["sub-question s1 is given 2 times; the last one counts"]

    assert reading(part(), DEPTH)[2] == []


def test_labels_that_are_alike_are_numbered() -> None:
    labels = ("property", "property (2)", "property", "other", "property")
    found = read(*(part(f"s{number}", label=label) for number, label in enumerate(labels)))

    assert [each["label"] for each in found] == [
        "property",
        "property (2)",
        "property (3)",
        "other",
        "property (4)",
    ]


def test_only_a_computation_has_a_program() -> None:
    found = read(part(program="1 + 1"), part("s2", kind="computation", program="1 + 1"))

    assert [each["program"] for each in found] == [None, "1 + 1"]


def test_text_is_normalised_and_secrets_and_thoughts_are_left_out() -> None:
    key = "sk-abcdefghijklmnop"
    [found] = read(
        part(
            label=" Cafe\u0301\n bar ",
            question=f"Is {key} one?",
            evidence="<think>hm</think>it",
            kind="computation",
            program=f"{key} + 1",
        )
    )

    assert found["label"] == "Caf\u00e9 bar"
    assert found["evidence"] == "it"
    assert key not in str(found)


@pytest.mark.parametrize(
    "bad",
    [
        {"id": "1"},
        {"id": "s123"},
        {"label": ""},
        {"label": "\u200b"},
        {"label": "<think>all of it</think>"},
        {"question": "x" * 301},
        {"kind": "guess"},
        {"terms": [""]},
        {"program": 5},
    ],
)
def test_what_does_not_fit_is_unreadable(bad: dict[str, Any]) -> None:
    with pytest.raises(UnreadableReply, match=r"subquestions\.0"):
        reading(part(**bad))


def test_what_is_meant_is_read_though_it_is_written_otherwise() -> None:
    given = part(id=1, kind=" Evidence ", terms="Everest", evidence=None, program=None)
    found, everything, _ = reading(given, constraints="none", assumptions=None)

    assert found == read(part(terms=["Everest"], evidence=None))
    assert (everything.constraints, everything.assumptions) == ([], [])
    with pytest.raises(UnreadableReply, match=r"subquestions\.0\.id"):
        reading(part(id=True))


@pytest.mark.parametrize("text", ["", "No.", '{"subquestions": []}', '{"subquestions": null}'])
def test_what_is_no_decomposition_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_decomposition(text)


def test_by_rule_each_clause_is_a_part() -> None:
    assert [each["question"] for each in by_rule(SEVERAL)] == [
        "How tall is Everest",
        "how deep is the trench?",
    ]


def test_by_rule_korean_clauses_are_parts_too() -> None:
    parts = by_rule("고전 컴퓨터와 양자 컴퓨터를 비교하고 활용 사례를 제시해줘")

    assert [each["question"] for each in parts] == [
        "고전 컴퓨터와 양자 컴퓨터를 비교하고",
        "활용 사례를 제시해줘",
    ]
    assert all(each["terms"] for each in parts)


@pytest.mark.parametrize("question", ["?", "!!!", "...", ",", "; ;", "<think>", "a? \u200d", "😀"])
def test_by_rule_there_is_always_a_part(question: str) -> None:
    [found] = by_rule(question)

    assert found["label"]
    assert found["question"]


def test_by_rule_long_questions_are_cut_and_secrets_masked() -> None:
    [long] = by_rule("x" * 999)
    assert (len(long["question"]), len(long["label"])) == (300, 40)

    assert "sk-abcdefghijklmnop" not in str(by_rule("Is sk-abcdefghijklmnop a key?"))


def test_by_rule_the_last_part_holds_what_is_left_and_labels_differ() -> None:
    parts = by_rule("Why? " * 9)

    assert len(parts) == MOST
    assert parts[-1]["question"] == "Why?; Why?; Why?; Why?"
    assert len({each["label"] for each in parts}) == MOST


def test_by_rule_arithmetic_is_computed_and_other_numbers_are_not() -> None:
    kinds = {
        question: by_rule(question)[0]["kind"]
        for question in ("What is 2 + 3?", "What happened in 2019-2020?", "Is there 24/7 support?")
    }

    assert list(kinds.values()) == ["computation", "evidence", "evidence"]


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("What is 17% of 2,340?", "result = 2340 * 17 / 100"),
        ("2340의 17퍼센트는?", "result = 2340 * 17 / 100"),
        ("1,234,567 × 2", "result = 1234567 * 2"),
        ("(1.5 + 2) ÷ 7", "result = (1.5 + 2) / 7"),
        ("3 + 1,2", None),
        ("1,2 + 3", None),
        ("TCP/IP", None),
        ("no numbers", None),
        ("", None),
        ("What is 17% of 2,340.", "result = 2340 * 17 / 100"),
        ("-5 + 3", "result = -5 + 3"),
        ("(−5) × -2", "result = (-5) * -2"),
        ("2^10 + 1", "result = 2**10 + 1"),
        ("2 + 3 plus 4", "result = 2 + 3 + 4"),
        ("7 times 3 + 2", "result = 7 * 3 + 2"),
        ("Please calculate 6 divided by 4.", "result = 6 / 4"),
        ("3 더하기 4는?", "result = 3 + 4"),
        ("2 + 3을 계산해 줘", "result = 2 + 3"),
        ("15% of 80 plus 10% of 20", None),
        ("10% of 20 + 30", None),
        ("50% of 2^3", None),
        ("100 - 20%", None),
        ("100 - 20 percent", None),
        ("How tall is 3 + 4", None),
        ("2 + 2 = 5?", None),
        ("2 3 + 4", None),
        ("3 + 4 *", None),
        ("(2)(3)", None),
        ("7 // 2", None),
        ("010-1234-5678", None),
        ("-5", None),
    ],
)
def test_arithmetic_in_a_text_becomes_a_program(text: str, program: str | None) -> None:
    assert arithmetic_in(text) == program


@pytest.mark.parametrize("sign", ["1", "1.", "1+", "(", "1 "])
def test_what_is_too_long_for_a_sum_takes_no_time(sign: str) -> None:
    start = time.process_time()
    arithmetic_in(sign * 20_000)

    assert time.process_time() - start < 1


def test_terms_are_few_and_say_what_it_is_about() -> None:
    terms = terms_in(
        "Compare the boiling point of ethanol, water, acetone and methanol for example"
    )

    assert len(terms) == MOST_TERMS
    assert "compare" not in terms
