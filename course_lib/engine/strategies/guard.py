"""A strategy behind a check: what it says is read before the engine acts on it.

A strategy is anybody's code. It gets copies, so that it cannot change the run that it works in,
and what it returns is refused with its name where the engine could do nothing with it.
"""

import copy
from dataclasses import dataclass
from typing import Any

from ...foundations.errors import shown
from ...foundations.languages import Words
from ..records import TaskProfile
from ..state import State
from .strategy import Step, Strategy

_METHODS = ("fits", "reason", "next_step")


class Misfit(TypeError):
    """A strategy that the engine cannot work with.

    Attributes:
        place: Which of its attributes or methods: "fits".
        wanted: What that must be or return: "a number from 0 to 1".
        found: What it is or returned.
    """

    def __init__(self, strategy: str, place: str, wanted: str, found: object) -> None:
        self.place, self.wanted, self.found = place, wanted, found
        must = "must return" if place in _METHODS else "must be"
        super().__init__(f"{strategy}: {place} {must} {wanted}, got {shown(found)}")


@dataclass(frozen=True)
class Guarded:
    """A strategy that says what another one says, or raises `Misfit`.

    Attributes:
        strategy: The other one.
        name: Its name, read once.
        uses_tools: Whether it runs tools, read once.
    """

    strategy: Strategy
    name: str
    uses_tools: bool

    def fits(self, profile: TaskProfile) -> float:
        """A number from 0 to 1."""
        found: Any = self.strategy.fits(copy.deepcopy(profile))
        if not isinstance(found, int | float) or not 0 <= found <= 1:
            raise self._misfit("fits", "a number from 0 to 1", found)
        return found

    def reason(self, profile: TaskProfile) -> Words:
        """A sentence in English and Korean."""
        found: Any = self.strategy.reason(copy.deepcopy(profile))
        if not _is_words(found):
            raise self._misfit("reason", _WORDS, found)
        return Words(*found)

    def next_step(self, state: State) -> Step | None:
        """A step that the engine can take, or None."""
        found: Any = self.strategy.next_step(copy.deepcopy(state))
        if found is not None:
            self._check_step(found)
        step: Step | None = found
        return step

    def _check_step(self, found: object) -> None:
        if not isinstance(found, Step):
            raise self._misfit("next_step", "an `engine.Step` or None", found)
        for field in ("name", "ask"):
            value = getattr(found, field)
            if not isinstance(value, str) or not value.strip():
                raise self._misfit("next_step", f"a `Step` whose `{field}` is text", value)
        if not _is_words(found.did):
            raise self._misfit("next_step", f"a `Step` whose `did` is {_WORDS}", found.did)

    def _misfit(self, place: str, wanted: str, found: object) -> Misfit:
        return Misfit(f"strategy {shown(self.name)}", place, wanted, found)


_WORDS = '`engine.Words("English", "Korean")`'


def guarded(strategy: Strategy) -> Guarded:
    """A strategy behind its check.

    Raises:
        Misfit: If it has no name that is text, does not say whether it uses tools, or lacks a
            method; so it is with a class of which no object was made.
    """
    if isinstance(strategy, Guarded):
        return strategy
    if isinstance(strategy, type):
        wanted = f"an object, such as `{strategy.__name__}()`"
        raise Misfit("strategies", "each of them", wanted, strategy)
    name, uses_tools = (getattr(strategy, each, None) for each in ("name", "uses_tools"))
    who = f"strategy {shown(name if isinstance(name, str) else strategy)}"
    if not isinstance(name, str) or not name.strip():
        raise Misfit(who, "name", "text", name)
    if not isinstance(uses_tools, bool):
        raise Misfit(who, "uses_tools", "True or False", uses_tools)
    for each in _METHODS:
        if not callable(getattr(strategy, each, None)):
            raise TypeError(f"{who}: it has no method {each}")
    return Guarded(strategy, name, uses_tools)


def _is_words(found: object) -> bool:
    return isinstance(found, Words) and all(isinstance(text, str) for text in found)
