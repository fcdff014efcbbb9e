"""The questions of `00_start_here`: writing scripts for a model."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import HumanMessage

from ..foundations.asking import ask
from ..foundations.errors import ModelFault, ScriptError, ScriptExhausted
from ..foundations.scripted import ScriptedChatModel
from .question import NotAttempted, NotYet, Question, code

_FOR_EVER = """\
Write `script`, the list of replies of a model that answers "It depends." to everything, however
often it is asked.
"""
_BY_CITY = """\
Write `script` for a model that is asked about cities, **in any order**:

- a question with "Oslo" in it is answered "cold", one with "Lima" is answered "mild", each once,
- every other question ends in a timeout, however many there are.
"""
_ORDERS = (
    ("Is it nice in Oslo?", "And in Lima?", "And in Rome?"),
    ("What about Lima?", "Rome?", "Bern?", "Then Oslo?", "Or Kyiv?"),
    ("Rome?", "Rome again?", "Oslo?", "Lima?"),
)


def for_ever() -> Question:
    """Asks for a script without an end."""
    return Question(
        title="A model that never runs out",
        task=_FOR_EVER,
        grade=_grade_for_ever,
        praise="However often it was asked, it said the same.",
        hints=(
            "A reply can be a mapping, too. One of its keys is about how long it is used.",
            'A mapping with `"reply"` and with `"repeat"`.',
            "`repeat` is true or false, and one such reply is a whole script.",
        ),
        answer="script",
        worked='script = [{"reply": "It depends.", "repeat": True}]',
        why="A list of texts, however long, ends; `repeat` does not.",
    )


def by_city() -> Question:
    """Asks for a script that does not depend on the order of the questions."""
    return Question(
        title="A model that can be asked in any order",
        task=_BY_CITY,
        grade=_grade_by_city,
        praise="In three orders, every question found its answer and all others a timeout.",
        hints=(
            "Each call takes the first unused reply that fits. What makes a reply wait?",
            'Let the two answers wait with `"when"`, and put what fits everything after them.',
            'The last reply is `{"fault": "timeout", "repeat": True}`.',
        ),
        answer="script",
        worked="""\
script = [
    {"reply": "cold", "when": "Oslo"},
    {"reply": "mild", "when": "Lima"},
    {"fault": "timeout", "repeat": True},
]""",
        why="`when` ties an answer to its question, so the order of the calls no longer matters.",
    )


def _grade_for_ever(script: Any) -> None:
    model = _model(script)
    for number in range(1, max(25, len(script) + 1) + 1):
        said = _said(model, f"Question {number}: is it so?", number)
        if said != "It depends.":
            raise NotYet(f"Call {number} was answered {code(said)}, not `It depends.`.")


def _grade_by_city(script: Any) -> None:
    for order in _ORDERS:
        model = _model(script)
        for number, question in enumerate(order, start=1):
            wanted = _wanted(question)
            said = _said(model, question, number)
            if said != wanted:
                asked = ", ".join(map(code, order[: number - 1])) or "nothing"
                raise NotYet(
                    f"{code(question)} ended in {code(said)}, not in {code(wanted)}. "
                    f"Asked before it: {asked}."
                )


def _wanted(question: str) -> str:
    answers = {"Oslo": "cold", "Lima": "mild"}
    return next((text for city, text in answers.items() if city in question), "timeout")


def _said(model: ScriptedChatModel, question: str, number: int) -> str:
    """The model's answer, or the name of its fault."""
    try:
        return ask(model, [HumanMessage(question)]).text
    except ModelFault as fault:
        return fault.kind
    except ScriptExhausted as error:
        raise NotYet(
            f"Call {number} ({code(question)}) found no reply that fits: those of the "
            f"script ({error.length}) are used, or their `when` waits for other words."
        ) from error


def _model(script: Any) -> ScriptedChatModel:
    if isinstance(script, Sequence) and any(reply is ... for reply in script):
        raise NotAttempted
    try:
        return ScriptedChatModel(script)
    except ScriptError as error:
        raise NotYet(f"This is no script that a model can follow: {code(str(error))}.") from error
