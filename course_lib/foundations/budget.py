"""What may be used, what was used, what is left.

Limits never change during a run and counts only grow, so they are kept apart: a limit is a plain
number in the task and the state, a count is another one, and a `Limit` says where the two stand.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

from .errors import shown

Number: TypeAlias = int | float


@dataclass(frozen=True, kw_only=True)
class Limit:
    """One limit of a room: where it stands, what is sensible, and where its use is counted.

    Attributes:
        name: Its place in the task and in the state, dotted where nested
            ("max_iterations", "reasoning_budget.max_model_calls").
        used: The place in the state that counts what was used ("iteration").
        default: Taken when no value or an unusable one is given. An `int` means that only whole
            numbers are allowed.
        minimum: The least allowed value; 0 means "never".
        maximum: The most that is sensible; larger values are cut to it.
        about: What it counts, in one phrase.
        unit: "" for counts, or "$", "ms", "tokens".
    """

    name: str
    used: str
    default: Number
    maximum: Number
    minimum: Number = 0
    about: str = ""
    unit: str = ""

    @property
    def short(self) -> str:
        """The name's last part: "max_tokens" of "resource_limits.max_tokens"."""
        return _last_part(self.name)


@dataclass(frozen=True)
class Gauge:
    """One limit at a moment of a run.

    Attributes:
        name: The limit's name.
        used: What was used so far.
        limit: What may be used.
        unit: As in `Limit`.
    """

    name: str
    used: Number
    limit: Number
    unit: str = ""

    @property
    def short(self) -> str:
        """As in `Limit`."""
        return _last_part(self.name)

    @property
    def left(self) -> Number:
        """What is left, never negative (the call in flight can pass a measured limit)."""
        return max(0, self.limit - self.used)

    def fits(self, step: Number) -> bool:
        """Whether a step that needs this much may still start."""
        return self.used + step <= self.limit


def checked(value: object, limit: Limit) -> tuple[Number, str | None]:
    """Reads a limit that somebody gave.

    Args:
        value: What was given; None means "not given".
        limit: The limit that it is for.

    Returns:
        The value to use, and a sentence if it is not the one that was given.
    """
    if value is None:
        return limit.default, None
    kind = "a whole number" if isinstance(limit.default, int) else "a finite number"
    allowed = f"{limit.name} must be {kind} from {limit.minimum} to {limit.maximum}"
    if not _is_number(value, whole=isinstance(limit.default, int)) or value < limit.minimum:
        return limit.default, f"{allowed}, got {shown(value)}; {limit.default} is used"
    if value > limit.maximum:
        return limit.maximum, f"{allowed}, got {shown(value)}; {limit.maximum} is used"
    return value, None


def gauges(state: Mapping[str, Any], limits: Iterable[Limit]) -> tuple[Gauge, ...]:
    """Reads every limit and its use from a state; what is not there yet counts as unused."""
    return tuple(
        Gauge(
            limit.name,
            used=at(state, limit.used) or 0,
            limit=limit.default if (given := at(state, limit.name)) is None else given,
            unit=limit.unit,
        )
        for limit in limits
    )


def at(values: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, or None where the path ends early."""
    found: Any = values
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _last_part(name: str) -> str:
    return name.rpartition(".")[2]


def _is_number(value: object, *, whole: bool) -> TypeGuard[Number]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or (not whole and math.isfinite(value))
