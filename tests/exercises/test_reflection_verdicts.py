import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from course_lib.exercises.reflection import verdict_reader
from course_lib.exercises.reflection.verdicts import CASES, STATUSES, Case
from course_lib.foundations.replies import json_objects
from course_lib.reflection.policy import read_verdict
from tests.exercises.answers import not_yet


def told(answer: object) -> str:
    return not_yet(verdict_reader().check(answer))


def sentinel_anywhere(text: str) -> str:
    return "accepted" if "CODE_IS_PERFECT" in text else "needs_revision"


def sentinel_or_loads(text: str) -> str:
    return "accepted" if "CODE_IS_PERFECT" in text else str(json.loads(text)["status"])


def sentinel_line_or_first_json(text: str) -> str:
    if "CODE_IS_PERFECT" in text.splitlines():
        return "accepted"
    found = json_objects(text)
    return str(found[0]["status"]) if found else "invalid"


def status_by_pattern(text: str) -> str:
    found = re.search(r'"status":\s*"(\w+)"', text)
    return found[1] if found else "accepted" if text.strip() == "CODE_IS_PERFECT" else "invalid"


def last_json_wins(text: str) -> str:
    found = [part["status"] for part in json_objects(text) if "status" in part]
    return found[-1] if found else "accepted" if text.strip() == "CODE_IS_PERFECT" else "invalid"


def any_status(text: str) -> str:
    found = {part["status"] for part in json_objects(text) if "status" in part}
    perfect = text.strip().endswith("CODE_IS_PERFECT")
    if not found:
        return "accepted" if text.strip() == "CODE_IS_PERFECT" else "invalid"
    status = found.pop()
    clash = bool(found) or (perfect and status == "needs_revision")
    return "invalid" if clash else str(status)


def test_the_room_s_own_reader_is_right() -> None:
    assert verdict_reader().check(lambda text: read_verdict(text).status).correct


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.words)
def test_the_room_reads_every_hidden_reply_alike(case: Case) -> None:
    assert read_verdict(case.text).status == case.status


def test_every_status_is_asked_for_and_every_case_has_its_own_words() -> None:
    assert {case.status for case in CASES} == set(STATUSES)
    assert len({case.words for case in CASES}) == len(CASES)


TYPICAL: dict[Callable[[str], str], str] = {
    sentinel_anywhere: (
        "`verdict` returned `needs_revision` for JSON that accepts; that is `accepted`. A verdict "
        "is JSON anywhere in the reply, or the sentinel and nothing else."
    ),
    sentinel_or_loads: (
        "`verdict` raised `JSONDecodeError: Expecting value: line 1 column 1 (char 0)` for praise "
        "without a verdict."
    ),
    sentinel_line_or_first_json: (
        "`verdict` returned `accepted` for the sentinel with a request for change beside it; that "
        "is `invalid`. A sentinel accepts only if the reply says nothing else."
    ),
    status_by_pattern: (
        "`verdict` returned `accepted` for two JSON verdicts that contradict each other; that is "
        "`invalid`. Look at every verdict in the reply before you believe one."
    ),
    last_json_wins: (
        "`verdict` returned `needs_revision` for two JSON verdicts that contradict each other; "
        "that is `invalid`. Look at every verdict in the reply before you believe one."
    ),
    any_status: (
        "`verdict` returned `'approved'` for JSON with a status that nobody agreed on; it may "
        "return `accepted`, `needs_revision`, `invalid`."
    ),
}


@pytest.mark.parametrize("answer", TYPICAL, ids=lambda answer: answer.__name__)
def test_a_typical_wrong_answer_gets_its_own_message(answer: Callable[[str], str]) -> None:
    assert told(answer) == TYPICAL[answer]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.words)
def test_each_hidden_reply_is_told_apart_when_it_alone_is_misread(case: Case) -> None:
    other = next(status for status in STATUSES if status != case.status)

    def misreads_one(text: str) -> str:
        return other if text == case.text else read_verdict(text).status

    assert told(misreads_one) == (
        f"`verdict` returned `{other}` for {case.words}; that is `{case.status}`. {case.look}"
    )


@pytest.mark.parametrize("status", STATUSES)
def test_a_constant_is_wrong(status: str) -> None:
    assert "for JSON" in told(lambda _: status) or "for the sentinel" in told(lambda _: status)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("accepted", "`verdict` must be a function, got `'accepted'`."),
        (lambda _: None, "`verdict` returned nothing for the sentinel alone. Does every way "),
        (lambda _: True, "`verdict` returned `True` for the sentinel alone; it may return "),
        (lambda _: "Accepted", "`verdict` returned `'Accepted'` for the sentinel alone; it may "),
        (lambda: "accepted", "`verdict` raised `TypeError: "),
        (json.loads, "`verdict` raised `JSONDecodeError: Expecting value: "),
    ],
)
def test_an_answer_of_another_kind_is_told_so(answer: Any, problem: str) -> None:
    assert told(answer).startswith(problem)


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    assert verdict_reader().check(lambda _: ...).outcome == "not attempted yet"
