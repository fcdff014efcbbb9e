"""The names under which conversations are kept, and whose they are.

A conversation's thread id is its namespace: the canonical JSON of [tenant, conversation].

Source: requirement "Agent orchestration", sections 9.2 and 9.3.
"""

import json
import unicodedata

from .errors import shown
from .tasks import is_blank


def canonical_args(arguments: object) -> str:
    """Arguments as the one JSON text that stands for them.

    Keys are sorted at every depth and blanks left out; arrays keep their order and values their
    type, so `1`, `1.0` and `"1"` differ.

    Raises:
        ValueError: If a number is NaN or infinite, or a value holds itself.
        TypeError: If something is no JSON, or keys cannot be sorted.
    """
    return json.dumps(
        arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def namespace(tenant_id: str, conversation_id: str) -> str:
    """The key under which a tenant's conversation is kept.

    It is JSON, so that ("a", "b:c") and ("a:b", "c") differ. Composed and decomposed spellings of
    an id are the same id.
    """
    return canonical_args([composed(tenant_id), composed(conversation_id)])


def owner_of(thread_id: object) -> str | None:
    """The tenant whose conversation this is; None if it is no namespace.

    Only the spelling that `namespace` gives is one: in any other, a conversation would have a
    second place.
    """
    if not isinstance(thread_id, str):
        return None
    try:
        match json.loads(thread_id):
            case [str(tenant), str(name)] if namespace(tenant, name) == thread_id:
                return tenant
    except (ValueError, RecursionError):  # No JSON, or nested too deeply for one.
        pass
    return None


def checked_tenant(tenant: object) -> str:
    """A tenant's id in its one spelling, NFC.

    Raises:
        TypeError: If it is not text, or text in which nothing can be seen or that has no UTF-8.
    """
    if not isinstance(tenant, str) or is_blank(tenant) or any(map(_is_half, tenant)):
        raise TypeError(f"tenant must be text, got {shown(tenant)}")
    return composed(tenant)


def composed(name: str) -> str:
    """An id in its one spelling, NFC."""
    return unicodedata.normalize("NFC", name)


def _is_half(character: str) -> bool:
    # Half of a pair in UTF-16, which stands for nothing alone.
    return unicodedata.category(character) == "Cs"
