"""What may be spent, what was spent, what is left: dollars, tokens, tool calls, milliseconds.

Nothing here is ever negative: limits are checked, amounts that are no amounts are refused, and
what is left ends at 0 even where the call in flight went past a limit.
"""

import math
from collections.abc import Mapping
from typing import Any, cast

from typing_extensions import TypedDict, Unpack

from ..foundations.budget import Limit, checked
from ..foundations.errors import shown
from .catalogue import TIERS, Path, Tier
from .prices import HelperPrice

# Digits that are kept: a thousandth of a millionth of a dollar, a microsecond.
DOLLAR_DIGITS = 9
MS_DIGITS = 3

MAX_COST = Limit(
    name="resource_limits.max_cost_usd",
    used="resource_usage.cost_usd",
    default=0.05,
    maximum=10.0,
    about="dollars that all calls together may cost",
    unit="$",
)
MAX_TOKENS = Limit(
    name="resource_limits.max_tokens",
    used="resource_usage.tokens",
    default=20_000,
    maximum=1_000_000,
    about="tokens that prompts and answers together may have",
    unit="tokens",
)
MAX_TOOL_CALLS = Limit(
    name="resource_limits.max_tool_calls",
    used="resource_usage.tool_calls",
    default=3,
    maximum=20,
    about="searches and local tools that may be used",
)
MAX_LATENCY = Limit(
    name="resource_limits.max_latency_ms",
    used="resource_usage.time_ms",
    default=30_000.0,
    maximum=600_000.0,
    about="milliseconds that all calls together may take",
    unit="ms",
)
LIMITS = (MAX_COST, MAX_TOKENS, MAX_TOOL_CALLS, MAX_LATENCY)


class Budget(TypedDict):
    """What is left.

    Attributes:
        cost_usd: Dollars.
        tokens: Tokens of prompts and answers.
        tool_calls: Uses of a search or of a local tool.
        time_ms: Milliseconds.
    """

    cost_usd: float
    tokens: int
    tool_calls: int
    time_ms: float


class Usage(TypedDict):
    """What was used.

    Attributes:
        estimated_cost_usd: Dollars that were expected for what was started.
        cost_usd: Dollars that it did cost.
        tokens: Tokens of prompts and answers.
        tool_calls: Uses of a search or of a local tool.
        time_ms: Milliseconds.
    """

    estimated_cost_usd: float
    cost_usd: float
    tokens: int
    tool_calls: int
    time_ms: float


class Spent(TypedDict, total=False):
    """What one call used; whatever is left out is 0.

    Attributes:
        estimated: Dollars that were expected.
        cost: Dollars that it did cost.
        tokens: Tokens of the prompt and the answer.
        tool_calls: Uses of a search or of a local tool.
        time_ms: Milliseconds.
    """

    estimated: float
    cost: float
    tokens: int
    tool_calls: int
    time_ms: float


def checked_limits(given: object) -> tuple[dict[str, Any], list[str]]:
    """The limits of a task, each of them set.

    Args:
        given: What the caller gave; anything at all. None means "all defaults".

    Returns:
        `max_cost_usd`, `max_tokens`, `max_tool_calls`, `max_latency_ms` and `allowed_tiers`, and a
        sentence for everything that was not taken as it was given. 0 is legal and means "never".
    """
    if given is not None and not isinstance(given, Mapping):
        problem = f"resource_limits must be a mapping, got {shown(given)}; the defaults are used"
        return checked_limits(None)[0], [problem]
    limits: Mapping[Any, Any] = given or {}
    read = {limit.short: checked(limits.get(limit.short), limit) for limit in LIMITS}
    tiers, about_tiers = _checked_tiers(limits.get("allowed_tiers"))
    known = [*read, "allowed_tiers"]
    strange = [
        f"resource_limits has no key {shown(key)}; it is ignored; known are {', '.join(known)}"
        for key in limits
        if key not in known
    ]
    numbers = {limit.short: type(limit.default)(read[limit.short][0]) for limit in LIMITS}
    problems = [problem for _, problem in read.values() if problem]
    return {**numbers, "allowed_tiers": tiers}, [*problems, *about_tiers, *strange]


def remaining(limits: Mapping[str, Any], usage: Usage) -> Budget:
    """What checked limits leave after what was used; never negative."""
    return {
        "cost_usd": _left(limits["max_cost_usd"], usage["cost_usd"], DOLLAR_DIGITS),
        "tokens": max(0, limits["max_tokens"] - usage["tokens"]),
        "tool_calls": max(0, limits["max_tool_calls"] - usage["tool_calls"]),
        "time_ms": _left(limits["max_latency_ms"], usage["time_ms"], MS_DIGITS),
    }


def charged(usage: Usage | None, **spent: Unpack[Spent]) -> Usage:
    """The usage after one more call; it only ever grows.

    Args:
        usage: The usage before; None at the start.
        **spent: What the call used.

    Raises:
        ValueError: If an amount is negative, not finite or, of what is counted, not whole.
    """
    whole = ("tokens", "tool_calls")
    for name, amount in spent.items():
        _refuse_unless_amount(name, amount, whole=name in whole)
    before: Usage = usage or _NOTHING
    estimated = before["estimated_cost_usd"] + spent.get("estimated", 0.0)
    return {
        "estimated_cost_usd": round(estimated, DOLLAR_DIGITS),
        "cost_usd": round(before["cost_usd"] + spent.get("cost", 0.0), DOLLAR_DIGITS),
        "tokens": before["tokens"] + spent.get("tokens", 0),
        "tool_calls": before["tool_calls"] + spent.get("tool_calls", 0),
        "time_ms": round(before["time_ms"] + spent.get("time_ms", 0.0), MS_DIGITS),
    }


def cost_of(priced: Path | HelperPrice, input_tokens: int, output_tokens: int) -> float:
    """Dollars that a path's model or a helper takes for so many tokens, without any tools.

    Raises:
        ValueError: If a number of tokens is negative or not whole.
    """
    _refuse_unless_amount("input_tokens", input_tokens, whole=True)
    _refuse_unless_amount("output_tokens", output_tokens, whole=True)
    dollars = (input_tokens * priced.input_usd + output_tokens * priced.output_usd) / 1_000_000
    return round(dollars, DOLLAR_DIGITS)


_NOTHING: Usage = {
    "estimated_cost_usd": 0.0,
    "cost_usd": 0.0,
    "tokens": 0,
    "tool_calls": 0,
    "time_ms": 0.0,
}


def _checked_tiers(given: object) -> tuple[list[Tier], list[str]]:
    known = ", ".join(TIERS)
    if given is None:
        return list(TIERS), []
    if not isinstance(given, list | tuple | set | frozenset):
        allowed = f"resource_limits.allowed_tiers must be a list of {known}"
        return list(TIERS), [f"{allowed}, got {shown(given)}; all are allowed"]
    strange = [
        f"resource_limits.allowed_tiers: unknown tier {shown(name)}; it is ignored; "
        f"known are {known}"
        for name in given
        if name not in TIERS
    ]
    return [tier for tier in TIERS if tier in given], strange


def _left(limit: float, used: float, digits: int) -> float:
    return max(0.0, round(limit - used, digits))


def _refuse_unless_amount(name: str, amount: object, *, whole: bool) -> None:
    number = isinstance(amount, int if whole else int | float) and not isinstance(amount, bool)
    if not (number and 0 <= cast(float, amount) < math.inf):
        kind = "a whole" if whole else "a finite"
        raise ValueError(f"{name} must be {kind} number of 0 or more, got {shown(amount)}")
