"""Question 4: a program that follows the evidence; run by the room on numbers not seen."""

from math import isclose
from typing import Any, NamedTuple

from ...foundations.errors import shown
from ...foundations.evidence import Entry
from ...reasoning.computation import inputs_of
from ..question import NotYet, Question, code, counted
from .hidden_runs import answered, known, refuse_faults, table

ASKED = "How many times as much energy per 100 km does a petrol car use as an electric one?"
_ROUNDED = 0.051  # how far a number may be from another one that is rounded to one decimal
_FAR = 1_000


class Case(NamedTuple):
    """What the evidence says in one run.

    Attributes:
        litres: Petrol that the petrol car uses, in L/100 km.
        content: Energy in petrol, in kWh/L.
        electric: Energy that the electric car uses, in kWh/100 km.
    """

    litres: float
    content: float
    electric: float

    @property
    def ratio(self) -> float:
        """How many times as much energy the petrol car uses."""
        return self.litres * self.content / self.electric


SEEN = Case(7, 8.9, 19)
UNSEEN = (Case(5.2, 8.9, 14.5), Case(11.6, 9.7, 24), Case(0.9, 9.1, 21.5), Case(6.3, 6.4, 16))


def entries(case: Case) -> tuple[Entry, ...]:
    """The evidence of a run."""
    petrol, content = f"{case.litres:g} L/100 km", f"{case.content:g} kWh/L"
    electric = f"{case.electric:g} kWh/100 km"
    return (
        known(
            "kb_petrol_car",
            f"The petrol car uses {petrol}.",
            topics=("petrol car", "consumption"),
            subject="petrol car",
            attribute="consumption",
            value=petrol,
        ),
        known(
            "kb_petrol",
            f"The energy content of petrol is {content}.",
            topics=("petrol", "energy content"),
            subject="petrol",
            attribute="energy content",
            value=content,
        ),
        known(
            "kb_electric_car",
            f"The electric car uses {electric}.",
            topics=("electric car", "consumption"),
            subject="electric car",
            attribute="consumption",
            value=electric,
        ),
    )


PARTS: tuple[dict[str, Any], ...] = (
    {
        "id": "s1",
        "label": "petrol car",
        "question": "How much petrol does the petrol car use per 100 km?",
        "terms": ["petrol", "consumption"],
    },
    {
        "id": "s2",
        "label": "petrol",
        "question": "How much energy does a litre of petrol hold?",
        "terms": ["energy", "content"],
    },
    {
        "id": "s3",
        "label": "electric car",
        "question": "How much energy does the electric car use per 100 km?",
        "terms": ["electric", "consumption"],
    },
)
IDS = tuple(each["id"] for each in PARTS)
_ROWS = "\n".join(f"- `{each['id']}`: {each['question']}" for each in PARTS)
_TASK = f"""\
"{ASKED}" The model has split it into

{_ROWS}
- `s4`, which your program computes.

In one of the runs this is known:

{table(entries(SEEN))}

Write `program`, the text of a straight-line program for `s4`: how many times as much energy the
petrol car uses, rounded to one decimal. The ids of the other sub-questions stand for their numbers.
It must be right in other runs, too, in which the evidence holds other numbers.
"""
_WORKED = '''\
program = """
petrol = s1 * s2
result = round(petrol / s3, 1)
"""
'''
_HINTS = (
    """Litres cannot be compared with kilowatt-hours. What do you get if you multiply litres per
100 km by kilowatt-hours per litre?""",
    """`s1`, `s2` and `s3` stand for the numbers, whatever they are in a run; write none of the
table's numbers yourself.""",
    """The petrol car's energy is `s1 * s2`. Divide it by the electric car's, and let
`round(..., 1)` stand around the whole.""",
)


def safe_program() -> Question:
    """Asks for a program that computes a ratio from whatever the evidence says."""
    return Question(
        title="A program instead of a guess",
        task=_TASK,
        grade=_grade,
        praise=(
            f"It was right in all {1 + len(UNSEEN)} runs: the room wrote the evidence's numbers "
            "in, and the calculator did the rest."
        ),
        hints=_HINTS,
        answer="program",
        worked=_WORKED,
        why=(
            "The program holds the way to the number, not the numbers. The room writes those in "
            "from the evidence, and the calculator runs arithmetic and nothing else, so neither "
            "a wrong guess nor anything harmful gets through."
        ),
    )


def _grade(answer: object) -> None:
    if not isinstance(answer, str):
        raise NotYet(f"`program` must be text, got {code(shown(answer))}.")
    if not answer.strip():
        raise NotYet("`program` is blank. Its last line gives the number.")
    for case in (SEEN, *UNSEEN):
        _check(answer, case)


def _check(program: str, case: Case) -> None:
    value, wanted = _value(program, case), round(case.ratio, 1)
    if value == wanted:
        return
    given = f"{case.litres:g} L/100 km, {case.content:g} kWh/L and {case.electric:g} kWh/100 km"
    told = f"With {given}, `program` gave {code(shown(value))}; {wanted} is right."
    raise NotYet(f"{told} {_advice(program, case, value)}".strip())


def _advice(program: str, case: Case, value: float) -> str:
    """What to look at where a number is wrong."""
    used = inputs_of(program, _parts(program))
    if unused := [name for name in IDS if name not in used]:
        return f"It does not use {', '.join(map(code, unused))}."
    if _is_near(value, case.ratio):
        return "Round it to one decimal."
    if _is_near(value, 1 / case.ratio):
        return "That is how many times as much the electric car uses; turn the division round."
    if case == SEEN:
        return "Which two of the numbers make the petrol car's energy?"
    return "With the table's numbers it was right; are some of them written into it?"


def _is_near(value: float, other: float) -> bool:
    # What is far off may be a whole number that no float can hold.
    return abs(value) < _FAR and isclose(value, other, abs_tol=_ROUNDED)


def _value(program: str, case: Case) -> float:
    """What the program gives in the room."""
    final = answered({"input": ASKED}, entries(case), _parts(program))
    if not final["computation_requests"]:
        refuse_faults(final, "program")
        raise NotYet(
            "`program` was never run, because it needs `s4`, its own result. It may name "
            f"{', '.join(map(code, IDS))}, but no other sub-question."
        )
    request = final["computation_requests"][0]
    if request["error"] is not None:
        lines = len(inputs_of(program, final["subquestions"]))
        added = f" (The room put {counted(lines, 'line')} with the numbers above it.)"
        said = code(request["error"], longest=300)
        raise NotYet(f"The calculator could not run `program`: {said}.{added if lines else ''}")
    return final["computation_results"][0]["value"]


def _parts(program: str) -> list[Any]:
    own = {
        "id": "s4",
        "label": "the ratio",
        "question": ASKED,
        "kind": "computation",
        "program": program,
    }
    return [*PARTS, own]
