"""What the models are to reply: JSON of these shapes. Keys that stand in none of them are dropped.

Texts are cleaned as they are read: blanks folded, secrets masked, cut where they are too long.
"""

import json
import re
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field
from pydantic_core import to_json

from ..foundations.redaction import redacted
from ..foundations.replies import visible_text
from ..foundations.tasks import is_blank, normalized
from .records import Aspect, Complexity, Fix, Risk

LONGEST_NAME, LONGEST_LINE, LONGEST_TEXT = 60, 600, 4_000
MOST_ENTRIES = 12
_ESCAPED, _OF_ESCAPE = re.compile(r"\\u003([ce])", re.IGNORECASE), {"c": "<", "e": ">"}
_KEPT = range(-(2**63), 2**64)  # the integers that a checkpoint can hold


def visible(text: str) -> str:
    """A reply without reasoning, also where its tags are escaped as JSON allows."""
    return visible_text(_ESCAPED.sub(lambda found: _OF_ESCAPE[found[1].lower()], text))


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """A text as one line without secrets, cut where it is long."""
    return _cut(normalized(_sound(text)), longest)


def plain(value: Any) -> Any:
    """A value as JSON has it and a checkpoint can hold it: numbers beyond 64 bits become text.

    What JSON cannot say is said by the name of its type.
    """
    written = to_json(
        _sound_strings(value),
        fallback=lambda each: type(each).__name__,
        inf_nan_mode="strings",
        bytes_mode="base64",
    )
    return json.loads(written, parse_int=_kept_number)


def _kept_number(digits: str) -> int | str:
    return int(digits) if len(digits) < 21 and int(digits) in _KEPT else digits


def _sound_strings(value: Any) -> Any:
    match value:
        case str():
            return value.encode(errors="replace").decode()
        case dict():
            return {_sound_strings(key): _sound_strings(each) for key, each in value.items()}
        case list() | tuple():
            return [_sound_strings(each) for each in value]
        case _:
            return value


def _sound(text: str) -> str:
    """A text without secrets and without halves of characters, which nothing could write."""
    sound: str = _sound_strings(redacted(text))
    return sound


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _said(text: str) -> str:
    if is_blank(text):
        raise ValueError("must say something")
    return text


def _name(text: str) -> str:
    return line(_said(text), LONGEST_NAME)


def _line(text: str) -> str:
    return line(_said(text))


def _text(text: str) -> str:
    return _cut(_sound(_said(text)).strip(), LONGEST_TEXT)


def _with_topic(given: object) -> object:
    return {"gap": given} if isinstance(given, str) else given


def _first_entries(given: object) -> object:
    return given[:MOST_ENTRIES] if isinstance(given, list) else given


Name: TypeAlias = Annotated[str, AfterValidator(_name)]
Line: TypeAlias = Annotated[str, AfterValidator(_line)]
Lines: TypeAlias = Annotated[list[Line], BeforeValidator(_first_entries)]
Names: TypeAlias = Annotated[list[Name], BeforeValidator(_first_entries)]


class AnalysisReply(BaseModel):
    """What kind of task it is; see `records.TaskProfile`."""

    complexity: Complexity
    domain: Name
    risk: Risk
    needs_tools: bool
    needs_evidence: bool = False
    direct_allowed: bool = True
    expected_output: Name = "answer"


class NamedGap(BaseModel):
    """Something that is not known, and what it is about."""

    gap: Line
    topic: Annotated[str, AfterValidator(lambda text: line(text, LONGEST_NAME))] = ""


class WantedTool(BaseModel):
    """A tool that a step asks for."""

    name: Name
    arguments: Annotated[dict[str, Any], AfterValidator(plain)] = {}


class StepReply(BaseModel):
    """What a step came to."""

    result: Annotated[str, AfterValidator(_text)]
    areas: Names = []
    assumptions: Lines = []
    gaps: Annotated[
        list[Annotated[NamedGap, BeforeValidator(_with_topic)]], BeforeValidator(_first_entries)
    ] = []
    closed: Lines = []
    tool: WantedTool | None = None
    more: bool = False


class ClaimReply(BaseModel):
    """A claim of a draft, and what it rests on."""

    text: Annotated[str, AfterValidator(_text)]
    rests_on: Names = []
    scope: Line | None = None


class DraftReply(BaseModel):
    """A draft, claim by claim."""

    claims: Annotated[list[ClaimReply], Field(min_length=1, max_length=40)]


class ProblemReply(BaseModel):
    """What a critic finds wrong."""

    claim: int | None = None
    aspect: Aspect
    fix: Fix
    what: Line


class CriticReply(BaseModel):
    """What a critic finds wrong; nothing, if the draft will do."""

    problems: Annotated[list[ProblemReply], BeforeValidator(_first_entries)]
