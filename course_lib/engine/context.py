"""`Context`: everything that a run depends on, and which of the strategies it may use."""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.tools import BaseTool

from ..foundations.asking import ChatModel, check_models
from ..foundations.clock import Clock
from ..foundations.errors import shown
from ..foundations.tools import checked
from .strategies import DEFAULT, Strategy, guarded


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        model: The chat model that analyses, takes the steps and drafts.
        tools: LangChain tools that steps may ask for.
        critic: Judges the draft beside the rules; the rules alone if left out.
        strategies: The ways to work on a task, in order of preference; kept behind `guarded`.
        clock: Where `runs.record` reads a run's times; left out, a run has none.
    """

    model: ChatModel
    tools: Sequence[BaseTool] = ()
    critic: ChatModel | None = None
    strategies: Sequence[Strategy] = DEFAULT
    clock: Clock | None = None

    def __post_init__(self) -> None:
        critic = {} if self.critic is None else {"critic": self.critic}
        check_models(model=self.model, **critic)
        checked(self.tools)
        given: object = self.strategies
        if not isinstance(given, Sequence) or isinstance(given, str):
            raise TypeError(f"strategies must be a list of strategies, got {shown(given)}")
        object.__setattr__(self, "strategies", tuple(map(guarded, given)))
        names = [strategy.name for strategy in self.strategies]
        if twice := [name for name in names if names.count(name) > 1]:
            raise ValueError(f"two strategies are called {twice[0]!r}")

    def tool(self, name: str) -> BaseTool:
        """The tool of this name.

        Raises:
            KeyError: If there is none.
        """
        return {tool.name: tool for tool in self.tools}[name]

    def strategy(self, name: str | None) -> Strategy:
        """The strategy of this name.

        Raises:
            KeyError: If there is none.
        """
        return {strategy.name: strategy for strategy in self.strategies}[name or ""]
