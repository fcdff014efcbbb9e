"""What kind of request a question is: by rules that say which of them fired, or by a model.

The rules are asked in the order in which a mistake would cost most: what cannot be done here, what
must be worked out exactly, what changes with time. Everything else is reasoning or simple, by its
complexity. Where a model classifies, these rules stay the fallback.
"""

import unicodedata
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ..foundations.errors import UnreadableReply
from ..foundations.replies import Lenient, read_json
from ..foundations.tasks import normalized
from .catalogue import Classification
from .classification_rules import (
    CALCULATOR,
    CALENDAR,
    CONVERTER,
    DATED,
    STORY,
    TIMELY,
    UNSUPPORTED,
    VAGUE,
    VOLATILE,
    Rule,
)
from .complexity import complexity, features
from .risk_rules import RISKS

Tool: TypeAlias = Literal["calculator", "calendar", "converter"]
_ORDER: tuple[tuple[Rule, Classification, Tool | None], ...] = (
    (VAGUE, "simple", None),
    *((rule, "unsupported", None) for rule in UNSUPPORTED),
    (CALENDAR, "tool_required", "calendar"),
    (CONVERTER, "tool_required", "converter"),
    (CALCULATOR, "tool_required", "calculator"),
    (STORY, "tool_required", "calculator"),
    *((rule, "current_info", None) for rule in (VOLATILE, DATED, TIMELY)),
)


@dataclass(frozen=True)
class Classified:
    """What kind of request a question is.

    Attributes:
        classification: Its class.
        complexity: How hard it looks, 0 to 1.
        freshness: Whether its answer changes with time.
        risk: "high" where a wrong answer could do harm.
        tool: The local tool that it needs.
        rules: Names of the rules and features that decided it, in order; none where it cannot be
            told what is asked.
    """

    classification: Classification
    complexity: float
    freshness: bool
    risk: Literal["normal", "high"]
    tool: Tool | None
    rules: tuple[str, ...]


class _Reply(Lenient):
    classification: Classification | Literal["unknown"]
    complexity: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.5
    freshness: bool = False
    risk: Literal["normal", "high"] = "normal"
    tool: Tool | None = None


def classify(question: str, *, threshold: float = 0.5) -> Classified:
    """Classifies a question by rules.

    Args:
        question: What was asked, in English or Korean.
        threshold: From which complexity on it is "reasoning", 0 to 1.
    """
    text = unicodedata.normalize("NFC", normalized(question)).lower()
    kind, tool, rules = _kind(text, threshold)
    risks = tuple(rule.name for rule in RISKS if rule.fires(text))
    return Classified(
        classification=kind,
        complexity=complexity(text),
        freshness=kind == "current_info",
        risk="high" if risks else "normal",
        tool=tool,
        rules=(*rules, *risks),
    )


def read_classification(text: str) -> Classified | None:
    """Reads a model's classification: one JSON object; None if there is none, or it is no such.

    A model that says "unknown" cannot tell what is asked: then no rule decided it.
    """
    try:
        read = read_json(text, _Reply)
    except UnreadableReply:
        return None
    # A tool is what makes a request need one; each without the other is no classification.
    if (read.classification == "tool_required") != (read.tool is not None):
        return None
    known = read.classification != "unknown"
    return Classified(
        classification="simple" if read.classification == "unknown" else read.classification,
        complexity=read.complexity,
        freshness=read.freshness or read.classification == "current_info",
        risk=read.risk,
        tool=read.tool,
        rules=("model",) if known else (),
    )


def _kind(text: str, threshold: float) -> tuple[Classification, Tool | None, tuple[str, ...]]:
    for rule, kind, tool in _ORDER:
        if rule.fires(text):
            return kind, tool, () if rule is VAGUE else (rule.name,)
    found = tuple(features(text))
    return (
        ("reasoning", None, found)
        if complexity(text) >= threshold
        else ("simple", None, found or ("short",))
    )
