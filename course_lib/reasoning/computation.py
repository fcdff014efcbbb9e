"""Program-aided reasoning: the model writes a program, a calculator runs it.

Source: Gao et al. 2022, "PAL: Program-aided Language Models" (arXiv 2211.10435). A program may use
the ids of sub-questions as names: `s2 / s1` divides the numbers that evidence gave for them.
What a program holds of numbers must come from there, from the question, or from `CONSTANTS`: a
number that only a model knows is no computation.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..foundations.errors import shown
from .pieces import ComputationRequest, ComputationResult, Evidence, Subquestion
from .programs import assigned, inputs, literals
from .quantities import Date, quantities_in
from .support import with_support
from .units import SHARE
from .values import in_one_unit, number_in

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")

CONSTANTS = frozenset(
    Decimal(number)
    for line in (
        "0 1 2 10 100 1000 1000000 1000000000",
        "7 12 24 28 30 31 52 60 365 365.25 3600 86400",  # of time
        "1.609344 1609.344 0.3048 2.54 1.8 32 273.15",  # of miles, feet, inches and degrees
        "1.609 1.60934 1609.34 0.621371 0.6214 3.28 3.281 3.28084",  # the same, as they are told
        "0.453592 0.4536 2.20462 2.2046 0.1 0.01 0.001",  # of pounds, and to smaller units
        "3.14 3.1416 3.14159 3.141592653589793",
    )
    for number in line.split()
)
"""Numbers that a program may hold beside those that are given: unit factors, powers of ten, pi."""


class Bound(NamedTuple):
    """A program with its numbers, or why it has none.

    Attributes:
        program: The program, its inputs assigned in its first lines.
        problem: Which input is missing; None if none is.
    """

    program: str
    problem: str | None


def inputs_of(program: str, subquestions: Sequence[Subquestion]) -> list[str]:
    """The ids of the sub-questions whose numbers a program uses, in its order.

    What the program assigns before it uses it is no input, and neither is a name in a remark.
    """
    known = {each["id"] for each in subquestions}
    return [name for name in inputs(program) if name in known]


def invented(program: str, question: str) -> list[str]:
    """The numbers of a program that neither the question holds nor `CONSTANTS`, as written.

    Places of `round`, powers up to 3 and of ten, and how many inputs there are (for a mean) are no
    numbers of the matter. Of a percentage, the question holds the share, too: 15% is 0.15, and
    1.15 and 0.85 of the whole. A program that names no input and holds nothing of the question
    invents all its numbers: from constants alone, anything can be made.

    Args:
        program: The program as the model wrote it, without the lines that `bound` puts in front.
        question: The user's own question; a model's sub-question would prove nothing.
    """
    given, written, used = _given(question), literals(program), inputs(program)
    grounded = bool(used) or any(value in given for value, _ in written)
    allowed = given | CONSTANTS | {Decimal(len(used))} if grounded else given
    return list(dict.fromkeys(text for value, text in written if value not in allowed))


def bound(
    program: str,
    subquestions: Sequence[Subquestion],
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
) -> Bound:
    """A program with the numbers of the sub-questions that it names.

    Numbers that count the same are brought into the unit of the first of them. The first of what
    supports a sub-question speaks for it, apart from words that hold no number. A program that
    assigns a sub-question's id, or needs a number that is not there or not alone, gets none.
    """
    known = _values(evidence, results)
    by_id = {each["id"]: each for each in subquestions}
    if taken := [name for name in assigned(program) if name in by_id]:
        names = ", ".join(taken)
        return Bound(program, f"it assigns {names}, a part of the question; assign result instead")
    told: list[str | int | float] = []
    lines: list[str] = []
    for name in inputs_of(program, subquestions):
        values = [known[each] for each in by_id[name]["supported_by"] if each in known]
        if not values:
            return Bound(program, f"there is no number for {name} ({by_id[name]['label']})")
        if number_in(values[0]) is None:
            problem = f"there is no single number for {name} ({by_id[name]['label']})"
            return Bound(program, f"{problem}, got {shown(values[0])}")
        first = next((each for each in told if in_one_unit(each, values[0])), values[0])
        told.append(values[0])
        lines.append(f"{name} = {number_in(values[0], unit_of=first)!r}")
    return Bound("\n".join([*lines, program]), None)


def standing(
    results: Iterable[ComputationResult],
    requests: Iterable[ComputationRequest],
    subquestions: Sequence[Subquestion],
    evidence: Sequence[Evidence],
) -> tuple[list[ComputationResult], list[Subquestion]]:
    """The results whose numbers still hold, and the sub-questions with what answers them.

    Evidence that was overruled takes back what was computed from it.
    """
    asked_for = {each["id"]: each for each in requests}
    kept: list[ComputationResult] = []
    answered = with_support(subquestions, evidence, [])
    for each in results:
        program = asked_for[each["id"]]["program"]
        if bound(program, answered, evidence, kept).program == each["program"]:
            kept.append(each)
            computed = [(one, asked_for[one["id"]]["targets"]) for one in kept]
            answered = with_support(subquestions, evidence, computed)
    return kept, answered


def is_ready(program: str, subquestions: Sequence[Subquestion]) -> bool:
    """Whether everything that a program needs is supported."""
    by_id = {each["id"]: each for each in subquestions}
    return all(by_id[name]["supported_by"] for name in inputs_of(program, subquestions))


def _values(
    evidence: Sequence[Evidence], results: Sequence[ComputationResult]
) -> Mapping[str, str | int | float]:
    """What has a number, or several, by its id."""
    told = {each["id"]: each["value"] for each in evidence if not each["overruled"]}
    return {name: value for name, value in told.items() if quantities_in(value)} | {
        each["id"]: each["value"] for each in results
    }


def _given(question: str) -> set[Decimal]:
    """The numbers that a question gives, without their signs and with the shares of percentages."""
    given = {Decimal(digits.replace(",", "")) for digits in _DIGITS.findall(question)}
    for each in quantities_in(question, all_numbers=True):
        if isinstance(each, Date):
            given.update(Decimal(part) for part in each if part is not None)
            continue
        given.add(abs(each.number))
        if each.unit is not None and each.unit.kind == SHARE:
            share = abs(each.number) / 100
            given.update((share, 1 + share, 1 - share))
    return given
