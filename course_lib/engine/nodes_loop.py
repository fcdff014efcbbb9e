"""The nodes of the loop: a step is proposed, taken and evaluated; a stuck strategy is changed."""

from langgraph.runtime import Runtime

from ..foundations.asking import ask
from ..foundations.errors import ModelFault, UnreadableReply
from ..foundations.redaction import redacted
from ..foundations.replies import read_json
from . import progress, prompts, texts
from .choosing import may_step, successor
from .context import Context
from .limits import charged, left
from .memory import remembered
from .reading import StepReply
from .records import NextStep, Observation, TraceEntry
from .state import State, Update
from .strategies import Step, Strategy
from .tools import called_with, described, ran, requested


def propose_next_step(state: State, runtime: Runtime[Context]) -> Update:
    """Says what is done next: the tool that the last step asked for, or the strategy's next step.

    No model is asked: the last step's reply holds all that is needed.
    """
    if progress.can_run(state, runtime.context):
        return {"next_step": _tool_step(state)}
    if not may_step(state):
        return {"next_step": None}
    step = progress.next_step(state, runtime.context)
    return {"next_step": None if step is None else _reasoning_step(step)}


def execute_reasoning_step(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the model to take the proposed step, and keeps what it came to."""
    step, context = _proposed(state), runtime.context
    counted = ("critique_rounds",) if step["critique"] else ()
    used = charged(state["budget_used"], "steps", "model_calls", *counted)
    tools_left = left(state, "tool_calls") > 0
    tools = described(context.tools, state["allowed_tools"]) if tools_left else ""
    prompt = prompts.to_step(state, step["ask"], tools)
    try:
        said = ask(context.model, prompt, clock=context.clock).text
        reply = read_json(said, StepReply)
    except (ModelFault, UnreadableReply) as error:
        why = str(error) if isinstance(error, ModelFault) else f"it cannot be read: {error}"
        entry = _entry(state, step, error=why)
        return {
            "budget_used": used,
            "step_trace": [*state["step_trace"], entry],
            "errors": [*state["errors"], f"execute_reasoning_step: {step['step']}: {why}"],
        }
    return {**_taken(state, step, reply, context), "budget_used": used}


def run_tool_action(state: State, runtime: Runtime[Context]) -> Update:
    """Runs the proposed tool once, whatever becomes of it."""
    step = _proposed(state)
    if step["request"] is None:
        raise LookupError("run_tool_action comes after a tool was proposed")
    request = state["tool_requests"][step["request"]]
    result, error = ran(runtime.context.tool(request["tool"]), called_with(request))
    observation: Observation = {
        "id": f"o{len(state['observations']) + 1}",
        "tool": request["tool"],
        "arguments": request["arguments"],
        "result": redacted(result),
        "error": redacted(error),
        "asked_by": request["asked_by"],
    }
    requests = [*state["tool_requests"]]
    requests[step["request"]] = {
        **request,
        "status": "done" if error is None else "failed",
        "problem": observation["error"],
    }
    failed = [f"run_tool_action: {request['tool']}: {observation['error']}"] if error else []
    entry = _entry(state, step, result=observation["result"], error=observation["error"])
    return {
        "observations": [*state["observations"], observation],
        "tool_requests": requests,
        "step_trace": [*state["step_trace"], entry],
        "budget_used": charged(state["budget_used"], "tool_calls"),
        "errors": [*state["errors"], *failed],
    }


def evaluate_progress(state: State, runtime: Runtime[Context]) -> Update:
    """Weighs what happened, and decides where the run goes."""
    now, gaps = progress.confidence(state), state["working_memory"]["open_questions"]
    stalls = progress.stalls(state, now)
    weighed: State = {**state, "confidence": now, "stalls": stalls, "knowledge_gaps": gaps}
    route, reason = progress.decided(weighed, runtime.context)
    return {
        "knowledge_gaps": gaps,
        "confidence": now,
        "stalls": stalls,
        "route_decision": route,
        "termination_reason": reason,
    }


def switch_strategy(state: State, runtime: Runtime[Context]) -> Update:
    """Changes to the next strategy that fits."""
    chosen, why = _successor(state, runtime.context)
    task, profile = state["normalized_input"], state["task_profile"]
    if chosen is None or profile is None:
        raise LookupError("switch_strategy comes where there is a strategy to switch to")
    reason = texts.WHY_SWITCHED[why].to(task, before=state["selected_strategy"])
    return {
        "selected_strategy": chosen.name,
        "strategy_history": [
            *state["strategy_history"],
            {"strategy": chosen.name, "reason": reason},
        ],
        "budget_used": charged(state["budget_used"], "strategy_switches"),
        "stalls": 0,
    }


def _successor(state: State, context: Context) -> tuple[Strategy | None, str]:
    """The strategy to switch to, and why the current one will not do."""
    request = progress.last_request(state)
    if request is not None and request["status"] == "unavailable":
        return successor(state, context, uses_tools=False), "tool_unavailable"
    if progress.needs_tools(state, context):
        return successor(state, context, uses_tools=True), "needs_tool"
    chosen = progress.next_strategy(state, context)
    if state["stalls"] >= progress.STALLED:
        return chosen, "stalled"
    return chosen, "unsupported" if progress.is_unsupported(state) else "spent"


def _taken(state: State, step: NextStep, reply: StepReply, context: Context) -> Update:
    """What a reply changes: the memory, the trace, and the tool that it asks for."""
    entry = _entry(state, step, result=reply.result)
    memory, strange = remembered(state["working_memory"], reply, entry["id"])
    requests = [*state["tool_requests"]]
    problems = [*(f"{entry['id']}: {each}" for each in reply.left_out), *strange]
    if reply.tool is not None:
        request = requested(
            state, context.tools, reply.tool.name, reply.tool.arguments, entry["id"]
        )
        entry["request"] = len(requests)
        requests.append(request)
        problems += [request["problem"]] if request["problem"] else []
    entry = {**entry, "areas": reply.areas, "more": reply.more}
    return {
        "working_memory": memory,
        "step_trace": [*state["step_trace"], entry],
        "tool_requests": requests,
        "errors": [*state["errors"], *(f"execute_reasoning_step: {each}" for each in problems)],
    }


def _proposed(state: State) -> NextStep:
    if state["next_step"] is None:
        raise LookupError("a step is taken after it was proposed")
    return state["next_step"]


def _entry(
    state: State, step: NextStep, *, result: str | None = None, error: str | None = None
) -> TraceEntry:
    return {
        "id": f"s{len(state['step_trace']) + 1}",
        "step": step["step"],
        "kind": step["kind"],
        "strategy": state["selected_strategy"] or "",
        "result": result,
        "error": error,
        "areas": [],
        "did": step["did"],
        "finding": step["finding"],
        "more": False,
        "request": None,
    }


def _reasoning_step(step: Step) -> NextStep:
    return {
        "step": step.name,
        "kind": "reasoning",
        "ask": step.ask,
        "did": {"en": step.did.en, "ko": step.did.ko},
        "finding": step.finding,
        "critique": step.critique,
        "request": None,
    }


def _tool_step(state: State) -> NextStep:
    place = state["step_trace"][-1]["request"] or 0
    tool = state["tool_requests"][place]["tool"]
    en, ko = (words.format(tool=tool) for words in texts.USED)
    return {
        "step": f"use_{tool}",
        "kind": "tool",
        "ask": "",
        "did": {"en": en, "ko": ko},
        "finding": True,
        "critique": False,
        "request": place,
    }
