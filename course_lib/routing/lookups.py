"""What a search or a local tool found, in one shape whatever it gave."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.runnables import Runnable

from ..foundations.replies import visible_text
from ..foundations.tasks import normalized
from .context import Lookup

MOST_RESULTS = 5
MOST_CHARACTERS = 600
KEYS = ("title", "snippet", "url", "date")


def looked_up(lookup: Lookup, question: str) -> list[dict[str, str]]:
    """Asks a search or a tool.

    Args:
        lookup: A function of one text, a LangChain tool, or any Runnable.
        question: What to look up.

    Returns:
        At most five results with `title`, `snippet`, `url` and `date`, each only where it is known;
        an empty list if nothing was found.
    """
    found = lookup.invoke(question) if isinstance(lookup, Runnable) else lookup(question)
    return results_of(found)


def results_of(found: object) -> list[dict[str, str]]:
    """Whatever was found as results: a text is one, JSON is read, other shapes are printed."""
    match found:
        case None | "":
            return []
        case BaseMessage():
            return results_of(visible_text(found))
        case str():
            return _of_text(found)
        case Mapping():
            inner = found.get("results")
            return results_of(inner) if isinstance(inner, Sequence) else _known([found])
        case list() | tuple():
            return _known(found)
        case _:
            return _known([found])


def _of_text(text: str) -> list[dict[str, str]]:
    try:
        read = json.loads(text)
    except ValueError:
        return _known([text]) if normalized(text) else []
    return results_of(read) if isinstance(read, list | dict) else _known([text])


def _known(entries: Sequence[Any]) -> list[dict[str, str]]:
    read = [_result(entry) for entry in entries if entry]
    return [entry for entry in read if entry][:MOST_RESULTS]


def _result(entry: object) -> dict[str, str]:
    if not isinstance(entry, Mapping):
        return {"snippet": normalized(str(entry))[:MOST_CHARACTERS]}
    told = {**entry, "snippet": entry.get("snippet") or entry.get("content") or entry.get("text")}
    return {key: normalized(str(told[key]))[:MOST_CHARACTERS] for key in KEYS if told.get(key)}
