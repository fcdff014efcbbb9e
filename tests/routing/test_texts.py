"""Fixed sentences: honest, in the question's language, the requirement's word for word."""

import re
from typing import get_args

import pytest

from course_lib.foundations.languages import Words, is_korean
from course_lib.routing import texts
from course_lib.routing.grading import REMAINS
from course_lib.routing.state import Status

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


@pytest.mark.parametrize("words", SENTENCES, ids=lambda words: words.en[:30])
def test_both_languages_say_the_same_places(words: Words) -> None:
    assert not is_korean(words.en)
    assert is_korean(words.ko)
    assert sorted(re.findall(r"{\w+", words.en)) == sorted(re.findall(r"{\w+", words.ko))


def test_every_cause_status_and_flaw_has_its_sentence() -> None:
    causes = set(get_args(texts.Cause))

    assert set(texts.CAUSES) == causes
    assert set(texts.DEGRADED) == causes - {"context", "stand_in", "quality", "unjudged"}
    assert set(texts.STATUSES) == set(get_args(Status)) - {"answered", "degraded"}
    assert set(texts.PROBLEMS) == set(texts.SUGGESTIONS) == set(REMAINS)


def test_the_requirements_degraded_answer() -> None:
    assert texts.ending("degraded", "search_off", OPEN) == (
        "요청된 항목은 최신 데이터가 없어 검증 가능한 답을 보장할 수 없습니다."
    )
    assert texts.because("search_off", OPEN) == (
        "검색이 비활성화되어 실시간 질의에는 충분한 정확도를 확보할 수 없습니다."
    )


@pytest.mark.parametrize("status", get_args(Status))
@pytest.mark.parametrize("cause", [*get_args(texts.Cause), None])
@pytest.mark.parametrize("question", ["Why?", "왜?"])
def test_every_ending_without_an_answer_has_a_text(
    status: Status, cause: texts.Cause | None, question: str
) -> None:
    told = texts.ending(status, cause, question)

    assert (told is None) is (status == "answered")
    assert told is None or is_korean(told) is is_korean(question)
