"""Things timed in turn, and one line of the table."""

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple


class Subject(NamedTuple):
    """Something to time.

    Attributes:
        run: What is timed; it is given what `prepare` made.
        prepare: Called before each run, outside the measured time.
    """

    run: Callable[[Any], object]
    prepare: Callable[[], Any] = lambda: None


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of the table.

    Attributes:
        what: What was measured.
        against: What it is compared with.
        measured: The median, in `unit`.
        reference: The same of the other side.
        bound: How many times the reference is allowed.
        ceiling: How much is allowed in `unit`, if there is such a bound.
        unit: Milliseconds, or bytes.
    """

    what: str
    against: str
    measured: float
    reference: float
    bound: float
    ceiling: float | None = None
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """How many times the reference was measured."""
        return self.measured / self.reference

    @property
    def within(self) -> bool:
        """Whether every bound is kept."""
        return self.ratio <= self.bound and self.measured <= (self.ceiling or self.measured)


def medians(subjects: Mapping[str, Subject], *, rounds: int) -> dict[str, float]:
    """The median time of each subject in milliseconds, measured in turn after one round to warm up.

    Args:
        subjects: What to time, by name.
        rounds: How often each is timed.
    """
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds + 1):
        for name, subject in subjects.items():
            given = subject.prepare()
            start = perf_counter()
            subject.run(given)
            times[name].append((perf_counter() - start) * 1000)
    return {name: statistics.median(measured[1:]) for name, measured in times.items()}
