"""How hard a question looks, from 0 to 1: a sum of features that can be read off its text.

a reason, a comparison, a plan, a judgement  0.4 to 0.7    it asks for more than a fact
length                                       up to 0.25    12, 25 and 45 words
several asks                                 up to 0.2     0.1 for each beyond the first
constraints and scenarios                    up to 0.25    budgets, conditions, cases
code or mathematics                          0.2           something has to be worked through
"""

import re

from . import vocabulary_en as en
from . import vocabulary_ko as ko
from .vocabulary import whole

_STRONG = (
    whole(
        en.COMPARISONS,
        en.JUDGEMENTS,
        en.PLANS,
        en.CHOICES,
        rf"{en.NO_MEASURE}should (?:i|we|my|our)(?! do (?:if|when|for|after)\b)",
        r"how (?:can|could|should|might|would) (?:i|we|an?|the|my|our|one|you)\b"
        rf".{{0,50}}?\b{en.PROBLEMS}",
    ),
    # Puzzles: conditions from which the answer has to be worked out.
    rf"{whole(en.RIDDLES)}|^(?:is|are|would|will)\b.{{0,60}}\b{en.BETTER} (?:\w+ )?than\b",
    ko.ARGUMENTS,
    ko.RIDDLES,
    rf"{ko.JUDGEMENTS}|{ko.PLANS}",
)
_WEAK = (whole(en.REASONS), ko.REASONS)
_CONSTRAINTS = (whole(en.CONSTRAINTS), ko.CONSTRAINTS)
_SCENARIOS = (whole(en.SCENARIOS), ko.SCENARIOS)
_CODE = (f"```|{whole(en.CODE)}", ko.CODE)
_MATHS = (whole(en.MATHS), ko.MATHS)


def complexity(question: str) -> float:
    """The sum of the features, cut at 1 and rounded to two digits.

    Args:
        question: The normalised question in small letters.
    """
    return round(min(1.0, sum(features(question).values(), 0.0)), 2)


def features(question: str) -> dict[str, float]:
    """What each feature adds; only those that add something."""
    strong, weak = _count(_STRONG, question), _count(_WEAK, question)
    found = {
        "judgement": min(0.7, 0.5 + 0.1 * (strong - 1)) if strong else 0.4 if weak else 0.0,
        "length": _length(question),
        "asks": min(0.2, 0.1 * (_asks(question) - 1)),
        "constraints": min(
            0.25, 0.1 * (_count(_CONSTRAINTS, question) + _count(_SCENARIOS, question))
        ),
        "code": 0.2 if _count(_CODE, question) else 0.0,
        "maths": 0.2 if _count(_MATHS, question) else 0.0,
    }
    return {name: value for name, value in found.items() if value > 0}


def _count(patterns: tuple[str, ...], question: str) -> int:
    return len({found for pattern in patterns for found in re.findall(pattern, question)})


def _length(question: str) -> float:
    """Korean says in one word what English says in two."""
    words = question.split()
    korean = any("가" <= letter <= "힣" for letter in question)
    length = len(words) * (2 if korean else 1)
    return 0.25 if length > 45 else 0.15 if length > 25 else 0.05 if length > 12 else 0.0


def _asks(question: str) -> int:
    marks = len(re.findall(r"\?", question))
    joined = len(
        re.findall(
            r"[,;] and |, then |\band (?:then|explain|say|tell|suggest|why|how)\b|하고,? |그리고",
            question,
        )
    )
    return max(1, marks + joined)
