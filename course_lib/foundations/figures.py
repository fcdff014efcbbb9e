"""Figures in a text, comparable across spellings: 1,500 and 1500, 3만 and 30,000, May 3 and 5-3."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

_KOREAN_SCALES = (
    "십",
    "백",
    "천",
    "만",
    "십만",
    "백만",
    "천만",
    "억",
    "십억",
    "백억",
    "천억",
    "조",
)
_SCALES = {
    **{scale: power for power, scale in enumerate(_KOREAN_SCALES, start=1)},
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
}
_FIGURE = re.compile(
    r"(\d{1,3}(?:,\d{3}){1,9}(?!\d)|\d+)(\.\d+)?"
    rf"(?:\s?({'|'.join(sorted(_SCALES, key=len, reverse=True))}))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(
    r"\b(?:(jan|feb|apr|jun|jul|aug|sep|oct|nov|dec)"
    r"(?:uary|ruary|il|e|y|ust|t|tember|ober|ember)?\b"
    r"|(mar(?:ch)?|may)(?=\.?,?\s\d)|(?<=\d\s)(mar(?:ch)?|may)\b)"
)
# Numbers of a list's entries and of its sources say nothing about the matter.
_MARKS = re.compile(
    r"^[^\S\n]*\d+[.)]\s|\[[\d,\s]+\]|\b(?:results?|sources?|결과|출처)\s?#?\d+\b(?!\s?[년월일])",
    re.MULTILINE,
)
_LONGEST = 30
_FIRST_YEAR, _LAST_YEAR = 1000, 2199
# ASCII alone, so that every place in the text stays the same.
_LOWER = {each: each + 32 for each in range(ord("A"), ord("Z") + 1)}
_SUPERSCRIPT = re.compile("[⁻⁰¹²³⁴-⁹]+")
# A hyphen after a word or a number joins; it is no sign.
_SIGN = re.compile(
    r"(?:(?<![\w)\]])(?<![\d)\]]\s)[-−–]|영하\s?|(?<!\d\s)(?:\bminus|\bnegative|마이너스)\s)[$€£¥₩]?\Z"
)
_BELOW = re.compile(r"\s?(?:°\s?[cf]|degrees?(?:\s[a-z]+)?)?\sbelow zero\b")
_EXPONENT = re.compile(r"(?:e|\s?[×x*·]\s?10(?:\^|\*\*))([-+−]?\d{1,3})(?![\d.]\d|\d|[a-z])")
_POWER_OF_TEN = re.compile(r"(?:\^|\*\*)([-+−]?\d{1,3})(?!\d)")


class Figure(NamedTuple):
    """A number and where it stands in its text.

    Attributes:
        value: The number, as precise as it is written.
        start: Where its digits begin.
        end: Where it ends, with its scale and its exponent.
    """

    value: Decimal
    start: int
    end: int


def figures_in(text: str) -> list[Decimal]:
    """Every number of a text, months by their number, in order of their kind.

    A number keeps its precision: 1.2 million is 1.2E+6, good to a hundred thousand.
    """
    plain = _MARKS.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    months = [next(filter(None, found.groups()))[:3] for found in _MONTH.finditer(plain)]
    return [*_numbers(plain), *(Decimal(_MONTHS.index(month) + 1) for month in months)]


def unfounded(text: str, sources: Iterable[str]) -> Iterator[Decimal]:
    """The figures of a text that none of its sources holds, not even rounded, each once."""
    known = {figure for source in sources for figure in figures_in(source)}
    for figure in dict.fromkeys(figures_in(text)):
        if figure not in known and not any(rounds_to(source, figure) for source in known):
            yield figure


def normal(text: str) -> str:
    """A text in the form that `signed_in` reads: compatible letters, 10⁸ as 10^8."""
    raised = _SUPERSCRIPT.sub(lambda found: f"^{found[0].replace('⁻', '-')}", text)
    return unicodedata.normalize("NFKC", raised)


def signed_in(text: str) -> Iterator[Figure]:
    """Every number of a text with its sign and its exponent: -40, 영하 40, 1.5e8, 3 × 10^8.

    Nothing is left out: [999] is a number here, and a month's name is none.

    Args:
        text: A text in `normal` form.
    """
    lowered = text.translate(_LOWER)
    read_to = 0
    for figure in _spans(lowered):
        if figure.start < read_to:  # an exponent
            continue
        value, read_to = _raised(lowered, figure)
        signed = _SIGN.search(lowered, max(0, figure.start - 12), figure.start)
        below = _BELOW.match(lowered, read_to)
        yield Figure(-value if signed or below else value, figure.start, read_to)


def rounds_to(source: Decimal, figure: Decimal) -> bool:
    """Whether a figure is another one rounded; of a single digit nobody can tell.

    Zeros at its end may come from rounding, but in what may be a year.
    """
    told = (figure,) if _FIRST_YEAR <= figure <= _LAST_YEAR else (figure, figure.normalize())
    return any(_is_rounded(source, each) for each in told)


def _is_rounded(source: Decimal, figure: Decimal) -> bool:
    _, digits, exponent = figure.as_tuple()
    if len(digits) == 1:
        return False
    unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return abs(source - figure) * 2 <= unit


def _raised(text: str, figure: Figure) -> tuple[Decimal, int]:
    """A figure's value with its exponent, and where that ends."""
    if text[figure.start : figure.end] == "10" and (power := _POWER_OF_TEN.match(text, figure.end)):
        return Decimal(1).scaleb(_whole(power[1])), power.end()
    if exponent := _EXPONENT.match(text, figure.end):
        return figure.value.scaleb(_whole(exponent[1])), exponent.end()
    return figure.value, figure.end


def _whole(digits: str) -> int:
    return int(digits.replace("−", "-"))


def _numbers(text: str) -> Iterator[Decimal]:
    return (figure.value for figure in _spans(text))


def _spans(text: str) -> Iterator[Figure]:
    """Numbers; 1억 2천만, whose parts stand side by side and grow smaller, is one."""
    total: Decimal | None = None
    start = 0
    found = [match for match in _FIGURE.finditer(text) if len(match[0]) <= _LONGEST]
    for match, after in zip(found, [*found, None][1:], strict=True):
        # Not from 0 on: a sum is as precise as its most precise part.
        start = match.start() if total is None else start
        total = _value(match) if total is None else total + _value(match)
        if after is None or not _goes_on(match, after, text):
            yield Figure(total, start, match.end())
            total = None


def _value(match: re.Match[str]) -> Decimal:
    digits = match[1].replace(",", "") + (match[2] or "")
    return Decimal(digits) * Decimal(1).scaleb(_SCALES.get(match[3], 0))


def _goes_on(match: re.Match[str], after: re.Match[str], text: str) -> bool:
    beside = not text[match.end() : after.start()].strip()
    scale = _SCALES.get(match[3], 0)
    return beside and scale >= _SCALES["만"] and _SCALES.get(after[3], 0) < scale
