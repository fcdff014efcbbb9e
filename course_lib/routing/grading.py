"""Grading: how good an answer is, by rules that anyone can check, or as a critic says.

The rules cannot tell whether an answer is right. They start from what the catalogue expects of the
path, and take away from it for each flaw that shows in the text itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ..foundations.errors import UnreadableReply
from ..foundations.figures import unfounded
from ..foundations.redaction import redacted
from ..foundations.replies import Lenient, placeholder_in, read_json, visible_text
from ..foundations.tasks import is_blank, normalized
from .texts import PROBLEMS, SUGGESTIONS

REMAINS = {
    "empty": 0.0,
    "placeholder": 0.2,
    "refusal": 0.2,
    "echo": 0.2,
    "unfounded": 0.4,
    "short": 0.6,
}
"""What share of the expected quality each flaw leaves, the worst first; shares multiply."""

LEAST_REASONING = 60  # characters, blanks not counted
LONGEST_REFUSAL = 300
MOST_FIGURES = 5

_REFUSAL = re.compile(
    r"\b(?:i|we)(?:['’]m| am| are) (?:sorry|unable|not able)\b"
    r"|\b(?:i|we) (?:cannot|can['’]?t|can not|won['’]?t|will not)"
    r" (?:help|answer|assist|provide|comply)"
    r"|\bi (?:do not|don['’]?t) know\b|\bas an ai (?:language )?(?:model|assistant)\b"
    r"|답(?:변)?(?:을|해)?\s?(?:드릴|할|줄|드리기)\s?(?:수\s?(?:가\s?)?없|어렵)"
    r"|도와\s?드릴\s?수\s?없|(?:죄송|유감)(?:합니다|하지만|스럽지만).{0,60}(?:없|어렵|못)"
    r"|모르겠(?:습니다|어요)",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(r"\w+")


class Graded(TypedDict):
    """What was found of an answer: the state's `critique`.

    Attributes:
        score: 0 to 1; None if nobody could judge.
        by: Who judged.
        problems: What is wrong, in sentences.
        suggestion: What would make it better.
    """

    score: float | None
    by: Literal["rule", "critic", "none"]
    problems: list[str]
    suggestion: str | None


class Critique(Lenient):
    """What a critic is to answer; anything else is no critique."""

    score: Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
    problems: list[str] = Field(default_factory=list)
    suggestion: str | None = None


def rule_score(
    answer: str,
    *,
    question: str,
    classification: str | None,
    expected_quality: float,
    search_results: Sequence[Mapping[str, str]] = (),
) -> Graded:
    """Judges an answer by its text.

    Args:
        answer: The answer.
        question: What was asked; problems are told in its language.
        classification: The kind of request; only "reasoning" asks for more than a few words.
        expected_quality: What the catalogue expects of the path, 0 to 1: the score of an answer
            without a flaw.
        search_results: What was found. If anything was, the answer may hold only figures that
            stand there or in the question.

    Returns:
        The expected quality times the share in `REMAINS` for each flaw, to four digits.
    """
    found = [text for result in search_results for text in result.values()]
    flaws = dict(_flaws(answer, question, classification, found))
    score = expected_quality
    for flaw in flaws:
        score *= REMAINS[flaw]
    first = next(iter(flaws), None)
    return {
        "score": round(score, 4),
        "by": "rule",
        "problems": [PROBLEMS[flaw].to(question, found=sign) for flaw, sign in flaws.items()],
        "suggestion": SUGGESTIONS[first].to(question) if first else None,
    }


def read_critique(text: str) -> Graded | None:
    """Reads a critic's reply: JSON with `score`, and perhaps `problems` and a `suggestion`.

    Returns:
        None if the reply holds no such JSON, two that differ, or a score that is none.
    """
    try:
        read = read_json(text, Critique)
    except UnreadableReply:
        return None
    return {
        "score": read.score,
        "by": "critic",
        "problems": [problem for problem in map(_line, read.problems) if problem],
        "suggestion": _shown(read.suggestion or "") or None,
    }


def _shown(text: str) -> str:
    """What a critic wrote, without secrets and thoughts; blank if nothing is left to read."""
    seen: str = redacted(visible_text(text))
    return "" if is_blank(seen) else seen


def _line(text: str) -> str:
    """The same on one line; without its invisible characters, a text may be a secret."""
    return normalized(_shown(normalized(text)))


def weighed(critique: Graded, by_rule: Graded) -> Graded:
    """A critic's judgement where the rules have a say: no praise makes up for a flaw that shows.

    Returns:
        The critique; if the rules found flaws, with them and with the lower of the two scores.
    """
    if not by_rule["problems"] or critique["score"] is None or by_rule["score"] is None:
        return critique
    return {
        "score": min(critique["score"], by_rule["score"]),
        "by": critique["by"],
        "problems": [*by_rule["problems"], *critique["problems"]],
        "suggestion": critique["suggestion"] or by_rule["suggestion"],
    }


def _flaws(
    answer: str, question: str, classification: str | None, found: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Each flaw with what shows it, the worst first."""
    if is_blank(answer):
        yield "empty", ""
        return
    if placeholder := placeholder_in(answer):
        yield "placeholder", placeholder
    if len(answer) <= LONGEST_REFUSAL and _REFUSAL.search(answer):
        yield "refusal", ""
    if _echoes(answer, question):
        yield "echo", ""
    strange = islice(unfounded(answer, [question, *found]), MOST_FIGURES) if found else ()
    if named := ", ".join(f"{figure:f}" for figure in strange):
        yield "unfounded", named
    if classification == "reasoning" and len("".join(answer.split())) < LEAST_REASONING:
        yield "short", ""


def _echoes(answer: str, question: str) -> bool:
    """Whether an answer is the question, word for word."""
    said, asked = (_WORD.findall(text.casefold()) for text in (answer, question))
    return bool(said) and said == asked
