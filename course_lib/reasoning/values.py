"""Values that can be compared across spellings and units: 384,400 km and 238,855 miles."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from ..foundations.figures import rounds_to
from ..foundations.words import stems
from .quantities import Date, Quantity, quantities_in
from .units import Unit

_CLOSE = Decimal("0.005")
_PLACES, _LARGE = Decimal("1e-12"), Decimal("1e12")


def number_in(value: str | float, *, unit_of: str | float | None = None) -> int | float | None:
    """The number of a value; None if it holds none, several, or a date.

    Args:
        value: A text or a number.
        unit_of: Another value, in whose unit the number is given if both count the same.
    """
    one = _only(value)
    if one is None:
        return None
    other = None if unit_of is None else _only(unit_of)
    number = one.number
    if other is not None and one.unit is not None and _are_of_a_kind(one, other):
        number = _told_in(one, other.unit)
    return int(number) if number == number.to_integral_value() else float(number)


def same_value(one: str | float, other: str | float) -> bool:
    """Whether two values say the same: equal numbers and dates in their order, or equal words.

    Numbers of one unit are compared exactly; those of two units of one kind may differ by half a
    percent, because somebody rounded after converting. Two dates are the same if nothing that both
    tell differs: 1969 and 20 July 1969.
    """
    first, second = quantities_in(one), quantities_in(other)
    if not first or not second:
        return stems(str(one)) == stems(str(other))
    return len(first) == len(second) and all(map(_same, first, second))


def in_one_unit(one: str | float, other: str | float) -> tuple[Decimal, Decimal] | None:
    """Two numbers in the first unit of their kind; None if they count different things."""
    first, second = _only(one), _only(other)
    if first is None or second is None or not _are_of_a_kind(first, second):
        return None
    return _based(first), _based(second)


def untold(text: str, sources: Iterable[str]) -> Iterator[str]:
    """What a text states in numbers and none of its sources holds, each as "states ...".

    A number may be rounded, and may be told in another unit of its kind; its sign counts, unless
    a source holds it without a unit, as a computed difference. Where a unit is known on one side
    only, the number decides. A part of a date is no number, apart from its year.
    """
    held = [each for source in sources for each in quantities_in(source, all_numbers=True)]
    held += _with_years(held)
    for stated in dict.fromkeys(quantities_in(text)):
        if any(_tells(source, stated) for source in held):
            continue
        other = next((each for each in held if _has_number_of(each, stated)), None)
        if other is None:
            yield f"states {_shown(stated)}, which nothing that it cites holds"
        else:
            told = f"{_shown(stated, unit=True)}, but what it cites says {_shown(other, unit=True)}"
            yield f"states {told}"


def _only(value: str | float) -> Quantity | None:
    found = quantities_in(value)
    return found[0] if len(found) == 1 and isinstance(found[0], Quantity) else None


def _with_years(held: Sequence[Date | Quantity]) -> Iterator[Date]:
    """The dates without a year, in each year that stands beside them: 18 January to 1 May 2026."""
    dates = [each for each in held if isinstance(each, Date)]
    years = dict.fromkeys(each.year for each in dates if each.year is not None)
    for date in dates:
        if date.year is None:
            yield from (date._replace(year=year) for year in years)


def _are_of_a_kind(one: Quantity, other: Quantity) -> bool:
    if one.counts and other.counts:
        return one.words == other.words
    return one.unit is not None and other.unit is not None and one.unit.kind == other.unit.kind


def _based(one: Quantity) -> Decimal:
    return one.number if one.unit is None else one.unit.based(one.number)


def _told_in(one: Quantity, unit: Unit | None) -> Decimal:
    """A number in another unit of its kind."""
    if unit is None or one.unit is None or one.unit == unit:
        return one.number
    told = unit.told(one.unit.based(one.number))
    return told.quantize(_PLACES).normalize() if abs(told) < _LARGE else told


def _same(one: Date | Quantity, other: Date | Quantity) -> bool:
    if isinstance(one, Date):
        return one.agrees(other) if isinstance(other, Date) else _is_year(other, one)
    if isinstance(other, Date):
        return _is_year(one, other)
    if not _are_of_a_kind(one, other):
        return False
    return _close(one, other) and _close(other, one)


def _is_year(one: Quantity, date: Date) -> bool:
    return one.counts and not one.words and one.number == date.year


def _close(one: Quantity, other: Quantity) -> bool:
    """Whether two numbers of a kind are equal, or nearly so once one was converted."""
    if one.counts or one.unit == other.unit:
        return one.number == other.number
    told = _told_in(other, one.unit)
    return abs(one.number - told) <= _CLOSE * max(abs(one.number), abs(told))


def _tells(source: Date | Quantity, stated: Date | Quantity) -> bool:
    """Whether a source holds what is stated."""
    if isinstance(source, Date):
        if isinstance(stated, Date):
            return source.holds(stated)
        return stated.unit is None and stated.number == source.year
    if isinstance(stated, Date):
        is_year = stated == Date(stated.year, None, None)
        return is_year and source.unit is None and source.number == stated.year
    if source.unit is None:
        # A difference that came out negative is told as "75 less".
        return any(
            _is_or_rounds_to(number, stated.number)
            for number in (source.number, abs(source.number))
        )
    if stated.unit is None:
        return _is_or_rounds_to(source.number, stated.number)
    return any(
        unit.kind == stated.unit.kind
        and _is_or_rounds_to(_told_in(source._replace(unit=unit), stated.unit), stated.number)
        for unit in (source.unit, source.head)
        if unit is not None
    )


def _is_or_rounds_to(source: Decimal, number: Decimal) -> bool:
    return source == number or rounds_to(source, number)


def _has_number_of(source: Date | Quantity, stated: Date | Quantity) -> bool:
    """Whether a source holds a number, but of something else."""
    if isinstance(source, Date) or isinstance(stated, Date):
        return False
    return source.number == stated.number


def _shown(one: Date | Quantity, *, unit: bool = False) -> str:
    if isinstance(one, Date):
        return str(one)
    number = f"{one.number.normalize():f}" if abs(one.number.adjusted()) < 30 else f"{one.number}"
    return f"{number} {one.name}".strip() if unit else number
