"""Figures in a text, comparable across spellings: 1,500 and 1500, 3만 and 30,000, May 3 and 5-3."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal

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
        if figure not in known and not any(_rounds_to(source, figure) for source in known):
            yield figure


def _numbers(text: str) -> Iterator[Decimal]:
    """Numbers; 1억 2천만, whose parts stand side by side and grow smaller, is one."""
    total: Decimal | None = None
    found = [match for match in _FIGURE.finditer(text) if len(match[0]) <= _LONGEST]
    for match, after in zip(found, [*found, None][1:], strict=True):
        # Not from 0 on: a sum is as precise as its most precise part.
        total = _value(match) if total is None else total + _value(match)
        if after is None or not _goes_on(match, after, text):
            yield total
            total = None


def _value(match: re.Match[str]) -> Decimal:
    digits = match[1].replace(",", "") + (match[2] or "")
    return Decimal(digits) * Decimal(1).scaleb(_SCALES.get(match[3], 0))


def _goes_on(match: re.Match[str], after: re.Match[str], text: str) -> bool:
    beside = not text[match.end() : after.start()].strip()
    scale = _SCALES.get(match[3], 0)
    return beside and scale >= _SCALES["만"] and _SCALES.get(after[3], 0) < scale


def _rounds_to(source: Decimal, figure: Decimal) -> bool:
    """Whether a figure is another one rounded; of a single digit nobody can tell."""
    _, digits, exponent = figure.as_tuple()
    if len(digits) == 1:
        return False
    unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return abs(source - figure) * 2 <= unit
