"""A question to a learner: its task, a check of what an answer does, hints, and a solution.

A grader runs the answer under scripts and texts that the learner has not seen, and raises `NotYet`
at the first thing that is wrong, the most basic first. What a notebook shows is the same text on
every machine: no address, no id, no traceback.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..foundations.errors import shown

Outcome: TypeAlias = Literal["correct", "not yet", "not attempted yet"]

_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


class NotYet(Exception):
    """An answer is wrong; the message says what happened and what to look at."""


class NotAttempted(Exception):
    """A learner's `...` still stands where the answer should be."""


@dataclass(frozen=True, repr=False)
class Note:
    """Markdown that a notebook renders and that prints as it stands."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Result:
    """What a check found.

    Attributes:
        outcome: "correct", "not yet" or "not attempted yet".
        message: What happened and what to look at.
    """

    outcome: Outcome
    message: str

    @property
    def correct(self) -> bool:
        """Whether the answer is right."""
        return self.outcome == "correct"

    def __repr__(self) -> str:
        return f"{self.outcome.capitalize()}. {self.message}"

    def _repr_markdown_(self) -> str:
        return f"**{self.outcome.capitalize()}.** {self.message}"


_NOT_ATTEMPTED = Result(
    "not attempted yet", "Put your answer where `...` stands, then check again. `hint()` helps."
)


@dataclass(kw_only=True, repr=False, eq=False)
class Question:
    """One question; shown in a notebook, it is its task.

    Attributes:
        title: A few words.
        task: What to do, in Markdown: everything that a right answer must fulfil.
        grade: Takes an answer and returns if it is right; raises `NotYet` or `NotAttempted`.
        praise: What a right answer has shown.
        hints: From a nudge to nearly the answer.
        answer: The name under which the worked solution defines the answer.
        worked: The worked solution: Python that a notebook can run.
        why: What makes the solution right.
    """

    title: str
    task: str
    grade: Callable[[Any], None]
    praise: str
    hints: Sequence[str]
    answer: str
    worked: str
    why: str
    _hinted: int = field(default=0, init=False)

    def check(self, answer: object) -> Result:
        """Grades an answer.

        An answer that is wrong, of another type or raises is told so and never raises from here.
        One that does not return (`while True`) cannot be graded: interrupt the kernel.

        Args:
            answer: The learner's answer; `...` means that there is none yet.
        """
        if answer is ...:
            return _NOT_ATTEMPTED
        try:
            self.grade(answer)
        except NotAttempted:
            return _NOT_ATTEMPTED
        except NotYet as wrong:
            return Result("not yet", str(wrong))
        return Result("correct", self.praise)

    def hint(self) -> Note:
        """The first hint, at the next call the second, and so on."""
        if self._hinted == len(self.hints):
            return Note("There are no more hints. `solution()` shows a worked solution.")
        self._hinted += 1
        place = f"Hint {self._hinted} of {len(self.hints)}"
        return Note(f"**{place}.** {self.hints[self._hinted - 1]}")

    def solution(self) -> Note:
        """A worked solution, and why it is right."""
        return Note(f"```python\n{self.worked.strip()}\n```\n\n{self.why}")

    def __repr__(self) -> str:
        return f"**{self.title}**\n\n{self.task.strip()}"

    def _repr_markdown_(self) -> str:
        return repr(self)


def call(function: object, argument: Any, *, name: str, where: str) -> Any:
    """What a learner's function returns.

    Args:
        function: The learner's answer.
        argument: What it is called with.
        name: What the task calls the function.
        where: A phrase that follows the complaint: "for a reply without JSON".

    Raises:
        NotYet: If it is no function, or raises.
        NotAttempted: If it returns `...`.
    """
    if not callable(function):
        raise NotYet(f"`{name}` must be a function, got {code(shown(function))}.")
    try:
        found = function(argument)
    except Exception as error:
        words = [type(error).__name__, str(error)]
        raise NotYet(f"`{name}` raised {code(': '.join(filter(None, words)))} {where}.") from error
    if found is ...:
        raise NotAttempted
    return found


def choose(
    function: object, argument: Any, allowed: Sequence[str], *, name: str, where: str
) -> str:
    """The word that a learner's function returns, as `call`.

    Raises:
        NotYet: Also if it returns anything but one of the allowed words.
    """
    found = call(function, argument, name=name, where=where)
    if found is None:
        advice = "Does every way through it end in a `return`?"
        raise NotYet(f"`{name}` returned nothing {where}. {advice}")
    if not isinstance(found, str) or found not in allowed:
        words = ", ".join(map(code, allowed))
        raise NotYet(f"`{name}` returned {code(shown(found))} {where}; it may return {words}.")
    return found


def code(text: str, longest: int = 120) -> str:
    """Any text as one line of code inside a Markdown sentence, without addresses."""
    line = " ".join(_ADDRESS.sub("", text).replace("`", "'").split())
    return f"`{line if len(line) <= longest else line[: longest - 3] + '...'}`"


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 round", "3 rounds"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
