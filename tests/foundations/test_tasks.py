"""What enters: text in which something can be seen, and every key accounted for."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import TypedDict

from course_lib.foundations.tasks import entered, is_blank, normalized


class Task(TypedDict, total=False):
    input: str
    max_iterations: int | None


INVISIBLE = {
    "nothing": "",
    "blanks": " \t\r\n\v\f",
    "full-width blanks": "\u3000\u3000",
    "no-break spaces": "\u00a0\u202f\u2007",
    "zero-width": "\u200b\u200c\u200d\u2060",
    "BOM": "\ufeff",
    "soft hyphen": "\u00ad",
    "directions": "\u200e\u200f\u202a\u202c\u2066\u2069\u061c",
    "Hangul fillers": "\u115f\u1160\u3164\uffa0",
    "Braille": "\u2800",
    "variation selectors": "\ufe0f\ufe00",
    "controls": "\x00\x07\x7f\x85",
    "tags": "\U000e0020\U000e007f",
    "all together": "\ufeff \u3000\u200b\n\u3164\u2800\u00ad",
}


@pytest.mark.parametrize("text", INVISIBLE.values(), ids=INVISIBLE)
def test_text_in_which_nothing_can_be_seen_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("value", [None, 0, 1, True, b"text", ["text"], {"input": "text"}, object])
def test_what_is_no_text_is_blank(value: object) -> None:
    assert is_blank(value)


@pytest.mark.parametrize(
    "text",
    ["a", "가", unicodedata.normalize("NFD", "가"), "ㄱ", "。", "\u200b.\u200b", "👩\u200d💻", "0"],
)
def test_text_in_which_something_can_be_seen_is_not_blank(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Write\n\n\ta  function ", "Write a function"),
        ("\ufeff팩토리얼\u3000함수를\u00a0 작성해\u200b줘", "팩토리얼 함수를 작성해줘"),
        (unicodedata.normalize("NFD", "음수를 처리"), "음수를 처리"),
        ("e\u200b\u0301", "é"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("\u200b\ufeff\u3000", ""),
    ],
)
def test_text_is_composed_trimmed_and_folded(text: str, expected: str) -> None:
    assert normalized(text) == expected


@given(st.text())
def test_normalising_is_done_once_and_for_all(text: str) -> None:
    once = normalized(text)
    assert normalized(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once == " ".join(once.split())
    assert is_blank(text) or not is_blank(once)


def test_every_key_is_set_to_the_given_value_or_to_none() -> None:
    assert entered({"input": "팩토리얼"}, Task) == {
        "input": "팩토리얼",
        "max_iterations": None,
        "problems": [],
    }


@pytest.mark.parametrize(
    ("key", "shown"),
    [("maxIterations", "'maxIterations'"), (7, "7"), ("problems", "'problems'"), (None, "None")],
)
def test_an_unknown_key_is_named_beside_the_known_ones(key: object, shown: str) -> None:
    assert entered({"input": "x", key: ["forged"]}, Task) == {
        "input": "x",
        "max_iterations": None,
        "problems": [f"task has no key {shown}; it is ignored; known are input, max_iterations"],
    }


@pytest.mark.parametrize("task", [None, "text", ["input"], 3, {"input"}])
def test_what_is_no_mapping_is_told_and_nothing_is_taken_from_it(task: object) -> None:
    got = entered(task, Task)
    assert got == {
        "input": None,
        "max_iterations": None,
        "problems": [
            f"task must be a mapping with input, max_iterations, got {type(task).__name__}"
        ],
    }
