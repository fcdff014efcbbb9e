"""What a run may use: the depths, their budgets, and what a caller changes of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias, get_args

from ..foundations.budget import Limit, checked
from ..foundations.errors import shown

Depth: TypeAlias = Literal["standard", "minimal", "deep"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)

BUDGETS: dict[Depth, dict[str, int]] = {
    "minimal": {
        "branches": 1,
        "reflection_rounds": 1,
        "retrieval_calls": 2,
        "computation_calls": 1,
        "tool_calls": 3,
        "model_calls": 3,
    },
    "standard": {
        "branches": 2,
        "reflection_rounds": 4,
        "retrieval_calls": 4,
        "computation_calls": 2,
        "tool_calls": 6,
        "model_calls": 3,
    },
    "deep": {
        "branches": 4,
        "reflection_rounds": 8,
        "retrieval_calls": 8,
        "computation_calls": 4,
        "tool_calls": 12,
        "model_calls": 4,
    },
}
_ABOUT = {
    "branches": "plans to choose from",
    "reflection_rounds": "returns for more evidence",
    "retrieval_calls": "searches in the knowledge base",
    "computation_calls": "programs for the calculator",
    "tool_calls": "searches and computations together",
    "model_calls": "questions to the model",
}
_MOST = {"branches": 6, "model_calls": 10}
MOST_ROUNDS = 30

LIMITS = tuple(
    Limit(
        name=f"reasoning_budget.{name}",
        used=f"budget_used.{name}",
        default=BUDGETS["standard"][name],
        maximum=_MOST.get(name, MOST_ROUNDS),
        about=about,
    )
    for name, about in _ABOUT.items()
)
UNUSED: dict[str, int] = dict.fromkeys(_ABOUT, 0)


def depth_of(given: object) -> tuple[Depth, list[str]]:
    """The depth to use, and what was wrong with the given one."""
    for depth in DEPTHS:
        if given == depth or given is None:
            return depth, []
    allowed = ", ".join(DEPTHS)
    problem = f"reasoning_depth must be one of {allowed}, got {shown(given)}; standard is used"
    return "standard", [problem]


def budget_of(
    depth: Depth, overrides: object, *, rounds: object = None, tools: object = None
) -> tuple[dict[str, int], list[str]]:
    """All limits of a run, and what was wrong with the given ones.

    Args:
        depth: Sets the defaults.
        overrides: The task's `reasoning_budget`.
        rounds: The task's `max_reflection_rounds`; another name of `reflection_rounds`.
        tools: The task's `max_tool_calls`; another name of `tool_calls`.
    """
    given, problems = _mapping(overrides)
    other_names = {"reflection_rounds": rounds, "tool_calls": tools}
    for name, value in other_names.items():
        if value is not None:
            if name in given:
                problems.append(
                    f"max_{name} and reasoning_budget.{name} are both given; the first is used"
                )
            given = {**given, name: value}
    budget: dict[str, int] = {}
    for limit in LIMITS:
        default = BUDGETS[depth][limit.short]
        given_as = limit.name if other_names.get(limit.short) is None else f"max_{limit.short}"
        asked = replace(limit, name=given_as, default=default)
        value, problem = checked(given.get(limit.short), asked)
        budget[limit.short] = int(value)
        problems += [problem] if problem else []
    return budget, problems


def left(budget: Mapping[str, int], used: Mapping[str, int], name: str) -> int:
    """What is left of a limit, never negative."""
    return max(0, budget[name] - used[name])


def spent(used: Mapping[str, int], **counts: int) -> dict[str, int]:
    """What was used, with more."""
    return {name: count + counts.get(name, 0) for name, count in used.items()}


def _mapping(overrides: object) -> tuple[dict[str, Any], list[str]]:
    if overrides is None:
        return {}, []
    if not isinstance(overrides, Mapping):
        return {}, [f"reasoning_budget must be a mapping, got {shown(overrides)}; it is ignored"]
    known = ", ".join(UNUSED)
    return {name: value for name, value in overrides.items() if name in UNUSED}, [
        f"reasoning_budget has no key {shown(name)}; it is ignored; known are {known}"
        for name in overrides
        if name not in UNUSED
    ]
