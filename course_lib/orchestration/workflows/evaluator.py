"""Evaluator-optimizer: a generator writes, an evaluator scores, a reviser works the feedback in.

The evaluator's numbers are compared with fixed thresholds by code. The loop ends when the draft is
good enough, when a round no longer gains anything, when the rounds are used up, or when a person
must decide: a topic that asks for one, or a revision that brings a new critical issue. The best
draft is kept, whatever came after it.

    prepare_task ──ready──> generate ──written──> evaluate ──passed, converged, spent──> finalize
         │                     │           ┌────────┘ ▲  │
         │ bad_task            │ no_draft  │          │  └──risky_topic, new_issue,
         ▼                     ▼           │  revised │             no_verdict──> escalate
      handle_failure <─────────┘           ▼          │                             ▲
                            needs_revision: revise ───┴──────────no_draft───────────┘

Source: requirement "Layer 12", section 3.2, pattern 5, sections 3.15 and 9.7 (when to stop);
Anthropic, "Building effective agents" (2024), "Evaluator-optimizer".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import Limit, checked
from ...foundations.clock import Clock, VirtualClock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered
from .steps import final_state, heard, noted, text_of

Status: TypeAlias = Literal["passed", "converged", "spent", "escalated", "failed"]

MAX_ROUNDS = Limit(
    name="max_rounds", used="rounds", default=2, maximum=5, about="revisions that may be made"
)
LIMITS = (MAX_ROUNDS,)
ROLES = ("generator", "evaluator", "reviser")
RECURSION_LIMIT = 2 * int(MAX_ROUNDS.maximum) + 5

GOOD_ENOUGH = 0.85
LEAST_GAIN = 0.02

GENERATOR = "You write a short technical explanation."
EVALUATOR = """\
You score a text on correctness, completeness, concreteness, tone and risky claims.
Answer with one JSON object and nothing else:
{"score": 0.0 to 1.0, "critical_issues": ["..."], "feedback": "...", "needs_person": false}
Set needs_person if the text decides on security or payment."""
REVISER = "You revise a text so that every point of the feedback is resolved."


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: What to write.
        max_rounds: How many revisions may be made, 0 to 5, 2 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    max_rounds: int | None
    problems: list[str]


class Round(TypedDict):
    """A draft and what the evaluator said of it."""

    draft: str
    score: float
    critical_issues: list[str]
    feedback: str
    needs_person: bool


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "passed", "converged" (a round gained nothing), "spent", "escalated" (a person
            must decide) or "failed".
        text: The draft with fewest critical issues, of these the one with the best score; an
            unscored one only where nothing was scored; or None.
        scores: The score of every draft, in order.
        rounds: How many revisions were made.
        errors: What went wrong, in sentences.
    """

    status: Status
    text: str | None
    scores: list[float]
    rounds: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    max_rounds: int
    rounds: int
    draft: str | None
    history: list[Round]
    errors: list[str]
    final_output: FinalOutput | None


class Written(TypedDict, total=False):
    """What `generate` and `revise` write; after a fault only the errors change."""

    rounds: int
    draft: str
    errors: list[str]


class Evaluated(TypedDict, total=False):
    """What `evaluate` writes; without a verdict only the errors change."""

    history: list[Round]
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


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


def prepare_task(state: Task) -> State:
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


def best(history: list[Round]) -> Round | None:
    """The draft with fewest critical issues, then the best score; of equal ones the first."""
    return max(
        history, key=lambda each: (-len(each["critical_issues"]), each["score"]), default=None
    )


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


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is anything to write."""
    return "ready" if state["input"] else "bad_task"


def after_generation(state: State) -> Literal["written", "no_draft"]:
    """Whether there is a draft to score."""
    return "no_draft" if state["draft"] is None else "written"


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


def after_revision(state: State) -> Literal["revised", "no_draft"]:
    """Whether there is a new draft to score."""
    return "revised" if state["rounds"] == len(state["history"]) else "no_draft"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_evaluator`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the loop to one of its endings; bad input does not raise, it ends in "failed".

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return cast(State, final_state(graph, entered(task, Task), context, thread_id=thread_id))


def context_from(scenario: Scenario) -> Context:
    """A context in which the scenario's scripts speak, on a clock that they move."""
    clock = VirtualClock()
    return Context(**scenario.models(ROLES, clock=clock), clock=clock)


def _compiled(checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("prepare_task", prepare_task)
    graph.add_node("generate", generate)
    graph.add_node("evaluate", evaluate)
    graph.add_node("revise", revise)
    graph.add_node("finalize", finalize)
    graph.add_node("escalate", escalate)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "generate", "bad_task": "handle_failure"}
    )
    graph.add_conditional_edges(
        "generate", after_generation, {"written": "evaluate", "no_draft": "handle_failure"}
    )
    graph.add_conditional_edges(
        "evaluate",
        after_evaluation,
        {
            "passed": "finalize",
            "converged": "finalize",
            "spent": "finalize",
            "needs_revision": "revise",
            "risky_topic": "escalate",
            "new_issue": "escalate",
            "no_verdict": "escalate",
        },
    )
    graph.add_conditional_edges(
        "revise", after_revision, {"revised": "evaluate", "no_draft": "escalate"}
    )
    graph.add_edge("finalize", END)
    graph.add_edge("escalate", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_evaluator", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
