"""The nodes that answer: by the chosen path, or by one of those that come after it."""

from langgraph.runtime import Runtime

from . import prompts
from .attempts import attempt, failed, traced
from .candidates import as_selected, fitted, must_not_guess, needs_lookup
from .context import Context
from .estimation import Estimate
from .outcome import reason_of
from .state import State, Update


def run_fast_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model of the fast tier."""
    return _asked(state, runtime.context, _chosen(state), "run_fast_model")


def run_reasoning_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model of the reasoning tier."""
    return _asked(state, runtime.context, _chosen(state), "run_reasoning_model")


def run_grounded_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model, with as much of what was found as the limits still allow."""
    context, name, where = runtime.context, _chosen(state), "run_grounded_model"
    shorter, estimate = fitted(state, context, name)
    if not estimate["acceptable"]:
        told = f"not asked any more: {'; '.join(estimate['why_not'])}"
        update = failed(state, {"path": name, "where": where, "kind": "budget", "detail": told})
        return {**update, "routing_trace": _skipped(state, estimate)}
    return _with_results(state, shorter, _asked(shorter, context, name, where))


def handle_execution_failure(state: State) -> Update:
    """Turns a failure into a decision: which paths may still answer."""
    failure = state["failure"]
    if failure is None:
        raise LookupError("handle_execution_failure comes after a failure")
    # Without anything found, every further model could only invent it.
    hopeless = failure["where"] == "run_search_tool" and needs_lookup(state)
    chain = [] if hopeless or state["answers"] else state["fallback_chain"]
    return {
        "fallback_chain": chain,
        "routing_trace": traced(
            state,
            "failure",
            path=failure["path"],
            kind=failure["kind"],
            detail=failure["detail"],
            next=chain,
        ),
    }


def run_fallback_path(state: State, runtime: Runtime[Context]) -> Update:
    """Walks the chain, each path once, until one answers; else says honestly what is missing."""
    context, now = runtime.context, state
    update: Update = {}
    while now["fallback_chain"] and not now["answers"]:
        update = {**update, **_next(now, context)}
        now = {**state, **update}
    answer = now["answers"][-1] if now["answers"] else None
    reason = now["degradation_reason"] or (None if answer else reason_of(now, context))
    return {
        **update,
        "model_response": answer["text"] if answer else None,
        "fallback_used": now["fallback_used"] or _served(state, now, context),
        "degradation_reason": reason,
        "routing_trace": traced(
            now, "fallback", path=answer["path"] if answer else None, reason=reason
        ),
    }


def _chosen(state: State) -> str:
    if state["selected_path"] is None:
        raise LookupError("a model is asked after a path was selected")
    return state["selected_path"]["path"]


def _asked(state: State, context: Context, name: str, where: str) -> Update:
    path = context.catalogue.path(name)
    return attempt(state, context, path, prompts.answering(state, path.tier), where=where)


def _next(state: State, context: Context) -> Update:
    """The first path of the chain, asked if the limits allow it; selected if it answers."""
    name, *rest = state["fallback_chain"]
    shorter, estimate = fitted(state, context, name)
    if not estimate["acceptable"]:
        return {"fallback_chain": rest, "routing_trace": _skipped(state, estimate)}
    update = _asked(shorter, context, name, "run_fallback_path")
    if update["failure"] is not None:
        return {"fallback_chain": rest, **update}
    served: Update = {"fallback_chain": rest, **as_selected(estimate), **update}
    return _with_results(state, shorter, served)


def _with_results(state: State, shorter: State, update: Update) -> Update:
    """What came of an attempt, and the results that its prompt held."""
    kept, found = shorter["search_results"], state["search_results"]
    if len(kept) == len(found):
        return update
    told = {"path": update["tried"][-1], "kept": len(kept), "dropped": len(found) - len(kept)}
    trace = traced({**state, **update}, "trimmed", **told)
    return {**update, "search_results": kept, "routing_trace": trace}


def _skipped(state: State, estimate: Estimate) -> list[dict[str, object]]:
    return traced(state, "skipped", path=estimate["path"], why=estimate["why_not"])


def _served(before: State, now: State, context: Context) -> bool:
    """Whether another path was asked, or the fixed text stands in where none may be."""
    if len(now["tried"]) > len(before["tried"]):
        return True
    may = "fallback" in now["allowed_capabilities"] and bool(context.answering)
    return may and must_not_guess(now) and not now["tried"]
