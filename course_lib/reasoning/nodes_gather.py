"""The nodes that gather: evidence looked up, programs run, what came of it recorded and judged."""

from math import isfinite
from typing import Any

from langgraph.runtime import Runtime

from ..foundations.errors import ScriptError, shown
from ..foundations.evidence import Entry as Known
from . import conflicts
from .actions import in_use, next_affordable, possible, ready
from .branches import tried
from .comparison import compared
from .computation import bound, invented, standing
from .context import Calculator, Context
from .limits import left, spent
from .pieces import (
    Action,
    ComputationRequest,
    ComputationResult,
    Evidence,
    Observation,
    Outcome,
    ToolOutput,
)
from .sentences import COMPUTATION_OFF
from .state import State, Update
from .support import at_once, gathered

FOUND_AT_ONCE = 3
_LOOKED_THROUGH = 20
_LONGEST_PROGRAM = 200
_INVENTED = "the program states {numbers}, which the question does not; take numbers from evidence"


def retrieve_evidence(state: State, runtime: Runtime[Context]) -> Update:
    """Looks a query up; whatever the knowledge base raises is a failed lookup."""
    action = _action(state, "retrieve_evidence")
    try:
        found = runtime.context.knowledge.search(action["what"], _LOOKED_THROUGH)
        entries = [Known.model_validate(each) for each in found]
    except ScriptError:
        raise
    except Exception as error:  # noqa: BLE001  # see above
        return {"tool_output": _output(error=f"{shown(action['what'])}: {type(error).__name__}")}
    allowed = state["allowed_evidence"]
    usable = [each for each in entries if allowed is None or each.id in allowed]
    kept = at_once(usable, state["supporting_evidence"], most=FOUND_AT_ONCE)
    return {"tool_output": _output(found=[each.model_dump() for each in kept])}


def execute_computation(state: State, runtime: Runtime[Context]) -> Update:
    """Runs a program with the numbers of the sub-questions that it names."""
    action = _action(state, "execute_computation")
    name = f"calc_{len(state['computation_requests']) + 1}"
    program, problem = bound(
        action["what"],
        state["subquestions"],
        state["supporting_evidence"],
        state["computation_results"],
    )
    strange = invented(action["what"], state["normalized_input"])
    if problem is None and strange:
        problem = _INVENTED.format(numbers=", ".join(strange))
    value: int | float | None = None
    if problem is None:
        value, problem = _computed(runtime.context.calculator, program)
    request: ComputationRequest = {
        "id": name,
        "program": action["what"],
        "targets": action["targets"],
        "error": problem,
    }
    output = _output(error=f"{shown(program, _LONGEST_PROGRAM)}: {problem}")
    if value is not None:
        result: ComputationResult = {"id": name, "program": program, "value": value}
        output = {"found": [], "result": result, "error": None}
    return {
        "tool_output": output,
        "computation_requests": [*state["computation_requests"], request],
    }


def record_observation(state: State) -> Update:
    """Records what a tool gave: counts, evidence, results, comparisons, contradictions."""
    action, output = _action(state, "record_observation"), state["tool_output"]
    if output is None:
        raise LookupError("record_observation comes after a tool")
    entries = [Known.model_validate(each) for each in output["found"]]
    evidence, ids = gathered(state["supporting_evidence"], entries, state["subquestions"])
    contradictions = conflicts.all_in(evidence, state["contradictions"])
    # A lookup that failed has looked into nothing.
    if action["origin"] == "conflict" and output["error"] is None:
        contradictions = conflicts.looked_up(contradictions, action["targets"][0])
    contradictions, evidence = conflicts.resolved(
        contradictions, evidence, state["normalized_input"]
    )
    results = [*state["computation_results"], *([output["result"]] if output["result"] else [])]
    results, subquestions = standing(
        results, state["computation_requests"], state["subquestions"], evidence
    )
    observed = _observation(state, action, output, ids, evidence)
    branches = tried(state["candidate_branches"], action, _outcome(observed))
    now: State = {**state, "candidate_branches": branches, "subquestions": subquestions}
    comparisons, branches = compared(now, evidence, first=len(state["observations"]) + 2)
    tool = "retrieval_calls" if action["kind"] == "retrieve" else "computation_calls"
    where = "retrieve_evidence" if action["kind"] == "retrieve" else "execute_computation"
    problem = [f"{where}: {output['error']}"] if output["error"] else []
    return {
        "observations": [*state["observations"], observed, *comparisons],
        "supporting_evidence": evidence,
        "contradictions": contradictions,
        "computation_results": results,
        "subquestions": subquestions,
        "candidate_branches": branches,
        "budget_used": spent(state["budget_used"], **{tool: 1, "tool_calls": 1}),
        "errors": [*state["errors"], *problem],
        "tool_output": None,
    }


def reflect_on_progress(state: State) -> Update:
    """Says what is missing, whether that will do, and counts the return where it will not.

    A reflection round is a return to `select_next_action`; the visit that leaves is none.
    """
    done = ready(state)
    action = None if done else next_affordable(state)
    rounds = left(state["reasoning_budget"], state["budget_used"], "reflection_rounds")
    more_to_do = not done and next(possible(state), None) is not None
    returning = action is not None and rounds > 0
    used = state["budget_used"]
    return {
        "answer_ready": done,
        "budget_exhausted": more_to_do and not returning,
        "next_action": action if returning else None,
        "knowledge_gaps": gaps(state),
        "budget_used": spent(used, reflection_rounds=1) if returning else used,
    }


def gaps(state: State) -> list[str]:
    """What is missing, in words: a line for each sub-question that nothing answers."""
    return [
        COMPUTATION_OFF.to(state["normalized_input"], gap=each["evidence"])
        if each["kind"] == "computation" and not state["allow_computation"]
        else each["evidence"]
        for each in state["subquestions"]
        if not each["supported_by"]
    ]


def _action(state: State, node: str) -> Action:
    if state["next_action"] is None:
        raise LookupError(f"{node} comes after an action was selected")
    return state["next_action"]


def _computed(calculator: Calculator, program: str) -> tuple[int | float | None, str | None]:
    """A program's value, or why it has none; whatever the calculator raises is one reason."""
    try:
        result = calculator(program)
        value, problem = result.value, result.error
    except ScriptError:
        raise
    except Exception as error:  # noqa: BLE001  # see above
        return None, f"the calculator raised {type(error).__name__}"
    if problem is not None:
        return None, problem
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None, f"the value must be a finite number, got {shown(value)}"
    return value, None


def _output(found: list[dict[str, Any]] | None = None, error: str | None = None) -> ToolOutput:
    return {"found": found or [], "result": None, "error": error}


def _observation(
    state: State, action: Action, output: ToolOutput, ids: list[str], evidence: list[Evidence]
) -> Observation:
    result, branch = output["result"], in_use(state)
    pieces = {each["id"]: each for each in evidence}
    supports = [target for name in ids for target in pieces[name]["supports"]]
    return {
        "id": f"o{len(state['observations']) + 1}",
        "kind": action["kind"],
        "branch": branch["id"] if branch else None,
        "what": action["what"],
        "targets": action["targets"],
        "origin": action["origin"],
        "found": [result["id"]] if result else ids,
        "supports": list(dict.fromkeys(action["targets"] if result else supports)),
        "result": str(result["value"]) if result else None,
        "error": output["error"],
    }


def _outcome(observed: Observation) -> Outcome:
    if observed["error"] is not None:
        return "failed"
    return "supported" if observed["supports"] else "nothing"
