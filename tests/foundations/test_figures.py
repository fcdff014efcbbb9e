"""Figures: the same number however it is written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.figures import figures_in, normal, rounds_to, signed_in, unfounded

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


SIGNED = {
    "-40 °C": "-40",
    "−40 (–3), $5, -$6": "-40 -3 5 -6",
    "minus 40, negative 3, 5 minus 2": "-40 -3 5 2",
    "영하 40도, 마이너스 3": "-40 -3",
    "40 °C below zero, 3 degrees below zero": "-40 -3",
    "10-15, 10 - 15, 10 -15, F-16, (a)-1": "10 15 10 15 10 15 16 1",
    "2026-01-18": "2026 1 18",
    "1.5e8, 2E-3, 3e+2": "1.5e8 2e-3 3e2",
    "3 × 10^8, 3x10**8, 3 · 10⁻⁸": "3e8 3e8 3e-8",
    "10⁶ and 10^-2": "1e6 1e-2",
    "2^10, 5 x 10 m, 10 m²": "2 10 5 10 10 2",
    "1e5a, 6e": "1 5 6",
    "[999], result 42\n1. one": "999 42 1",
    "1.2 Million, 1억 2천만": "1.2e6 120000000",
    "May": "",
}


@pytest.mark.parametrize("text", SIGNED)
def test_signed_numbers_with_exponents(text: str) -> None:
    found = [each.value for each in signed_in(normal(text))]
    assert found == [Decimal(each) for each in SIGNED[text].split()]


def test_a_figure_says_where_it_stands() -> None:
    text = "It is -3 × 10^8 m, or 1억 2천만."
    assert [text[each.start : each.end] for each in signed_in(text)] == ["3 × 10^8", "1억 2천만"]


@given(st.decimals(-(10**9), 10**9, places=3, allow_nan=False))
def test_a_signed_number_is_read_as_it_is_written(number: Decimal) -> None:
    assert [each.value for each in signed_in(f"It is {number}, so.")] == [number]


@given(st.text(max_size=80))
def test_figures_stand_inside_their_text_in_order(text: str) -> None:
    plain = normal(text)
    places = [(each.start, each.end) for each in signed_in(plain)]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(plain) for start, end in places)


def test_a_rounded_figure_has_more_than_one_digit() -> None:
    assert rounds_to(Decimal("1234567"), Decimal("1.2e6"))
    assert not rounds_to(Decimal("1234567"), Decimal("1e6"))
    assert not rounds_to(Decimal("1234567"), Decimal("1.3e6"))


@pytest.mark.parametrize(
    ("source", "told", "rounded"),
    [
        ("67412.33", "67400", True),
        ("384400", "384000", True),
        ("9411440", "9410000", True),
        ("10935", "10900", True),
        ("384400", "383000", False),
        ("299792", "300000", False),  # one digit is left
        ("1958", "1960", False),  # may be a year
        ("42", "40", False),
    ],
)
def test_zeros_at_the_end_may_come_from_rounding(source: str, told: str, *, rounded: bool) -> None:
    assert rounds_to(Decimal(source), Decimal(told)) is rounded
