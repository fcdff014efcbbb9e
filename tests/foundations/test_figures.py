"""Figures: the same number however it is written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.figures import figures_in, unfounded

FOUND = {
    "1,500 and 1500.50": ["1500", "1500.50"],
    "3만 원": ["30000"],
    "1억 2천만 원, 5명": ["120000000", "5"],
    "1만 2000원": ["12000"],
    "1.2 million people": ["1200000"],
    "2026년 1월 18일": ["2026", "1", "18"],
    "January 18, 2026": ["18", "2026", "1"],
    "2026-01-18": ["2026", "1", "18"],
    "May 3, and I may go in a march": ["3", "5"],
    "3 May": ["3", "5"],
    "1,2,3": ["1", "2", "3"],
    "２０２６": ["2026"],
    "1. first [2]\n 2) second [3, 4]": [],
    "According to result 1 and 결과 2": [],
    "결과 2026년": ["2026"],
    "mayor, decide, octet": [],
    "": [],
}


@pytest.mark.parametrize("text", FOUND)
def test_figures_in(text: str) -> None:
    assert figures_in(text) == [Decimal(figure) for figure in FOUND[text]]


SOURCE = "Population 1,234,567; from 18 January to 1 February 2026; 3.14159; 입장료 3만 원"


@pytest.mark.parametrize(
    "text",
    [
        "About 1.2 million people.",
        "2026년 1월 18일부터 2월 1일까지입니다.",
        "It is 3.14.",
        "It costs 30,000 won.",
        "No figure at all.",
    ],
)
def test_what_a_source_holds_is_founded_however_it_is_written_or_rounded(text: str) -> None:
    assert [*unfounded(text, [SOURCE])] == []


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("About 1.3 million people.", ["1300000"]),
        ("From 19 January.", ["19"]),
        ("In March 2026, in March 2027, 2027.", ["2027", "3"]),
        ("It is 3.15.", ["3.15"]),
    ],
)
def test_what_no_source_holds_is_named_once(text: str, strange: list[str]) -> None:
    assert [*unfounded(text, [SOURCE])] == [Decimal(figure) for figure in strange]


@given(st.integers(0, 10**12))
def test_a_number_is_founded_by_itself_in_every_spelling(number: int) -> None:
    spellings = [f"{number}", f"{number:,}", f"{number}.0", f"{number}원", f"({number})"]
    assert all(
        [*unfounded(f"It is {one}.", [f"{two}!"])] == [] for one in spellings for two in spellings
    )


@given(st.text(max_size=80))
def test_every_text_founds_itself(text: str) -> None:
    assert [*unfounded(text, [text])] == []


@pytest.mark.parametrize("text", ["1,111" * 20_000, ",111" * 50_000, "1\n" * 50_000, "\n" * 99_999])
def test_a_long_text_is_looked_through_once(text: str) -> None:
    assert [*unfounded(text, [text])] == []
