"""The nodes that plan: the question checked, classified, decomposed, the plans, the next action."""

from typing import Any

from langgraph.runtime import Runtime

from ..foundations.errors import UnreadableReply, shown
from ..foundations.tasks import is_blank, normalized
from . import decomposition, prompts
from .actions import in_use, next_affordable, possible, progress
from .branches import chosen_of, planned, remaining
from .context import Context
from .limits import UNUSED, budget_of, depth_of, spent
from .lines import safe
from .model_calls import Asked, asked
from .need import classified
from .pieces import Branch, Subquestion
from .plans import read_branches
from .state import Entry, State, Update


def prepare_question(state: Entry) -> State:
    """Checks what entered, and sets every field to its start."""
    given: Any = state.get("input")
    blank = is_blank(given)
    depth, about_depth = depth_of(state.get("reasoning_depth"))
    rounds, tools = state.get("max_reflection_rounds"), state.get("max_tool_calls")
    budget, about_budget = budget_of(
        depth, state.get("reasoning_budget"), rounds=rounds, tools=tools
    )
    computing, about_computing = _switch(state.get("allow_computation"))
    allowed, about_allowed = _ids(state.get("allowed_evidence"))
    about_input = [f"input must be text that asks something, got {shown(given)}"] if blank else []
    return {
        "input": given if isinstance(given, str) else "",
        "normalized_input": "" if blank else normalized(given),
        "reasoning_depth": depth,
        "reasoning_budget": budget,
        "max_reflection_rounds": budget["reflection_rounds"],
        "max_tool_calls": budget["tool_calls"],
        "budget_used": dict(UNUSED),
        "subquestions": [],
        "candidate_branches": [],
        "selected_branch_id": None,
        "action_plan": [],
        "next_action": None,
        "observations": [],
        "supporting_evidence": [],
        "contradictions": [],
        "knowledge_gaps": [],
        "computation_requests": [],
        "computation_results": [],
        "draft_answer": None,
        "critique": None,
        "revised_answer": None,
        "reasoning_summary": None,
        "answer_ready": False,
        "budget_exhausted": False,
        "status": "invalid_input" if blank else None,
        "errors": [
            *state.get("problems", []),
            *about_input,
            *about_depth,
            *about_budget,
            *about_computing,
            *about_allowed,
        ],
        "final_output": None,
        "allow_computation": computing,
        "allowed_evidence": allowed,
        "reasoning_need": None,
        "constraints": [],
        "assumptions": [],
        "tool_output": None,
        "claims": [],
    }


def classify_reasoning_need(state: State) -> Update:
    """Says what the question needs, by rule."""
    return {"reasoning_need": classified(state["normalized_input"])}


def decompose_question(state: State, runtime: Runtime[Context]) -> Update:
    """Splits the question; a model that fails is replaced by rules, and that is said."""
    question = state["normalized_input"]
    said = asked(state, runtime.context, "decompose_question", prompts.decompose(question))
    if said.text is not None:
        try:
            subquestions, read, left_out = decomposition.read_decomposition(said.text)
        except UnreadableReply as unreadable:
            problem = f"decompose_question: {safe(str(unreadable))}; rules are used"
            said = said.without_text(problem)
        else:
            said = said.noting(f"decompose_question: {each}" for each in left_out)
            return {
                **said.update(state),
                "subquestions": subquestions,
                "constraints": read.constraints,
                "assumptions": read.assumptions,
            }
    return {**said.update(state), "subquestions": decomposition.by_rule(question)}


def generate_reasoning_branches(state: State, runtime: Runtime[Context]) -> Update:
    """Makes the plans, never more than the budget allows."""
    most = state["reasoning_budget"]["branches"]
    need = state["reasoning_need"]
    said = Asked()
    branches: list[Branch] = []
    if most > 1 and need is not None and need["branches"]:
        said = asked(
            state,
            runtime.context,
            "generate_reasoning_branches",
            prompts.propose(state["normalized_input"], state["subquestions"], most),
        )
        branches, said = _read(said, state["subquestions"], most)
    branches = branches or [planned(state["subquestions"])][:most]
    update = said.update(state)
    used = update.get("budget_used", state["budget_used"])
    return {
        **update,
        "budget_used": spent(used, branches=len(branches)),
        "candidate_branches": branches,
    }


def select_next_action(state: State) -> Update:
    """Scores the branches, takes the best, and from it the next action that the limits allow."""
    branches, chosen = chosen_of(
        state["candidate_branches"], state["selected_branch_id"], progress(state)
    )
    now: State = {**state, "candidate_branches": branches, "selected_branch_id": chosen}
    branch, action = in_use(now), next_affordable(now)
    return {
        "candidate_branches": branches,
        "selected_branch_id": chosen,
        "action_plan": remaining(branch, progress(now)) if branch else [],
        "next_action": action,
        "budget_exhausted": action is None and next(possible(now), None) is not None,
    }


def _read(said: Asked, subquestions: list[Subquestion], most: int) -> tuple[list[Branch], Asked]:
    """At most so many plans out of what was said; what is left out of it is said."""
    if said.text is None:
        return [], said
    where = "generate_reasoning_branches"
    try:
        branches, left_out = read_branches(said.text, subquestions)
    except UnreadableReply as unreadable:
        return [], said.without_text(f"{where}: {safe(str(unreadable))}; rules are used")
    if len(branches) > most:
        left_out.append(f"{len(branches) - most} plans beyond {most}")
    return branches[:most], said.noting(f"{where}: left out: {each}" for each in left_out)


def _switch(given: object) -> tuple[bool, list[str]]:
    if given is None or isinstance(given, bool):
        return given is not False, []
    problem = f"allow_computation must be true or false, got {shown(given)}; false is used"
    return False, [problem]


def _ids(given: object) -> tuple[list[str] | None, list[str]]:
    if given is None:
        return None, []
    if not isinstance(given, list | tuple | set) or not all(isinstance(id_, str) for id_ in given):
        problem = f"allowed_evidence must be a list of ids, got {shown(given)}; all are allowed"
        return None, [problem]
    return sorted(given), []
