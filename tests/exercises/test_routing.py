"""The questions of Chapter 16: their worked answers, and what wrong ones are told."""

from typing import Any

import pytest

from course_lib.exercises import routing as exercises
from course_lib.exercises.question import Question
from tests.exercises.answers import not_yet, worked_answer

TIMEOUT, LIMIT, FILTER = ({"fault": kind} for kind in ("timeout", "rate_limit", "content_filter"))


def changed(**ways: Any) -> dict[str, Any]:
    answer: dict[str, Any] = worked_answer(exercises.four_ways())
    return {**answer, **ways}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (7, "`limits` must be a dict"),
        ({}, "no key `fast`"),
        (changed(fast=[]), "`limits['fast']` must be a dict"),
        (changed(fast={"allowed_tiers": ["fast"]}), "is not one of"),
        (changed(nobody={"max_tokens": 0}), "must be a number above 0, got `0`"),
        (changed(reasoning={}), "Under the limits for `reasoning`, a fast path answered"),
        (changed(fallback={"max_latency_ms": 2000}), "for `fallback`, a reasoning path answered"),
        (changed(nobody={"max_cost_usd": 1}), "for `nobody`, a fast path answered"),
        (changed(fast={"max_tokens": 5}), "for `fast`, nobody answered"),
        (changed(fast={"max_tokens": 1.5}), "max_tokens must be a whole number"),
        (changed(fast={"max_cost_usd": float("inf")}), "max_cost_usd must be a finite number"),
    ],
)
def test_limits_that_lead_elsewhere(answer: object, told: str) -> None:
    assert told in not_yet(exercises.four_ways().check(answer))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("timeout", "`script` must be a list"),
        ([], "ended in `answered` after 1 attempt"),
        ([TIMEOUT, LIMIT], "ended in `answered` after 3 attempts"),
        ([TIMEOUT, LIMIT, FILTER, TIMEOUT], "has 4 replies, and 3 were asked for"),
        ([TIMEOUT, TIMEOUT, FILTER], "all should differ"),
        ([TIMEOUT, FILTER, LIMIT], "`second` failed with `rate_limit`"),
        ([{"fault": "tired"}], "`script` is no script"),
        ([5], "`script` is no script"),
        ([TIMEOUT, "", FILTER], "`empty` is no fault of a model"),
    ],
)
def test_faults_that_leave_somebody_or_stand_in_another_order(answer: object, told: str) -> None:
    assert told in not_yet(exercises.exhausting_faults().check(answer))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (0.5, "`tuned` must be a dict"),
        ({"threshold": 0.5}, "no key `holds`"),
        ({"threshold": "high", "holds": False}, "must be a number from 0 to 2"),
        ({"threshold": float("nan"), "holds": False}, "must be a number from 0 to 2"),
        ({"threshold": 1.5, "holds": False}, "More questions have to go to the strong tier"),
        ({"threshold": 0, "holds": True}, "It goes for less"),
        ({"threshold": 0.55, "holds": "no"}, "`holds` must be `True` or `False`"),
        ({"threshold": 0.55, "holds": True}, "this threshold does not reach 0.85"),
    ],
)
def test_thresholds_that_reach_too_little_or_cost_too_much(answer: object, told: str) -> None:
    assert told in not_yet(exercises.learned_threshold().check(answer))


@pytest.mark.parametrize(
    "question",
    [exercises.four_ways(), exercises.exhausting_faults(), exercises.learned_threshold()],
)
def test_the_worked_answer_is_right(question: Question) -> None:
    assert question.check(worked_answer(question)).correct


def test_a_right_threshold_is_told_how_it_does_elsewhere() -> None:
    question = exercises.learned_threshold()

    praise = question.check(worked_answer(question)).message

    assert "it does not hold there" in praise
