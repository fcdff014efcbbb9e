"""How a run ended: its status, its best answer, and who gave it."""

from .catalogue import Catalogue
from .context import Context
from .nodes_choose import judged_paths
from .state import WANTED, Answer, SelectedPath, State, Status


def best_answer(state: State) -> Answer | None:
    """The answer with the highest score; of equal ones the first, one without a score last."""
    return max(state["answers"], key=lambda answer: answer["score"] or 0.0, default=None)


def selected_path_of(state: State, catalogue: Catalogue) -> SelectedPath | None:
    """Who gave the answer."""
    best = best_answer(state)
    if best is None:
        return None
    path = catalogue.path(best["path"])
    return {"model_tier": path.tier, "model": path.model, "tools": list(path.tools)}


def status_of(state: State, context: Context) -> Status:
    """How the run ended."""
    if not state["question"]:
        return "invalid_input"
    if state["classification"] == "unsupported":
        return "unsupported"
    best = best_answer(state)
    if best is None:
        return _without_answer(state, context)
    score = best["score"]
    short = score is not None and score < WANTED[state["quality_target"]]
    if state["classification"] is None and (score is None or short):
        return "needs_clarification"
    return "degraded" if short or state["degradation_reason"] is not None else "answered"


def _without_answer(state: State, context: Context) -> Status:
    if not context.answering:
        return "unavailable"
    if state["tried"]:
        return "fallback_exhausted"
    # What only a lookup or a stronger model may answer is not handed to whoever is left.
    if state["fallback_used"]:
        return "degraded"
    return "budget_exceeded" if _affordable_once(state, context) else "unavailable"


def _affordable_once(state: State, context: Context) -> bool:
    """Whether some path would do if money, tokens and time were no matter."""
    endless = dict.fromkeys(state["resource_budget"], 10.0**12)
    rich: State = {**state, "resource_budget": endless}  # type: ignore[typeddict-item]
    return any(each["acceptable"] for each in judged_paths(rich, context, 0.0))
