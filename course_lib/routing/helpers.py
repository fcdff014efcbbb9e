"""Helpers: models that classify, summarise or judge, asked only where the limits allow it."""

from collections.abc import Sequence
from typing import NamedTuple

from langchain_core.messages import BaseMessage
from langchain_core.messages.utils import count_tokens_approximately

from .accounting import Usage, charged, cost_of
from .attempts import heard, spent
from .context import Context
from .prices import HelperName
from .state import State, Update


class Help(NamedTuple):
    """What came of asking a helper.

    Attributes:
        text: What it said; None if there is nothing that counts.
        problem: What is wrong, in a sentence.
        usage: The usage after it.
    """

    text: str | None
    problem: str | None
    usage: Usage

    def of_no_use(self, problem: str) -> "Help":
        """The same, where what it said cannot be used; a problem that it has stays."""
        return self._replace(problem=self.problem or problem)


def helped(
    state: State, context: Context, name: HelperName, prompt: Sequence[BaseMessage]
) -> Help | None:
    """Asks a helper once; None if there is none, or it may not be asked.

    It may not where it is switched off, or where the prompt's tokens, the price that the catalogue
    expects, money at all or time are no longer within the budget.
    """
    model = context.helpers[name]
    planned = _planned(context, name, prompt)
    off = name not in state["allowed_capabilities"]
    if model is None or off or not _may_ask(state, prompt, planned):
        return None
    said = heard(state, context, model, prompt)
    used = said.reply.usage if said.reply else None
    price = context.catalogue.helper(name)
    usage = charged(
        state["resource_usage"],
        estimated=planned,
        cost=cost_of(price, used.input_tokens, used.output_tokens) if used else 0.0,
        tokens=used.total if used else 0,
        time_ms=said.ms,
    )
    text = said.reply.text if said.reply and not said.kind else None
    return Help(text, said.detail or None, usage)


def noted(state: State, where: str, given: Help) -> Update:
    """What a helper used, and what was wrong."""
    problems = [f"{where}: {given.problem}"] if given.problem else []
    return {**spent(state, given.usage), "errors": [*state["errors"], *problems]}


def _planned(context: Context, name: HelperName, prompt: Sequence[BaseMessage]) -> float:
    price = context.catalogue.helper(name)
    return cost_of(price, count_tokens_approximately(prompt), price.output_tokens)


def _may_ask(state: State, prompt: Sequence[BaseMessage], planned: float) -> bool:
    budget = state["resource_budget"]
    return (
        budget["time_ms"] > 0
        and 0 < budget["cost_usd"] >= planned
        and budget["tokens"] >= count_tokens_approximately(prompt)
    )
