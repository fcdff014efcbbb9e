"""One attempt at one path: asked, accounted for and written down, whatever comes of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage
from langchain_core.messages.utils import count_tokens_approximately

from ..foundations.asking import ChatModel, Reply, ask
from ..foundations.errors import ModelFault
from ..foundations.redaction import redacted
from ..foundations.tasks import is_blank
from .accounting import Usage, charged, cost_of, remaining
from .catalogue import Path
from .context import Context
from .estimation import estimate
from .state import Answer, Failure, State, Update


class Heard(NamedTuple):
    """What came of asking a model.

    Attributes:
        reply: The reply; None if there is none.
        kind: Why it does not count; blank if it does.
        detail: The same in a sentence.
        ms: Milliseconds that it took.
        late: Whether it came after the deadline, which says nothing of the model.
    """

    reply: Reply | None
    kind: str
    detail: str
    ms: float
    late: bool = False


def heard(state: State, context: Context, model: ChatModel, prompt: Sequence[BaseMessage]) -> Heard:
    """Asks a model once; a fault, an empty reply and one after the deadline are no answers."""
    start = context.now()
    try:
        reply = ask(model, prompt, clock=context.clock)
    except ModelFault as fault:
        return Heard(None, fault.kind, str(fault), context.now() - start)
    ms = context.now() - start
    if is_late(state, ms):
        return Heard(reply, "timeout", "the answer came after the deadline", ms, late=True)
    if is_blank(reply.text):
        return Heard(reply, "empty", "the reply is empty", ms)
    return Heard(reply, "", "", ms)


def is_late(state: State, ms: float) -> bool:
    """Whether a call of so many milliseconds has passed the deadline."""
    return ms > state["resource_budget"]["time_ms"]


def attempt(
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
    if not said.late:
        remember(context, path.name, failed=bool(said.kind))
    return {
        "tried": [*state["tried"], path.name],
        **_outcome(state, path, said, where),
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


def failed(state: State, failure: Failure) -> Update:
    """A failure, and the sentence that says so."""
    told = f"{failure['where']}: {failure['path']}: {failure['detail']}"
    return {"failure": failure, "errors": [*state["errors"], told]}


def spent(state: State, usage: Usage) -> Update:
    """The usage, and what it leaves."""
    return {
        "resource_usage": usage,
        "resource_budget": remaining(state["resource_limits"], usage),
    }


def traced(state: State, event: str, **facts: Any) -> list[dict[str, Any]]:
    """The trace with one more entry, in which every secret is masked."""
    return [*state["routing_trace"], redacted({"event": event, **facts})]


def remember(context: Context, name: str, *, failed: bool) -> None:
    """Tells the context's health, if it has one, how a path did."""
    if context.health is None:
        return
    if failed:
        context.health.failed(name, context.now())
    else:
        context.health.answered(name)


def _outcome(state: State, path: Path, said: Heard, where: str) -> Update:
    doubt = said.reply.usage_doubt if said.reply else None
    doubts = [f"{where}: {path.name}: {doubt}"] if doubt else []
    if said.reply is None or said.kind:
        told = failed(
            state, {"path": path.name, "where": where, "kind": said.kind, "detail": said.detail}
        )
        return {"model_response": None, **told, "errors": [*told["errors"], *doubts]}
    text = redacted(said.reply.text)
    answer: Answer = {
        "path": path.name,
        "where": where,
        "text": text,
        "score": None,
        "critique": None,
    }
    return {
        "model_response": text,
        "failure": None,
        "answers": [*state["answers"], answer],
        "errors": [*state["errors"], *doubts],
    }


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
