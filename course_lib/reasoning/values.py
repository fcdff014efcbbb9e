"""Values that can be compared across spellings and units: 384,400 km and 238,855 miles."""

import re
from decimal import Decimal

from ..foundations.figures import figures_in
from ..foundations.words import stems

_CLOSE = Decimal("0.005")
# A unit's name, what it measures, and how many of the first of its kind it is.
_UNITS: dict[str, tuple[str, Decimal]] = {
    name: (kind, Decimal(factor))
    for kind, units in {
        "length": {
            "m": "1",
            "meter": "1",
            "metre": "1",
            "미터": "1",
            "km": "1000",
            "kilometer": "1000",
            "kilometre": "1000",
            "킬로미터": "1000",
            "cm": "0.01",
            "mm": "0.001",
            "mi": "1609.344",
            "mile": "1609.344",
            "마일": "1609.344",
            "ft": "0.3048",
            "feet": "0.3048",
            "foot": "0.3048",
        },
        "mass": {
            "kg": "1",
            "킬로그램": "1",
            "g": "0.001",
            "그램": "0.001",
            "t": "1000",
            "톤": "1000",
        },
        "time": {
            "s": "1",
            "second": "1",
            "초": "1",
            "ms": "0.001",
            "min": "60",
            "minute": "60",
            "분": "60",
            "h": "3600",
            "hour": "3600",
            "시간": "3600",
            "day": "86400",
            "일": "86400",
        },
        "share": {"%": "0.01", "percent": "0.01", "퍼센트": "0.01"},
    }.items()
    for name, factor in units.items()
}
_UNIT = re.compile(r"(?<=[\d\s])(%|[A-Za-z]+|[가-힣]+)(?![\w/²³^])")


def number_in(value: str | float) -> int | float | None:
    """The number of a value, as its first figure says it; None if it holds none."""
    figure = _figure(value)
    if figure is None:
        return None
    return int(figure) if figure == figure.to_integral_value() else float(figure)


def same_value(one: str | float, other: str | float) -> bool:
    """Whether two values say the same: equal numbers in any unit of one kind, or equal words."""
    first, second = _figure(one), _figure(other)
    if first is None or second is None:
        return stems(str(one)) == stems(str(other))
    (kind, factor), (other_kind, other_factor) = _unit(one), _unit(other)
    if kind != other_kind:
        return False
    left, right = first * factor, second * other_factor
    return abs(left - right) <= _CLOSE * max(abs(left), abs(right))


def _figure(value: str | float) -> Decimal | None:
    if isinstance(value, str):
        return next(iter(figures_in(value)), None)
    return Decimal(str(value))


def _unit(value: str | float) -> tuple[str, Decimal]:
    """What a value is counted in; a unit that is not known is a kind of its own."""
    if not isinstance(value, str):
        return "", Decimal(1)
    found = [name.lower() for name in _UNIT.findall(value)]
    for name in found:
        if known := _UNITS.get(name) or _UNITS.get(name.removesuffix("s")):
            return known
    return " ".join(found), Decimal(1)
