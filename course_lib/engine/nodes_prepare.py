"""The nodes before the loop: what is asked, what kind of task it is, how it is worked on."""

from typing import Any

from langgraph.runtime import Runtime

from ..foundations.asking import ask
from ..foundations.errors import ModelFault, UnreadableReply
from ..foundations.tasks import is_blank, normalized
from . import prompts, texts
from .choosing import best, checked_strategies, permitted
from .context import Context
from .entry import checked_constraints, checked_evidence, checked_tools, scope_of
from .limits import LIMITS, charged, checked_budget, left, nothing_used
from .memory import empty_memory
from .plain_data import told
from .profile import profile_by_rules, read_profile, stated_constraints
from .progress import checked_thresholds
from .records import Observation, WorkingMemory
from .state import Entry, State, Update


def prepare_task(state: Entry, runtime: Runtime[Context]) -> State:
    """Checks what entered and sets every field to its start."""
    text: Any = state.get("input")
    blank = is_blank(text)
    known = [strategy.name for strategy in runtime.context.strategies]
    tools = [tool.name for tool in runtime.context.tools]
    constraints, about_constraints = checked_constraints(
        state.get("constraints"), "" if blank else text
    )
    evidence, about_evidence = checked_evidence(state.get("evidence"))
    allowed, about_tools = checked_tools(
        tools,
        {
            "allowed_tools": state.get("allowed_tools"),
            "constraints.tools": constraints.get("tools"),
        },
    )
    strategies, about_strategies = checked_strategies(state.get("available_strategies"), known)
    budget, about_budget = checked_budget(
        {
            "constraints.budget": constraints.get("budget"),
            "reasoning_budget": state.get("reasoning_budget"),
        }
    )
    thresholds, about_threshold = checked_thresholds(state.get("confidence_threshold"))
    problems = [
        *state.get("problems", []),
        *([f"input must be text that says what to do, got {told(text)}"] if blank else []),
        *about_constraints,
        *about_evidence,
        *about_tools,
        *about_strategies,
        *about_budget,
        *about_threshold,
    ]
    return {
        "input": text if isinstance(text, str) else "",
        "normalized_input": "" if blank else normalized(text),
        "constraints": constraints,
        "engine_config": {
            "strategies": known,
            "default_budget": {limit.short: int(limit.default) for limit in LIMITS},
            "tool_policy": {"known": tools, "allowed": allowed},
            **thresholds,
        },
        "available_strategies": strategies,
        "selected_strategy": None,
        "strategy_history": [],
        "task_profile": None,
        "reasoning_budget": budget,
        "budget_used": nothing_used(),
        "working_memory": empty_memory(),
        "next_step": None,
        "step_trace": [],
        "tool_requests": [],
        "observations": [],
        "knowledge_gaps": [],
        "errors": [f"prepare_task: {problem}" for problem in problems],
        "confidence": 0.0,
        "route_decision": None,
        "draft_answer": None,
        "critique": None,
        "revised_answer": None,
        "reasoning_summary": None,
        "termination_reason": "invalid_input" if blank else None,
        "status": "invalid_input" if blank else None,
        "final_output": None,
        "evidence": evidence,
        "allowed_tools": allowed,
        "claims": [],
        "changes": [],
        "stalls": 0,
    }


def analyze_task(state: State, runtime: Runtime[Context]) -> Update:
    """Asks the model what kind of task it is; where it cannot tell, the rules decide."""
    task, context = state["normalized_input"], runtime.context
    by_rules = profile_by_rules(task)
    if left(state, "model_calls") < 1:
        return {"task_profile": by_rules}
    used = charged(state["budget_used"], "model_calls")
    try:
        reply = ask(context.model, prompts.to_analyse(state), clock=context.clock)
        return {"task_profile": read_profile(reply.text, task), "budget_used": used}
    except (ModelFault, UnreadableReply) as error:
        said = str(error) if isinstance(error, ModelFault) else f"it cannot be read: {error}"
        problem = f"analyze_task: {said}; the rules decided"
        return {
            "task_profile": by_rules,
            "budget_used": used,
            "errors": [*state["errors"], problem],
        }


def select_reasoning_strategy(state: State, runtime: Runtime[Context]) -> Update:
    """Chooses the strategy that fits best; where none does, a simple task is answered directly."""
    options, profile = permitted(state, runtime.context), state["task_profile"]
    if profile is None:
        raise LookupError("select_reasoning_strategy comes after analyze_task")
    if not options:
        # Strategies were allowed, but what they need is not.
        return {
            "status": "blocked",
            "termination_reason": "tool_unavailable"
            if state["available_strategies"]
            else "insufficient_evidence",
        }
    chosen = best(options, profile)
    if chosen is None and profile["complexity"] == "simple":
        chosen = next((each for each in options if each.name == "direct"), None)
    if chosen is None:
        names = ", ".join(strategy.name for strategy in options)
        problem = (
            f"select_reasoning_strategy: no strategy fits a {profile['complexity']} task of "
            f"{profile['risk']} risk; allowed are {names}"
        )
        return {
            "status": "failed",
            "termination_reason": "insufficient_evidence",
            "errors": [*state["errors"], problem],
        }
    reason = texts.spoken(chosen.reason(profile), state["normalized_input"])
    return {
        "selected_strategy": chosen.name,
        "strategy_history": [{"strategy": chosen.name, "reason": reason}],
    }


def prepare_working_memory(state: State) -> Update:
    """Opens the memory: what the task has to cover and keep to, and what is there to work with.

    The given evidence becomes the first observations.
    """
    given: list[Observation] = [
        {
            "id": f"o{number}",
            "tool": "evidence",
            "arguments": {},
            "result": text,
            "error": None,
            "asked_by": "task",
        }
        for number, text in enumerate(state["evidence"], start=1)
    ]
    memory: WorkingMemory = {
        **empty_memory(),
        "subgoals": scope_of(state["constraints"], "include"),
        "constraints": stated_constraints(state["input"]),
        "evidence": [each["id"] for each in given],
        "tools": state["allowed_tools"],
    }
    return {"working_memory": memory, "observations": given}
