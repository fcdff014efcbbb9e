"""What others give, as plain data: what JSON has and a checkpoint holds, and nothing hidden."""

import math
from collections.abc import Mapping
from typing import Any

from langchain_core.messages import BaseMessage
from pydantic_core import to_jsonable_python

from ..foundations.errors import shown
from ..foundations.redaction import redacted
from ..foundations.replies import visible_text

DEEPEST = 100
_KEPT = range(-(2**63), 2**64)  # the integers that a checkpoint can hold
_WRITABLE_BITS = 14_000  # Python prints no integer of more than 4,300 digits
_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")


def plain(value: Any) -> Any:
    """A value as JSON has it and a checkpoint can hold it, without reasoning and secrets.

    A message is what it shows. Numbers beyond 64 bits, and those that are none, become text, and
    a set is put in order. What JSON cannot say is said by the name of its type.

    Raises:
        ValueError: If it holds itself, is nested too deep, or has two keys that read the same.
    """
    return redacted(_plain(value, ()))


def told(value: object) -> str:
    """A value as an error's sentence shows it, whatever it is."""
    try:
        return shown(plain(value))
    except ValueError:
        return type(value).__name__


def key_of(key: object) -> str:
    """A mapping's key as text; the name of its type where its text cannot be had."""
    if isinstance(key, str):
        return sound(key)
    found = _jsonable({key: None})
    return sound(next(iter(found))) if isinstance(found, dict) else type(key).__name__


def sound(text: str) -> str:
    """A text without reasoning, and without halves of characters, which nothing could write.

    One in which no reasoning stands keeps its blanks.
    """
    seen = visible_text(text)
    return (text if seen == text.strip() else seen).encode(errors="replace").decode()


def _plain(value: Any, above: tuple[int, ...]) -> Any:
    """The value; `above` are the addresses of what it stands in."""
    match value:
        case str():
            return sound(value)
        case None | bool():
            return value
        case int():
            return _kept_number(int(value))
        case float():
            return float(value) if math.isfinite(value) else _not_finite(value)
        case Mapping() | list() | tuple() | set() | frozenset():
            return _plain_parts(value, _beneath(value, above))
    return _plain(
        visible_text(value) if isinstance(value, BaseMessage) else _jsonable(value), above
    )


def _plain_parts(value: Any, above: tuple[int, ...]) -> dict[str, Any] | list[Any]:
    if isinstance(value, Mapping):
        return _plain_mapping(value, above)
    parts = [_plain(each, above) for each in value if not _is_thought(each)]
    return sorted(parts, key=repr) if isinstance(value, set | frozenset) else parts


def _plain_mapping(value: Mapping[Any, Any], above: tuple[int, ...]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, entry in value.items():
        name = key_of(key)
        if name in entries:
            raise ValueError(f"two of its keys read {shown(name)}")
        if name != "reasoning_content":
            entries[name] = _plain(entry, above)
    return entries


def _beneath(value: object, above: tuple[int, ...]) -> tuple[int, ...]:
    if id(value) in above:
        raise ValueError("it holds itself")
    if len(above) == DEEPEST:
        raise ValueError(f"it is nested more than {DEEPEST} deep")
    return (*above, id(value))


def _is_thought(block: object) -> bool:
    """Whether this is a content block that a provider marks as reasoning."""
    return isinstance(block, Mapping) and block.get("type") in _THOUGHTS


def _not_finite(number: float) -> str:
    sign = "-" if number < 0 else ""
    return "NaN" if math.isnan(number) else f"{sign}Infinity"


def _kept_number(number: int) -> int | str:
    if number in _KEPT:
        return number
    return str(number) if number.bit_length() < _WRITABLE_BITS else shown(number)


def _jsonable(value: Any) -> Any:
    """What a value of some other type is in JSON; the name of its type where that cannot be had."""
    try:
        return to_jsonable_python(
            value,
            fallback=lambda each: type(each).__name__,
            bytes_mode="base64",
        )
    except Exception:  # noqa: BLE001  # a type's own code may raise anything
        return type(value).__name__
