"""A learner's strategy behind the room's own check, which is told in the learner's words."""

from dataclasses import dataclass
from typing import Any

from ...engine import DEFAULT, State, Step
from ...engine.records import TaskProfile
from ...engine.strategies import Guarded, Misfit
from ...foundations.errors import shown
from ...foundations.languages import Words
from ..question import NotAttempted, NotYet, call, code

_FIELDS = ("name", "uses_tools")
_METHODS = ("fits", "reason", "next_step")


@dataclass(frozen=True)
class Watched:
    """A strategy that says what the learner's says, or raises `NotYet`."""

    theirs: Any
    name: str
    uses_tools: bool

    def fits(self, profile: TaskProfile) -> float:
        """A number from 0 to 1."""
        found: float = self._guarded("fits", profile)
        return found

    def reason(self, profile: TaskProfile) -> Words:
        """A sentence in English and Korean."""
        found: Words = self._guarded("reason", profile)
        return found

    def next_step(self, state: State) -> Step | None:
        """A step or None; the same whenever it is asked about the same state."""
        said: list[Step | None] = [self._guarded("next_step", state) for _ in range(2)]
        first, second = said
        if first != second:
            raise NotYet(
                "Asked twice about the same state, `EstimateTwice.next_step` said "
                f"{_called(first)}, then {_called(second)}. Work it out from `state`, and keep "
                "nothing on `self`."
            )
        return first

    def _guarded(self, method: str, about: Any) -> Any:
        guarded = Guarded(_Called(self.theirs), self.name, self.uses_tools)
        try:
            return getattr(guarded, method)(about)
        except Misfit as error:
            raise NotYet(
                f"`EstimateTwice.{error.place}` must return {error.wanted}, got "
                f"{code(shown(error.found))}."
            ) from error


@dataclass(frozen=True)
class _Called:
    """A learner's strategy of which a method that raises is told, not raised."""

    theirs: Any

    def __getattr__(self, method: str) -> Any:
        where = "for a profile" if method != "next_step" else "for a state"
        function = _attribute(self.theirs, method)
        return lambda about: call(function, about, name=f"EstimateTwice.{method}", where=where)


def watched(answer: object) -> Watched:
    """The learner's answer, a class or an object of it, as a strategy of the room.

    Raises:
        NotYet: If it cannot be one.
        NotAttempted: If something in it is still `...`.
    """
    theirs = _made(answer) if isinstance(answer, type) else answer
    if missing := [each for each in (*_FIELDS, *_METHODS) if not _has(theirs, each)]:
        raise NotYet(
            f"`EstimateTwice` has no {code(missing[0])}; it is {code(shown(answer))}. A class on "
            "`exercises.Estimating` has all but `fits` and `next_step`."
        )
    name, uses_tools = (_attribute(theirs, each) for each in _FIELDS)
    if name is ... or uses_tools is ...:
        raise NotAttempted
    if not isinstance(name, str) or not name.strip():
        raise NotYet(f"`EstimateTwice.name` must be a word, got {code(shown(name))}.")
    if name in (taken := [each.name for each in DEFAULT]):
        raise NotYet(f"`EstimateTwice.name` must not be one of {', '.join(map(code, taken))}.")
    if uses_tools is not False:
        raise NotYet(f"`EstimateTwice.uses_tools` must be False, got {code(shown(uses_tools))}.")
    return Watched(theirs, name, uses_tools)


def _made(answer: type) -> object:
    try:
        return answer()
    except Exception as error:
        raise NotYet(f"`EstimateTwice()` raised {_told(error)}.") from error


def _has(answer: object, name: str) -> bool:
    try:
        return hasattr(answer, name)
    except Exception:  # noqa: BLE001  # there is one, and reading it tells what it raises
        return True


def _attribute(answer: object, name: str) -> Any:
    try:
        return getattr(answer, name)
    except Exception as error:
        raise NotYet(f"`EstimateTwice.{name}` raised {_told(error)}.") from error


def _called(step: Step | None) -> str:
    return "None" if step is None else code(step.name)


def _told(error: Exception) -> str:
    return code(": ".join(filter(None, [type(error).__name__, str(error)])))
