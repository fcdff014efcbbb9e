"""Which strategy: of those that may be used, the one that fits best; the next when it is stuck."""

from collections.abc import Sequence

from ..foundations.errors import shown
from .context import Context
from .limits import left
from .records import TaskProfile
from .state import State
from .strategies import Strategy


def checked_strategies(given: object, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """The strategies that a task allows, and what is wrong with its list.

    Unknown names are ignored. If nothing else was named, all strategies are allowed; an empty list
    allows none.
    """
    names = ", ".join(known)
    if given is None:
        return list(known), []
    if not isinstance(given, list | tuple | set | frozenset):
        return list(known), [
            f"available_strategies must be a list of {names}, got {shown(given)}; all are allowed"
        ]
    strange = [name for name in given if name not in known]
    problems = [
        f"unknown strategy {shown(name)}; it is ignored; known are {names}" for name in strange
    ]
    allowed = [name for name in known if name in given]
    if strange and not allowed:
        return list(known), [*problems, "no known strategy was named; all are allowed"]
    return allowed, problems


def permitted(state: State, context: Context) -> list[Strategy]:
    """The strategies that may be used: allowed, and with a tool where they need one."""
    tools = bool(state["allowed_tools"]) and state["reasoning_budget"]["max_tool_calls"] > 0
    return [
        strategy
        for strategy in context.strategies
        if strategy.name in state["available_strategies"] and (tools or not strategy.uses_tools)
    ]


def best(strategies: Sequence[Strategy], profile: TaskProfile) -> Strategy | None:
    """The strategy that fits best, of equal ones the first; None if none fits at all."""
    chosen = max(strategies, key=lambda each: each.fits(profile), default=None)
    return chosen if chosen is not None and chosen.fits(profile) > 0 else None


def successor(state: State, context: Context, *, uses_tools: bool | None = None) -> Strategy | None:
    """The strategy to switch to; None if there is none, or no switch or step is left.

    Args:
        state: The state.
        context: The context.
        uses_tools: True if it has to use tools, False if it must not; None if it does not matter.
    """
    profile = state["task_profile"]
    if profile is None or left(state, "strategy_switches") < 1 or not may_step(state):
        return None
    used = {entry["strategy"] for entry in state["strategy_history"]}
    fresh = [
        strategy
        for strategy in permitted(state, context)
        if strategy.name not in used and uses_tools in (None, strategy.uses_tools)
    ]
    return best(fresh, profile)


def may_step(state: State) -> bool:
    """Whether another reasoning step may start."""
    return left(state, "steps") > 0 and left(state, "model_calls") > 0
