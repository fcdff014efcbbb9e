"""Whether an answer keeps to what was asked of its form, as far as a rule can tell.

A constraint that no rule knows ("for a child") is told to the model and judged by nobody.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ..foundations.languages import is_korean

# How a unit is asked for, and how it may be told besides.
_UNITS = (
    (("miles", "마일"), ("mile", "mi")),
    (("kilometres", "kilometers", "km", "킬로미터"), ("kilometre", "kilometer")),
    (("metres", "meters", "m", "미터"), ("metre", "meter")),
    (("feet", "ft", "피트"), ("foot",)),
    (("kilograms", "kg", "킬로그램"), ("kilogram",)),
    (("pounds", "lb", "파운드"), ("pound", "lbs")),
    (("celsius", "°c", "섭씨"), ()),
    (("fahrenheit", "°f", "화씨"), ()),
    (("hours", "시간"), ("hour", "h")),
    (("minutes", "분"), ("minute", "min")),
    (("seconds", "초"), ("second", "s")),
    (("days",), ("day", "일")),
    (("years",), ("year", "년")),
    (("percent", "per cent", "%", "퍼센트"), ()),
)
_NUMBERS = {"one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "single": 1} | {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5
}  # fmt: skip
_NUMBER = rf"(\d+|{'|'.join(_NUMBERS)})"
_MOST = re.compile(
    rf"\b(?:in|within|at most|no more than|up to|under|only)\s+{_NUMBER}\s+"
    r"(?:or fewer\s+|short\s+)?(sentence|word|claim)s?\b"
    rf"|{_NUMBER}\s*(문장|단어|주장)\s*(?:이내|이하|으로|로|만)",
    re.IGNORECASE,
)
_COUNTED = {"문장": "sentence", "단어": "word", "주장": "claim"}
_LANGUAGE = re.compile(r"\bin (english|korean)\b|(영어|한국어|한글)\s?로", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?。]+(?=\s|$)")
_FIGURE = re.compile(r"\d")


def unmet(constraints: Sequence[str], sentences: Sequence[str]) -> list[str]:
    """The constraints that an answer does not keep to.

    Args:
        constraints: What was asked, such as "in miles", "at most 20 words", "한 문장으로".
        sentences: The answer's claims; of no answer, nothing can be said.
    """
    if not sentences:
        return []
    return [each for each in constraints if not all(rule(sentences) for rule in _rules(each))]


def _rules(constraint: str) -> Iterator[Callable[[Sequence[str]], bool]]:
    """What a constraint asks for, as checks of an answer's claims."""
    if most := _MOST.search(constraint):
        number, what = (most[1], most[2]) if most[1] else (most[3], most[4])
        yield _at_most(_NUMBERS.get(number.lower()) or int(number), what.lower())
    if language := _LANGUAGE.search(constraint):
        korean = (language[1] or "").lower() == "korean" or language[2] in {"한국어", "한글"}
        yield lambda sentences: is_korean(" ".join(sentences)) is korean
    for names, besides in _UNITS:
        if any(_asked_in(name, constraint) for name in names):
            yield partial(_told_in, (*names, *besides))


def _at_most(number: int, what: str) -> Callable[[Sequence[str]], bool]:
    counts: dict[str, Callable[[Sequence[str]], int]] = {
        "sentence": lambda sentences: sum(_sentences_in(each) for each in sentences),
        "word": lambda sentences: sum(len(each.split()) for each in sentences),
        "claim": len,
    }
    return lambda sentences: counts[_COUNTED.get(what, what)](sentences) <= number


def _sentences_in(text: str) -> int:
    return max(1, len(_SENTENCE_END.findall(text)))


def _asked_in(unit: str, constraint: str) -> bool:
    name = re.escape(unit)
    asked = rf"\bin\s+(?:degrees\s+)?{name}(?!\w)|(?<!\w){name}\s?(?:으로|로|단위)"
    return re.search(asked, constraint, re.IGNORECASE) is not None


def _told_in(names: Sequence[str], sentences: Sequence[str]) -> bool:
    """Whether an answer tells a number in a unit; one without numbers has no unit to miss."""
    text = " ".join(sentences)
    spelt = "|".join(map(re.escape, names))
    told = re.search(rf"\d\s*(?:degrees\s+)?(?:{spelt})(?![A-Za-z])", text, re.IGNORECASE)
    return told is not None or _FIGURE.search(text) is None
