"""What enters a graph: text without invisible characters, a task with every key accounted for."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from .errors import shown

# Controls, formats (zero-width characters, BOM, soft hyphen, directions) and separators.
_SHOWS_NOTHING = ("Cc", "Cf", "Zl", "Zp", "Zs")
# What Unicode counts among letters, marks and symbols although nothing is seen: Hangul fillers,
# the grapheme joiner, the empty Braille cell, variation selectors.
_FILLERS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0") | set(map(chr, range(0xFE00, 0xFE10)))
# Not the joiners 200c and 200d: they hold emoji and some scripts together.
_REMOVABLE = re.compile(
    "[\u00ad\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0]"
)


def is_blank(text: object) -> bool:
    """Whether this is not text, or text in which nothing can be seen."""
    return not isinstance(text, str) or not any(map(_is_seen, text))


def normalized(text: str) -> str:
    """The text in NFC, trimmed, with every run of blanks folded into one space."""
    return " ".join(unicodedata.normalize("NFC", _REMOVABLE.sub("", text)).split())


def entered(task: object, schema: type) -> dict[str, Any]:
    """What a room's graph is given for a task.

    Every key of the schema is set, to None where the task says nothing, so that a second run on
    the same thread never meets a value of the first one. LangGraph drops unknown keys without a
    word; here they are named under `problems`, which the room's first node reports.

    Args:
        task: What the caller gave; anything at all.
        schema: The room's `Task`.

    Returns:
        A value for each key of the schema, and `problems`, a list of sentences: what the room's
        `Entry` declares.
    """
    known = list(schema.__annotations__)
    if not isinstance(task, Mapping):
        given: Mapping[Any, Any] = {}
        problems = [f"task must be a mapping with {_names(known)}, got {type(task).__name__}"]
    else:
        given = task
        problems = [
            f"task has no key {shown(key)}; it is ignored; known are {_names(known)}"
            for key in task
            if key not in known
        ]
    return {key: given.get(key) for key in known} | {"problems": problems}


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) not in _SHOWS_NOTHING and character not in _FILLERS


def _names(keys: list[str]) -> str:
    return ", ".join(keys)
