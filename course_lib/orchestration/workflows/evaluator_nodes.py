"""`Context` and the nodes of `evaluator`, in the order in which data meets them."""

from dataclasses import dataclass
from typing import Annotated

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from .evaluator_policy import after_evaluation, best
from .evaluator_state import MAX_ROUNDS, Entry, Evaluated, Finished, Round, State, Status, Written
from .steps import heard, noted, text_of

GENERATOR = "You write a short technical explanation."
EVALUATOR = """\
You score a text on correctness, completeness, concreteness, tone and risky claims.
Answer with one JSON object and nothing else:
{"score": 0.0 to 1.0, "critical_issues": ["..."], "feedback": "...", "needs_person": false}
Set needs_person if the text decides on security or payment."""
REVISER = "You revise a text so that every point of the feedback is resolved."


class Evaluation(BaseModel):
    """What the evaluator answers."""

    model_config = ConfigDict(strict=True)

    score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    critical_issues: list[str] = []
    feedback: str
    needs_person: bool = False


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        generator: Writes the first draft.
        evaluator: Scores every draft; another model than the generator has other blind spots.
        reviser: Works the feedback in; may be the generator.
        clock: Measures the models' time; left out, nothing is measured.
    """

    generator: ChatModel
    evaluator: ChatModel
    reviser: ChatModel
    clock: Clock | None = None


def prepare_task(state: Entry) -> State:
    """Checks what entered and sets every field to its start."""
    text, about_text = text_of(state.get("input"), "input")
    most, about_most = checked(state.get("max_rounds"), MAX_ROUNDS)
    return {
        "input": text,
        "max_rounds": int(most),
        "rounds": 0,
        "draft": None,
        "history": [],
        "errors": noted("prepare_task", *state.get("problems", []), about_text, about_most),
        "final_output": None,
    }


def generate(state: State, runtime: Runtime[Context]) -> Written:
    """Asks for the first draft."""
    context = runtime.context
    said = heard(context.generator, GENERATOR, state["input"], clock=context.clock)
    if said.problem:
        return {"errors": [*state["errors"], *noted("generate", said.problem)]}
    return {"draft": said.text}


def evaluate(state: State, runtime: Runtime[Context]) -> Evaluated:
    """Asks for a score; what cannot be read as one is none."""
    context = runtime.context
    about = f"Task:\n{state['input']}\n\nText:\n{state['draft']}"
    said = heard(context.evaluator, EVALUATOR, about, clock=context.clock)
    if said.problem:
        return {"errors": [*state["errors"], *noted("evaluate", said.problem)]}
    try:
        read = read_json(said.text, Evaluation)
    except UnreadableReply as error:
        problem = f"the evaluation is invalid: {error}"
        return {"errors": [*state["errors"], *noted("evaluate", problem)]}
    scored: Round = {
        "draft": state["draft"] or "",
        "score": read.score,
        "critical_issues": read.critical_issues,
        "feedback": read.feedback,
        "needs_person": read.needs_person,
    }
    return {"history": [*state["history"], scored]}


def revise(state: State, runtime: Runtime[Context]) -> Written:
    """Asks for a draft that resolves the feedback. A fault is no revision."""
    context, last = runtime.context, state["history"][-1]
    points = "\n".join([last["feedback"], *last["critical_issues"]])
    about = f"Task:\n{state['input']}\n\nText:\n{last['draft']}\n\nFeedback:\n{points}"
    said = heard(context.reviser, REVISER, about, clock=context.clock)
    if said.problem:
        return {"errors": [*state["errors"], *noted("revise", said.problem)]}
    return {"draft": said.text, "rounds": state["rounds"] + 1}


def finalize(state: State) -> Finished:
    """Ends with the best draft, and with why no further one was made."""
    endings: dict[str, Status] = {"passed": "passed", "converged": "converged"}
    return _finished(state, endings.get(after_evaluation(state), "spent"))


def escalate(state: State) -> Finished:
    """Ends with the best draft, for a person to decide."""
    reasons = {
        "risky_topic": "the evaluator asks for a person",
        "new_issue": "the revision brought a new critical issue",
    }
    reason = reasons.get(after_evaluation(state))
    return _finished(state, "escalated", *noted("escalate", reason))


def handle_failure(state: State) -> Finished:
    """Ends without a draft."""
    return _finished(state, "failed")


def _finished(state: State, status: Status, *problems: str) -> Finished:
    kept = best(state["history"])
    return {
        "final_output": {
            "status": status,
            "text": state["draft"] if kept is None else kept["draft"],
            "scores": [each["score"] for each in state["history"]],
            "rounds": state["rounds"],
            "errors": [*state["errors"], *problems],
        }
    }
