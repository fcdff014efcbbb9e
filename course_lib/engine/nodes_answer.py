"""The nodes of the answer: drafted, compared with what was gathered, put right, handed over."""

from langgraph.runtime import Runtime

from ..foundations.asking import ChatModel, ask
from ..foundations.clock import Clock
from ..foundations.errors import ModelFault, UnreadableReply
from . import prompts
from .context import Context
from .critique import (
    judged,
    read_critique,
    rule_problems,
    sources_of,
    still_missing,
    unjudged,
)
from .drafting import answer_of, composed_answer, read_draft
from .limits import charged, left
from .progress import confidence
from .records import Claim, Problem, Status, TerminationReason
from .revision import revised, uncovered
from .state import FinalOutput, State, Update
from .summary import reasoning_summary, trace_summary


def draft_answer(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the model for the answer, claim by claim."""
    claims, problem = _written(state, runtime.context)
    used = charged(state["budget_used"], "model_calls")
    errors = [f"draft_answer: {problem}"] if problem else []
    return {
        "claims": claims,
        "draft_answer": answer_of(claims) or None,
        "budget_used": used,
        "errors": [*state["errors"], *errors],
    }


def critique_answer(state: State, runtime: Runtime[Context]) -> Update:
    """Compares the draft with the task, the constraints and what was gathered."""
    if left(state, "critique_rounds") < 1:
        return {"critique": unjudged()}
    used = charged(state["budget_used"], "critique_rounds")
    problems = rule_problems(state["claims"], state)
    found: list[Problem] = []
    strange: list[str] = []
    warning: str | None = None
    critic = runtime.context.critic if left(state, "model_calls") > 0 else None
    if critic is not None:
        used = charged(used, "model_calls")
        found, strange, warning = _by_critic(state, critic, runtime.context.clock)
    by_critic = critic is not None and warning is None
    critique = judged([*problems, *found], by_critic=by_critic, warning=warning)
    errors = [*strange, *([warning] if warning else [])]
    update: Update = {
        "critique": critique,
        "budget_used": used,
        "errors": [*state["errors"], *(f"critique_answer: {each}" for each in errors)],
    }
    return {**update, "confidence": confidence({**state, **update})}


def revise_answer(state: State, runtime: Runtime[Context]) -> Update:
    """Removes, defers and qualifies by rule; asks a model only for what is missing."""
    critique = state["critique"]
    if critique is None:
        raise LookupError("revise_answer comes after critique_answer")
    task, problems = state["normalized_input"], critique["problems"]
    claims, changes = revised(state["claims"], problems, task)
    missing = [problem for problem in problems if problem["fix"] == "add"]
    added, update = _added(state, runtime.context, claims, missing)
    still = still_missing(missing, claims, added, state)
    if {each["what"] for each in missing} <= {each["what"] for each in still}:
        added = []  # They speak of something else.
    # A draft of which nothing stays is no answer, not one that says what it leaves out.
    remarks = uncovered(still, task) if claims or added else []
    kinds = [*changes, *(["add"] if added else []), *(["qualify"] if remarks else [])]
    claims, changes = [*claims, *added, *remarks], list(dict.fromkeys(kinds))
    update = {
        **update,
        "claims": claims,
        "changes": changes,
        "revised_answer": answer_of(claims) or None,
    }
    return {**update, "confidence": confidence({**state, **update})}


def finalize_response(state: State) -> Update:
    """What the user gets."""
    status, reason = ended(state)
    now: State = {**state, "status": status, "termination_reason": reason}
    summary = reasoning_summary(now)
    drafted = state["route_decision"] == "draft" and answer_of(state["claims"])
    output: FinalOutput = {
        "status": status,
        "answer": drafted or composed_answer(now),
        "reasoning_summary": summary,
        "selected_strategy": state["selected_strategy"],
        "strategy_history": state["strategy_history"],
        "termination_reason": reason,
        "confidence": state["confidence"],
        "knowledge_gaps": state["knowledge_gaps"],
        "trace_summary": trace_summary(now),
        "observations": state["observations"],
        "budget_used": state["budget_used"],
        "errors": state["errors"],
    }
    return {
        "status": status,
        "termination_reason": reason,
        "reasoning_summary": summary,
        "final_output": output,
    }


def ended(state: State) -> tuple[Status, TerminationReason]:
    """How a run ended, and why."""
    status, reason = state["status"], state["termination_reason"] or "insufficient_evidence"
    if status is not None:
        return status, reason
    if state["route_decision"] == "partial":
        return "partial", reason
    if state["route_decision"] != "draft":
        return "failed", reason
    if not state["claims"]:
        return "partial", "insufficient_evidence"
    return ("ok" if reason == "answer_ready" else "partial"), reason


def _written(state: State, context: Context) -> tuple[list[Claim], str | None]:
    try:
        reply = ask(context.model, prompts.to_draft(state), clock=context.clock)
    except ModelFault as fault:
        return [], str(fault)
    return read_draft(reply.text, sources_of(state))


def _by_critic(
    state: State, critic: ChatModel, clock: Clock | None
) -> tuple[list[Problem], list[str], str | None]:
    """What the critic finds wrong, what of it makes no sense, and why it could not judge."""
    try:
        reply = ask(critic, prompts.to_judge(state), clock=clock)
        found, strange = read_critique(reply.text, state["claims"], sources_of(state).values())
    except ModelFault as fault:
        return [], [], f"{fault}; the draft is kept"
    except UnreadableReply as error:
        return [], [], f"the critique cannot be read: {error}; the draft is kept"
    return found, strange, None


def _added(
    state: State, context: Context, kept: list[Claim], missing: list[Problem]
) -> tuple[list[Claim], Update]:
    """New claims for what is missing, as far as they hold; none if no model may or can write them.

    What is kept is not said again.
    """
    if not missing or left(state, "model_calls") < 1:
        return [], {}
    update: Update = {"budget_used": charged(state["budget_used"], "model_calls")}
    try:
        reply = ask(context.model, prompts.to_add(state, kept, missing), clock=context.clock)
    except ModelFault as fault:
        return [], {**update, "errors": [*state["errors"], f"revise_answer: {fault}"]}
    claims, problem = read_draft(reply.text, sources_of(state))
    errors = [f"revise_answer: {problem}"] if problem else []
    flaws = [each for each in rule_problems(claims, state) if each["claim"] is not None]
    sound, _ = revised(claims, flaws, state["normalized_input"])
    said = {claim["text"] for claim in kept}
    new = [claim for claim in sound if claim["text"] not in said]
    return new, {**update, "errors": [*state["errors"], *errors]}
