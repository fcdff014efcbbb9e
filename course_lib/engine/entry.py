"""What a task gives, read and checked: constraints, evidence, allowed tools."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..foundations.errors import shown
from ..foundations.redaction import redacted
from ..foundations.tasks import is_blank
from .profile import stated_constraints
from .reading import line, plain

LONGEST_EVIDENCE = 2_000


def checked_constraints(given: object, task: str) -> tuple[dict[str, Any], list[str]]:
    """The constraints as plain data, with those that the task's own text states.

    Args:
        given: What the caller gave; anything at all.
        task: The task as it came.
    """
    stated = stated_constraints(task)
    own: dict[str, Any] = {"stated": stated} if stated else {}
    if given is None:
        return own, []
    if not isinstance(given, dict):
        return own, [f"constraints must be a mapping, got {shown(given)}; they are ignored"]
    try:
        kept = {str(key): plain(value) for key, value in redacted(given).items()}
    except (ValueError, RecursionError):
        return own, ["constraints must be plain data, got a mapping in itself; they are ignored"]
    return {**kept, **own}, []


def checked_evidence(given: object) -> tuple[list[str], list[str]]:
    """The evidence as texts, and a sentence for each entry that is none."""
    if given is None:
        return [], []
    if not isinstance(given, list | tuple):
        return [], [f"evidence must be a list of texts, got {shown(given)}; it is ignored"]
    texts = [_text_of(entry) for entry in given]
    strange = [
        f"evidence {number} must be a text, or a mapping with `text`, got {shown(entry)}; it is"
        " ignored"
        for number, (entry, text) in enumerate(zip(given, texts, strict=True), start=1)
        if text is None
    ]
    return [text for text in texts if text is not None], strange


def checked_tools(known: Sequence[str], *given: object) -> tuple[list[str], list[str]]:
    """The tools that may be used, and what is wrong with the lists that allow them.

    Args:
        known: The tools that there are.
        *given: Lists of names; None allows all. A tool has to be in each of them, and a list that
            is none allows none.
    """
    allowed, problems = list(known), list[str]()
    for names in given:
        if names is None:
            continue
        if not isinstance(names, list | tuple | set | frozenset):
            problems.append(f"allowed_tools must be a list, got {shown(names)}; none is allowed")
            return [], problems
        there = ", ".join(known) or "none"
        problems += [
            f"unknown tool {shown(name)} in allowed_tools; it is ignored; there are: {there}"
            for name in names
            if name not in known
        ]
        allowed = [name for name in allowed if name in names]
    return allowed, problems


def scope_of(constraints: Mapping[str, Any], key: Literal["include", "exclude"]) -> list[str]:
    """What the constraints' scope includes or excludes by name; none where it is told in words."""
    scope = constraints.get("scope")
    named = scope.get(key) if isinstance(scope, Mapping) else None
    return [each for each in named if isinstance(each, str)] if isinstance(named, list) else []


def _text_of(entry: object) -> str | None:
    text = entry.get("text") if isinstance(entry, dict) else entry
    return line(text, LONGEST_EVIDENCE) if isinstance(text, str) and not is_blank(text) else None
