"""Grading: what shows in a text, and what a critic says."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.routing.grading import (
    LEAST_REASONING,
    REMAINS,
    Graded,
    read_critique,
    rule_score,
    weighed,
)
from course_lib.routing.prompts import CRITIC

CAPITAL = "오스트레일리아의 수도는?"
OPEN = "When does the Australian Open 2026 start?"
FOUND = [{"title": "Australian Open", "snippet": "From 18 January to 1 February 2026."}]


def graded(answer: str, question: str = CAPITAL, **more: Any) -> Graded:
    given: dict[str, Any] = {"classification": "simple", "expected_quality": 0.92} | more
    return rule_score(answer, question=question, **given)


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("캔버라는 오스트레일리아의 수도입니다.", CAPITAL),
        ("캔버라", CAPITAL),
        ("42", "6 * 7?"),
        ("The sky is blue.", "Is the sky blue?"),
        ("!", "?"),
        ("Put it on your TODO list.", "Where do I note it?"),
        ("Nobody knows, but we do not know less than the Greeks.", "Why?"),
        ("사용할 수 없는 카드입니다.", "이 카드는?"),
        ("As an AI researcher she wrote a book.", "Who is she?"),
        ("I am sorry, I cannot answer in one line. " + "So here it is in many. " * 20, "Why?"),
    ],
)
def test_an_answer_without_a_flaw_is_as_good_as_expected(answer: str, question: str) -> None:
    assert graded(answer, question) == {
        "score": 0.92,
        "by": "rule",
        "problems": [],
        "suggestion": None,
    }


FLAWED = {
    "empty": ["", " ", "\u200b\u3000\n"],
    "placeholder": [
        "The capital is TODO.",
        "Lorem ipsum dolor",
        "[insert capital]",
        "<your answer here>",
        "{{answer}}",
        "[여기에 답을 입력]",
    ],
    "refusal": [
        "I'm sorry, but that is not possible.",
        "I can't help with that.",
        "I cannot answer this question.",
        "I don’t know.",
        "As an AI language model, I have no opinion.",
        "죄송합니다. 그 질문에는 답을 찾지 못했습니다.",
        "답변을 드릴 수 없습니다.",
        "도와드릴 수 없습니다.",
        "잘 모르겠습니다.",
    ],
    "echo": [CAPITAL, "오스트레일리아의 수도는", " 오스트레일리아의  수도는?? "],
}


@pytest.mark.parametrize(
    ("flaw", "answer"), [(flaw, answer) for flaw in FLAWED for answer in FLAWED[flaw]]
)
def test_a_flaw_leaves_a_share_of_the_quality(flaw: str, answer: str) -> None:
    found = graded(answer)

    assert found["score"] == round(0.92 * REMAINS[flaw], 4)
    assert len(found["problems"]) == 1
    assert found["suggestion"]


def test_flaws_multiply_and_the_worst_gives_the_suggestion() -> None:
    found = graded("I don't know. TODO", "Why?", classification="reasoning")

    assert found["score"] == round(0.92 * 0.2 * 0.2 * 0.6, 4)
    assert found["problems"] == [
        "The answer holds a placeholder: TODO.",
        "The answer refuses to answer.",
        "The answer is too short for a question that asks for reasoning.",
    ]
    assert found["suggestion"] == "Fill in what is missing."


def test_only_reasoning_asks_for_more_than_a_few_words() -> None:
    short, long = "Bonds.", "x" * LEAST_REASONING

    assert graded(short, "Which?", classification="reasoning")["score"] == round(0.92 * 0.6, 4)
    assert graded(long, "Which?", classification="reasoning")["score"] == 0.92
    assert graded(short, "Which?", classification=None)["score"] == 0.92


@pytest.mark.parametrize(
    "answer",
    [
        "It starts on January 18.",
        "The Australian Open 2026 runs from 18 January to 1 February.",
        "2026년 1월 18일에 시작합니다.",
        "Soon [1].",
    ],
)
def test_figures_that_were_found_or_asked_are_founded(answer: str) -> None:
    assert graded(answer, OPEN, search_results=FOUND)["problems"] == []


@pytest.mark.parametrize("answer", ["It starts on 19 January.", "2026년 3월 18일입니다.", "$75."])
def test_figures_that_nothing_holds_are_a_flaw_only_where_something_was_found(answer: str) -> None:
    assert graded(answer, OPEN)["score"] == 0.92
    assert graded(answer, OPEN, search_results=FOUND)["score"] == round(0.92 * 0.4, 4)


def test_unfounded_figures_are_named() -> None:
    (problem,) = graded("1월 19일과 75달러", "언제?", search_results=FOUND)["problems"]

    assert problem == "검색 결과에 없는 수치가 있습니다: 19, 75"


@given(st.text(max_size=80), st.text(max_size=40), st.floats(0, 1), st.booleans())
def test_a_score_never_exceeds_what_is_expected(
    answer: str, question: str, expected: float, grounded: bool
) -> None:
    found = graded(
        answer,
        question,
        expected_quality=expected,
        search_results=FOUND if grounded else [],
        classification="reasoning",
    )

    assert found["score"] is not None
    assert 0 <= found["score"] <= round(expected, 4)
    assert bool(found["problems"]) is (found["suggestion"] is not None)


@pytest.mark.parametrize("text", ["[your " * 20_000, "죄송합니다" * 20_000, "{{your" * 20_000])
def test_a_long_answer_is_looked_through_once(text: str) -> None:
    assert graded(text, search_results=FOUND)["score"] is not None


READABLE: dict[str, tuple[float, list[str], str | None]] = {
    '{"score": 0.8}': (0.8, [], None),
    '{"score": 1, "problems": [], "suggestion": null}': (1.0, [], None),
    'Here: ```json\n{"score": 0, "problems": ["a\\n b", " "], "suggestion": " "}\n```': (
        0.0,
        ["a b"],
        None,
    ),
    '{"score": 0.8, "problems": "none"}': (0.8, [], None),
    '{"score": 0.8, "problems": null}': (0.8, [], None),
    '{"score": 0.8, "problems": "No source."}': (0.8, ["No source."], None),
    '{"score": 0.5, "suggestion": "단계를 쓰세요.", "mood": "good"}': (0.5, [], "단계를 쓰세요."),
}


@pytest.mark.parametrize("text", READABLE)
def test_a_critique_is_read(text: str) -> None:
    score, problems, suggestion = READABLE[text]

    assert read_critique(text) == {
        "score": score,
        "by": "critic",
        "problems": problems,
        "suggestion": suggestion,
    }


def test_a_critique_shows_no_secret_and_no_thought() -> None:
    hidden = "a<think>no</think>sk-" + "abcdefghijklmnop"
    said = {"score": 0.5, "problems": [hidden, "<think>no</think>"], "suggestion": hidden}
    text = json.dumps(said).replace("<", "\\u003c")

    assert read_critique(text) == critique(0.5, "a ***") | {"suggestion": "a ***"}


def test_the_prompt_shows_a_critique_that_can_be_read() -> None:
    assert read_critique(CRITIC) == critique(0.0, "...") | {"suggestion": "..."}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0.8",
        "Good!",
        "{}",
        '{"score": 0.8',
        '{"score": "0.8"}',
        '{"score": true}',
        '{"score": null}',
        '{"score": NaN}',
        '{"score": 1e999}',
        '{"score": 1.1}',
        '{"score": -0.1}',
        '{"score": 0.8, "problems": [1]}',
        '{"problems": []}',
        '{"score": 0.8} {"score": 0.9}',
    ],
)
def test_what_is_no_critique_is_not_read(text: str) -> None:
    assert read_critique(text) is None


@given(st.floats(), st.text(max_size=20))
def test_a_critique_that_is_read_is_one(score: float, around: str) -> None:
    read = read_critique(around + json.dumps({"score": score}))

    assert read is None or (read["score"] == score and 0 <= score <= 1)


def critique(score: float | None, *problems: str, by: Any = "critic") -> Graded:
    return {"score": score, "by": by, "problems": list(problems), "suggestion": None}


def test_no_praise_makes_up_for_a_flaw_that_shows() -> None:
    flawed = graded("It starts on 19 January.", OPEN, search_results=FOUND)
    both = weighed(critique(0.95, "A bit short."), flawed)

    assert both["score"] == flawed["score"]
    assert both["by"] == "critic"
    assert both["problems"] == [*flawed["problems"], "A bit short."]
    assert both["suggestion"] == flawed["suggestion"]


def test_a_critic_may_find_worse_than_the_rules() -> None:
    assert weighed(critique(0.1), critique(0.4, "Flawed.", by="rule"))["score"] == 0.1


@pytest.mark.parametrize("score", [0.0, 0.5, 0.95, None])
def test_without_a_flaw_the_critic_decides(score: float | None) -> None:
    assert weighed(critique(score), critique(0.7, by="rule")) == critique(score)
