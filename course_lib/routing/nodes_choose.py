"""The nodes that choose: every path estimated, and the one that is asked first."""

from langgraph.runtime import Runtime

from .attempts import traced
from .candidates import as_selected, fallbacks, judged_paths, selected
from .context import Context
from .estimation import Estimate
from .state import WANTED, State, Update


def estimate_resource_needs(state: State, runtime: Runtime[Context]) -> Update:
    """Estimates every path of the catalogue, and says of each why it will not do."""
    return {
        "candidate_paths": judged_paths(state, runtime.context, WANTED[state["quality_target"]]),
        "routing_trace": traced(state, "budget", **state["resource_budget"]),
    }


def select_execution_path(state: State, runtime: Runtime[Context]) -> Update:
    """Chooses the cheapest path that will do, and what comes after it if it fails."""
    chosen = selected(state, runtime.context)
    chain = fallbacks(state, runtime.context, chosen["path"] if chosen else None)
    if chosen is None and state["upgrades"]:
        # An upgrade that cannot be had leaves the answer as it is.
        chain = []
    return {
        **({} if chosen is None else as_selected(chosen)),
        "fallback_chain": chain,
        "failure": None,
        "routing_trace": traced(
            state,
            "selection",
            path=chosen["path"] if chosen else None,
            fallbacks=chain,
            why_not=_reasons(state["candidate_paths"]),
        ),
    }


def _reasons(candidates: list[Estimate]) -> dict[str, list[str]]:
    return {each["path"]: each["why_not"] for each in candidates if each["why_not"]}
