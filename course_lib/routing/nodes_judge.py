"""The nodes after an answer: judged, perhaps done better, recorded, handed over."""

from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from ..foundations.redaction import redacted
from . import prompts, texts
from .attempts import helped, may_help, spent, traced
from .catalogue import Catalogue
from .context import Context
from .estimation import cheapest_acceptable
from .feedback import RoutingFeedback, routing_feedback
from .grading import Graded, read_critique, rule_score, weighed
from .nodes_choose import judged_paths
from .outcome import best_answer, selected_path_of, status_of
from .state import WANTED, FinalOutput, State, Update

UNJUDGED: Graded = {"score": None, "by": "none", "problems": [], "suggestion": None}


def critique_response(state: State, runtime: Runtime[Context]) -> Update:
    """Judges the last answer: by a critic where no rule can, and where one may be asked."""
    if state["model_response"] is None:
        return {"critique": UNJUDGED, "quality_score": None, "failure": None}
    if state["answers"][-1]["score"] is not None:
        # A better path failed; the answer that stands was judged before.
        return {"failure": None}
    graded, update = _by_critic(state, runtime.context)
    graded = graded or _by_rule(state, runtime.context.catalogue)
    *earlier, last = state["answers"]
    return {
        **update,
        "critique": graded,
        "quality_score": graded["score"],
        "failure": None,
        "answers": [*earlier, {**last, "score": graded["score"]}],
        "routing_trace": traced(
            state, "critique", by=graded["by"], score=graded["score"], problems=graded["problems"]
        ),
    }


def maybe_upgrade_or_retry(state: State, runtime: Runtime[Context]) -> Update:
    """Tries a better path once, if the answer is not good enough and the budget allows one."""
    better = _better_path(state, runtime.context)
    if better is not None:
        return {
            "upgrades": state["upgrades"] + 1,
            "upgrading": True,
            "routing_trace": traced(state, "upgrade", to=better),
        }
    best = best_answer(state)
    return {
        "upgrading": False,
        "model_response": best["text"] if best else None,
        "quality_score": best["score"] if best else None,
    }


def record_resource_observation(state: State, runtime: Runtime[Context]) -> Update:
    """Writes down what the route cost, how good it was, and whether it was right."""
    return _observed(state, runtime.context)


def finalize(state: State, runtime: Runtime[Context]) -> Update:
    """What the user gets; a run that comes straight from the selection is recorded here."""
    recorded = bool(state["routing_trace"]) and state["routing_trace"][-1]["event"] == "observation"
    update: Update = {} if recorded or not state["question"] else _observed(state, runtime.context)
    status = status_of(state, runtime.context)
    best, asking = best_answer(state), status == "needs_clarification"
    feedback = update.get("routing_feedback", state["routing_feedback"])
    output: FinalOutput = {
        "status": status,
        "answer": best["text"] if best and not asking else texts.answer(status, state),
        "classification": state["classification"],
        "selected_path": selected_path_of(state, runtime.context.catalogue),
        "resource_usage": state["resource_usage"],
        "fallback_used": state["fallback_used"],
        "degraded": status == "degraded",
        "quality_score": state["quality_score"],
        "routing_feedback": feedback,
        "errors": state["errors"],
    }
    trace = update.get("routing_trace", state["routing_trace"])
    return {**update, "routing_trace": redacted(trace), "final_output": output}


def _by_critic(state: State, context: Context) -> tuple[Graded | None, Update]:
    wanted = state["classification"] != "simple" and "critic" in state["allowed_capabilities"]
    prompt = [SystemMessage(prompts.CRITIC), HumanMessage(prompts.to_judge(state))]
    if context.critic is None or not wanted or not may_help(state, prompt):
        return None, {}
    said, problem, usage = helped(state, context, context.critic, prompt)
    graded = read_critique(said) if said else None
    if graded is None:
        problem = problem or "the critique cannot be read"
    errors = [*state["errors"], f"critique_response: {problem}"] if problem else state["errors"]
    # No praise makes up for a flaw that shows; a critique that failed leaves no score.
    judged = weighed(graded, _by_rule(state, context.catalogue)) if graded else UNJUDGED
    return judged, {**spent(state, usage), "errors": errors}


def _by_rule(state: State, catalogue: Catalogue) -> Graded:
    answer = state["answers"][-1]
    path, found = catalogue.path(answer["path"]), state["search_results"]
    return rule_score(
        answer["text"],
        question=state["question"],
        classification=state["classification"],
        expected_quality=catalogue.quality(path, state["classification"]),
        search_results=[*found, *state["context"]] if found else [],
    )


def _better_path(state: State, context: Context) -> str | None:
    """A path that promises more than the best answer has, and that the budget allows."""
    best, wanted = best_answer(state), WANTED[state["quality_target"]]
    may = "upgrade" in state["allowed_capabilities"] and state["upgrades"] < 1
    if not may or best is None or best["score"] is None or best["score"] >= wanted:
        return None
    candidates = judged_paths(state, context, wanted)
    chosen = cheapest_acceptable(candidates, tried=state["tried"])
    return chosen["path"] if chosen else None


def _observed(state: State, context: Context) -> Update:
    feedback = _feedback(state)
    best = best_answer(state)
    return {
        "routing_feedback": feedback,
        "routing_trace": traced(
            state,
            "observation",
            question=state["question"],
            classification=state["classification"],
            complexity=state["complexity_score"],
            path=best["path"] if best else None,
            tier=context.catalogue.path(best["path"]).tier if best else None,
            quality=best["score"] if best else None,
            usage=state["resource_usage"],
            feedback=feedback,
        ),
    }


def _feedback(state: State) -> RoutingFeedback:
    best = best_answer(state)
    return routing_feedback(
        question=state["question"],
        classification=state["classification"],
        candidates=state["candidate_paths"],
        answered_by=best["path"] if best else None,
        score=best["score"] if best else None,
        wanted=WANTED[state["quality_target"]],
        search_allowed="search" in state["allowed_capabilities"],
        fallback_used=state["fallback_used"],
        tried=state["tried"],
    )
