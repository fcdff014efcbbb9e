"""Secrets are masked before they are shown or kept: by a key's name, or by a text's shape."""

import re
from collections.abc import Mapping
from typing import Any

MASK = "***"

_NAME = re.compile(
    r"(?:^|[_-])(?:api[_-]?key|authorization|token|password|passwd|secret)s?$", re.IGNORECASE
)
# Keys of well-known providers, bearer tokens, and signed web tokens.
_SHAPE = re.compile(
    r"\b(?:sk|pk|rk)-[\w-]{8,}"
    r"|\bgh[pousr]_\w{8,}"
    r"|\bxox[abprs]-[\w-]{8,}"
    r"|\bAKIA[0-9A-Z]{12,}"
    r"|\bAIza[\w-]{20,}"
    r"|(?<=\bbearer )[\w.~+/=-]{8,}"
    r"|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+",
    re.IGNORECASE,
)


def redacted(value: Any) -> Any:
    """A value of plain data with every secret in it masked.

    Args:
        value: Text, a mapping, a list, or anything else, which is returned as it is.
    """
    match value:
        case str():
            return _SHAPE.sub(MASK, value)
        case Mapping():
            return {key: _entry(key, entry) for key, entry in value.items()}
        case list() | tuple():
            return type(value)(map(redacted, value))
        case _:
            return value


def _entry(key: object, value: Any) -> Any:
    named = isinstance(key, str) and _NAME.search(key)
    return MASK if named and isinstance(value, str) else redacted(value)
