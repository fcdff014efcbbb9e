"""Values across spellings and units."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.reasoning.values import in_one_unit, number_in, same_value, untold

SAME = [
    ("384,400 km", "238,855 miles"),
    ("8,848.86 m", "8.84886 km"),
    ("8848.86 m", "8848.86m"),
    ("about 12 km", "12 km"),
    ("12 months", "1 year"),
    ("12개월", "1년"),
    ("12 months", "12 month"),
    ("2주", "14일"),
    ("90 minutes", "1.5 hours"),
    ("3만 km", "30,000 km"),
    ("50%", "50 percent"),
    (443, "TCP port 443"),
    (1.0, "1"),
    ("200 Wh/kg", "200 Wh/kg (typical)"),
    ("in order", "In order"),
    ("큐비트", "큐비트"),
    ("3 t", "3000 kilograms"),
    ("3 tonnes", "3,000,000 g"),
    ("3 tonne", "3000 kilogram"),
    ("2 grams", "0.002 kg"),
    ("1 centimetre", "10 mm"),
    ("30 centimeters", "0.3 metres"),
    ("900만 명", "9000000"),
    ("9 million people", "900만"),
    ("1 person", "1명"),
    (5, "5개"),
    ("-40 °C", "영하 40 °C"),
    ("−40 °C", "-40 °F"),
    ("영하 40도", "minus 40 °C"),
    ("100 °C", "212 degrees Fahrenheit"),
    ("섭씨 100도", "100 ℃"),
    ("0 °C", "32 °F"),
    ("$100", "100 US dollars"),
    ("$100", "100달러"),
    ("120 km/h", "120 kilometres per hour"),
    ("시속 120km", "120 km/h"),
    ("7 L/100 km", "7 liters per 100 kilometers"),
    ("9.80665 m/s²", "9.80665 m/s^2"),
    ("1 km²", "1 square kilometer"),
    ("1 제곱킬로미터", "1,000,000 m²"),
    ("1 L", "1,000 cm³"),
    ("3 × 10^8 m/s", "300,000 km/s"),
    ("3e8 m/s", "3 × 10⁸ m/s"),
    ("1.5e8 km", "150,000,000 km"),
    ("10 to 15 m", "10-15 m"),
    ("10 to 15 m", "10~15미터"),
    ("-10 to -5 °C", "-10 °C to -5 °C"),
    ("20 July 1969", "1969-07-20"),
    ("July 20, 1969", "1969년 7월 20일"),
    (1969, "1969년"),
    ("1969", "20 July 1969"),
    ("two moons", "2 moons"),
    ("1960s", "1960s"),
    ("at least 150 minutes per week", "2.5 hours per week"),
]
DIFFERENT: list[tuple[str | float, str | float]] = [
    ("384,400 km", "384,400 m"),
    ("12 months", "9 months"),
    ("12 kg", "12 km"),
    ("10 m", "10 m/s"),
    ("10 m", "10 m²"),
    ("78.4 °C", "87.4 °C"),
    ("443", "8443"),
    (443, "443 km"),
    ("bit", "qubit"),
    ("bit", "1 bit"),
    ("1914", "1918"),
    ("1969", "1971"),
    (1969, 1971),
    ("1969년", "1971년"),
    ("20 July 1969", "20 July 1970"),
    ("20 July 1969", "20 August 1969"),
    ("1969-07-20", "1969-07-24"),
    ("1969년 7월 20일", "1969년 7월 24일"),
    ("1969년", "1971"),
    ("-40 °C", "40 °C"),
    ("-40", "40"),
    ("영하 40도", "40 °C"),
    ("100 °C", "100 °F"),
    ("100 °C", "100"),
    ("$100", "€100"),
    ("139 USD/kWh", "139 EUR/kWh"),
    ("120 km/h", "120 m/s"),
    ("100 Mbit/s", "100 Gbit/s"),
    ("100 Mbit/s", "100 MB/s"),
    ("10 to 15 m", "10 to 20 m"),
    ("10 to 15 m", "10 m"),
    ("1.5e8 km", "1.5e9 km"),
    ("3 × 10^8 m/s", "3 × 10⁹ m/s"),
    ("version 3.11", "3.12"),
    ("1,000 cycles", "1,000 years"),
    ("150 minutes per week", "150 minutes per day"),
    ("1.001 km", "1.002 km"),
    ("1,000 km", "630 miles"),
    ("3 t", "3 kg"),
    ("900만 명", "901만 명"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_value_in_two_spellings(one: str | float, other: str | float) -> None:
    assert same_value(one, other)
    assert same_value(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_values(one: str | float, other: str | float) -> None:
    assert not same_value(one, other)
    assert not same_value(other, one)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("8,848.86 m", 8848.86),
        ("443", 443),
        (7, 7),
        (0.5, 0.5),
        ("qubit", None),
        ("3만 km", 30000),
        ("-60 °C", -60),
        ("영하 60도", -60),
        ("minus 60", -60),
        ("3 × 10^8 m/s", 300_000_000),
        ("3 × 10⁸ m/s", 300_000_000),
        ("1.5e8 km", 150_000_000),
        ("1.5e-3", 0.0015),
        ("10^6", 1_000_000),
        ("7 L/100 km", 7),
        ("10 to 15 m", None),
        ("10-15 m", None),
        ("superposition of 0 and 1", None),
        ("1969-07-20", None),
        ("1969", 1969),
        (float("nan"), None),
    ],
)
def test_the_number_of_a_value(value: str | float, number: float | None) -> None:
    assert number_in(value) == number
    assert type(number_in(value)) is type(number)


def test_a_number_can_be_told_in_the_unit_of_another_value() -> None:
    assert number_in("5 miles", unit_of="1 km") == pytest.approx(8.04672)
    assert number_in("2 km", unit_of="7 m") == 2000
    assert number_in("2 km", unit_of="7 kg") == 2
    assert number_in("2 km", unit_of="far") == 2
    assert number_in("212 °F", unit_of="0 °C") == 100
    assert number_in("36 km/h", unit_of="1 m/s") == 10


def test_numbers_of_one_kind_can_be_compared_and_others_cannot() -> None:
    assert in_one_unit("10 km", "7 miles") == (Decimal(10_000), Decimal("11265.408"))
    assert in_one_unit("-10 km", "7 m") == (Decimal(-10_000), Decimal(7))
    assert in_one_unit("10 km", "7 kg") is None
    assert in_one_unit("10 km", "7 km/h") is None
    assert in_one_unit("10 km", "far") is None
    assert in_one_unit("10 to 12 km", "7 km") is None


MOON = "The Moon is 384,400 km away."
LANDING = "Apollo 11 landed on 20 July 1969."
TRENCH = "The trench is 10,935 m deep."
TOLD = [
    ("It is 384,400 km away.", MOON),
    ("384,400킬로미터입니다.", MOON),
    ("삼십팔만 사천사백 킬로미터이다.", MOON),
    ("It is 384,400 away.", MOON),
    ("It is 238,855 miles away.", MOON),
    ("1969년 7월 20일에 착륙했다.", LANDING),
    ("It landed in July 1969.", LANDING),
    ("In 1969.", LANDING),
    ("In January and on 18 January 2026.", "From 18 January to 1 February 2026."),
    ("영하 273.15도이다.", "-273.15 °C"),
    ("It is 273.15 degrees Celsius below zero.", "-273.15 °C"),
    ("It takes 7 litres over 100 km.", "7 L/100 km"),
    ("139달러이다.", "139 USD/kWh"),
    ("It is 8.8 km high.", "8,848.86 m"),
    ("It is 389 times as far, 389배.", "result = round(149600000 / 384400) = 389"),
    ("It has seven parts, and one of the two is large.", "7 parts"),
    ("About 1.2 million people live there.", "Population 1,234,567"),
    ("구조와 세계는 만일 다르다.", MOON),
    ("In May 2020 it may.", "May 3, 2020"),
    ("Mars is 75 °C colder.", "s1 = 15\ns2 = -60\nresult = s2 - s1 = -75"),
]
UNTOLD = [
    ("It is [999] km away; 42 is final.", MOON, ["999", "42"]),
    ("42. That is how deep.", TRENCH, ["42"]),
    ("It is five hundred thousand miles away.", MOON, ["500000"]),
    ("오십만 킬로미터이다.", MOON, ["500000"]),
    ("It is -10,935 m.", TRENCH, ["-10935"]),
    ("It is twice as far.", MOON, ["2"]),
    ("두 배 멀다.", MOON, ["2"]),
    ("Mars has two moons.", "Mars is red.", ["2"]),
    ("화성에는 위성이 두 개 있다.", "화성은 붉다.", ["2"]),
    ("화성의 위성은 둘이다.", "화성은 붉다.", ["2"]),
    ("It landed on July 7, 1969, 20 years after.", LANDING, ["1969-07-07", "20"]),
    ("It landed in August.", LANDING, ["08"]),
    ("In 1970.", LANDING, ["1970"]),
    ("1970년이다.", LANDING, ["1970"]),
    ("40 °C", "-40 °C", ["40"]),
    ("1.5e9 km", "1.5e8 km", ["1500000000"]),
    ("It is 500,000 miles, 500,000 miles away.", MOON, ["500000"]),
]


@pytest.mark.parametrize(("text", "source"), TOLD)
def test_what_a_source_holds_is_told(text: str, source: str) -> None:
    assert list(untold(text, [source])) == []


@pytest.mark.parametrize(("text", "source", "strange"), UNTOLD)
def test_what_no_source_holds_is_named_once(text: str, source: str, strange: list[str]) -> None:
    named = [f"states {each}, which nothing that it cites holds" for each in strange]
    assert list(untold(text, [source])) == named


@pytest.mark.parametrize(
    ("text", "source", "problem"),
    [
        ("384,400 miles away", MOON, "states 384400 miles, but what it cites says 384400 km"),
        ("100 °F", "100 °C", "states 100 °F, but what it cites says 100 °C"),
        ("10,935킬로미터", TRENCH, "states 10935 킬로미터, but what it cites says 10935 m"),
        ("120 m/s", "120 km/h", "states 120 m/s, but what it cites says 120 km/h"),
        ("$100", "€100", "states 100 $, but what it cites says 100 €"),
        ("80 people", "80 km", "states 80 people, but what it cites says 80 km"),
    ],
)
def test_a_number_in_another_unit_is_another_one(text: str, source: str, problem: str) -> None:
    assert list(untold(text, [source])) == [problem]


VALUES = st.text(max_size=20) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)


@given(VALUES)
def test_every_value_is_the_same_as_itself(value: str | float) -> None:
    assert same_value(value, value)
    number_in(value)


@given(VALUES, VALUES)
def test_it_does_not_matter_which_value_comes_first(one: str | float, other: str | float) -> None:
    assert same_value(one, other) == same_value(other, one)


@given(st.text("0123456789-., kmºC년월일두개천만 JulytwoMay$e×^", max_size=40))
def test_every_text_tells_itself(text: str) -> None:
    assert list(untold(text, [text])) == []


@pytest.mark.parametrize(
    "text",
    [
        "1,111" * 5_000,
        "1 km " * 4_000,
        "two " * 4_000,
        "십 " * 4_000,
        "1" + "a" * 40_000,
        "-" * 40_000,
    ],
)
def test_a_long_text_is_looked_through_once(text: str) -> None:
    assert list(untold(text, [text])) == []
