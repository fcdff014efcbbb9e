"""Question 1: limits of which none can be lowered; graded by running the room's graph."""

from collections.abc import Mapping
from typing import Any

from ... import reasoning
from ...foundations.errors import shown
from ..question import NotYet, Question, code
from ..reading import refuse_gaps, with_keys
from .hidden_runs import answered, known, table

ASKED = "How many times as heavy as a whale, or as an elephant, is the Eiffel Tower?"
ENTRIES = (
    known(
        "kb_tower",
        "The iron of the Eiffel Tower weighs about 7,300 tonnes.",
        subject="Eiffel Tower",
        attribute="mass of its iron",
        value="7,300 tonnes",
    ),
    known(
        "kb_whale",
        "The largest animal, the blue whale, grows to about 150 tonnes.",
        subject="blue whale",
        attribute="body mass",
        value="150 tonnes",
    ),
    known(
        "kb_elephant",
        "The largest land animal, the African elephant, grows to about 6 tonnes.",
        subject="African elephant",
        attribute="body mass",
        value="6 tonnes",
    ),
)
PARTS: tuple[dict[str, Any], ...] = (
    {"id": "s1", "question": "What does the Eiffel Tower weigh?", "terms": ["Eiffel", "Tower"]},
    {"id": "s2", "question": "What does a blue whale weigh?", "terms": ["largest", "whale"]},
    {"id": "s3", "question": "What does an elephant weigh?", "terms": ["largest", "elephant"]},
    {"id": "s4", "question": "How many whales is that?", "program": "result = round(s1 / s2)"},
    {"id": "s5", "question": "How many elephants is that?", "program": "result = round(s1 / s3)"},
)
CLAIMS = (
    {"text": "The tower is as heavy as about 49 whales.", "cites": ["calc_1"]},
    {"text": "It is as heavy as about 1217 elephants.", "cites": ["calc_2"]},
    {"text": "Its iron weighs 7,300 tonnes.", "cites": ["kb_tower"]},
    {"text": "A blue whale grows to 150 tonnes.", "cites": ["kb_whale"]},
    {"text": "An African elephant grows to 6 tonnes.", "cites": ["kb_elephant"]},
)
NUMBERS = {limit.short: int(limit.maximum) for limit in reasoning.LIMITS}


def _rows() -> str:
    needs = (f"`{each.get('program') or ' '.join(each['terms'])}`" for each in PARTS)
    rows = (
        f"| `{each['id']}` | {each['question']} | {need} |"
        for each, need in zip(PARTS, needs, strict=True)
    )
    return "\n".join(["| id | sub-question | search or program |", "|---|---|---|", *rows])


_TASK = f"""\
"{ASKED}" The model splits it into

{_rows()}

and this is all that is known:

{table(ENTRIES)}

Write `budget`, a dict with all six limits: {", ".join(map(code, NUMBERS))}. The run must end in
`ok`, and it must end otherwise as soon as any one number is lowered by 1. A limit may be 0.
"""
_WORKED = """\
budget = {
    "branches": 0,
    "reflection_rounds": 3,
    "retrieval_calls": 2,
    "computation_calls": 2,
    "tool_calls": 4,
    "model_calls": 1,
}
"""
_HINTS = (
    """Start generously, with what `"deep"` allows, and read `budget_used` of a run. What was used
is enough; was all of it needed?""",
    """A search returns up to three entries. Which two sub-questions does one search answer? And the
first action needs no reflection round; only the returns do.""",
    """Without a plan the room searches for what is missing, and without a writer it quotes the
evidence. Without a decomposition it does not even know what to compute.""",
)


def smallest_budget() -> Question:
    """Asks for a budget of which no limit can be lowered."""
    return Question(
        title="Not one call too many",
        task=_TASK,
        grade=_grade,
        praise="It ends in `ok`, and every limit is as low as it can be: each call left is needed.",
        hints=_HINTS,
        answer="budget",
        worked=_WORKED,
        why=(
            "Two searches, as the whale and the elephant are found together, and two programs: "
            "four tool calls with three returns between them. Only the decomposition needs the "
            "model: plans follow from the gaps, and an answer can be quoted."
        ),
    )


def _grade(answer: object) -> None:
    refuse_gaps(answer)
    budget = _read(answer)
    final = _run(budget)
    if final["status"] != "ok":
        missing = "; ".join(final["knowledge_gaps"])
        raise NotYet(
            f"The run ended in {code(str(final['status']))}, without an answer to "
            f"{code(missing, longest=200)}. It used {_used(final, budget)}."
        )
    for name, value in budget.items():
        if value and _run({**budget, name: value - 1})["status"] == "ok":
            raise NotYet(
                f"The run ends in `ok`, but it still does when {code(name)} goes down from {value} "
                f"to {value - 1}."
            )


def _read(answer: object) -> dict[str, int]:
    budget = with_keys(answer, NUMBERS, "budget")
    for name, most in NUMBERS.items():
        value = budget[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise NotYet(
                f"{code(name)} in `budget` must be a whole number from 0 to {most}, got "
                f"{code(shown(value))}."
            )
    return {name: budget[name] for name in NUMBERS}


def _run(budget: Mapping[str, int]) -> reasoning.State:
    parts = [{**each, "label": each["question"].rstrip("?"), "kind": _kind(each)} for each in PARTS]
    task = {"input": ASKED, "reasoning_budget": dict(budget)}
    return answered(task, ENTRIES, parts, claims=CLAIMS)


def _kind(part: Mapping[str, Any]) -> str:
    return "computation" if "program" in part else "evidence"


def _used(final: reasoning.State, budget: Mapping[str, int]) -> str:
    used = final["budget_used"]
    return ", ".join(f"{name} {used[name]} of {most}" for name, most in budget.items())
