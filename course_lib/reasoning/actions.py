"""ReAct: what to do next follows from what was observed so far.

Source: Yao et al. 2022, "ReAct: Synergizing Reasoning and Acting in Language Models"
(arXiv 2210.03629). There, a model thinks aloud between its actions; here, the choice is a rule that
anyone can read, and only its outcome is recorded.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from .branches import Progress, action, pending, query_key
from .computation import is_ready
from .conflicts import is_open, lookups
from .limits import left
from .pieces import Action, Branch, Subquestion
from .state import State
from .support import queries_for

_MANY = 10_000


def supported(state: State) -> frozenset[str]:
    """Ids of the sub-questions that something answers."""
    return frozenset(each["id"] for each in state["subquestions"] if each["supported_by"])


def asked(state: State) -> frozenset[str]:
    """The queries so far, as `query_key` gives them."""
    return frozenset(
        query_key(each["what"]) for each in state["observations"] if each["kind"] == "retrieve"
    )


def programs_run(state: State) -> frozenset[str]:
    """The programs so far that failed, or whose results hold."""
    holding = {each["id"] for each in state["computation_results"]}
    return frozenset(
        each["program"]
        for each in state["computation_requests"]
        if each["error"] is not None or each["id"] in holding
    )


def progress(state: State) -> Progress:
    """How far the work is, with what the limits still allow."""
    return Progress(
        subquestions=tuple(each["id"] for each in state["subquestions"]),
        supported=supported(state),
        asked=asked(state),
        retrievals=_tools_left(state, "retrieval_calls"),
        computations=_tools_left(state, "computation_calls") if state["allow_computation"] else 0,
    )


def in_use(state: State) -> Branch | None:
    """The branch that is in use."""
    for branch in state["candidate_branches"]:
        if branch["id"] == state["selected_branch_id"]:
            return branch
    return None


def possible(state: State) -> Iterator[Action]:
    """Everything that could be done next, the best first, whatever the limits allow.

    First comes what resolves a contradiction, then the plan, then what is derived from the gaps.
    """
    queries = asked(state)
    for conflict, query in lookups(state["contradictions"], queries):
        yield action("retrieve", query, [conflict["id"]], "conflict")
    branch = in_use(state)
    for step in pending(branch, _without_limits(state)) if branch else ():
        if step["kind"] == "retrieve" or is_ready(step["what"], state["subquestions"]):
            yield step
    for each in state["subquestions"]:
        if not each["supported_by"]:
            yield from _for_gap(state, each, queries)


def next_affordable(state: State) -> Action | None:
    """The best action that the limits allow; None if there is none."""
    now = progress(state)
    allowed = {"retrieve": now.retrievals, "compute": now.computations}
    return next((each for each in possible(state) if allowed[each["kind"]]), None)


def ready(state: State) -> bool:
    """Whether every sub-question is supported, and no contradiction is open."""
    every = all(each["supported_by"] for each in state["subquestions"])
    return every and bool(state["subquestions"]) and not is_open(state["contradictions"])


def _tools_left(state: State, name: str) -> int:
    budget, used = state["reasoning_budget"], state["budget_used"]
    return min(left(budget, used, name), left(budget, used, "tool_calls"))


def _without_limits(state: State) -> Progress:
    computations = _MANY if state["allow_computation"] else 0
    return replace(progress(state), retrievals=_MANY, computations=computations)


def _for_gap(state: State, missing: Subquestion, queries: Collection[str]) -> Iterator[Action]:
    """What can be tried for a sub-question that nothing answers."""
    program, targets = missing["program"], [missing["id"]]
    if missing["kind"] == "evidence":
        for query in queries_for(missing, queries):
            yield action("retrieve", query, targets, "gap")
    elif program is not None and _may_run(state, program):
        yield action("compute", program, targets, "gap")


def _may_run(state: State, program: str) -> bool:
    fresh = program not in programs_run(state)
    return state["allow_computation"] and fresh and is_ready(program, state["subquestions"])
