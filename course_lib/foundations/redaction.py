"""Secrets are masked before they are shown or kept: by a key's name, or by a text's shape."""

import re
from collections.abc import Mapping
from typing import Any

MASK = "***"

_NAME = re.compile(
    r"(?:^|[_-])(api[_-]?key|authorization|token|password|passwd|secret)s?$", re.IGNORECASE
)
# Keys of well-known providers, bearer tokens, and signed web tokens. A key may be glued to a word
# of another script, or to a name by an underscore; a short one without a digit is a name itself.
_SHAPE = re.compile(
    r"(?<![a-z0-9])(?:"
    r"(?:sk|pk|rk)-(?=[a-z0-9_-]{16}|[a-z_-]{0,15}[0-9])[a-z0-9_-]{8,}"
    r"|gh[pousr]_\w{8,}"
    r"|xox[abprs]-[\w-]{8,}"
    r"|AKIA[0-9A-Z]{12,}"
    r"|AIza[\w-]{20,}"
    r"|(?<=\bbearer )[\w.~+/=-]{8,}"
    r"|eyJ[\w-]{8,}\.[\w-]+\.[\w-]+"
    r")",
    re.IGNORECASE,
)


def redacted(value: Any) -> Any:
    """A value of plain data with every secret in it masked, in keys as in values.

    Under a secret's name everything is masked, whatever its type; None, true and false stay, for
    they tell nothing, and so do numbers under "token" or "tokens", which are counts.

    Args:
        value: Text, a mapping, a list, or anything else, which is returned as it is. Kinds of
            mappings, lists and tuples of somebody's own come back as the plain kind.
    """
    match value:
        case str():
            return _SHAPE.sub(MASK, value)
        case Mapping():
            names = _masked_names(value)
            return {names[key]: _entry(key, entry) for key, entry in value.items()}
        case list():
            return [redacted(entry) for entry in value]
        case tuple():
            return tuple(map(redacted, value))
        case _:
            return value


def _entry(name: object, value: Any) -> Any:
    secret = _NAME.search(name) if isinstance(name, str) else None
    if secret is None or value is None or isinstance(value, bool):
        return redacted(value)
    counted = secret[1].casefold() == "token" and _is_count(value)
    return value if counted else MASK


def _is_count(value: object) -> bool:
    """Whether this is a number, or holds nothing but numbers."""
    match value:
        case None | int() | float():
            return True
        case Mapping():
            return all(map(_is_count, value.values()))
        case list() | tuple():
            return all(map(_is_count, value))
        case _:
            return False


def _masked_names(value: Mapping[Any, Any]) -> dict[Any, Any]:
    """Under what each key stands afterwards; two that are masked alike are numbered."""
    names: dict[Any, Any] = {}
    for key in value:
        masked = _SHAPE.sub(MASK, key) if isinstance(key, str) else key
        alike = 1
        name = masked
        while name != key and (name in value or name in names.values()):
            alike += 1
            name = f"{masked} ({alike})"
        names[key] = name
    return names
