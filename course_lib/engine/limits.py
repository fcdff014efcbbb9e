"""The five budgets: what may be used, what was used, what is left. No count passes its limit."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from ..foundations.budget import Limit, Number, checked
from .plain_data import told

Counted: TypeAlias = Literal[
    "steps", "tool_calls", "critique_rounds", "strategy_switches", "model_calls"
]


def _limit(counted: Counted, default: int, maximum: int, about: str) -> Limit:
    return Limit(
        name=f"reasoning_budget.max_{counted}",
        used=f"budget_used.{counted}",
        default=default,
        maximum=maximum,
        about=about,
    )


LIMITS = (
    _limit("steps", 6, 20, "reasoning steps"),
    _limit("tool_calls", 4, 20, "uses of a tool, failed ones too"),
    _limit("critique_rounds", 2, 5, "critiques: steps that challenge, and the one of the draft"),
    _limit("strategy_switches", 1, 3, "changes of the strategy"),
    _limit("model_calls", 10, 40, "questions to a model, faults too"),
)
_MOST = {limit.short: int(limit.maximum) for limit in LIMITS}

# A backstop only: four nodes before the loop and five after it, three nodes a step or a tool call,
# and three for each strategy, whose last proposal may be that there is nothing to do.
RECURSION_LIMIT = 9 + 3 * (
    _MOST["max_steps"] + _MOST["max_tool_calls"] + _MOST["max_strategy_switches"] + 1
)


def nothing_used() -> dict[str, int]:
    """The counts at the start."""
    return {limit.used.partition(".")[2]: 0 for limit in LIMITS}


def checked_budget(given: Mapping[str, object]) -> tuple[dict[str, int], list[str]]:
    """The five limits, each of them set.

    Args:
        given: Mappings of limits, anything at all, each by the place where it was given; a later
            one has the last word. None means "not given".

    Returns:
        `max_steps`, `max_tool_calls`, `max_critique_rounds`, `max_strategy_switches` and
        `max_model_calls`, and a sentence for everything that was not taken as it was given.
        0 is legal and means "never".
    """
    named: dict[Any, tuple[str, object]] = {}
    problems: list[str] = []
    for place, each in given.items():
        if isinstance(each, Mapping):
            named.update({key: (place, value) for key, value in each.items() if value is not None})
        elif each is not None:
            problems.append(f"{place} must be a mapping, got {told(each)}; it is ignored")
    read = {limit.short: _checked(limit, named.get(limit.short)) for limit in LIMITS}
    problems += [problem for _, problem in read.values() if problem]
    problems += [
        f"{place} has no key {told(key)}; it is ignored; known are {', '.join(read)}"
        for key, (place, _) in named.items()
        if key not in read
    ]
    return {name: int(value) for name, (value, _) in read.items()}, problems


def left(state: Mapping[str, Any], counted: Counted) -> int:
    """What a state leaves of one budget."""
    most: int = state["reasoning_budget"][f"max_{counted}"]
    used: int = state["budget_used"][counted]
    return most - used


def charged(used: Mapping[str, int], *counted: Counted) -> dict[str, int]:
    """The counts after one more of each."""
    return {name: count + int(name in counted) for name, count in used.items()}


def _checked(limit: Limit, given: tuple[str, object] | None) -> tuple[Number, str | None]:
    """A limit as it was given, and what is wrong with it, by the place where it was given."""
    place, value = given or ("reasoning_budget", None)
    return checked(value, replace(limit, name=f"{place}.{limit.short}"))
