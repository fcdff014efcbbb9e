"""The nodes before any path is looked at: checked, shortened, classified."""

from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from ..foundations.errors import shown
from ..foundations.tasks import is_blank, normalized
from . import prompts
from .accounting import charged, checked_limits, remaining
from .attempts import traced
from .catalogue import Classification
from .classification import Classified, classify, read_classification
from .compression import Compressed, compressed, tokens_of, turns_of
from .context import Context, allowed, unknown_models
from .helpers import helped, noted
from .state import WANTED, Entry, QualityTarget, State, Update
from .texts import because

LEAST_CONTEXT = 600  # tokens of a context that stay where half of what is left allows them


def preprocess_input(state: Entry, runtime: Runtime[Context]) -> State:
    """Checks what entered, and sets every field to its start."""
    given: Any = state.get("input")
    limits, about_limits = checked_limits(_limits(state))
    turns, about_context = turns_of(state.get("context"))
    capabilities, about_capabilities = allowed(state.get("allowed_capabilities"), runtime.context)
    target, about_target = _target(state.get("quality_target"))
    blank = is_blank(given)
    about_input = [f"input must be text that asks something, got {shown(given)}"] if blank else []
    found = [
        *state.get("problems", []),
        *about_input,
        *_twice(state),
        *about_limits,
        *about_context,
        *about_capabilities,
        *about_target,
        *unknown_models(runtime.context),
    ]
    usage = charged(None)
    return {
        "input": given if isinstance(given, str) else "",
        "context": turns,
        "compressed_context": None,
        "resource_limits": limits,
        "resource_budget": remaining(limits, usage),
        "resource_usage": usage,
        "deadline_ms": int(limits["max_latency_ms"]),
        "allowed_capabilities": capabilities,
        "classification": None,
        "complexity_score": None,
        "freshness_required": False,
        "quality_target": target,
        "candidate_paths": [],
        "selected_path": None,
        "selected_model": None,
        "model_tier": None,
        "selected_tools": [],
        "search_results": [],
        "model_response": None,
        "quality_score": None,
        "critique": None,
        "routing_feedback": None,
        "fallback_chain": [],
        "fallback_used": False,
        "degradation_reason": None,
        "errors": [f"preprocess_input: {problem}" for problem in found],
        "routing_trace": [],
        "final_output": None,
        "question": "" if blank else normalized(given),
        "high_risk": False,
        "wanted_tool": None,
        "tried": [],
        "failure": None,
        "answers": [],
        "upgrades": 0,
        "upgrading": False,
    }


def prepare_context(state: State, runtime: Runtime[Context]) -> Update:
    """Shortens a context that is too long: by a model where one may, else by rules."""
    context, room = runtime.context, context_room(state, runtime.context)
    whole = compressed(state["context"], state["question"], max_tokens=10**9)
    if whole.tokens <= room:
        return {"routing_trace": traced(state, "context", tokens=whole.tokens, dropped=0)}
    summary, update = _summarised(state, context, whole.text, room)
    if summary is not None:
        told = {"tokens": tokens_of(summary), "by": "summarizer"}
        return {
            **update,
            "compressed_context": summary,
            "routing_trace": traced(state, "context", **told),
        }
    room = context_room({**state, **update}, context)
    kept = compressed(state["context"], state["question"], max_tokens=room)
    return {
        **update,
        "compressed_context": kept.text,
        "degradation_reason": None if kept.useful else because("context", state["question"]),
        "routing_trace": traced(state, "context", **_dropped(kept)),
    }


def context_room(state: State, context: Context) -> int:
    """How many tokens of the context may go into a prompt.

    A quarter of the tokens that are left, or of the shortest prompt that a path which may answer
    here takes, if that is less; at least `LEAST_CONTEXT`, but never more than half of them.
    """
    tiers = state["resource_limits"]["allowed_tiers"]
    windows = [
        path.context_tokens
        for path in context.catalogue.paths
        if path.tier in tiers and path.name in context.answering
    ]
    most = min([state["resource_budget"]["tokens"], *windows])
    return min(most // 2, max(LEAST_CONTEXT, most // 4))


def classify_request(state: State, runtime: Runtime[Context]) -> Update:
    """Says what kind of request it is: by a model where there is one, else by rules."""
    by_rule = classify(state["question"], threshold=runtime.context.threshold)
    by_model, update = _classified_by_model(state, runtime.context)
    found = by_model or by_rule
    # What the rules call risky or current stays so, whatever a model says.
    risky = "high" in (by_rule.risk, found.risk)
    kind, fresh = _kind(found, by_rule), by_rule.freshness or found.freshness
    return {
        **update,
        "classification": kind,
        "complexity_score": found.complexity,
        "freshness_required": fresh,
        "high_risk": risky,
        "wanted_tool": found.tool,
        "routing_trace": traced(
            state,
            "classification",
            classification=kind,
            complexity=found.complexity,
            freshness=fresh,
            high_risk=risky,
            rules=list(found.rules),
            by="model" if by_model else "rules",
        ),
    }


def _kind(found: Classified, by_rule: Classified) -> Classification | None:
    """The kind of request; what changes with time is looked up, unless a tool works it out."""
    undoable = found.classification == "unsupported" and not by_rule.freshness
    fresh = by_rule.freshness or found.freshness
    if fresh and not undoable and found.classification != "tool_required":
        return "current_info"
    return found.classification if found.rules else None


def _limits(state: Entry) -> object:
    given = state.get("resource_limits")
    return state.get("resource_constraints") if given is None else given


def _twice(state: Entry) -> list[str]:
    both = (state.get("resource_limits"), state.get("resource_constraints"))
    said = "resource_limits and resource_constraints are the same; the second is ignored"
    return [] if None in both else [said]


def _target(given: object) -> tuple[QualityTarget, list[str]]:
    for name in WANTED:
        if given == name:
            return name, []
    said = f"quality_target must be one of {', '.join(WANTED)}, got {shown(given)}; it is standard"
    return "standard", [] if given is None else [said]


def _summarised(state: State, context: Context, text: str, room: int) -> tuple[str | None, Update]:
    prompt = [SystemMessage(prompts.SUMMARIZER), HumanMessage(text)]
    given = helped(state, context, "summarizer", prompt)
    if given is None:
        return None, {}
    summary = given.text
    if summary is not None and (tokens := tokens_of(summary)) > room:
        said = f"the summary has {tokens} tokens, {room} are allowed; the rules decide"
        summary, given = None, given.of_no_use(said)
    return summary, noted(state, "prepare_context", given)


def _classified_by_model(state: State, context: Context) -> tuple[Classified | None, Update]:
    prompt = [SystemMessage(prompts.CLASSIFIER), HumanMessage(state["question"])]
    given = helped(state, context, "classifier", prompt)
    if given is None:
        return None, {}
    found = None if given.text is None else read_classification(given.text)
    if found is None:
        given = given.of_no_use("the classifier's reply cannot be read; the rules decide")
    return found, noted(state, "classify_request", given)


def _dropped(kept: Compressed) -> dict[str, Any]:
    return {"tokens": kept.tokens, "dropped": kept.dropped, "by": "rules"}
