"""What a task gives, read and checked: constraints, evidence, allowed tools."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..foundations.errors import shown
from ..foundations.redaction import redacted
from ..foundations.tasks import is_blank
from .plain_data import key_of, plain, told
from .profile import stated_constraints
from .reading import line

LONGEST_EVIDENCE = 2_000


def checked_constraints(given: object, task: str) -> tuple[dict[str, Any], list[str]]:
    """The constraints as plain data, with those that the task's own text states.

    What cannot be kept is left out, and said; the rest counts.

    Args:
        given: What the caller gave; anything at all.
        task: The task as it came.
    """
    stated = stated_constraints(task)
    own: dict[str, Any] = {"stated": stated} if stated else {}
    if given is None:
        return own, []
    if not isinstance(given, Mapping):
        return own, [f"constraints must be a mapping, got {told(given)}; they are ignored"]
    kept, problems = _kept(given)
    if own.keys() & kept.keys():
        problems.append("constraints.stated gives way to what the input states")
    return {**kept, **own}, problems


def checked_evidence(given: object) -> tuple[list[str], list[str]]:
    """The evidence as texts, and a sentence for each entry that is none."""
    if given is None:
        return [], []
    if not isinstance(given, list | tuple):
        return [], [f"evidence must be a list of texts, got {told(given)}; it is ignored"]
    texts = [_text_of(entry) for entry in given]
    strange = [
        f"evidence {number} must be a text, or a mapping with `text`, got {told(entry)}; it is"
        " ignored"
        for number, (entry, text) in enumerate(zip(given, texts, strict=True), start=1)
        if text is None
    ]
    return [text for text in texts if text is not None], strange


def checked_tools(known: Sequence[str], given: Mapping[str, object]) -> tuple[list[str], list[str]]:
    """The tools that may be used, and what is wrong with the lists that allow them.

    Args:
        known: The tools that there are.
        given: Lists of names, each by the place where it was given; None allows all. A tool has
            to be in each of them, and a list that is none allows none.
    """
    allowed, problems = list(known), list[str]()
    for place, names in given.items():
        if names is None:
            continue
        if not isinstance(names, list | tuple | set | frozenset):
            said = f"{place} must be a list of names, got {told(names)}; no tool is allowed"
            return [], [*problems, said]
        there = ", ".join(known) or "none"
        strange = sorted(told(name) for name in names if name not in known)
        problems += [
            f"unknown tool {name} in {place}; it is ignored; there are: {there}" for name in strange
        ]
        allowed = [name for name in allowed if name in names]
    return allowed, problems


def scope_of(constraints: Mapping[str, Any], key: Literal["include", "exclude"]) -> list[str]:
    """What the constraints' scope includes or excludes by name; none where it is told in words."""
    scope = constraints.get("scope")
    named = scope.get(key) if isinstance(scope, Mapping) else None
    return [each for each in named if isinstance(each, str)] if isinstance(named, list) else []


def _kept(given: Mapping[Any, Any]) -> tuple[dict[str, Any], list[str]]:
    """What of a mapping is plain data, and a sentence for each entry that is not."""
    kept: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in given.items():
        name = key_of(key)
        if name in kept:
            problems.append(f"constraints has two keys that read {shown(name)}; the first counts")
            continue
        try:
            kept[name] = plain(value)
        except ValueError as error:
            problems.append(f"constraints: {shown(name)} is ignored: {error}")
    masked: dict[str, Any] = redacted(kept)
    return masked, problems


def _text_of(entry: object) -> str | None:
    text = entry.get("text") if isinstance(entry, Mapping) else entry
    read = line(text, LONGEST_EVIDENCE) if isinstance(text, str) else ""
    return None if is_blank(read) else read
