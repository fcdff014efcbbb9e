"""The nodes after an answer: judged, perhaps done better, recorded, handed over."""

from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.runtime import Runtime

from . import prompts
from .attempts import traced
from .candidates import as_selected, judged_paths, would_be_affordable
from .catalogue import Catalogue
from .context import Context
from .estimation import cheapest_acceptable
from .feedback import RoutingFeedback, routing_feedback
from .grading import Graded, read_critique, rule_score, weighed
from .helpers import helped, noted
from .outcome import best_answer, cause_of, happened, reason_of, selected_path_of, status_of
from .state import WANTED, Answer, FinalOutput, State, Update
from .texts import ending

UNJUDGED: Graded = {"score": None, "by": "none", "problems": [], "suggestion": None}


def critique_response(state: State, runtime: Runtime[Context]) -> Update:
    """Judges the last answer: by a critic where no rule can, and where one may be asked."""
    if state["model_response"] is None:
        return {"critique": UNJUDGED, "quality_score": None, "failure": None}
    if state["answers"][-1]["score"] is not None:
        # A better path failed; the answer that stands was judged before.
        return {"failure": None}
    graded, update = _judged(state, runtime.context)
    *earlier, last = state["answers"]
    return {
        **update,
        "critique": graded,
        "quality_score": graded["score"],
        "failure": None,
        "answers": [*earlier, {**last, "score": graded["score"], "critique": graded}],
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
    return {"upgrading": False, **(_served(state, best) if best else {})}


def record_resource_observation(state: State, runtime: Runtime[Context]) -> Update:
    """Writes down what the route cost, how good it was, and whether it was right."""
    return _observed(state, runtime.context)


def finalize(state: State, runtime: Runtime[Context]) -> Update:
    """What the user gets; a run that comes straight from the selection is recorded here."""
    recorded = bool(state["routing_trace"]) and state["routing_trace"][-1]["event"] == "observation"
    update: Update = {} if recorded or not state["question"] else _observed(state, runtime.context)
    status, cause = status_of(state, runtime.context), cause_of(state, runtime.context)
    best, asking = best_answer(state), status == "needs_clarification"
    feedback = update.get("routing_feedback", state["routing_feedback"])
    output: FinalOutput = {
        "status": status,
        "answer": best["text"] if best and not asking else ending(status, cause, state["question"]),
        "classification": state["classification"],
        "selected_path": selected_path_of(state, runtime.context.catalogue),
        "resource_usage": state["resource_usage"],
        "fallback_used": state["fallback_used"],
        "degraded": status == "degraded",
        "quality_score": state["quality_score"],
        "routing_feedback": feedback,
        "errors": state["errors"],
    }
    return {**update, "final_output": output}


def _judged(state: State, context: Context) -> tuple[Graded, Update]:
    """What is wrong with the last answer: as a critic says, and as the rules see."""
    by_rule = _by_rule(state, context.catalogue)
    prompt = [SystemMessage(prompts.CRITIC), HumanMessage(prompts.to_judge(state))]
    simple = state["classification"] == "simple"
    given = None if simple else helped(state, context, "critic", prompt)
    if given is None:
        return by_rule, {}
    critique = None if given.text is None else read_critique(given.text)
    if critique is not None:
        return weighed(critique, by_rule), noted(state, "critique_response", given)
    # A critique that failed leaves no score, but a flaw that shows stays one.
    given = given.of_no_use("the critique cannot be read")
    judged = by_rule if by_rule["problems"] else UNJUDGED
    return judged, noted(state, "critique_response", given)


def _by_rule(state: State, catalogue: Catalogue) -> Graded:
    answer = state["answers"][-1]
    path, found = catalogue.path(answer["path"]), state["search_results"]
    return rule_score(
        answer["text"],
        question=state["question"],
        classification=state["classification"],
        expected_quality=path.quality_for(state["classification"]),
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


def _served(state: State, best: Answer) -> Update:
    """The best answer, and what belongs to it, as those that count."""
    paths = (each for each in state["candidate_paths"] if each["path"] == best["path"])
    return {
        **as_selected(next(paths)),
        "model_response": best["text"],
        "quality_score": best["score"],
        "critique": best["critique"],
    }


def _observed(state: State, context: Context) -> Update:
    feedback = _feedback(state, context)
    best = best_answer(state)
    reason = state["degradation_reason"]
    if reason is None and status_of(state, context) == "degraded":
        reason = reason_of(state, context)
    return {
        "routing_feedback": feedback,
        "degradation_reason": reason,
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
            degradation_reason=reason,
            feedback=feedback,
        ),
    }


def _feedback(state: State, context: Context) -> RoutingFeedback:
    best = best_answer(state)
    started = happened(state, "lookup") or happened(state, "attempt")
    return routing_feedback(
        question=state["question"],
        classification=state["classification"],
        candidates=state["candidate_paths"],
        answered_by=best["path"] if best else None,
        score=best["score"] if best else None,
        wanted=WANTED[state["quality_target"]],
        tried=state["tried"],
        failed=bool(happened(state, "failure")),
        stood_in=best is not None and best["where"] == "run_fallback_path",
        upgraded=best is not None and best is not state["answers"][0],
        search_allowed="search" in state["allowed_capabilities"],
        looked_up=bool(state["search_results"]),
        unaffordable=not started and would_be_affordable(state, context),
    )
