"""A model that costs nothing, so that what is left is the room's own cost."""

from collections.abc import Iterable
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable


class FreeModel(Runnable[Any, BaseMessage]):
    """Gives its messages in order, and does nothing else."""

    def __init__(self, messages: Iterable[AIMessage]) -> None:
        self._messages = iter(messages)

    def invoke(self, *_: Any, **__: Any) -> BaseMessage:
        """The next message."""
        return next(self._messages)

    def bind_tools(self, *_: Any) -> "FreeModel":
        """Itself: it knows what it will call."""
        return self
