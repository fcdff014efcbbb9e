"""The nodes that answer: by the chosen path, or by one of those that come after it."""

from langgraph.runtime import Runtime

from ..foundations.clock import SystemClock
from ..foundations.errors import ModelFault, ScriptError
from . import prompts, texts
from .accounting import charged
from .attempts import spent, traced, tried
from .context import Context
from .estimation import lookup_for
from .lookups import looked_up
from .nodes_choose import judged_paths, needs_lookup
from .state import Failure, State, Update


def run_fast_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model of the fast tier."""
    return _asked(state, runtime.context, "run_fast_model")


def run_reasoning_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model of the reasoning tier."""
    return _asked(state, runtime.context, "run_reasoning_model")


def run_grounded_model(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the chosen model, with what was found."""
    return _asked(state, runtime.context, "run_grounded_model")


def run_search_tool(state: State, runtime: Runtime[Context]) -> Update:
    """Looks the question up: in the search, or with the local tool that it needs."""
    context, path = runtime.context, state["selected_path"]
    if path is None:
        raise LookupError("run_search_tool comes after a path with tools was selected")
    name = lookup_for(state["classification"], state["wanted_tool"]) or "search"
    lookup = context.search if name == "search" else context.tools.get(name)
    clock = context.clock or SystemClock()
    start = clock.now()
    results: list[dict[str, str]] = []
    problem: str | None = None
    try:
        results = looked_up(lookup, state["question"]) if lookup else []
    except ScriptError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a search raises is a failed search
        problem = str(error) if isinstance(error, ModelFault) else type(error).__name__
    ms = clock.now() - start
    if problem is None and ms > state["resource_budget"]["time_ms"]:
        problem, results = "the results came after the deadline", []
    if problem is None and not results:
        problem = "nothing was found"
    price = context.catalogue.path(path["path"]).tool_usd
    usage = charged(
        state["resource_usage"],
        estimated=price,
        cost=price,
        tool_calls=1,
        time_ms=ms,
    )
    failure: Failure | None = None
    if problem is not None:
        kind = "search" if name == "search" else "tool"
        failure = {
            "path": path["path"],
            "where": "run_search_tool",
            "kind": kind,
            "detail": f"{name}: {problem}",
        }
    errors = [f"run_search_tool: {failure['detail']}"] if failure else []
    return {
        "search_results": results,
        "failure": failure,
        "errors": [*state["errors"], *errors],
        **spent(state, usage),
        "routing_trace": traced(
            state, "lookup", tool=name, results=len(results), ms=ms, problem=problem
        ),
    }


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
    while now["fallback_chain"] and not now["answers"]:
        name, *rest = now["fallback_chain"]
        now = _after(now, {"fallback_chain": rest})
        path = context.catalogue.path(name)
        prompt = prompts.answering(now, path.tier)
        judged = {each["path"]: each for each in judged_paths(now, context, 0.0)}
        if not judged[name]["acceptable"]:
            skipped = traced(now, "skipped", path=name, why=judged[name]["why_not"])
            now = _after(now, {"routing_trace": skipped})
            continue
        now = _after(now, tried(now, context, path, prompt, where="run_fallback_path"))
    answered = now["answers"][-1] if now["answers"] else None
    reason = now["degradation_reason"] or (None if now["answers"] else texts.reason(now))
    update: Update = {
        "tried": now["tried"],
        "failure": now["failure"],
        "answers": now["answers"],
        "model_response": answered["text"] if answered else None,
        "errors": now["errors"],
        "resource_usage": now["resource_usage"],
        "resource_budget": now["resource_budget"],
        "fallback_chain": now["fallback_chain"],
        "fallback_used": True,
        "degradation_reason": reason,
        "routing_trace": traced(
            now, "fallback", path=answered["path"] if answered else None, reason=reason
        ),
    }
    return update


def _asked(state: State, context: Context, where: str) -> Update:
    selected = state["selected_path"]
    if selected is None:
        raise LookupError(f"{where} comes after a path was selected")
    path = context.catalogue.path(selected["path"])
    return tried(state, context, path, prompts.answering(state, path.tier), where=where)


def _after(state: State, update: Update) -> State:
    """The state as it will be; within a node, nobody else merges it."""
    return {**state, **update}
