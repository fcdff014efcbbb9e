"""Fixed sentences: honest, in the question's language, the requirement's word for word."""

import re
from typing import Any, cast, get_args

import pytest

from course_lib.foundations.languages import Words, is_korean
from course_lib.routing import texts
from course_lib.routing.grading import REMAINS
from course_lib.routing.state import State, Status

OPEN = "2026년 호주 오픈은 언제 시작해?"
SENTENCES = [
    *texts.STATUSES.values(),
    *texts.DEGRADED.values(),
    *texts.CAUSES.values(),
    *texts.PROBLEMS.values(),
    *texts.SUGGESTIONS.values(),
    *texts.ROUTES.values(),
    texts.LEFT_OUT,
]


def state(**changes: Any) -> State:
    plain: dict[str, Any] = {
        "question": "Why?",
        "classification": "reasoning",
        "freshness_required": False,
        "allowed_capabilities": ["search"],
        "wanted_tool": None,
        "high_risk": False,
        "search_results": [],
        "tried": [],
        "answers": [],
    }
    return cast(State, {**plain, **changes})


@pytest.mark.parametrize("words", SENTENCES, ids=lambda words: words.en[:30])
def test_both_languages_say_the_same_places(words: Words) -> None:
    assert not is_korean(words.en)
    assert is_korean(words.ko)
    assert sorted(re.findall(r"{\w+", words.en)) == sorted(re.findall(r"{\w+", words.ko))


def test_every_cause_status_and_flaw_has_its_sentence() -> None:
    causes = set(get_args(texts.Cause))

    assert set(texts.CAUSES) == causes
    assert set(texts.DEGRADED) == causes - {"stand_in", "context"}
    assert set(texts.STATUSES) == set(get_args(Status)) - {"answered", "degraded"}
    assert set(texts.PROBLEMS) == set(texts.SUGGESTIONS) == set(REMAINS)


def test_the_requirements_degraded_answer() -> None:
    end = state(question=OPEN, classification="current_info", allowed_capabilities=[])

    assert texts.answer("degraded", end) == (
        "요청된 항목은 최신 데이터가 없어 검증 가능한 답을 보장할 수 없습니다."
    )
    assert texts.reason(end) == (
        "검색이 비활성화되어 실시간 질의에는 충분한 정확도를 확보할 수 없습니다."
    )


FRESH: dict[str, Any] = {"classification": "current_info"}
FOUND: dict[str, Any] = {"search_results": [{"snippet": "1"}]}
CAUSES: list[tuple[dict[str, Any], texts.Cause]] = [
    ({"answers": [{"path": "a"}], "tried": ["a"]}, "stand_in"),
    ({**FRESH, "allowed_capabilities": []}, "search_off"),
    (FRESH, "no_current_data"),
    ({"freshness_required": True}, "no_current_data"),
    ({**FRESH, **FOUND, "tried": ["a"]}, "exhausted"),
    ({"classification": "tool_required", "wanted_tool": "calculator"}, "no_tool"),
    ({"wanted_tool": "calculator", **FOUND, "tried": ["a"]}, "exhausted"),
    ({"tried": ["a"], "high_risk": True}, "exhausted"),
    ({"high_risk": True}, "risk"),
    ({}, "budget"),
]


@pytest.mark.parametrize(("changes", "cause"), CAUSES)
def test_cause_of(changes: dict[str, Any], cause: texts.Cause) -> None:
    assert texts.cause_of(state(**changes)) == cause
    assert texts.reason(state(**changes)) == texts.CAUSES[cause].en


@pytest.mark.parametrize("status", get_args(Status))
@pytest.mark.parametrize("question", ["Why?", "왜?"])
def test_every_ending_without_an_answer_has_a_text(status: Status, question: str) -> None:
    told = texts.answer(status, state(question=question))

    assert (told is None) is (status == "answered")
    assert told is None or is_korean(told) is is_korean(question)
