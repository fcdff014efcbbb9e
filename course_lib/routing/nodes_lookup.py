"""The node that looks up: in a search, or with a local tool."""

from typing import NamedTuple

from langgraph.runtime import Runtime

from ..foundations.errors import CourseError, ScriptError
from .accounting import charged
from .attempts import failed, is_late, remember, spent, traced
from .context import Context
from .estimation import lookup_for
from .lookups import Result, looked_up
from .state import State, Update


class Found(NamedTuple):
    """What came of a lookup.

    Attributes:
        results: What was found.
        problem: Why there is nothing, in a few words; None if there is.
        ms: Milliseconds that it took.
        broken: Whether the search or the tool failed, rather than found nothing or was late.
    """

    results: list[Result]
    problem: str | None
    ms: float
    broken: bool = False


def run_search_tool(state: State, runtime: Runtime[Context]) -> Update:
    """Looks the question up: in the search, or with the local tool that it needs."""
    context, path = runtime.context, state["selected_path"]
    if path is None:
        raise LookupError("run_search_tool comes after a path with tools was selected")
    name = lookup_for(state["classification"], state["wanted_tool"]) or "search"
    found = _found(state, context, name)
    if found.broken:
        remember(context, path["path"], failed=True)
    update = _outcome(state, path["path"], name, found)
    price = context.catalogue.path(path["path"]).tool_usd
    usage = charged(
        state["resource_usage"], estimated=price, cost=price, tool_calls=1, time_ms=found.ms
    )
    told = {"tool": name, "results": len(found.results), "ms": found.ms, "problem": found.problem}
    return {**update, **spent(state, usage), "routing_trace": traced(state, "lookup", **told)}


def _found(state: State, context: Context, name: str) -> Found:
    lookup = context.search if name == "search" else context.tools.get(name)
    start = context.now()
    try:
        results = looked_up(lookup, state["question"]) if lookup else []
    except ScriptError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a search raises is a failed search
        problem = str(error) if isinstance(error, CourseError) else type(error).__name__
        return Found([], problem, context.now() - start, broken=True)
    ms = context.now() - start
    if is_late(state, ms):
        return Found([], "the results came after the deadline", ms)
    return Found(results, None if results else "nothing was found", ms)


def _outcome(state: State, path: str, name: str, found: Found) -> Update:
    """What was found, or the failure; what was found before is never lost."""
    if found.problem is None:
        return {"search_results": found.results, "failure": None}
    return failed(
        state,
        {
            "path": path,
            "where": "run_search_tool",
            "kind": "search" if name == "search" else "tool",
            "detail": f"{name}: {found.problem}",
        },
    )
