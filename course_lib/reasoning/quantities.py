"""Quantities in a text: every number with its sign and its unit, and every date as one thing."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from ..foundations.figures import Figure, normal, signed_in
from ..foundations.words import stems
from .number_words import in_digits
from .units import COUNT, Unit, unit_at

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|(?-i:Mar(?:ch)?)|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR, _DAY = r"(?P<year>\d{4})", r"(?P<day>\d{1,2})"
_ORDINAL = rf"{_DAY}(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(rf"(?<![\d.,])(?<!\d-)(?:{form})(?![\d]|[.,]\d)", re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])(?:-{_DAY})?(?!-)",
        rf"{_YEAR}년(?:\s?(?P<month>\d{{1,2}})월(?:\s?{_DAY}일)?)?(?!간|\s?동안|대|\s?전|\s?후)",
        rf"(?P<month>\d{{1,2}})월(?:\s?{_DAY}일)?",
        rf"\b{_ORDINAL}\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?",
        rf"\b{_MONTH}\s{_ORDINAL}(?:,?\s{_YEAR})?",
        rf"\b{_MONTH},?\s{_YEAR}",
        r"\b(?P<name>january|february|april|june|july|august|september|october|november|december)\b",
        rf"\b{_DAY}(?:st|nd|rd|th)\b",
    )
)
_RANGE = re.compile(r"\s?(?:to|[-–~]|and|or|에서|부터|내지)\s?[-−–]?[$€£¥₩]?")
_REMARK = re.compile(r"[(\[;,.]")
_DECADE = re.compile(r"(?<=[12]\d\d0)'?s(?![A-Za-z])")


class Date(NamedTuple):
    """A day, a month or a year, as far as it is told."""

    year: int | None
    month: int | None
    day: int | None

    def agrees(self, other: "Date") -> bool:
        """Whether both tell something of the same kind, and nothing that differs."""
        told = [(a, b) for a, b in zip(self, other, strict=True) if None not in (a, b)]
        return bool(told) and all(a == b for a, b in told)

    def holds(self, other: "Date") -> bool:
        """Whether all that another date tells is told here."""
        return all(b in (None, a) for a, b in zip(self, other, strict=True))

    def __str__(self) -> str:
        return "-".join(f"{each:02}" for each in self if each is not None)


class Quantity(NamedTuple):
    """A number with what it counts.

    Attributes:
        number: The number, signed, as precise as it is written.
        unit: Its unit; None if none is known.
        head: What its unit begins with: km of km/h.
        words: Where no unit is known, what follows the number, as stems.
        name: The unit's name as it stands there; "" if none is known.
    """

    number: Decimal
    unit: Unit | None
    head: Unit | None
    words: tuple[str, ...]
    name: str

    @property
    def counts(self) -> bool:
        """Whether it is a plain number, or one of things."""
        return self.unit is None or self.unit.kind == COUNT


def quantities_in(value: str | float, *, all_numbers: bool = False) -> list[Date | Quantity]:
    """All that a value tells in numbers, in its order.

    Args:
        value: A text or a number.
        all_numbers: Whether the number inside a unit (L/100 km) stands for itself, too.
    """
    if not isinstance(value, str):
        number = Decimal(str(value))
        return [Quantity(number, None, None, (), "")] if number.is_finite() else []
    text = in_digits(normal(value))
    dates: dict[int, Date] = {}
    for form in _DATES:
        text = form.sub(lambda found: _taken(found, dates), text)
    numbers = dict(_numbers(text, all_numbers=all_numbers))
    told: dict[int, Date | Quantity] = {**dates, **numbers}
    return [told[place] for place in sorted(told)]


def _taken(found: re.Match[str], dates: dict[int, Date]) -> str:
    """Notes a date, and leaves blanks in its place."""
    groups = found.groupdict()
    month = _MONTHS.index(groups["name"][:3].lower()) + 1 if groups.get("name") else None
    year, day = groups.get("year"), groups.get("day")
    month = int(groups["month"]) if groups.get("month") else month
    dates[found.start()] = Date(int(year) if year else None, month, int(day) if day else None)
    return " " * len(found[0])


def _numbers(text: str, *, all_numbers: bool) -> Iterator[tuple[int, Quantity]]:
    figures = list(signed_in(text))
    read_to = 0
    made: list[tuple[Figure, Quantity]] = []
    for figure, after in zip(figures, [*figures, None][1:], strict=True):
        if figure.start >= read_to:
            end = len(text) if after is None else after.start
            quantity, read_to = _quantity(text, figure, end)
            made.append((figure, quantity))
        elif all_numbers:
            made.append((figure, Quantity(figure.value, None, None, (), "")))
    for (figure, quantity), following in zip(made, [*made, None][1:], strict=True):
        yield figure.start, _shared(text, figure, quantity, following)


def _shared(
    text: str, figure: Figure, quantity: Quantity, after: tuple[Figure, Quantity] | None
) -> Quantity:
    """A number with the unit of the next one where both are a range: 10 to 15 m."""
    if after is None or quantity.unit is not None:
        return quantity
    following, other = after
    if not _RANGE.fullmatch(text, figure.end, following.start):
        return quantity
    return other._replace(number=quantity.number)


def _quantity(text: str, figure: Figure, end: int) -> tuple[Quantity, int]:
    """A number with its unit, and where they end."""
    found = None if _DECADE.match(text, figure.end) else unit_at(text, figure.start, figure.end)
    if found is not None:
        return Quantity(figure.value, found.unit, found.head, (), found.name), found.end
    after = _REMARK.split(text[figure.end : end], maxsplit=1)[0]
    return Quantity(figure.value, None, None, stems(after), ""), figure.end
