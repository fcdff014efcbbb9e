"""One turn at a time: whose conversation it is, and who is in it just now.

LangGraph alone lets two turns run on one thread at once and keeps the messages of one. Here a
second turn is refused and handed back, or waits if it is asked to.

The turns of one checkpointer exclude each other, through whichever tenant's view of it they come.
Where several processes, or several checkpointers on one database, serve the same conversation,
whoever hands out the turns has to see to it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from langgraph.checkpoint.base import BaseCheckpointSaver

from ..foundations.checkpoints import storage_of
from ..foundations.errors import CourseError, TenantAccessDenied
from ..foundations.namespaces import namespace
from ..foundations.tasks import is_blank

# A conversation's lock lives as long as somebody holds it or waits for it.
_Running = WeakValueDictionary[str, threading.Lock]


class ConversationBusy(CourseError, RuntimeError):
    """Another turn of this conversation is running.

    Attributes:
        user_input: What the refused turn said; nothing of it was kept or lost.
    """

    def __init__(self, user_input: str, *, conversation_id: str) -> None:
        self.user_input = user_input
        super().__init__(f"conversation {conversation_id!r}: another turn is running; try again")


def owned_namespace(tenant_id: str, conversation_id: str, principal: str | None) -> str:
    """The namespace of a conversation, if the one who asks may have it.

    Args:
        tenant_id: Whose conversation it is.
        conversation_id: Which one.
        principal: The authenticated tenant; the caller vouches for `tenant_id` if it is None.

    Raises:
        TenantAccessDenied: If it belongs to somebody else.
        TypeError: If an id is not text.
    """
    given: dict[str, object] = {"tenant_id": tenant_id, "conversation_id": conversation_id}
    for name, value in given.items():
        if not isinstance(value, str) or is_blank(value):
            raise TypeError(f"{name} must be text, got {value!r}")
    wanted = namespace(tenant_id, conversation_id)
    if principal is not None and namespace(principal, conversation_id) != wanted:
        raise TenantAccessDenied(principal, asked=f"conversations of {tenant_id!r}")
    return wanted


# Turns exclude each other where their state is kept, so the locks belong to the saver.
_LOCKS: WeakKeyDictionary[BaseCheckpointSaver[Any], _Running] = WeakKeyDictionary()
_LOCKS_LOCK = threading.Lock()


@contextmanager
def only_turn(
    checkpointer: BaseCheckpointSaver[Any], thread_id: str, *, wait: bool
) -> Iterator[bool]:
    """Holds a conversation for one turn; yields whether it could be had."""
    with _LOCKS_LOCK:
        running = _LOCKS.setdefault(storage_of(checkpointer), WeakValueDictionary())
        lock = running.setdefault(thread_id, threading.Lock())
    held = lock.acquire(blocking=wait)
    try:
        yield held
    finally:
        if held:
            lock.release()
