"""`Context`: everything that the room depends on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..foundations.asking import ChatModel, check_models
from ..foundations.calculator import Result, evaluate
from ..foundations.clock import Clock
from ..foundations.knowledge import Knowledge

Calculator: TypeAlias = Callable[[str], Result]
"""Runs a straight-line program."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        model: Decomposes, proposes branches and writes the answer.
        knowledge: Where evidence is looked up.
        calculator: Runs programs; the course's bounded calculator if left out.
        clock: Measures; the system's clock if left out.
    """

    model: ChatModel
    knowledge: Knowledge
    calculator: Calculator = evaluate
    clock: Clock | None = None

    def __post_init__(self) -> None:
        check_models(model=self.model)
        if not callable(getattr(self.knowledge, "search", None)):
            given = type(self.knowledge).__name__
            raise TypeError(f"knowledge must have a method search(query, limit), got {given}")
