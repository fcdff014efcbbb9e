"""`Context` and the nodes of `chaining`, in the order in which data meets them."""

from dataclasses import dataclass

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply
from ...foundations.replies import read_json
from .chaining_state import (
    MAX_ATTEMPTS,
    MAX_LANGUAGES,
    Checked,
    Entry,
    Finished,
    State,
    Status,
    Translated,
    Written,
)
from .steps import heard, noted, text_of, texts_of

WRITER = "You write marketing copy: two sentences at most, no claims beyond the brief."
GATE = """\
You check the tone of marketing copy: friendly, factual, no pressure.
Answer with one JSON object and nothing else: {"passes": true, "reason": "one sentence"}"""
TRANSLATOR = "You translate marketing copy. Answer with the translation and nothing else."


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


def prepare_task(state: Entry) -> State:
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
