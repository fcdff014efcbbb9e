"""What is required, what the critic meant, what was repeated: tables."""

from typing import Any, cast

import pytest

from course_lib.reflection.policy import (
    ACCEPTED,
    FACTORIAL_REQUIREMENTS,
    earlier_rounds,
    read_verdict,
    repeats,
    requirements_of,
)
from course_lib.reflection.state import Attempt
from tests.reflection.samples import FACTORIAL_TASK, attempt, verdict

REQUIREMENTS = {
    FACTORIAL_TASK: list(FACTORIAL_REQUIREMENTS),
    "정수 n의 팩토리얼을 구하는 calculate_factorial(n)을 작성하세요.": list(FACTORIAL_REQUIREMENTS),
    "Reverse a list": ["Reverse a list"],
    "Reverse a list. Keep the input! May it be empty?": [
        "Reverse a list.",
        "Keep the input!",
        "May it be empty?",
    ],
    "Round to 0.5, e.g. 1.2 to 1.0.": ["Round to 0.5, e.g. 1.2 to 1.0."],
    "Write a stack:\n- push(x)\n* pop()\n• peek()": ["push(x)", "pop()", "peek()"],
    "Steps:\n1. read it\n 2) sort it\n(3) show it": ["read it", "sort it", "show it"],
    "Write it.\n- push adds to\n  the top\n  - nested": ["push adds to the top", "nested"],
    "Fix this.\n```python\n- x\n# A comment. Here.\n```\nKeep its name.": [
        "Fix this.",
        "Keep its name.",
    ],
    "```\ncode\n```": ["``` code ```"],
    "목록을 뒤집는 함수를 작성하세요. 원본은 바꾸지 마세요! 빈 목록도 됩니다.": [
        "목록을 뒤집는 함수를 작성하세요.",
        "원본은 바꾸지 마세요!",
        "빈 목록도 됩니다.",
    ],
    "3.5를 반올림하세요。음수는 오류입니다。": ["3.5를 반올림하세요。", "음수는 오류입니다。"],
    "스택을 작성하세요.\n가. push는 위에\n   쌓는다\n나. pop은 꺼낸다": [
        "push는 위에 쌓는다",
        "pop은 꺼낸다",
    ],
    "함수:\n- 빈 값 허용\n- 음수 거부": ["빈 값 허용", "음수 거부"],
    "다.\u3000그리고 끝": ["그리고 끝"],
    "a\u200b\n \u3000 \nb": ["a", "b"],
}


@pytest.mark.parametrize("task", REQUIREMENTS)
def test_requirements_of(task: str) -> None:
    assert requirements_of(task) == REQUIREMENTS[task]


def test_requirements_are_composed_text() -> None:
    decomposed = "\u1112\u1161\u11ab\u1100\u1173\u11af"

    assert requirements_of(decomposed) == ["한글"]


OK = verdict("accepted", "Fine.")
REVISE = verdict("needs_revision", "Handle zero.")

READABLE = {
    OK: ("accepted", "Fine."),
    REVISE: ("needs_revision", "Handle zero."),
    f"```json\n{OK}\n```": ("accepted", "Fine."),
    f"My verdict: {REVISE} Good luck!": ("needs_revision", "Handle zero."),
    f"[{OK}]": ("accepted", "Fine."),
    f'Given {{"n": 0}}, {{n}} is right.\n{OK}': ("accepted", "Fine."),
    f"{OK}\n{OK}": ("accepted", "Fine."),
    f"{OK}\nCODE_IS_PERFECT": ("accepted", "Fine."),
    verdict("needs_revision", "Not CODE_IS_PERFECT: use {n}."): (
        "needs_revision",
        "Not CODE_IS_PERFECT: use {n}.",
    ),
    verdict("needs_revision", "음수 입력을 처리하세요."): (
        "needs_revision",
        "음수 입력을 처리하세요.",
    ),
    '{"status": "accepted"}': ("accepted", ACCEPTED),
    '{"status": "accepted", "critique": null, "score": 9}': ("accepted", ACCEPTED),
    "CODE_IS_PERFECT": ("accepted", ACCEPTED),
    "**CODE_IS_PERFECT**": ("accepted", ACCEPTED),
    "`CODE_IS_PERFECT`.": ("accepted", ACCEPTED),
    "Great work.\n\n  CODE_IS_PERFECT\n\nWell done, no bugs.": ("accepted", ACCEPTED),
    "CODE_IS_PERFECT\nNo further changes are required.": ("accepted", ACCEPTED),
    "CODE_IS_PERFECT\nNothing to fix; all requirements are met.": ("accepted", ACCEPTED),
    "CODE_IS_PERFECT\n모든 요구사항을 만족합니다. 수정할 필요가 없습니다.": ("accepted", ACCEPTED),
    "CODE_IS_PERFECT\n추가로 변경할 사항이 없습니다.": ("accepted", ACCEPTED),
}


@pytest.mark.parametrize("reply", READABLE)
def test_read_verdict(reply: str) -> None:
    assert read_verdict(reply) == (*READABLE[reply], None)


INVALID = {
    "": "is not said",
    "Looks good to me.": "is not said",
    "code_is_perfect": "is not said",
    "CODE_IS_PERFECTLY_FINE": "is not alone",
    "not CODE_IS_PERFECT": "is not alone",
    "This is CODE_IS_PERFECT, really.": "is not alone",
    "아직 CODE_IS_PERFECT 아님": "is not alone",
    "CODE_IS_PERFECT\nI take back CODE_IS_PERFECT.": "is not alone",
    "CODE_IS_PERFECT\nBut handle zero.": "beside other words: 'But handle zero'",
    "CODE_IS_PERFECT\nNegative input is not handled.": "'Negative input is not handled'",
    "CODE_IS_PERFECT\nRemove the print call.": "'Remove the print call'",
    "CODE_IS_PERFECT\nGreat work. The docstring is absent.": "'The docstring is absent'",
    "No docstring is there so fix it.\nCODE_IS_PERFECT": "'No docstring is there so fix it'",
    "CODE_IS_PERFECT\n다만 0을 처리하세요.": "'다만 0을 처리하세요'",
    "CODE_IS_PERFECT\n음수 입력을 처리하지 않습니다.": "'음수 입력을 처리하지 않습니다'",
    "CODE_IS_PERFECT\n독스트링이 없습니다. 추가하세요.": "'독스트링이 없습니다'",
    'CODE_IS_PERFECT\n{"status": "needs_revision", "cri': "beside other words",
    f"{REVISE}\nCODE_IS_PERFECT": "the JSON says needs_revision",
    f"{OK}\nIt is not CODE_IS_PERFECT.": "the JSON says accepted",
    f"{OK}\n{REVISE}": "2 JSON objects that differ",
    f"{OK}\n{verdict('accepted', 'Other words.')}": "2 JSON objects that differ",
    '{"critique": "Fine."}': "status: Field required",
    '{"status": null, "critique": "Fine."}': "got None",
    '{"status": true, "critique": "Fine."}': "got True",
    verdict("Accepted", "Fine."): "got 'Accepted'",
    verdict("rejected", "No."): "got 'rejected'",
    verdict("CODE_IS_PERFECT", ""): "got 'CODE_IS_PERFECT'",
    verdict("needs_revision", " \u3000"): "must say what to revise",
    '{"status": "needs_revision"}': "must say what to revise",
    '{"status": "accepted", "critique": ["Fine."]}': "critique: Input should be a valid string",
    '{"status": "accepted", "status": "needs_revision", "critique": "?"}': "no JSON verdict",
    '{"status": "accepted", "critique": "cut o': "no JSON verdict",
    '{"review": {"status": "accepted", "critique": "nested"}}': "no JSON verdict",
    '["status", "accepted"]': "no JSON verdict",
    "{" * 5_000: "no JSON verdict",
}


@pytest.mark.parametrize("reply", INVALID, ids=lambda reply: reply[:40])
def test_read_verdict_of_an_invalid_reply_keeps_it_and_says_why(reply: str) -> None:
    read = read_verdict(reply)

    assert (read.status, read.critique) == ("invalid", reply)
    assert INVALID[reply] in str(read.problem)


def history(*entries: dict[str, Any]) -> list[Attempt]:
    return cast(list[Attempt], list(entries))


def test_repeats_compares_with_the_last_draft_and_ignores_blanks() -> None:
    before = history(attempt(draft="a = 1"), attempt(2, draft="b = 2\nc = 3"))

    assert repeats("b = 2\n\n  c = 3 ", before)
    assert not repeats("a = 1", before)
    assert not repeats("b = 2", before)
    assert not repeats("", history())


def test_earlier_rounds_are_a_line_each_and_leave_out_the_last() -> None:
    revised = {"critique_status": "needs_revision"}
    before = history(
        attempt(1, critique="Handle\nzero.", **revised),
        attempt(2, critique="x" * 300, unchanged=True, **revised),
        attempt(3),
        attempt(4, critique="the last", **revised),
    )

    assert earlier_rounds(before) == [
        "Attempt 1: needs_revision: Handle zero.",
        f"Attempt 2: needs_revision, same code as before: {'x' * 97}...",
        "Attempt 3: no review",
    ]
    assert earlier_rounds(history()) == []
