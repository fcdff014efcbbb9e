"""Prompt chaining: each step's result is the next one's input, and a gate stands in between.

A writer makes a copy, a gate checks its tone, a translator translates it. What does not pass the
gate goes back to the writer with the reason, a bounded number of times.

    prepare_task ──ready──> write_copy ──written──> check_tone ──passed──> translate ──> finalize
         │                   │      ▲                │   │                     │            ▲
         │ bad_task          │      └────off_tone────┘   └──spent──> reject    └────────────┘
         ▼                   │ no_copy                   │
      handle_failure <───────┴───────────no_verdict──────┘

Source: requirement "Layer 12", section 3.2, pattern 1; Anthropic, "Building effective agents"
(2024), "Prompt chaining".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import Limit, checked
from ...foundations.clock import Clock, VirtualClock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered
from .steps import final_state, heard, noted, text_of, texts_of

Status: TypeAlias = Literal["ok", "partial", "rejected", "failed"]

MAX_ATTEMPTS = Limit(
    name="max_attempts",
    used="attempts",
    default=3,
    minimum=1,
    maximum=10,
    about="copies that may be written",
)
LIMITS = (MAX_ATTEMPTS,)
ROLES = ("writer", "gate", "translator")
MAX_LANGUAGES = 5
RECURSION_LIMIT = 2 * int(MAX_ATTEMPTS.maximum) + 4

WRITER = "You write marketing copy: two sentences at most, no claims beyond the brief."
GATE = """\
You check the tone of marketing copy: friendly, factual, no pressure.
Answer with one JSON object and nothing else: {"passes": true, "reason": "one sentence"}"""
TRANSLATOR = "You translate marketing copy. Answer with the translation and nothing else."


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The brief.
        languages: Into what to translate; English when left out.
        max_attempts: How many copies may be written, 1 to 10, 3 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    languages: list[str] | None
    max_attempts: int | None
    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a translation is missing), "rejected" (no copy passed the gate)
            or "failed".
        copy_text: The last copy, or None.
        translations: By language.
        attempts: How many copies were written.
        errors: What went wrong, in sentences.
    """

    status: Status
    copy_text: str | None
    translations: dict[str, str]
    attempts: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    languages: list[str]
    max_attempts: int
    attempts: int
    copy_text: str | None
    passes: bool | None
    reason: str | None
    translations: dict[str, str]
    errors: list[str]
    final_output: FinalOutput | None


class Written(TypedDict, total=False):
    """What `write_copy` writes; a new copy awaits its verdict."""

    attempts: int
    copy_text: str | None
    passes: None
    errors: list[str]


class Checked(TypedDict, total=False):
    """What `check_tone` writes."""

    passes: bool
    reason: str
    errors: list[str]


class Translated(TypedDict):
    """What `translate` writes."""

    translations: dict[str, str]
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput


class Verdict(BaseModel):
    """What the gate answers."""

    model_config = ConfigDict(strict=True)

    passes: bool
    reason: str


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        writer: Writes the copy.
        gate: Checks its tone.
        translator: Translates it.
        clock: Measures the models' time; left out, nothing is measured.
    """

    writer: ChatModel
    gate: ChatModel
    translator: ChatModel
    clock: Clock | None = None


def prepare_task(state: Task) -> State:
    """Checks what entered and sets every field to its start."""
    text, about_text = text_of(state.get("input"), "input")
    given = state.get("languages")
    languages, about_languages = texts_of(
        ["English"] if given is None else given, "languages", most=MAX_LANGUAGES
    )
    most, about_most = checked(state.get("max_attempts"), MAX_ATTEMPTS)
    found = [*state.get("problems", []), about_text, about_languages, about_most]
    return {
        "input": text,
        "languages": languages,
        "max_attempts": int(most),
        "attempts": 0,
        "copy_text": None,
        "passes": None,
        "reason": None,
        "translations": {},
        "errors": noted("prepare_task", *found),
        "final_output": None,
    }


def write_copy(state: State, runtime: Runtime[Context]) -> Written:
    """Asks the writer for a copy; after a refusal, for a better one. A fault is no attempt."""
    about = f"Brief:\n{state['input']}"
    if state["copy_text"] is not None:
        about += f"\n\nYour last copy:\n{state['copy_text']}\n\nSent back:\n{state['reason']}"
    copy = heard(runtime.context.writer, WRITER, about, clock=runtime.context.clock)
    if copy.problem:
        return {"errors": [*state["errors"], *noted("write_copy", copy.problem)]}
    return {"attempts": state["attempts"] + 1, "copy_text": copy.text, "passes": None}


def check_tone(state: State, runtime: Runtime[Context]) -> Checked:
    """Asks the gate. What cannot be read as a verdict is none: `passes` stays empty."""
    about = f"Copy:\n{state['copy_text']}"
    reply = heard(runtime.context.gate, GATE, about, clock=runtime.context.clock)
    if reply.problem:
        return {"errors": [*state["errors"], *noted("check_tone", reply.problem)]}
    try:
        verdict = read_json(reply.text, Verdict)
    except UnreadableReply as error:
        problem = f"the gate's reply is invalid: {error}"
        return {"errors": [*state["errors"], *noted("check_tone", problem)]}
    return {"passes": verdict.passes, "reason": verdict.reason}


def translate(state: State, runtime: Runtime[Context]) -> Translated:
    """Asks for one translation after another; one that fails does not take the others along."""
    translations: dict[str, str] = {}
    problems: list[str] = []
    for language in state["languages"]:
        about = f"Into {language}:\n{state['copy_text']}"
        said = heard(runtime.context.translator, TRANSLATOR, about, clock=runtime.context.clock)
        if said.problem:
            problems.append(f"{language}: {said.problem}")
        else:
            translations[language] = said.text
    errors = [*state["errors"], *noted("translate", *problems)]
    return {"translations": translations, "errors": errors}


def finalize(state: State) -> Finished:
    """Ends with what was translated."""
    missing = len(state["languages"]) - len(state["translations"])
    return _finished(state, "partial" if missing else "ok")


def reject(state: State) -> Finished:
    """Ends with a copy that did not pass, for a person to look at."""
    return _finished(state, "rejected", "max_attempts reached before the copy passed the gate")


def handle_failure(state: State) -> Finished:
    """Ends where a step had no result."""
    return _finished(state, "failed")


def _finished(state: State, status: Status, *problems: str) -> Finished:
    return {
        "final_output": {
            "status": status,
            "copy_text": state["copy_text"],
            "translations": state["translations"],
            "attempts": state["attempts"],
            "errors": [*state["errors"], *problems],
        }
    }


def after_prepare(state: State) -> Literal["ready", "bad_task"]:
    """Whether there is a brief, and a language."""
    return "ready" if state["input"] and state["languages"] else "bad_task"


def after_writing(state: State) -> Literal["written", "no_copy"]:
    """Whether there is a new copy: one clears the verdict."""
    written = state["copy_text"] is not None and state["passes"] is None
    return "written" if written else "no_copy"


def after_gate(state: State) -> Literal["passed", "off_tone", "spent", "no_verdict"]:
    """What the gate and the limit decide together."""
    match state["passes"]:
        case None:
            return "no_verdict"
        case True:
            return "passed"
        case False:
            return "off_tone" if state["attempts"] < state["max_attempts"] else "spent"


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_chaining`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Runs the chain to one of its endings; bad input does not raise, it ends in "failed".

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
    graph.add_node("write_copy", write_copy)
    graph.add_node("check_tone", check_tone)
    graph.add_node("translate", translate)
    graph.add_node("finalize", finalize)
    graph.add_node("reject", reject)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_task")
    graph.add_conditional_edges(
        "prepare_task", after_prepare, {"ready": "write_copy", "bad_task": "handle_failure"}
    )
    graph.add_conditional_edges(
        "write_copy", after_writing, {"written": "check_tone", "no_copy": "handle_failure"}
    )
    graph.add_conditional_edges(
        "check_tone",
        after_gate,
        {
            "passed": "translate",
            "off_tone": "write_copy",
            "spent": "reject",
            "no_verdict": "handle_failure",
        },
    )
    graph.add_edge("translate", "finalize")
    graph.add_edge("finalize", END)
    graph.add_edge("reject", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_chaining", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
