"""What enters a graph: text without invisible characters, a task with every key accounted for."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

# Characters that show nothing and that str.strip() keeps: zero-width ones, soft hyphen, BOM,
# Hangul fillers. The joiners among them (200c, 200d) hold emoji and some scripts together.
_JOINERS = "\u200c\u200d"
_SEPARATORS = "\u00ad\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0"
_INVISIBLE = re.compile(f"[{_SEPARATORS}{_JOINERS}]")
_REMOVABLE = re.compile(f"[{_SEPARATORS}]")


def is_blank(text: object) -> bool:
    """Whether this is not text, or text in which nothing can be seen."""
    return not isinstance(text, str) or not _INVISIBLE.sub("", text).strip()


def normalized(text: str) -> str:
    """The text in NFC, trimmed, with every run of blanks folded into one space."""
    return " ".join(_REMOVABLE.sub("", unicodedata.normalize("NFC", text)).split())


def entered(task: object, schema: type) -> dict[str, Any]:
    """What a room's graph is given for a task.

    Every key of the schema is set, to None where the task says nothing, so that a second run on
    the same thread never meets a value of the first one. LangGraph drops unknown keys without a
    word; here they are named under `problems`, which the room's first node reports.

    Args:
        task: What the caller gave; anything at all.
        schema: The room's `Task`.

    Returns:
        A value for each key of the schema, `problems` (a list of sentences) among them.
    """
    known = [key for key in schema.__annotations__ if key != "problems"]
    if not isinstance(task, Mapping):
        given: Mapping[Any, Any] = {}
        problems = [f"task must be a mapping with {_names(known)}, got {type(task).__name__}"]
    else:
        given = task
        problems = [
            f"task has no key {key!r}; it is ignored; known are {_names(known)}"
            for key in task
            if key not in known
        ]
    return {key: given.get(key) for key in known} | {"problems": problems}


def _names(keys: list[str]) -> str:
    return ", ".join(keys)
