"""What an answer made of dicts and lists must hold, before it is run."""

from collections.abc import Collection, Mapping
from typing import Any

from ..foundations.errors import shown
from .question import NotAttempted, NotYet, code


def refuse_gaps(answer: object) -> None:
    """Looks for a `...` that still stands in an answer, however deep.

    Raises:
        NotAttempted: If there is one.
    """
    if answer is ...:
        raise NotAttempted
    if isinstance(answer, Mapping):
        refuse_gaps(list(answer.values()))
    elif isinstance(answer, list | tuple):
        for each in answer:
            refuse_gaps(each)


def with_keys(given: object, keys: Collection[str], place: str) -> dict[str, Any]:
    """A dict that has these keys and no others.

    Args:
        given: What should be one.
        keys: Its keys.
        place: Where it stands in the answer: "claims[0]".

    Raises:
        NotYet: If it is none.
    """
    names = ", ".join(map(code, keys))
    if not isinstance(given, Mapping):
        raise NotYet(f"`{place}` must be a dict with {names}, got {code(shown(given))}.")
    for name in given:
        if name not in keys:
            raise NotYet(f"`{place}` has the key {code(shown(name))}; its keys are {names}.")
    for name in keys:
        if name not in given:
            raise NotYet(f"`{place}` has no key {code(name)}; it needs {names}.")
    return dict(given)
