"""Why something is missing in an answer: read off the records, never guessed."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from .actions import next_affordable, possible
from .pieces import Claim, Subquestion
from .state import State
from .support import trusted

Reason: TypeAlias = Literal[
    "nothing", "not_allowed", "not_looked_up", "lookup_failed", "uncertain", "not_computed",
    "taken_out",
]  # fmt: skip
Cause: TypeAlias = Literal[
    "retrieval_calls", "computation_calls", "tool_calls", "reflection_rounds", "computation_off",
    "tools_failed", "computation_failed", "nothing_found", "uncertain", "claims_dropped",
]  # fmt: skip


def answered(state: State, claims: Sequence[Claim]) -> list[Subquestion]:
    """The sub-questions that a claim answers."""
    cited = {name for claim in claims for name in claim["cites"]}
    return [each for each in state["subquestions"] if not cited.isdisjoint(each["supported_by"])]


def why_missing(state: State, subquestion: Subquestion) -> Reason:
    """Why no claim answers a sub-question."""
    if subquestion["supported_by"]:
        return "taken_out"
    if subquestion["kind"] == "computation":
        return "not_computed"
    if is_uncertain(state, subquestion):
        return "uncertain"
    lookups = [
        each
        for each in state["observations"]
        if each["kind"] == "retrieve" and subquestion["id"] in each["targets"]
    ]
    if not lookups:
        return "not_looked_up"
    if all(each["error"] is not None for each in lookups):
        return "lookup_failed"
    return "nothing" if state["allowed_evidence"] is None else "not_allowed"


def cause_of(state: State) -> Cause:
    """Why the work ended before everything was there."""
    if every_tool_failed(state):
        return "tools_failed"
    if state["budget_exhausted"]:
        return _used_up(state)
    missing = [each for each in state["subquestions"] if not each["supported_by"]]
    if only_computations(state):
        return "computation_failed" if state["allow_computation"] else "computation_off"
    if not missing:
        return "claims_dropped"
    uncertain = any(is_uncertain(state, each) for each in missing)
    return "uncertain" if uncertain else "nothing_found"


def every_tool_failed(state: State) -> bool:
    """Whether tools were tried, and none of them worked."""
    tried = [each for each in state["observations"] if each["kind"] != "compare"]
    return bool(tried) and all(each["error"] is not None for each in tried)


def only_computations(state: State) -> bool:
    """Whether all that is missing would have to be computed."""
    missing = [each for each in state["subquestions"] if not each["supported_by"]]
    return bool(missing) and all(each["kind"] == "computation" for each in missing)


def is_uncertain(state: State, subquestion: Subquestion) -> bool:
    """Whether evidence speaks of a sub-question, but none that is certain enough."""
    return any(
        subquestion["id"] in each["supports"] and not trusted(each)
        for each in state["supporting_evidence"]
        if not each["overruled"]
    )


def _used_up(state: State) -> Cause:
    """The limit that keeps what would come next from being done."""
    waiting = next(possible(state), None)
    if waiting is None or next_affordable(state) is not None:
        return "reflection_rounds"
    tool: Cause = "computation_calls" if waiting["kind"] == "compute" else "retrieval_calls"
    full = state["budget_used"][tool] >= state["reasoning_budget"][tool]
    return tool if full else "tool_calls"
