"""What each id that a claim can cite holds, and what a text has in common with it."""

import re
from collections.abc import Sequence
from decimal import Decimal

from ..foundations.figures import rounds_to
from ..foundations.words import QUESTION_WORDS, apart, parts, readings, stems
from .pieces import ComputationResult, Evidence
from .quantities import Quantity, quantities_in

_IDENTIFIER = re.compile(r"\b[^\W\d]\w*")
_DIGIT = re.compile(r"\d")
_INPUT = re.compile(r"^(s\d{1,2}) = (\S+)$", re.MULTILINE)


def sources_of(
    evidence: Sequence[Evidence], results: Sequence[ComputationResult]
) -> dict[str, str]:
    """What each id holds, as one text."""
    pieces = {
        each["id"]: "; ".join(
            [each["claim"], str(each["value"]), each["subject"], each["attribute"], *each["topics"]]
        )
        for each in evidence
        if not each["overruled"]
    }
    return pieces | {each["id"]: told(each) for each in results}


def told(result: ComputationResult) -> str:
    """What a computation holds: its numbers, without the remarks and digits of names (s1)."""
    lines = (f"{_without_digits(line)};" for line in _lines(result))
    return "\n".join(lines) + f" = {result['value']}"


def line_of(result: ComputationResult) -> str:
    """A computation's last line with its inputs written in, and what came of it."""
    inputs = dict(_INPUT.findall(result["program"]))
    line = _lines(result)[-1].removeprefix("result = ")
    line = _IDENTIFIER.sub(lambda found: inputs.get(found[0], found[0]), line)
    return f"{_without_digits(line)} = {result['value']}"


def _lines(result: ComputationResult) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in result["program"].splitlines())
    return [line for line in lines if line] or [""]


def _without_digits(line: str) -> str:
    return _IDENTIFIER.sub(lambda found: _DIGIT.sub("", found[0]), line)


def states(text: str, value: float) -> bool:
    """Whether a text states a number, be it rounded; "45 colder" states -45."""
    number = abs(Decimal(str(value)))
    stated = (abs(each.number) for each in quantities_in(text) if isinstance(each, Quantity))
    return any(each == number or rounds_to(number, each) for each in stated)


def matters(text: str) -> frozenset[str]:
    """What a text speaks of, in stems and in the parts that Korean compounds share."""
    terms = frozenset(stems(apart(text))) - QUESTION_WORDS
    return terms.union(*(each for term in terms for each in (parts(term), readings(term))))
