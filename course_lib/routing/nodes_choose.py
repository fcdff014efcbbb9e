"""The nodes before anything is answered: checked, shortened, classified, estimated, chosen."""

from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.messages.utils import count_tokens_approximately
from langgraph.runtime import Runtime

from ..foundations.clock import SystemClock
from ..foundations.errors import shown
from ..foundations.tasks import is_blank, normalized
from . import prompts
from .accounting import charged, checked_limits, remaining
from .attempts import helped, may_help, spent, traced
from .classification import Classified, classify, read_classification
from .compression import Compressed, compressed, turns_of
from .context import Context, allowed
from .estimation import Estimate, cheapest_acceptable, estimate, fallback_order, judged
from .state import WANTED, Entry, QualityTarget, State, Update
from .texts import because

CONTEXT_TOKENS = 600


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
    most = min(CONTEXT_TOKENS, state["resource_budget"]["tokens"] // 2)
    whole = compressed(state["context"], state["question"], max_tokens=10**9)
    if not state["context"] or whole.tokens <= most:
        return {"routing_trace": traced(state, "context", tokens=whole.tokens, dropped=0)}
    summary, update = _summarised(state, runtime.context, whole.text)
    if summary is not None:
        dropped = {
            "tokens": count_tokens_approximately([HumanMessage(summary)]),
            "by": "summarizer",
        }
        return {
            **update,
            "compressed_context": summary,
            "routing_trace": traced(state, "context", **dropped),
        }
    kept = compressed(state["context"], state["question"], max_tokens=most)
    return {
        **update,
        "compressed_context": kept.text,
        "degradation_reason": None if kept.useful else because("context", state["question"]),
        "routing_trace": traced(state, "context", **_dropped(kept)),
    }


def classify_request(state: State, runtime: Runtime[Context]) -> Update:
    """Says what kind of request it is: by a model where there is one, else by rules."""
    by_rule = classify(state["question"], threshold=runtime.context.threshold)
    by_model, update = _classified_by_model(state, runtime.context)
    # What the rules call risky stays risky, whatever a model says.
    found = by_model or by_rule
    risky = "high" in (by_rule.risk, found.risk)
    return {
        **update,
        "classification": found.classification if found.rules else None,
        "complexity_score": found.complexity,
        "freshness_required": found.freshness,
        "high_risk": risky,
        "wanted_tool": found.tool,
        "routing_trace": traced(
            state,
            "classification",
            classification=found.classification,
            complexity=found.complexity,
            freshness=found.freshness,
            high_risk=risky,
            rules=list(found.rules),
            by="model" if by_model else "rules",
        ),
    }


def estimate_resource_needs(state: State, runtime: Runtime[Context]) -> Update:
    """Estimates every path of the catalogue, and says of each why it will not do."""
    return {
        "candidate_paths": judged_paths(state, runtime.context, WANTED[state["quality_target"]]),
        "routing_trace": traced(state, "budget", **state["resource_budget"]),
    }


def select_execution_path(state: State, runtime: Runtime[Context]) -> Update:
    """Chooses the cheapest path that will do, and what comes after it if it fails."""
    context = runtime.context
    clock = context.clock or SystemClock()
    cooling = context.health.cooling(clock.now()) if context.health else frozenset()
    candidates = state["candidate_paths"]
    if state["classification"] == "unsupported":
        candidates = []
    chosen = cheapest_acceptable(candidates, cooling=cooling, tried=state["tried"])
    chain = fallbacks(state, context, chosen["path"] if chosen else None)
    if chosen is None and (state["upgrades"] or needs_lookup(state)):
        # An upgrade that cannot be had leaves the answer as it is; and where nothing was looked
        # up, whoever is asked could only invent.
        chain = []
    return {
        "selected_path": chosen or (state["selected_path"] if state["upgrades"] else None),
        "selected_model": chosen["model"] if chosen else state["selected_model"],
        "model_tier": chosen["tier"] if chosen else state["model_tier"],
        "selected_tools": list(chosen["tools"]) if chosen else [],
        "fallback_chain": chain,
        "failure": None,
        "routing_trace": traced(
            state,
            "selection",
            path=chosen["path"] if chosen else None,
            fallbacks=chain,
            why_not={each["path"]: each["why_not"] for each in candidates if each["why_not"]},
        ),
    }


def needs_lookup(state: State) -> bool:
    """Whether an answer has to rest on something that was looked up."""
    return state["freshness_required"] or state["classification"] == "tool_required"


def judged_paths(
    state: State, context: Context, wanted: float, *, prompt_tokens: int | None = None
) -> list[Estimate]:
    """Every path's estimate, judged against what is left and what is wanted."""
    tokens = prompt_tokens or count_tokens_approximately(prompts.of_request(state))
    return [
        judged(
            estimate(
                path,
                classification=state["classification"],
                prompt_tokens=tokens,
                looked_up=bool(state["search_results"]),
            ),
            budget=state["resource_budget"],
            wanted_quality=wanted,
            allowed_tiers=state["resource_limits"]["allowed_tiers"],
            capabilities=state["allowed_capabilities"],
            available=context.answering,
            lookups=context.lookups,
            classification=state["classification"],
            wanted_tool=state["wanted_tool"],
            high_risk=state["high_risk"],
        )
        for path in context.catalogue.paths
    ]


def fallbacks(state: State, context: Context, chosen: str | None) -> list[str]:
    """Paths that may answer instead, in order; less quality will do, but nothing else is waived."""
    if "fallback" not in state["allowed_capabilities"] or state["classification"] == "unsupported":
        return []
    usable = {each["path"] for each in judged_paths(state, context, 0.0) if each["acceptable"]}
    tried = [*state["tried"], *([chosen] if chosen else [])]
    order = fallback_order(chosen, context.catalogue, tried=tried)
    return [name for name in order if name in usable]


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


def _summarised(state: State, context: Context, text: str) -> tuple[str | None, Update]:
    prompt = [SystemMessage(prompts.SUMMARIZER), HumanMessage(text)]
    unused = context.summarizer is None or "summarizer" not in state["allowed_capabilities"]
    if context.summarizer is None or unused or not may_help(state, prompt):
        return None, {}
    summary, problem, usage = helped(state, context, context.summarizer, prompt)
    errors = [*state["errors"], f"prepare_context: {problem}"] if problem else state["errors"]
    return summary, {**spent(state, usage), "errors": errors}


def _classified_by_model(state: State, context: Context) -> tuple[Classified | None, Update]:
    prompt = [SystemMessage(prompts.CLASSIFIER), HumanMessage(state["question"])]
    if context.classifier is None or not may_help(state, prompt):
        return None, {}
    said, problem, usage = helped(state, context, context.classifier, prompt)
    found = read_classification(said) if said else None
    if found is None and problem is None:
        problem = "the classifier's reply cannot be read; the rules decide"
    errors = [*state["errors"], f"classify_request: {problem}"] if problem else state["errors"]
    return found, {**spent(state, usage), "errors": errors}


def _dropped(kept: Compressed) -> dict[str, Any]:
    return {"tokens": kept.tokens, "dropped": kept.dropped, "by": "rules"}
