"""`Context` and the production graph's nodes, in the order in which data meets them.

A fault does not leave the path: it is noted, the nodes up to `judge_observation` let it pass, and
the judge's router sends it to `fail_safe`. `call_tool` knows only read tools; an irreversible
action can be performed by `perform_action` alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from langchain_core.tools import BaseTool
from langgraph.runtime import Runtime

from ..foundations.asking import ChatModel
from ..foundations.clock import Clock
from ..foundations.errors import UnreadableReply, shown
from ..foundations.replies import read_json
from .production_state import Action, ApprovalRequest, ApprovalStatus, Entry, State, Status, Update
from .production_update import (
    Plan,
    Verdict,
    errors_after,
    faulty,
    finished,
    known_as,
    merged,
    observed,
    pending_action,
    phases_after,
    proposed,
    recorded,
    spent,
    started,
    tokens_spent,
)
from .workflows.steps import fetched, heard, noted

PLANNER = """\
You plan the first step towards a goal: what to search for, and which tool to call, if any.
Answer with one JSON object and nothing else:
{"query": "words to search for", "action": {"name": "a tool", "args": {}}}"""
JUDGE = """\
You judge whether the evidence is enough to answer the goal. If it is not, say what to search for
or which tool to call next.
Answer with one JSON object and nothing else:
{"enough": false, "query": "words to search for", "action": {"name": "a tool", "args": {}}}"""
WRITER = "You answer the goal from the evidence and name the ids that you used."


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        planner: Plans the first step.
        judge: Judges what was observed.
        writer: Writes the answer.
        search: Finds documents: a tool that takes a `query` and gives texts by id.
        read_tools: Tools that only read, by name.
        irreversible_tools: Tools whose effect cannot be undone, by name.
        clock: Measures the models' time; left out, nothing is measured.
    """

    planner: ChatModel
    judge: ChatModel
    writer: ChatModel
    search: BaseTool
    read_tools: Mapping[str, BaseTool]
    irreversible_tools: Mapping[str, BaseTool]
    clock: Clock | None = None


def plan(state: Entry, runtime: Runtime[Context]) -> State:
    """Checks what entered, sets every field to its start, and asks the planner."""
    start = started(state)
    if not start["original_goal"]:
        return merged(start, {"fault": "error"})
    if start["max_steps"] < 1 or start["max_tokens"] < 1:
        return merged(start, {"fault": "budget_exceeded"})
    about = f"Goal:\n{start['original_goal']}"
    reply = heard(runtime.context.planner, PLANNER, about, clock=runtime.context.clock)
    update = spent(start, reply)
    try:
        read = None if reply.problem else read_json(reply.text, Plan)
    except UnreadableReply as error:
        return merged(start, {**update, **faulty(start, "plan", f"the plan is invalid: {error}")})
    if read is None:
        return merged(start, {**update, **faulty(start, "plan", reply.problem)})
    return merged(start, {**update, "query": read.query, "action": proposed(read.action)})


def retrieve_docs(state: State, runtime: Runtime[Context]) -> Update:
    """Searches for documents, within the limit."""
    update: Update = {"phases": phases_after(state, "retrieve_docs")}
    if state["fault"] or not state["query"] or state["retrievals"] >= state["max_retrievals"]:
        return update
    try:
        found = dict(runtime.context.search.invoke({"query": state["query"]}))
    except Exception as error:  # noqa: BLE001  # whatever the search raises is its answer
        problem = f"{runtime.context.search.name}: {type(error).__name__}: {error}"
        return {**update, **faulty(state, "retrieve_docs", problem)}
    evidence = {**state["evidence"], **found}
    update["retrievals"] = state["retrievals"] + 1
    return {**update, "evidence": evidence, "evidence_ids": list(evidence)}


def call_tool(state: State, runtime: Runtime[Context]) -> Update:
    """Calls a read tool, once for the same arguments; sets an irreversible action aside."""
    update: Update = {"phases": phases_after(state, "call_tool"), "action": None}
    action, context = state["action"], runtime.context
    if state["fault"] or action is None:
        return update
    if action["name"] in context.irreversible_tools:
        return {**update, "pending_action": action}
    if refusal := _refusal(state, action, context):
        return {**update, **refusal}
    answer = fetched(context.read_tools[action["name"]], **action["args"])
    update["tool_calls"] = state["tool_calls"] + 1
    if answer.problem:
        return {**update, **faulty(state, "call_tool", answer.problem)}
    return {**update, "tool_history": [*state["tool_history"], recorded(action, answer)]}


def judge_observation(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the judge, unless a fault, an action or the budget has already decided."""
    update: Update = {"phases": phases_after(state, "judge_observation")}
    if state["fault"]:
        return update
    # One call more is needed for the answer.
    needed = 1 if state["pending_action"] else 2
    if state["step_count"] + needed > state["max_steps"] or tokens_spent(state):
        return {**update, "fault": "budget_exceeded"}
    return update if state["pending_action"] else {**update, **_judged(state, runtime.context)}


def human_approval(state: State) -> Update:
    """Looks for a person's decision on exactly this action; without one, asks for it and ends."""
    action = pending_action(state)
    known = known_as(action)
    # Whoever is in both lists has not been approved.
    status: ApprovalStatus = "approved" if known in state["approvals"] else "pending"
    if known in state["rejections"]:
        status = "rejected"
    update: Update = {
        "approval_status": status,
        "phases": phases_after(state, "human_approval"),
    }
    if status != "pending":
        return update
    request: ApprovalRequest = {
        "action": action,
        "fingerprint": known,
        "why": state["original_goal"],
        "evidence_ids": state["evidence_ids"],
        "otherwise": "nothing is done, and the run ends in fail_safe",
    }
    return {**update, **finished(state, "approval_required", request=request)}


def perform_action(state: State, runtime: Runtime[Context]) -> Update:
    """Performs the approved action, once in a run.

    That an approval is used up, and does not come with a second task, is the caller's part.

    Raises:
        PermissionError: If it was not approved: the graph has an edge too many.
    """
    if state["approval_status"] != "approved":
        raise PermissionError(f"perform_action: approval_status is {state['approval_status']}")
    action = pending_action(state)
    answer = fetched(runtime.context.irreversible_tools[action["name"]], **action["args"])
    update: Update = {
        "pending_action": None,
        "phases": phases_after(state, "perform_action"),
    }
    if answer.problem:
        return {**update, **faulty(state, "perform_action", answer.problem)}
    return {
        **update,
        "performed": [*state["performed"], known_as(action)],
        "tool_history": [*state["tool_history"], recorded(action, answer)],
    }


def final_answer(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the writer for the answer."""
    reply = heard(runtime.context.writer, WRITER, observed(state), clock=runtime.context.clock)
    status: Status = "failed" if reply.problem else "ok"
    errors = noted("final_answer", reply.problem)
    ending = finished(state, status, answer=reply.text or None, problems=errors)
    return {**spent(state, reply), **ending}


def fail_safe(state: State) -> Update:
    """Ends without an answer and without any further action."""
    if state["approval_status"] == "rejected":
        return finished(state, "rejected", problems=["a person rejected the action"])
    if state["fault"] == "error":
        return finished(state, "failed")
    return finished(state, "budget_exceeded", problems=["the budget is spent"])


def _refusal(state: State, action: Action, context: Context) -> Update | None:
    """Why a call is not made; None if it is."""
    if action["name"] not in context.read_tools:
        allowed = ", ".join([*context.read_tools, *context.irreversible_tools])
        problem = f"there is no tool {shown(action['name'])}; there are {allowed}"
        return faulty(state, "call_tool", problem)
    known = known_as(action)
    if known in [record["fingerprint"] for record in state["tool_history"]]:
        return {"errors": errors_after(state, "call_tool", f"already called: {known}")}
    return {"fault": "budget_exceeded"} if state["tool_calls"] >= state["max_tool_calls"] else None


def _judged(state: State, context: Context) -> Update:
    """What the judge says, as an update; an irreversible action is set aside."""
    reply = heard(context.judge, JUDGE, observed(state), clock=context.clock)
    update = spent(state, reply)
    if reply.problem:
        return {**update, **faulty(state, "judge_observation", reply.problem)}
    try:
        read = read_json(reply.text, Verdict)
    except UnreadableReply as error:
        problem = f"the verdict is invalid: {error}"
        return {**update, **faulty(state, "judge_observation", problem)}
    action = proposed(read.action)
    if action and action["name"] in context.irreversible_tools:
        return {**update, "pending_action": action}
    return {**update, "enough": read.enough, "query": read.query, "action": action}
