"""A learner's strategy behind the room's protocol: checked before the room sees what it says."""

import copy
from dataclasses import dataclass
from typing import Any

from ...engine import DEFAULT, State, Step
from ...engine.records import TaskProfile
from ...foundations.errors import shown
from ...foundations.languages import Words
from ..question import NotAttempted, NotYet, call, code

_FIELDS = ("name", "uses_tools")
_METHODS = ("fits", "reason", "next_step")


@dataclass(frozen=True)
class Watched:
    """A strategy that says what the learner's says, or raises `NotYet`.

    It gets copies, so that it cannot change the run that it works in.
    """

    theirs: Any
    name: str
    uses_tools: bool

    def fits(self, profile: TaskProfile) -> float:
        """A number from 0 to 1."""
        found = self._says("fits", profile)
        if not isinstance(found, int | float) or not 0 <= found <= 1:
            raise NotYet(
                f"`EstimateTwice.fits` must return a number from 0 to 1, got {code(shown(found))}."
            )
        return found

    def reason(self, profile: TaskProfile) -> Words:
        """A sentence in English and Korean."""
        found = self._says("reason", profile)
        _check_words(found, "`EstimateTwice.reason` must return")
        if any(brace in text for text in found for brace in "{}"):
            raise NotYet(
                "`EstimateTwice.reason` has braces in it, which stand for something to be filled "
                f"in; leave them out of {code(shown(tuple(found)))}."
            )
        return Words(*found)

    def next_step(self, state: State) -> Step | None:
        """A step or None; the same whenever it is asked about the same state."""
        first, second = (_step(self._says("next_step", state)) for _ in range(2))
        if first != second:
            raise NotYet(
                "Asked twice about the same state, `EstimateTwice.next_step` said "
                f"{_called(first)}, then {_called(second)}. Work it out from `state`, and keep "
                "nothing on `self`."
            )
        return first

    def _says(self, method: str, about: Any) -> Any:
        function = _attribute(self.theirs, method)
        about, name = copy.deepcopy(about), f"EstimateTwice.{method}"
        where = "for a profile" if method != "next_step" else "for a state"
        return call(function, about, name=name, where=where)


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


def _step(found: object) -> Step | None:
    """What the learner's strategy wants to do next, if the room can do it."""
    if found is None:
        return None
    what = "`EstimateTwice.next_step` must return"
    if not isinstance(found, Step):
        raise NotYet(f"{what} an `engine.Step` or None, got {code(shown(found))}.")
    for field in ("name", "ask"):
        value = getattr(found, field)
        if not isinstance(value, str) or not value.strip():
            raise NotYet(f"{what} a `Step` whose `{field}` is text, got {code(shown(value))}.")
    _check_words(found.did, f"{what} a `Step` whose `did` is")
    return found


def _check_words(found: object, what: str) -> None:
    if not isinstance(found, Words) or not all(isinstance(each, str) for each in found):
        raise NotYet(f'{what} `engine.Words("English", "Korean")`, got {code(shown(found))}.')


def _called(step: Step | None) -> str:
    return "None" if step is None else code(step.name)


def _told(error: Exception) -> str:
    return code(": ".join(filter(None, [type(error).__name__, str(error)])))
