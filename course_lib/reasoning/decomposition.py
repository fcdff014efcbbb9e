"""Chain of thought, as data: a question becomes sub-questions that can be checked one by one.

Source: Wei et al. 2022, "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models"
(arXiv 2201.11903). There, the steps are prose in the answer; here, each is a record that says what
it needs, so that nobody has to read a model's thoughts to see what is missing.
"""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from ..foundations.redaction import redacted
from ..foundations.replies import Lenient, python_tree, read_json
from ..foundations.words import QUESTION_WORDS, stems
from .lines import LONGEST, Line, Program
from .need import without_asking
from .pieces import Subquestion

MOST = 6
MOST_TERMS = 4
_LABEL = 40

_PARTS = re.compile(
    r"(?<=[?.!;])\s+|,?\s+(?:and then|then)\s+|,\s+and\s+"
    r"|(?<=하고)\s+|\s*그리고\s+|(?<=한 뒤)\s+|(?<=한 다음)\s+"
)
_NUMBER = r"(\d{1,40}(?:\.\d{1,40})?)"
_PERCENT = re.compile(
    rf"(?<![\d.]){_NUMBER}\s?(?:%|percent|퍼센트)\s?of\s{_NUMBER}(?!\d|\.\d)", re.IGNORECASE
)
_PERCENT_KO = re.compile(rf"(?<![\d.]){_NUMBER}\s?의\s?{_NUMBER}\s?(?:%|퍼센트)")
_SHARE = re.compile(r"\(([\d.]+ \* [\d.]+ / 100)\)")
_SUM = re.compile(r"[-\d\s.()+*/]+")
_AROUND = " ?!.,:;="
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "^": "**"})
_SAID_SIGNS = {
    " + ": re.compile(r"\bplus\b|더하기", re.IGNORECASE),
    " - ": re.compile(r"\bminus\b|빼기", re.IGNORECASE),
    " * ": re.compile(r"\b(?:times|multiplied by)\b|곱하기", re.IGNORECASE),
    " / ": re.compile(r"\bdivided by\b|나누기", re.IGNORECASE),
}
_WORD = re.compile(r"\w")


def _named(given: object) -> object:
    return f"s{given}" if isinstance(given, int) and not isinstance(given, bool) else given


_Name = Annotated[str, StringConstraints(pattern=r"^s\d{1,2}$"), BeforeValidator(_named)]


class _Part(Lenient):
    """A sub-question, as a model is asked for it."""

    id: _Name
    label: Line
    question: Line
    kind: Literal["evidence", "computation"] = "evidence"
    evidence: Line | None = None
    terms: list[Line] = Field(default_factory=list)
    program: Program | None = None


class Decomposition(Lenient):
    """What a model answers when it is asked to decompose; anything else is no decomposition."""

    subquestions: Annotated[list[_Part], Field(min_length=1)]
    constraints: list[Line] = Field(default_factory=list)
    assumptions: list[Line] = Field(default_factory=list)


def read_decomposition(text: str) -> tuple[list[Subquestion], Decomposition, list[str]]:
    """Sub-questions out of a model's reply, at most `MOST`, each id and each label once.

    Returns:
        The sub-questions, all that was read, and what was left out, in sentences.

    Raises:
        UnreadableReply: If the reply holds no decomposition.
    """
    read = read_json(text, Decomposition)
    parts = {part.id: part for part in read.subquestions}
    kept = list(parts.values())[:MOST]
    problems = list(_left_out([part.id for part in read.subquestions], [part.id for part in kept]))
    return _with_labels_once([_subquestion(part) for part in kept]), read, problems


def by_rule(question: str) -> list[Subquestion]:
    """Sub-questions without a model: the question's sentences and clauses, at least one.

    The last one holds all that is left where there are more than `MOST`.
    """
    plain = redacted(question)
    clauses = [part.strip(" ,.") for part in _PARTS.split(plain) if part and _WORD.search(part)]
    first, rest = clauses[: MOST - 1], "; ".join(clauses[MOST - 1 :])
    parts = [
        _subquestion(
            _Part.model_construct(
                id=f"s{number}",
                label=_short(clause),
                question=clause[:LONGEST],
                kind="evidence" if (program := arithmetic_in(clause)) is None else "computation",
                program=program,
            )
        )
        for number, clause in enumerate([*first, *filter(None, [rest])] or [plain], start=1)
    ]
    return _with_labels_once(parts)


def arithmetic_in(text: str) -> str | None:
    """The program for a text that is nothing but arithmetic; None for any other.

    A sum beside which other words stand may be a part of something else: 24/7 is no division, and
    neither is "100 - 20%" a subtraction of 20.

    >>> arithmetic_in("What is 17% of 2,340?"), arithmetic_in("What is (2 + 3) × 4?")
    ('result = 2340 * 17 / 100', 'result = (2 + 3) * 4')
    """
    plain, shares = _PERCENT.subn(r"(\2 * \1 / 100)", _with_signs(text))
    plain, more = _PERCENT_KO.subn(r"(\1 * \2 / 100)", plain)
    plain = " ".join(without_asking(plain).strip(_AROUND).split())
    if shares or more:
        found = _SHARE.fullmatch(plain)
        return f"result = {found[1]}" if found else None
    return f"result = {plain}" if _is_sum(plain) else None


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


def _with_labels_once(parts: Sequence[Subquestion]) -> list[Subquestion]:
    """Sub-questions whose labels differ: a second "property" is "property (2)"."""
    taken: set[str] = set()
    named: list[Subquestion] = []
    for part in parts:
        others = (f"{part['label']} ({number})" for number in count(2))
        label = next(each for each in chain([part["label"]], others) if each not in taken)
        taken.add(label)
        named.append({**part, "label": label})
    return named


def _left_out(given: Sequence[str], kept: Collection[str]) -> Iterator[str]:
    """What is not used of a decomposition: earlier ones of an id, and what is beyond `MOST`."""
    for name, times in Counter(given).items():
        if times > 1:
            yield f"sub-question {name} is given {times} times; the last one counts"
    if dropped := [name for name in dict.fromkeys(given) if name not in kept]:
        number = len(kept) + len(dropped)
        names = ", ".join(dropped)
        yield f"{number} sub-questions are given, at most {MOST} are used; {names} left out"


def _with_signs(text: str) -> str:
    """A text with the signs of arithmetic that a program has."""
    plain = _THOUSANDS.sub("", text).translate(_SIGNS)
    for sign, said in _SAID_SIGNS.items():
        plain = said.sub(sign, plain)
    return plain


def _is_sum(text: str) -> bool:
    """Whether a text is one expression of numbers, with at least one sign between two of them."""
    if not _SUM.fullmatch(text):
        return False
    try:
        [line] = python_tree(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    nodes = {type(node) for node in ast.walk(line)}
    return ast.BinOp in nodes and not nodes & {ast.Call, ast.Tuple, ast.FloorDiv}


def _short(clause: str) -> str:
    words: Sequence[str] = clause.split()
    label = ""
    for word in words:
        if len(label) + len(word) > _LABEL:
            break
        label = f"{label} {word}".strip()
    return (label or clause[:_LABEL]).rstrip("?!.,;: ") or clause[:_LABEL]
