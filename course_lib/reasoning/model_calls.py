"""One question to the model: within the budget, counted, and said where it came to nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import BaseMessage

from ..foundations.asking import ask
from ..foundations.clock import SystemClock
from ..foundations.errors import ModelFault
from ..foundations.tasks import is_blank
from .context import Context
from .limits import left, spent
from .state import State, Update


@dataclass(frozen=True)
class Asked:
    """What came of asking the model.

    Attributes:
        text: What it said; None if there is nothing that can be used.
        problems: Why, or what of it is not used, in sentences.
        calls: How many calls were made.
    """

    text: str | None = None
    problems: tuple[str, ...] = ()
    calls: int = 0

    def without_text(self, problem: str) -> "Asked":
        """The same call, whose text cannot be used."""
        return replace(self, text=None, problems=(*self.problems, problem))

    def noting(self, problems: Iterable[str]) -> "Asked":
        """The same call, of whose text a part is not used."""
        return replace(self, problems=(*self.problems, *problems))

    def update(self, state: State) -> Update:
        """What it adds to the state."""
        used = spent(state["budget_used"], model_calls=self.calls)
        return {"budget_used": used, "errors": [*state["errors"], *self.problems]}


def asked(
    state: State,
    context: Context,
    where: str,
    prompt: Sequence[BaseMessage],
    instead: str = "rules are used",
) -> Asked:
    """Asks the model once, if the budget allows it.

    Args:
        state: The state before.
        context: The run's context.
        where: The node that asks.
        prompt: What is asked.
        instead: What is done if nothing comes of it.
    """
    if left(state["reasoning_budget"], state["budget_used"], "model_calls") == 0:
        return Asked(problems=(f"{where}: no model call is left; {instead}",))
    try:
        reply = ask(context.model, prompt, clock=context.clock or SystemClock())
    except ModelFault as fault:
        return Asked(problems=(f"{where}: {fault}; {instead}",), calls=1)
    doubts = (f"{where}: {reply.usage_doubt}",) if reply.usage_doubt else ()
    if is_blank(reply.text):
        return Asked(problems=(*doubts, f"{where}: the reply is empty; {instead}"), calls=1)
    return Asked(reply.text, doubts, 1)
