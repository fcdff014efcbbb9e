"""What the steps of every workflow share: one text from a model or a tool."""

from dataclasses import dataclass
from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import BaseTool

from ...foundations.asking import ChatModel, ask, name_of
from ...foundations.clock import Clock, SystemClock
from ...foundations.errors import FaultKind, ModelFault, shown
from ...foundations.redaction import redacted
from ...foundations.tasks import is_blank, normalized


@dataclass(frozen=True)
class Heard:
    """What a model or a tool answered.

    Attributes:
        text: The visible answer; "" if there is none.
        problem: Why there is none, in one sentence; None if there is one.
        tokens: What the model used.
        ms: Milliseconds by the given clock.
        kind: The named fault, if a model's fault is the problem.
    """

    text: str
    problem: str | None = None
    tokens: int = 0
    ms: float = 0
    kind: FaultKind | None = None


def heard(model: ChatModel, instructions: str, about: str, *, clock: Clock | None = None) -> Heard:
    """Asks a model once; a fault and an empty answer are problems, never exceptions.

    Args:
        model: Any chat model.
        instructions: The system message.
        about: The human message.
        clock: What measures the time.

    Raises:
        ScriptError: If a scripted model and its script do not fit together.
    """
    clock = clock or SystemClock()
    start = clock.now()
    try:
        reply = ask(model, [SystemMessage(instructions), HumanMessage(about)], clock=clock)
    except ModelFault as fault:
        return Heard("", str(fault), ms=clock.now() - start, kind=fault.kind)
    problem = f"{name_of(model)}: the reply is empty" if is_blank(reply.text) else None
    return Heard(reply.text, problem, reply.usage.total, reply.latency_ms)


def fetched(tool: BaseTool, /, **arguments: Any) -> Heard:
    """Calls a tool once; whatever it raises is a problem, never an exception."""
    try:
        result = tool.invoke(arguments)
    except Exception as error:  # noqa: BLE001  # whatever a tool raises is its answer
        said = redacted(" ".join(str(error).split()))[:200]
        return Heard("", f"{tool.name}: {type(error).__name__}: {said}")
    return Heard(str(result))


def text_of(given: object, name: str) -> tuple[str, str | None]:
    """A text that somebody gave, normalised; "" and a sentence if it is not one."""
    if is_blank(given):
        return "", f"{name} must be text, got {shown(given)}"
    return normalized(str(given)), None


def texts_of(given: object, name: str, *, most: int) -> tuple[list[str], str | None]:
    """A list of different texts that somebody gave; empty, or cut, with a sentence on it."""
    if not isinstance(given, list) or any(is_blank(entry) for entry in given):
        return [], f"{name} must be a list of texts, got {shown(given)}"
    texts = list(dict.fromkeys(map(normalized, given)))
    if len(texts) > most:
        return texts[:most], f"{name} may have {most} entries, got {len(texts)}; the rest is cut"
    return texts, None


def noted(node: str, *problems: str | None) -> list[str]:
    """Sentences for `errors`, with the node that they come from."""
    return [f"{node}: {problem}" for problem in problems if problem]
