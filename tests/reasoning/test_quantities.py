"""Quantities: numbers with their units, dates as one thing each."""

from decimal import Decimal

import pytest

from course_lib.reasoning.quantities import Date, Quantity, quantities_in

DATES = {
    "20 July 1969": Date(1969, 7, 20),
    "the 20th of July, 1969": Date(1969, 7, 20),
    "July 20, 1969": Date(1969, 7, 20),
    "Sept. 3rd": Date(None, 9, 3),
    "1969-07-20": Date(1969, 7, 20),
    "1969-07": Date(1969, 7, None),
    "1969년 7월 20일": Date(1969, 7, 20),
    "7월 20일": Date(None, 7, 20),
    "1969년": Date(1969, None, None),
    "May 2020": Date(2020, 5, None),
    "in August": Date(None, 8, None),
    "the 20th": Date(None, None, 20),
}
NO_DATES = {
    "1914-1918": ["1914", "1918"],
    "1914-18": ["1914", "18"],
    "it may 10 times march 3 km": ["10", "3"],
    "1000년 동안, 1000년간": ["1000", "1000"],
    "1960s": ["1960"],
    "3.11.2": ["3.11", "2"],
}
UNITS = {
    "120 km/h": ("length 1, time -1", "33.33333"),
    "시속 120킬로미터": ("length 1, time -1", "33.33333"),
    "120 mph": ("length 1, time -1", "53.6448"),
    "9.8 m/s²": ("length 1, time -2", "9.8"),
    "7 L/100 km": ("length 2", "0.00000007"),
    "139 USD/kWh": ("dollar 1, energy -1", "0.0000386111"),
    "$139/kWh": ("dollar 1, energy -1", "0.0000386111"),
    "100 Mbit/s": ("data 1, time -1", "100000000"),
    "5 cubic metres": ("length 3", "5"),
    "5 제곱미터에서": ("length 2", "5"),
    "20 °C": ("temperature 1", "293.15"),
    "화씨 32도": ("temperature 1", "273.15"),
    "3 books per shelf": None,
    "5분간": ("time 1", "300"),
    "5분자": None,
    "10분의 1": None,
    "1960년대": None,
    "3번째": None,
    "3 M": None,
}


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_one_thing(text: str) -> None:
    assert quantities_in(text) == [DATES[text]]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_looks_like_a_date_is_numbers(text: str) -> None:
    found = [str(each.number) for each in quantities_in(text) if isinstance(each, Quantity)]
    assert found == NO_DATES[text]


@pytest.mark.parametrize("text", UNITS)
def test_a_unit_is_read_as_a_whole(text: str) -> None:
    first = quantities_in(text)[0]
    assert isinstance(first, Quantity)
    if (told := UNITS[text]) is None:
        assert first.unit is None
        return
    assert first.unit is not None
    assert ", ".join(f"{name} {power}" for name, power in first.unit.kind) == told[0]
    assert float(first.unit.based(first.number)) == pytest.approx(float(told[1]), rel=1e-5)


def test_both_ends_of_a_range_have_its_unit() -> None:
    both = quantities_in("10 to 15 m")
    assert [(each.number, each.name) for each in both if isinstance(each, Quantity)] == [
        (Decimal(10), "m"),
        (Decimal(15), "m"),
    ]


def test_the_number_inside_a_unit_stands_for_itself_only_if_asked() -> None:
    assert len(quantities_in("7 L/100 km")) == 1
    assert len(quantities_in("7 L/100 km", all_numbers=True)) == 2


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_finite_number_is_no_quantity(number: float) -> None:
    assert quantities_in(number) == []
    assert quantities_in(-2.5) == [Quantity(Decimal("-2.5"), None, None, (), "")]
