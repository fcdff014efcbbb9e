"""One attempt at one path: asked, accounted for and written down, whatever comes of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage
from langchain_core.messages.utils import count_tokens_approximately

from ..foundations.asking import ChatModel, Reply, ask
from ..foundations.clock import SystemClock
from ..foundations.errors import ModelFault
from ..foundations.tasks import is_blank
from .accounting import Usage, charged, cost_of, remaining
from .catalogue import Path
from .context import Context
from .estimation import estimate
from .state import Answer, Failure, State, Update


class Heard(NamedTuple):
    """What came of asking a model.

    Attributes:
        reply: The reply; None if there is none that counts.
        kind: Why there is none.
        detail: The same in a sentence.
        ms: Milliseconds that it took.
    """

    reply: Reply | None
    kind: str
    detail: str
    ms: float


def heard(state: State, context: Context, model: ChatModel, prompt: Sequence[BaseMessage]) -> Heard:
    """Asks a model once; a fault, an empty reply and one after the deadline are no answers."""
    clock = context.clock or SystemClock()
    start = clock.now()
    try:
        reply = ask(model, prompt, clock=clock)
    except ModelFault as fault:
        return Heard(None, fault.kind, str(fault), clock.now() - start)
    ms = clock.now() - start
    if ms > state["resource_budget"]["time_ms"]:
        return Heard(reply, "timeout", "the answer came after the deadline", ms)
    if is_blank(reply.text):
        return Heard(reply, "empty", "the reply is empty", ms)
    return Heard(reply, "", "", ms)


def tried(
    state: State, context: Context, path: Path, prompt: Sequence[BaseMessage], *, where: str
) -> Update:
    """Asks a path's model: an answer or a failure, with usage, budget, trace and health.

    Args:
        state: The state before.
        context: The run's context.
        path: The path; it has a model and the budget allows it.
        prompt: What is asked.
        where: The node that asks.
    """
    model = context.model_of(path)
    if model is None:
        raise LookupError(f"the path {path.name!r} has no model")
    said = heard(state, context, model, prompt)
    usage = _usage_after(state, path, prompt, said)
    failure: Failure | None = None
    if said.kind:
        failure = {"path": path.name, "where": where, "kind": said.kind, "detail": said.detail}
    _remember(context, path, failed=failure is not None)
    text = said.reply.text if said.reply and failure is None else None
    answers: list[Answer] = [{"path": path.name, "text": text, "score": None}] if text else []
    doubt = said.reply.usage_doubt if said.reply else None
    return {
        "tried": [*state["tried"], path.name],
        "failure": failure,
        "answers": [*state["answers"], *answers],
        "model_response": text,
        "errors": [*state["errors"], *_problems(where, path, failure, doubt)],
        **spent(state, usage),
        "routing_trace": traced(
            state,
            "attempt",
            node=where,
            path=path.name,
            model=path.model,
            outcome=said.kind or "answered",
            cost_usd=round(usage["cost_usd"] - state["resource_usage"]["cost_usd"], 9),
            tokens=usage["tokens"] - state["resource_usage"]["tokens"],
            ms=said.ms,
        ),
    }


def helped(
    state: State, context: Context, model: ChatModel, prompt: Sequence[BaseMessage]
) -> tuple[str | None, str | None, Usage]:
    """Asks a helper (classifier, summarizer, critic): its text, or why there is none, and usage.

    Helpers have no price in the catalogue, so only their tokens and time are counted.
    """
    said = heard(state, context, model, prompt)
    tokens = said.reply.usage.total if said.reply else 0
    usage = charged(state["resource_usage"], tokens=tokens, time_ms=said.ms)
    text = said.reply.text if said.reply and not said.kind else None
    return text, said.detail or None, usage


def may_help(state: State, prompt: Sequence[BaseMessage]) -> bool:
    """Whether the budget allows a helper to be asked."""
    budget = state["resource_budget"]
    return budget["time_ms"] > 0 and budget["tokens"] >= count_tokens_approximately(prompt)


def spent(state: State, usage: Usage) -> Update:
    """The usage, and what it leaves."""
    return {
        "resource_usage": usage,
        "resource_budget": remaining(state["resource_limits"], usage),
    }


def traced(state: State, event: str, **facts: Any) -> list[dict[str, Any]]:
    """The trace with one more entry."""
    return [*state["routing_trace"], {"event": event, **facts}]


def _usage_after(state: State, path: Path, prompt: Sequence[BaseMessage], said: Heard) -> Usage:
    planned = estimate(
        path,
        classification=state["classification"],
        prompt_tokens=count_tokens_approximately(prompt),
        looked_up=True,
    )
    used = said.reply.usage if said.reply else None
    return charged(
        state["resource_usage"],
        estimated=planned["estimated_cost_usd"],
        cost=cost_of(path, used.input_tokens, used.output_tokens) if used else 0.0,
        tokens=used.total if used else 0,
        time_ms=said.ms,
    )


def _remember(context: Context, path: Path, *, failed: bool) -> None:
    if context.health is None:
        return
    if failed:
        context.health.failed(path.name, (context.clock or SystemClock()).now())
    else:
        context.health.answered(path.name)


def _problems(where: str, path: Path, failure: Failure | None, doubt: str | None) -> list[str]:
    told = [failure["detail"]] if failure else []
    return [f"{where}: {path.name}: {problem}" for problem in [*told, *([doubt] if doubt else [])]]
