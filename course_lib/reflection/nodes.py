"""`Context` and the seven nodes, in the order in which data meets them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import BaseMessage
from langgraph.runtime import Runtime

from ..foundations.asking import ChatModel, ask, check_models, is_scripted, name_of
from ..foundations.budget import checked
from ..foundations.clock import Clock
from ..foundations.errors import ModelFault, shown
from ..foundations.redaction import redacted
from ..foundations.replies import python_block, python_tree
from ..foundations.tasks import is_blank, normalized
from . import prompts
from .checks import static_checks
from .policy import earlier_rounds, read_verdict, repeats, requirements_of
from .safety import unsafe_parts
from .state import (
    MAX_ITERATIONS,
    Attempt,
    Critiqued,
    Drafted,
    Entry,
    FinalOutput,
    Finished,
    Prepared,
    State,
    Status,
)


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run of this room depends on.

    Attributes:
        producer: The chat model that writes and revises the code.
        critic: The chat model that reviews it; the same model may play both.
        clock: Where `runs.record` reads a run's times; left out, a run has none.
    """

    producer: ChatModel
    critic: ChatModel
    clock: Clock | None = None

    def __post_init__(self) -> None:
        check_models(producer=self.producer, critic=self.critic)


def prepare_task(state: Entry, runtime: Runtime[Context]) -> Prepared:
    """Checks what entered and sets every field to its start."""
    text: Any = state.get("input")
    blank = is_blank(text)
    requirements, about_requirements = _requirements(state.get("requirements"))
    maximum, about_maximum = checked(state.get("max_iterations"), MAX_ITERATIONS)
    metadata, about_metadata = _metadata(state.get("metadata"), runtime.context, int(maximum))
    found = [
        *state.get("problems", []),
        f"input must be text that says what to write, got {shown(text)}" if blank else None,
        about_requirements,
        about_maximum,
        about_metadata,
    ]
    return {
        "requirements": requirements or ([] if blank else requirements_of(text)),
        "current_draft": None,
        "critique": None,
        "critique_status": None,
        "iteration": 0,
        "max_iterations": int(maximum),
        "revision_history": [],
        "errors": [f"prepare_task: {problem}" for problem in found if problem],
        "status": None,
        "final_output": None,
        "metadata": metadata,
        "raw_critic_output": None,
        "static_check_results": None,
    }


def generate_initial_draft(state: State, runtime: Runtime[Context]) -> Drafted:
    """Asks the producer for the first draft."""
    prompt = prompts.draft_prompt(state["input"], state["requirements"])
    return _draft("generate_initial_draft", prompt, state, runtime.context)


def critique_draft(state: State, runtime: Runtime[Context]) -> Critiqued:
    """Asks the critic about the current draft, and reads the draft's syntax tree beside it."""
    history, draft = state["revision_history"], _drafted(state)
    tree = python_tree(draft)
    checks = static_checks(tree, state["requirements"])
    errors: list[str] = []
    if checks["safe"] == "fail":
        errors.append(f"the draft is unsafe: it uses {', '.join(unsafe_parts(tree))}")
    prompt = prompts.critique_prompt(
        state["input"],
        state["requirements"],
        draft,
        state["critique"] or "",
        earlier_rounds(history[:-1]),
    )
    try:
        reply = ask(runtime.context.critic, prompt, clock=runtime.context.clock)
    except ModelFault as fault:
        return {
            "static_check_results": checks,
            "errors": _add(state, "critique_draft", [*errors, str(fault)]),
        }
    verdict = read_verdict(reply.text)
    if verdict.problem:
        errors.append(f"the critic's reply is invalid: {verdict.problem}")
    if verdict.status == "accepted":
        failed = [name for name, result in checks.items() if result == "fail" and name != "safe"]
        errors += [f"the critic accepted, but the check {name!r} fails" for name in failed]
    reviewed: Attempt = {
        **history[-1],
        "critique": verdict.critique,
        "critique_status": verdict.status,
    }
    return {
        "critique": verdict.critique,
        "critique_status": verdict.status,
        "raw_critic_output": reply.text,
        "static_check_results": checks,
        "revision_history": [*history[:-1], reviewed],
        "errors": _add(state, "critique_draft", errors),
    }


def refine_draft(state: State, runtime: Runtime[Context]) -> Drafted:
    """Asks the producer for a draft that resolves the critique."""
    prompt = prompts.revision_prompt(
        state["input"],
        state["requirements"],
        _drafted(state),
        state["critique"] or "",
        earlier_rounds(state["revision_history"]),
    )
    return _draft("refine_draft", prompt, state, runtime.context)


def finalize(state: State) -> Finished:
    """Ends with the accepted draft."""
    return _finished(state, "ok", state["errors"])


def mark_needs_review(state: State) -> Finished:
    """Ends with the last usable draft and its critique, for a person to look at."""
    spent = (
        state["critique_status"] == "needs_revision"
        and state["iteration"] >= state["max_iterations"]
    )
    errors = ["max_iterations reached before acceptance"] if spent else []
    return _finished(state, "needs_review", [*state["errors"], *errors])


def handle_failure(state: State) -> Finished:
    """Ends without a draft."""
    return _finished(state, "failed", state["errors"])


def _draft(node: str, prompt: Sequence[BaseMessage], state: State, context: Context) -> Drafted:
    """One attempt of the producer. A fault is no attempt; a reply without code is one."""
    try:
        reply = ask(context.producer, prompt, clock=context.clock)
    except ModelFault as fault:
        return {"errors": _add(state, node, [str(fault)])}
    code = python_block(reply.text)
    draft = reply.text if code is None else code
    attempt: Attempt = {
        "iteration": state["iteration"] + 1,
        "draft": draft,
        "critique": None,
        "critique_status": None,
        "unchanged": repeats(draft, state["revision_history"]),
    }
    update: Drafted = {
        "iteration": attempt["iteration"],
        "revision_history": [*state["revision_history"], attempt],
    }
    if code is None:
        problem = f"the producer's reply holds no usable Python: {shown(draft, 60)}"
        return {**update, "errors": _add(state, node, [problem])}
    return {**update, "current_draft": code, "critique_status": None}


def _requirements(given: object) -> tuple[list[str], str | None]:
    if given is None or given == []:
        return [], None
    if not isinstance(given, list) or any(is_blank(entry) for entry in given):
        problem = f"requirements must be a list of texts, got {shown(given)}"
        return [], f"{problem}; they are derived from the input instead"
    return [normalized(entry) for entry in given], None


def _metadata(
    given: object, context: Context, max_iterations: int
) -> tuple[dict[str, Any], str | None]:
    models = {"producer": context.producer, "critic": context.critic}
    own = {
        "models": {role: name_of(model) for role, model in models.items()},
        "scripted": [role for role in models if is_scripted(models[role])],
        "prompt_version": prompts.PROMPT_VERSION,
        "settings": {"max_iterations": max_iterations},
    }
    kept = redacted(given) if isinstance(given, dict) else {}
    refused = given is not None and not isinstance(given, dict)
    problem = f"metadata must be a mapping, got {shown(given)}; it is ignored" if refused else None
    return {"trace_id": None, **kept, **own}, problem


def _drafted(state: State) -> str:
    """The draft; the edges lead to a review or a revision only where there is one."""
    return cast(str, state["current_draft"])


def _add(state: State, node: str, problems: list[str]) -> list[str]:
    return [*state["errors"], *(f"{node}: {problem}" for problem in problems)]


def _finished(state: State, status: Status, errors: list[str]) -> Finished:
    output: FinalOutput = {
        "status": status,
        "accepted": status == "ok",
        "iterations": state["iteration"],
        "final_code": state["current_draft"],
        "final_critique": state["critique"],
        "errors": errors,
        "review_metadata": {
            "critique_status": state["critique_status"],
            "critique_of": max(
                (entry["iteration"] for entry in state["revision_history"] if entry["critique"]),
                default=None,
            ),
            "static_check_results": state["static_check_results"],
            "unchanged_attempts": [
                attempt["iteration"]
                for attempt in state["revision_history"]
                if attempt["unchanged"]
            ],
        },
    }
    return {"status": status, "errors": errors, "final_output": output}
