"""Two hundred programs as models write them, against Python's own answers."""

import re
from pathlib import Path
from typing import Any

import pytest

from course_lib.foundations import yaml_text
from course_lib.foundations.calculator import evaluate

DATA = Path(__file__).parents[2] / "fixtures" / "reasoning" / "data" / "programs.yaml"
ENTRIES: list[dict[str, Any]] = yaml_text.parse(DATA.read_text(encoding="utf-8"), file=DATA.name)
PROGRAMS = [entry["program"] for entry in ENTRIES]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["result"])[:20])
def test_a_program_has_exactly_its_answer(entry: dict[str, Any]) -> None:
    result = evaluate(entry["program"])

    assert result.error is None
    assert type(result.value) is type(entry["result"])
    assert repr(result.value) == repr(entry["result"])


def test_there_are_two_hundred_of_which_no_two_are_alike() -> None:
    bare = {re.sub(r"#.*|\s", "", program) for program in PROGRAMS}

    assert len(PROGRAMS) == len(bare) == 200


def test_a_third_has_korean_comments_and_none_is_long() -> None:
    korean = [program for program in PROGRAMS if re.search(r"#.*[가-힣]", program)]

    assert len(korean) >= 66
    assert all(1 <= program.count("\n") <= 12 for program in PROGRAMS)
