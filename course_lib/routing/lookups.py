"""What a search or a local tool found, in one shape whatever it gave."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from numbers import Number
from typing import Any, TypeAlias

from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, ToolMessage
from langchain_core.runnables import Runnable

from ..foundations.errors import CourseError
from ..foundations.redaction import redacted
from ..foundations.replies import visible_text
from ..foundations.tasks import is_blank, normalized
from ..foundations.tools import says_nothing
from .context import Lookup

Result: TypeAlias = dict[str, str]
"""`title`, `snippet`, `url` and `date`, each only where it is known."""

MOST_RESULTS = 5
MOST_ENTRIES = 50  # how many entries are read at the most; a generator may never end
MOST_CHARACTERS = 600
KEYS = ("title", "snippet", "url", "date")
# Other names of the snippet, and where documents keep their address.
_SNIPPETS = ("snippet", "content", "text", "page_content")
_URLS = ("url", "link", "source")


class UnreadableResult(CourseError, TypeError):
    """A search or a tool gave something from which no result can be read."""


def looked_up(lookup: Lookup, question: str) -> list[Result]:
    """Asks a search or a tool.

    Args:
        lookup: A function of one text, a LangChain tool, or any Runnable.
        question: What to look up.

    Returns:
        At most five results; an empty list if nothing was found.

    Raises:
        UnreadableResult: If it gave something else than `results_of` reads.
    """
    found = lookup.invoke(question) if isinstance(lookup, Runnable) else lookup(question)
    return results_of(found)


def results_of(found: object) -> list[Result]:
    """Whatever was found as results, at most five.

    A text or a number is one, JSON is read, documents and entries of a list are one each. What
    holds no words is none, and neither is a sentence that nothing was found.

    Raises:
        UnreadableResult: If it is anything else; its type is named.
    """
    match found:
        case None | bool() | ToolMessage(status="error"):
            return []
        case BaseMessage():
            return results_of(visible_text(found))
        case str():
            return _of_text(found)
        case Mapping() if "results" in found:
            return results_of(found["results"])
        case list() | tuple() | Iterator():
            return _of_many(found)
        case _:
            return _known(_fields(found))


def _fields(found: object) -> Mapping[Any, Any]:
    """What is one result at the most, as a mapping of its fields."""
    match found:
        case Mapping():
            return found
        case Document():
            return {**found.metadata, "snippet": found.page_content}
        case Number() | date():
            nothing = isinstance(found, float) and math.isnan(found)
            return {} if nothing else {"snippet": found}
    raise UnreadableResult(f"what was found cannot be read, a {type(found).__name__}")


def _of_text(text: str) -> list[Result]:
    try:
        read = json.loads(text)
    except ValueError:
        return _known({"snippet": text})
    # A number stays as it was written.
    number = isinstance(read, Number) and results_of(read)
    return _known({"snippet": text}) if number else results_of(read)


def _of_many(entries: Iterable[object]) -> list[Result]:
    read = (result for entry in islice(entries, MOST_ENTRIES) for result in results_of(entry))
    return list(islice(read, MOST_RESULTS))


def _known(entry: Mapping[Any, Any]) -> list[Result]:
    """An entry's known fields, as one result; none if neither title nor snippet says anything."""
    told = {**entry, "snippet": _first(entry, _SNIPPETS), "url": _first(entry, _URLS)}
    result = {key: text for key in KEYS if (text := _words(told.get(key)))}
    return [result] if "title" in result or "snippet" in result else []


def _first(entry: Mapping[Any, Any], keys: Iterable[str]) -> object:
    return next((entry[key] for key in keys if _words(entry.get(key))), None)


def _words(value: object) -> str:
    """A field as text, without secrets and thoughts; blank if it holds nothing to read."""
    if isinstance(value, bool) or not isinstance(value, str | Number | date):
        return ""
    seen = redacted(visible_text(normalized(str(value))))
    text = normalized(seen)[:MOST_CHARACTERS]
    return "" if is_blank(text) or says_nothing(text) else text
