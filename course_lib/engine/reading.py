"""What the models are to reply: JSON of these shapes. Keys that stand in none of them are dropped.

Texts are cleaned as they are read, when JSON's escapes are resolved: reasoning is left out, blanks
are folded, secrets masked, and what is too long is cut.
"""

from typing import Annotated, Any, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    model_validator,
)

from ..foundations.redaction import redacted
from ..foundations.replies import Lenient, is_no_text
from ..foundations.tasks import is_blank, normalized
from .plain_data import sound
from .records import Aspect, Complexity, Fix, Risk

LONGEST_NAME, LONGEST_LINE, LONGEST_TEXT = 60, 600, 4_000
MOST_ENTRIES = 12


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """A text as one line without reasoning and secrets, cut where it is long."""
    # Normalised first, because what shows nothing can hide a tag or a key.
    return _cut(normalized(redacted(sound(normalized(text)))), longest)


def block(text: str, longest: int) -> str:
    """A text laid out as it was, without reasoning and secrets, cut where it is long."""
    # What shows nothing can hide a tag or a key; where it does, the layout is not worth keeping.
    kept = redacted(sound(text))
    if normalized(kept) != line(text, len(text) + 1):
        return line(text, longest)
    return _cut(kept.strip(), longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _said(text: str) -> str:
    if is_blank(text):
        raise ValueError("must say something")
    return text


def _name(text: str) -> str:
    return line(_said(sound(text)), LONGEST_NAME)


def _line(text: str) -> str:
    return line(_said(sound(text)))


def _text(text: str) -> str:
    return _cut(redacted(_said(sound(text))).strip(), LONGEST_TEXT)


def _seen(given: object) -> object:
    return sound(given) if isinstance(given, str) else given


def _with_topic(given: object) -> object:
    return {"gap": given} if isinstance(given, str) else given


def _tool(given: object) -> object:
    """The tool that is asked for; None where an empty object or name asks for none."""
    name = given.get("name", "") if isinstance(given, dict) else given
    only_arguments = isinstance(given, dict) and bool(given) and "name" not in given
    return given if only_arguments else _unless_nothing(name, given)


def _scope(given: object) -> object:
    return _unless_nothing(given, given)


def _unless_nothing(said: object, given: object) -> object:
    nothing = said is None or (isinstance(said, str) and is_no_text(said))
    return None if nothing else given


_SEEN = BeforeValidator(_seen)
Name: TypeAlias = Annotated[str, AfterValidator(_name)]
Line: TypeAlias = Annotated[str, AfterValidator(_line)]
Lines: TypeAlias = list[Line]
Names: TypeAlias = list[Name]


class Listing(Lenient):
    """A reply whose lists are read up to `MOST_ENTRIES`."""

    _left_out: list[str] = PrivateAttr(default_factory=list)

    @property
    def left_out(self) -> list[str]:
        """What was not read, in sentences."""
        return self._left_out

    @model_validator(mode="wrap")
    @classmethod
    def _first_entries(cls, given: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        long = {
            key: entries
            for key, entries in (given.items() if isinstance(given, dict) else ())
            if isinstance(entries, list) and len(entries) > MOST_ENTRIES
        }
        if not long:
            return read(given)
        found = read({**given, **{key: each[:MOST_ENTRIES] for key, each in long.items()}})
        found.left_out.extend(
            f"{key} has {len(entries)} entries; the first {MOST_ENTRIES} were read"
            for key, entries in long.items()
            if key in cls.model_fields
        )
        return found


class AnalysisReply(Lenient):
    """What kind of task it is; see `records.TaskProfile`."""

    complexity: Annotated[Complexity, _SEEN]
    domain: Name
    risk: Annotated[Risk, _SEEN]
    needs_tools: bool
    needs_evidence: bool = False
    direct_allowed: bool = True
    expected_output: Name = "answer"


class NamedGap(Lenient):
    """Something that is not known, and what it is about."""

    gap: Line
    topic: Annotated[str, AfterValidator(lambda text: line(text, LONGEST_NAME))] = ""


class WantedTool(Lenient):
    """A tool that a step asks for."""

    name: Name
    arguments: dict[str, Any] = Field(default_factory=dict)


class StepReply(Listing):
    """What a step came to."""

    result: Annotated[str, AfterValidator(_text)]
    areas: Names = Field(default_factory=list)
    assumptions: Lines = Field(default_factory=list)
    gaps: list[Annotated[NamedGap, BeforeValidator(_with_topic)]] = Field(default_factory=list)
    closed: Lines = Field(default_factory=list)
    tool: Annotated[WantedTool | None, BeforeValidator(_tool)] = None
    more: bool = False


class ClaimReply(Listing):
    """A claim of a draft, and what it rests on."""

    text: Annotated[str, AfterValidator(_text)]
    rests_on: Names = Field(default_factory=list)
    scope: Annotated[Line | None, BeforeValidator(_scope)] = None


class DraftReply(Lenient):
    """A draft, claim by claim."""

    claims: Annotated[list[ClaimReply], Field(min_length=1, max_length=40)]


class ProblemReply(Lenient):
    """What a critic finds wrong."""

    claim: int | None = None
    aspect: Annotated[Aspect, _SEEN]
    fix: Annotated[Fix, _SEEN]
    what: Line


class CriticReply(Listing):
    """What a critic finds wrong; nothing, if the draft will do."""

    problems: list[ProblemReply]
