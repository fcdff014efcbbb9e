"""`Health`: which paths have just failed, remembered from run to run."""

import math
from threading import Lock

from ..foundations.errors import shown


class Health:
    """Paths that have just failed, and should not be the first choice for a while.

    The caller keeps one and gives it to every run; runs in several threads may share it. All
    times come from the runs' clock, which must be the same one as long as the object lives.
    """

    def __init__(self, cooldown_ms: float = 60_000.0) -> None:
        """Remembers nothing yet.

        Args:
            cooldown_ms: Milliseconds for which a failed path stays behind the others; 0 is never.

        Raises:
            ValueError: If it is negative or not finite.
        """
        if not 0 <= cooldown_ms < math.inf:
            allowed = "cooldown_ms must be a finite number of 0 or more"
            raise ValueError(f"{allowed}, got {shown(cooldown_ms)}")
        self.cooldown_ms = cooldown_ms
        self._failed_at: dict[str, float] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Health(cooldown_ms={self.cooldown_ms!r})"

    def failed(self, path: str, now: float) -> None:
        """Notes that a path has failed at this moment, in milliseconds of the clock."""
        with self._lock:
            self._failed_at[path] = now

    def answered(self, path: str) -> None:
        """Notes that a path has answered: it is as good as new."""
        with self._lock:
            self._failed_at.pop(path, None)

    def cooling(self, now: float) -> frozenset[str]:
        """The paths whose last failure is less than the cooldown ago."""
        with self._lock:
            return frozenset(
                path for path, at in self._failed_at.items() if now - at < self.cooldown_ms
            )
