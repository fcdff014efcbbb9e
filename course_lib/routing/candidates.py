"""Who may answer a request: every path judged in a run's state, and what comes of it."""

from langchain_core.messages.utils import count_tokens_approximately

from . import prompts
from .accounting import Budget
from .context import Context
from .estimation import Estimate, cheapest_acceptable, estimate, fallback_order, judged
from .state import WANTED, State, Update

ENDLESS: Budget = {"cost_usd": 1e12, "tokens": 10**12, "tool_calls": 10**12, "time_ms": 1e12}


def needs_lookup(state: State) -> bool:
    """Whether an answer has to rest on something that was looked up."""
    return state["freshness_required"] or state["classification"] == "tool_required"


def must_not_guess(state: State) -> bool:
    """Whether no answer is better than one of a path that is not good enough."""
    return needs_lookup(state) or state["high_risk"]


def judged_paths(
    state: State, context: Context, wanted: float, *, budget: Budget | None = None
) -> list[Estimate]:
    """Every path's estimate, judged against what is wanted and against a budget.

    Args:
        state: The state; what was looked up in it is part of the prompt.
        context: The run's context.
        wanted: How good an answer must promise to be, 0 to 1.
        budget: What may be spent; what is left if left out.
    """
    tokens = count_tokens_approximately(prompts.of_request(state))
    return [
        judged(
            estimate(
                path,
                classification=state["classification"],
                prompt_tokens=tokens,
                looked_up=bool(state["search_results"]),
            ),
            budget=budget or state["resource_budget"],
            wanted_quality=wanted,
            allowed_tiers=state["resource_limits"]["allowed_tiers"],
            capabilities=state["allowed_capabilities"],
            available=context.answering,
            lookups=context.lookups,
            classification=state["classification"],
            needs_lookup=needs_lookup(state),
            wanted_tool=state["wanted_tool"],
            high_risk=state["high_risk"],
        )
        for path in context.catalogue.paths
    ]


def selected(state: State, context: Context) -> Estimate | None:
    """The path that is asked first: the cheapest that will do.

    Where none will, it is the one that promises most, if that is less than was wanted but the
    answer may say so: not where a wrong answer could do harm, and not where something has to be
    looked up. A path of the tier "fallback" is never the first; where one promises most, nobody is.
    """
    best = cheapest_acceptable(
        state["candidate_paths"], cooling=cooling(context), tried=state["tried"]
    )
    if best is not None or must_not_guess(state) or state["upgrades"]:
        return best
    able = [each for each in judged_paths(state, context, 0.0) if _may_serve(each, state)]
    most = max(able, key=_promise, default=None)
    return most if most and most["tier"] != "fallback" else None


def fallbacks(state: State, context: Context, chosen: str | None) -> list[str]:
    """Paths that may answer instead, in order; less quality will do, but nothing else is waived.

    Those that have just failed come last.
    """
    if "fallback" not in state["allowed_capabilities"]:
        return []
    usable = {each["path"] for each in judged_paths(state, context, 0.0) if each["acceptable"]}
    asked = [*state["tried"], *([chosen] if chosen else [])]
    order = fallback_order(chosen, context.catalogue, tried=asked)
    late = cooling(context)
    return sorted((name for name in order if name in usable), key=lambda name: name in late)


def fitted(state: State, context: Context, name: str) -> tuple[State, Estimate]:
    """The state with as many of its results as a path can read within what is left.

    Returns:
        The state, with fewer results if need be but never with none, and the path's estimate in
        it. If the estimate is not acceptable, nothing would fit, and all results stay.
    """
    results = state["search_results"]
    for most in range(len(results), 0, -1):
        shorter: State = {**state, "search_results": results[:most]}
        found = _judged(shorter, context, name)
        if found["acceptable"]:
            return shorter, found
    return state, _judged(state, context, name)


def would_be_affordable(state: State, context: Context) -> bool:
    """Whether some path would do if money, tokens, calls and time were no matter."""
    wanted = WANTED[state["quality_target"]] if must_not_guess(state) else 0.0
    rich = judged_paths(state, context, wanted, budget=ENDLESS)
    return any(_may_serve(each, state) for each in rich)


def cooling(context: Context) -> frozenset[str]:
    """Names of the paths that have just failed, in this run or before."""
    return context.health.cooling(context.now()) if context.health else frozenset()


def as_selected(estimate: Estimate) -> Update:
    """A path as the selected one."""
    return {
        "selected_path": estimate,
        "selected_model": estimate["model"],
        "model_tier": estimate["tier"],
        "selected_tools": list(estimate["tools"]),
    }


def _judged(state: State, context: Context, name: str) -> Estimate:
    return next(each for each in judged_paths(state, context, 0.0) if each["path"] == name)


def _may_serve(estimate: Estimate, state: State) -> bool:
    off = estimate["tier"] == "fallback" and "fallback" not in state["allowed_capabilities"]
    return estimate["acceptable"] and not off and estimate["path"] not in state["tried"]


def _promise(estimate: Estimate) -> tuple[float, bool, float]:
    """What is expected; of equals, other tiers before "fallback", then the cheaper path."""
    first = estimate["tier"] != "fallback"
    return estimate["expected_quality"], first, -estimate["estimated_cost_usd"]
