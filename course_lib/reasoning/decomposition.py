"""Chain of thought, as data: a question becomes sub-questions that can be checked one by one.

Source: Wei et al. 2022, "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models"
(arXiv 2201.11903). There, the steps are prose in the answer; here, each is a record that says what
it needs, so that nobody has to read a model's thoughts to see what is missing.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from ..foundations.replies import read_json
from ..foundations.words import QUESTION_WORDS, stems
from .lines import Line, Program, safe
from .pieces import Subquestion

MOST = 6
MOST_TERMS = 4
_LABEL = 40

_PARTS = re.compile(
    r"(?<=[?.!;])\s+|,?\s+(?:and then|then)\s+|,\s+and\s+"
    r"|(?<=하)고\s+|\s*그리고\s+|(?<=한) (?:뒤|다음)\s+"
)
_PERCENT = re.compile(r"([\d.,]+)\s*(?:%|percent|퍼센트)\s*(?:of)\s*([\d.,]+)", re.IGNORECASE)
_PERCENT_KO = re.compile(r"([\d.,]+)\s*의\s*([\d.,]+)\s*(?:%|퍼센트)")
_SUM = re.compile(r"[(\d][\d\s.,()+\-*/×÷]*[-+*/×÷][\d\s.,()+\-*/×÷]*[\d)]")
_SIGNS = str.maketrans({"×": "*", "÷": "/", ",": ""})

_Name = Annotated[str, StringConstraints(pattern=r"^s\d{1,2}$")]


class _Part(BaseModel):
    """A sub-question, as a model is asked for it."""

    id: _Name
    label: Line
    question: Line
    kind: Literal["evidence", "computation"] = "evidence"
    evidence: Line | None = None
    terms: list[Line] = []
    program: Program | None = None


class Decomposition(BaseModel):
    """What a model answers when it is asked to decompose; anything else is no decomposition."""

    subquestions: Annotated[list[_Part], Field(min_length=1)]
    constraints: list[Line] = []
    assumptions: list[Line] = []


def read_decomposition(text: str) -> tuple[list[Subquestion], Decomposition]:
    """Sub-questions out of a model's reply, at most `MOST`, each id once.

    Raises:
        UnreadableReply: If the reply holds no decomposition.
    """
    read = read_json(text, Decomposition)
    parts = {part.id: part for part in read.subquestions}
    return [_subquestion(part) for part in list(parts.values())[:MOST]], read


def by_rule(question: str) -> list[Subquestion]:
    """Sub-questions without a model: the question's sentences and clauses."""
    clauses = [part.strip(" ,.") for part in _PARTS.split(question) if part and part.strip(" ,.")]
    return [
        _subquestion(
            _Part(
                id=f"s{number}",
                label=_short(clause),
                question=clause[:300],
                kind="evidence" if (program := arithmetic_in(clause)) is None else "computation",
                program=program,
            )
        )
        for number, clause in enumerate(clauses[:MOST], start=1)
    ]


def arithmetic_in(text: str) -> str | None:
    """The program for arithmetic that stands in a text; None if there is none.

    >>> arithmetic_in("What is 17% of 2,340?"), arithmetic_in("What is (2 + 3) × 4?")
    ('result = 2340 * 17 / 100', 'result = (2 + 3) * 4')
    """
    if found := _PERCENT.search(text):
        share, whole = found[1], found[2]
    elif found := _PERCENT_KO.search(text):
        whole, share = found[1], found[2]
    elif found := _SUM.search(text):
        return f"result = {found[0].translate(_SIGNS).strip()}"
    else:
        return None
    whole, share = (number.replace(",", "").strip(".") for number in (whole, share))
    return f"result = {whole} * {share} / 100"


def terms_in(text: str) -> list[str]:
    """The words of a text that its evidence has to hold, at most `MOST_TERMS`."""
    return [stem for stem in dict.fromkeys(stems(text)) if stem not in QUESTION_WORDS][:MOST_TERMS]


def _subquestion(part: _Part) -> Subquestion:
    return {
        "id": part.id,
        "label": part.label,
        "question": part.question,
        "kind": part.kind,
        "evidence": part.evidence or part.question,
        "terms": part.terms[:MOST_TERMS] or terms_in(part.question),
        "program": part.program if part.kind == "computation" else None,
        "supported_by": [],
    }


def _short(clause: str) -> str:
    words: Sequence[str] = clause.split()
    label = ""
    for word in words:
        if len(label) + len(word) > _LABEL:
            break
        label = f"{label} {word}".strip()
    return (label or clause[:_LABEL]).rstrip("?!.,;: ")
