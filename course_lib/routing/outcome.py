"""How a run ended: its status, its best answer, who gave it, and why it is not more."""

from collections.abc import Sequence

from .candidates import must_not_guess, would_be_affordable
from .catalogue import Catalogue
from .context import Context
from .state import WANTED, Answer, SelectedPath, State, Status
from .texts import Cause, because


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
    cause = cause_of(state, context)
    if state["classification"] is None and (best["score"] is None or cause is not None):
        return "needs_clarification"
    return "answered" if cause is None and state["degradation_reason"] is None else "degraded"


def cause_of(state: State, context: Context) -> Cause | None:
    """Why the answer is less than what was asked for, or why there is none; else None.

    An answer that nobody could judge is taken to be as good as the catalogue expects of its path,
    but where a wrong one could do harm, it is not taken to be good.
    """
    best = best_answer(state)
    if best is None:
        return _missing(state)
    score, path = best["score"], context.catalogue.path(best["path"])
    if score is None and state["high_risk"]:
        return "unjudged"
    reached = path.quality_for(state["classification"]) if score is None else score
    if reached >= WANTED[state["quality_target"]]:
        return None
    return "stand_in" if best["where"] == "run_fallback_path" else "quality"


def reason_of(state: State, context: Context) -> str | None:
    """The cause as a sentence."""
    cause = cause_of(state, context)
    return None if cause is None else because(cause, state["question"])


def happened(state: State, event: str) -> Sequence[dict[str, object]]:
    """The entries of the trace that are of one kind."""
    return [entry for entry in state["routing_trace"] if entry["event"] == event]


def _missing(state: State) -> Cause:
    """Why a run came to no answer."""
    if not state["search_results"]:
        if state["freshness_required"]:
            off = "search" not in state["allowed_capabilities"]
            return "search_off" if off else "no_current_data"
        if state["wanted_tool"] is not None:
            return "no_tool"
    if state["tried"]:
        return "exhausted"
    return "risk" if state["high_risk"] else "budget"


def _without_answer(state: State, context: Context) -> Status:
    if not context.answering:
        return "unavailable"
    if state["tried"]:
        return "fallback_exhausted"
    # What only a lookup or a stronger model may answer is not handed to whoever is left.
    if must_not_guess(state):
        return "degraded"
    if any(entry["kind"] != "budget" for entry in happened(state, "failure")):
        return "fallback_exhausted"
    return "budget_exceeded" if would_be_affordable(state, context) else "unavailable"
