"""Time in milliseconds: measured, or moved by hand.

A graph asks its clock and never the machine, so a scripted run takes the same time everywhere.
"""

import time
from typing import Protocol


class Clock(Protocol):
    """Anything that tells a time which never runs backwards."""

    def now(self) -> float:
        """Milliseconds since a moment that stays the same for this clock."""
        ...


class SystemClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Milliseconds since an arbitrary moment."""
        return time.monotonic() * 1000


class VirtualClock:
    """A clock that stands still until someone moves it. Nothing sleeps."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Milliseconds since this clock was made."""
        return self._now

    def advance(self, ms: float) -> None:
        """Moves the clock on.

        Args:
            ms: Milliseconds, zero or more.

        Raises:
            ValueError: If `ms` is negative or not finite.
        """
        if not 0 <= ms < float("inf"):
            raise ValueError(f"advance: ms must be 0 or more and finite, got {ms!r}")
        self._now += ms
