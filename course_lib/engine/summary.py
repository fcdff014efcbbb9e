"""What was done, for the user: written by rule from the profile, the steps and the ending.

No word of it comes from a model but names: of the domain, of parts of the work, and of tools.
"""

from ..foundations.languages import is_korean
from . import texts
from .records import TraceEntry
from .state import State
from .texts import listed

LONGEST_RESULT = 300


def reasoning_summary(state: State) -> str:
    """One sentence on what was done, in the task's language."""
    task, status = state["normalized_input"], state["status"]
    if status in ("invalid_input", "blocked"):
        return texts.NO_STEP[status].to(task)
    if not state["selected_strategy"]:
        return texts.NO_STEP["no_strategy"].to(task)
    clauses = [*_beginning(state), *_steps(state), *_ending(state)]
    if is_korean(task):
        done = "엔진은 " + "".join(f"{clause}하고, " for clause in clauses[:-1])
        sentence = f"{done}{clauses[-1]}했습니다."
    else:
        sentence = f"The engine {listed(clauses, task)}."
    critique = state["critique"]
    unchecked = critique is not None and critique["warning"] is not None
    return sentence + (texts.UNCHECKED.to(task) if unchecked else "")


def trace_summary(state: State) -> list[dict[str, str]]:
    """Each step's name and what it came to."""
    return [
        {"step": entry["step"], "result": _result(entry, state)} for entry in state["step_trace"]
    ]


def _result(entry: TraceEntry, state: State) -> str:
    if entry["error"] is not None:
        return texts.FAILED_STEP.to(state["normalized_input"], error=entry["error"])
    return entry["result"] or ""


def _beginning(state: State) -> list[str]:
    """How the request was classified; a run that breaks off says what it did instead."""
    profile, task = state["task_profile"], state["normalized_input"]
    if profile is None or state["draft_answer"] is None:
        return []
    kind = profile["domain"]
    if state["constraints"]:
        kind = texts.BOUNDED.to(task, domain=kind)
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    return [texts.CLASSIFIED.to(task, article=article, kind=kind)]


def _steps(state: State) -> list[str]:
    """A clause for each tool that ran and each step that came to something, each once."""
    task = state["normalized_input"]
    clauses: list[str] = []
    strategy = state["strategy_history"][0]["strategy"]
    for entry in state["step_trace"]:
        if entry["strategy"] != strategy:
            strategy = entry["strategy"]
            clauses.append(texts.SWITCHED.to(task, strategy=strategy))
        if entry["result"] is None and entry["kind"] == "reasoning":
            continue
        if entry["areas"]:
            clauses.append(texts.SPLIT.to(task, areas=listed(entry["areas"], task)))
        else:
            clauses.append(entry["did"]["ko" if is_korean(task) else "en"])
    return list(dict.fromkeys(clauses))


def _ending(state: State) -> list[str]:
    task, reason = state["normalized_input"], state["termination_reason"]
    clauses: list[str] = []
    if state["changes"]:
        changes = [texts.CHANGES[change].to(task) for change in state["changes"]]
        clauses.append(texts.REVISED.to(task, changes=listed(changes, task)))
    if reason == "budget_exhausted" and not state["knowledge_gaps"]:
        return [*clauses, texts.ENDINGS["budget_early"].to(task)]
    if reason in texts.ENDINGS:
        clauses.append(texts.ENDINGS[reason].to(task))
    return clauses
