"""The decisions that no model takes: what is required, what the critic meant, what was repeated."""

import re
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from ..foundations.errors import UnreadableReply, shown
from ..foundations.replies import json_objects, read_json, without_json
from ..foundations.tasks import is_blank, normalized
from .state import Attempt, CritiqueStatus

SENTINEL = "CODE_IS_PERFECT"
ACCEPTED = "Accepted: all requirements are satisfied."
FACTORIAL = "calculate_factorial"
FACTORIAL_REQUIREMENTS = (
    "calculate_factorial(n) returns n! for every positive integer n.",
    "The function has a docstring.",
    "calculate_factorial(0) returns 1.",
    "A negative n raises ValueError.",
)

_MARK = r"(?:[-*+•·▪]|\(?\d{1,2}[.)]|[가나다라마바사아자차카타파하][.)])[^\S\n]+"
# A bullet goes on over indented lines that are no bullets of their own.
_BULLET = re.compile(rf"^[^\S\n]*{_MARK}(\S.*(?:\n[^\S\n]+(?!{_MARK})\S.*)*)", re.MULTILINE)
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# A sentence ends at a mark that blanks follow, or at a full-width mark; not after "e.g."...
_SENTENCE_END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<=[.!?])\s+|(?<=[。！？])\s*|\n+"
)
_DECORATION = "`*_\"'>#.!: \t"
# All that may stand beside the sentinel. Whatever else does could ask for a change, in words that
# no list of them foresees, and a person looks.
_PRAISE = re.compile(
    r"(?:well done"
    r"|(?:very |really )?(?:good|great|nice|excellent|clean|solid|perfect)(?: job| work| code)?"
    r"|(?:this|it|the code|everything|all)(?: code| function)?(?: is| looks?)?"
    r" (?:very |really )?(?:good|great|correct|right|fine|perfect|clean|excellent)"
    r"|looks? (?:good|great)(?: to me)?|lgtm|approved|accepted|thank you|thanks"
    r"|(?:all|every)(?: of)?(?: the)? requirements?(?: is| are)?"
    r" (?:now )?(?:met|satisfied|fulfilled)"
    r"|no (?:further |more |other )?(?:changes?|issues?|problems?|bugs?|fixes)"
    r"(?: (?:is|are))?(?: (?:needed|required|necessary|left|found))?"
    r"|nothing (?:is )?(?:left )?(?:to (?:fix|change|add|improve)|missing)"
    r"|(?:아주 |정말 )?(?:좋습니다|훌륭합니다|완벽합니다|잘했습니다|잘 작성되었습니다)"
    r"|(?:더 이상 |더 |추가로 )?(?:수정|변경|추가|보완|개선)(?:할|이|은)?"
    r" ?(?:필요(?:가)?|사항(?:이)?|것(?:이)?|점(?:이)?) ?(?:없습니다|하지 않습니다|없음)"
    r"|문제(?:가)? ?(?:없습니다|없음)"
    r"|모든 요구\s?사항(?:을|이)? ?(?:충족합니다|충족되었습니다|충족됨|만족합니다))",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[.!,;:。！\n]+|\band\b")


class Verdict(NamedTuple):
    """The critic's reply, normalised.

    Attributes:
        status: The decision.
        critique: The feedback.
        problem: Why the reply is invalid; None where it is not.
    """

    status: CritiqueStatus
    critique: str
    problem: str | None = None


class _Review(BaseModel):
    """The JSON that the critic is asked for."""

    model_config = ConfigDict(extra="ignore", frozen=True, validate_default=True)

    status: Literal["accepted", "needs_revision"]
    critique: str | None = None

    @field_validator("critique")
    @classmethod
    def _says_what_to_revise(cls, critique: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("status") == "needs_revision" and is_blank(critique):
            raise ValueError("must say what to revise")
        return critique


def requirements_of(task: str) -> list[str]:
    """The criteria that a task states, one for each bullet or, without bullets, each sentence.

    A task that names `calculate_factorial` has four standing ones. English and Korean are split
    alike; fenced code is not searched.

    Args:
        task: The task's text, not blank.

    Returns:
        At least one criterion.
    """
    if re.search(rf"\b{FACTORIAL}\b", task):
        return list(FACTORIAL_REQUIREMENTS)
    prose = _FENCED.sub("\n", task)
    parts = _BULLET.findall(prose) or _SENTENCE_END.split(prose)
    found = [normalized(part) for part in parts if not is_blank(part)]
    return found or [normalized(task)]


def read_verdict(text: str) -> Verdict:
    """What the critic decided.

    JSON with `status` and `critique` counts wherever it stands in the reply; so does the sentinel
    alone on a line, with nothing but praise beside it. What contradicts itself, and what can be
    read as neither, is "invalid".

    Args:
        text: The critic's visible text.
    """
    around = without_json(text)
    alone, mentioned = _sentinel(around)
    if not any("status" in found or "critique" in found for found in json_objects(text)):
        problem = _unaccepted(around, alone, mentioned)
        return _invalid(text, problem) if problem else Verdict("accepted", ACCEPTED)
    try:
        review = read_json(text, _Review)
    except UnreadableReply as error:
        return _invalid(text, str(error))
    if mentioned and (review.status == "accepted") != alone:
        return _invalid(text, f"the JSON says {review.status}, the text around it does not")
    critique = ACCEPTED if is_blank(review.critique) else str(review.critique).strip()
    return Verdict(review.status, critique)


def repeats(draft: str, history: list[Attempt]) -> bool:
    """Whether a draft is the last one over again, blanks apart."""
    return bool(history) and draft.split() == history[-1]["draft"].split()


def earlier_rounds(history: list[Attempt]) -> list[str]:
    """One line for every attempt but the last, so that a prompt grows by a line a round."""
    return [
        f"Attempt {attempt['iteration']}: "
        f"{attempt['critique_status'] or 'no review'}"
        f"{', same code as before' if attempt['unchanged'] else ''}"
        f"{': ' + _line(attempt['critique']) if attempt['critique'] else ''}"
        for attempt in history[:-1]
    ]


def _unaccepted(text: str, alone: bool, mentioned: bool) -> str | None:
    """Why a reply without JSON accepts nothing; None where it does accept."""
    if not alone:
        place = "is not alone on a line" if mentioned else "is not said"
        return f"no JSON verdict, and {SENTINEL} {place}"
    beside = (part.strip(_DECORATION) for part in _PARTS.split(text.replace(SENTINEL, "")))
    other = next((part for part in beside if part and not _PRAISE.fullmatch(part)), None)
    return f"{SENTINEL} stands beside other words: {shown(other)}" if other else None


def _sentinel(text: str) -> tuple[bool, bool]:
    """Whether the sentinel stands on every line that mentions it alone, and whether any does."""
    lines = [line for line in text.splitlines() if SENTINEL in line]
    return bool(lines) and all(line.strip(_DECORATION) == SENTINEL for line in lines), bool(lines)


def _invalid(text: str, problem: str) -> Verdict:
    return Verdict("invalid", text, problem)


def _line(text: str, longest: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 3] + "..."
