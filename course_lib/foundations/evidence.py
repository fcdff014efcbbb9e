"""What is known: pieces of evidence, and files of them that people write."""

import math
from collections.abc import Sequence
from datetime import date as calendar_date
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from .errors import ScenarioError, shown
from .tasks import normalized


def _text(text: str) -> str:
    if not (text := normalized(text)):
        raise ValueError("must not be blank")
    return text


def _value(value: object) -> object:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("must be text or a finite number")
    return value


def _day(text: str) -> str:
    try:
        real = calendar_date.fromisoformat(text).isoformat() == text
    except ValueError:
        real = False
    if not real:
        raise ValueError("must be a day as YYYY-MM-DD")
    return text


_Text: TypeAlias = Annotated[str, AfterValidator(_text)]


class Entry(BaseModel):
    """One piece of evidence.

    Attributes:
        id: Its name in the base.
        claim: What it says, as a sentence.
        topics: Words to find it by, in both languages.
        subject: What the claim is about: "lithium-ion battery".
        attribute: What of it is told: "energy density". Two entries that tell the same attribute
            of one subject with different values contradict each other.
        value: What is told of it.
        confidence: How far it is to be trusted, 0 to 1.
        source: Where it comes from.
        date: The day that it was true on, as YYYY-MM-DD.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: _Text
    claim: _Text
    topics: tuple[_Text, ...]
    subject: _Text
    attribute: _Text
    value: Annotated[str | int | float, BeforeValidator(_value)]
    confidence: Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
    source: _Text
    date: Annotated[str, AfterValidator(_day)]


def read_entries(path: str | Path) -> tuple[Entry, ...]:
    """Reads a YAML list of entries.

    Raises:
        ScenarioError: If it is none; names file, line and what is allowed.
        OSError: If the file cannot be read.
    """
    # Here, because a room in production may be given other knowledge, without YAML.
    from .yaml_text import line_of, parse  # noqa: PLC0415

    file = Path(path).as_posix()
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ScenarioError("not UTF-8; save the file as UTF-8", file=file, line=line) from None
    raw = parse(text, file=file)
    try:
        entries = TypeAdapter(tuple[Entry, ...]).validate_python(raw)
    except ValidationError as error:
        place, problem = _misfit(error)
        raise ScenarioError(problem, file=file, line=line_of(text, place)) from None
    if second := repeated(entries):
        problem = f"the id {shown(entries[second].id)} stands twice"
        raise ScenarioError(problem, file=file, line=line_of(text, (second, "id")))
    return entries


def repeated(entries: Sequence[Entry]) -> int | None:
    """The place of the first entry whose id stood before; None if there is none."""
    seen: set[str] = set()
    for place, entry in enumerate(entries):
        if entry.id in seen:
            return place
        seen.add(entry.id)
    return None


def _misfit(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """What Pydantic found wrong: the place, and in words."""
    # Of a misspelt key, the spelling says more than that the right one is missing.
    first = min(error.errors(), key=lambda found: found["type"] == "missing")
    place = first["loc"]
    keys = ", ".join(Entry.model_fields)
    name = ".".join(map(str, place[1:]))
    match first["type"]:
        case "extra_forbidden":
            return place, f"unknown key {name!r}; allowed are {keys}"
        case "missing":
            return place, f"the key {name!r} is missing"
        case "value_error":
            wanted = str(first["ctx"]["error"])
        case "model_type":
            wanted = f"must be a mapping with {keys}"
        case "tuple_type":
            wanted = "must be a list" if name else "must be a list of entries"
        case _:
            wanted = first["msg"].replace("Input should be", "must be")
    return place, f"{name}: {wanted}, got {shown(first['input'])}".removeprefix(": ")
