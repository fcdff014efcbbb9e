"""Program-aided reasoning: the model writes a program, a calculator runs it.

Source: Gao et al. 2022, "PAL: Program-aided Language Models" (arXiv 2211.10435). A program may use
the ids of sub-questions as names: `s2 / s1` divides the numbers that evidence gave for them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .pieces import ComputationResult, Evidence, Subquestion
from .values import number_in

_NAME = re.compile(r"\bs\d{1,2}\b")


class Bound(NamedTuple):
    """A program with its numbers, or why it has none.

    Attributes:
        program: The program, its inputs assigned in its first lines.
        problem: Which input is missing; None if none is.
    """

    program: str
    problem: str | None


def inputs_of(program: str, subquestions: Sequence[Subquestion]) -> list[str]:
    """The ids of the sub-questions whose numbers a program uses."""
    known = {each["id"] for each in subquestions}
    return [name for name in dict.fromkeys(_NAME.findall(program)) if name in known]


def bound(
    program: str,
    subquestions: Sequence[Subquestion],
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
) -> Bound:
    """A program with the numbers of the sub-questions that it names."""
    known = _numbers(evidence, results)
    by_id = {each["id"]: each for each in subquestions}
    lines: list[str] = []
    for name in inputs_of(program, subquestions):
        numbers = [known[each] for each in by_id[name]["supported_by"] if each in known]
        if not numbers:
            return Bound(program, f"there is no number for {name} ({by_id[name]['label']})")
        lines.append(f"{name} = {numbers[0]!r}")
    return Bound("\n".join([*lines, program]), None)


def is_ready(program: str, subquestions: Sequence[Subquestion]) -> bool:
    """Whether everything that a program needs is supported."""
    by_id = {each["id"]: each for each in subquestions}
    return all(by_id[name]["supported_by"] for name in inputs_of(program, subquestions))


def _numbers(
    evidence: Sequence[Evidence], results: Sequence[ComputationResult]
) -> Mapping[str, int | float]:
    told = {each["id"]: number_in(each["value"]) for each in evidence if not each["overruled"]}
    return {name: value for name, value in told.items() if value is not None} | {
        each["id"]: each["value"] for each in results
    }
