"""What decides in `evaluator` whether a draft is good enough: no model does."""

from typing import Literal, TypeAlias

from .evaluator_state import Round, State

GOOD_ENOUGH = 0.85
LEAST_GAIN = 0.02


def best(history: list[Round]) -> Round | None:
    """The draft with fewest critical issues, then the best score; of equal ones the first."""
    return max(
        history, key=lambda each: (-len(each["critical_issues"]), each["score"]), default=None
    )


Decision: TypeAlias = Literal[
    "no_verdict", "risky_topic", "new_issue", "passed", "spent", "converged", "needs_revision"
]


def after_evaluation(state: State) -> Decision:
    """What the scores, the thresholds and the limit decide together."""
    history = state["history"]
    if len(history) <= state["rounds"]:
        return "no_verdict"
    last, before = history[-1], history[-2:-1]
    if last["needs_person"]:
        return "risky_topic"
    if before and set(last["critical_issues"]) - set(before[0]["critical_issues"]):
        return "new_issue"
    if last["score"] >= GOOD_ENOUGH and not last["critical_issues"]:
        return "passed"
    if before and round(last["score"] - before[0]["score"], 9) < LEAST_GAIN:
        return "converged"
    return "needs_revision" if state["rounds"] < state["max_rounds"] else "spent"
