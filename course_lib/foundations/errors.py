"""Everything that this course raises on purpose, as one family.

    CourseError
    ├── ModelFault          a model did not answer: .kind, .model, .detail
    ├── ScriptError         a script and its use do not fit together
    │   ├── ScriptExhausted     asked once too often: .model, .call, .length
    │   └── ScriptUnused        replies were left over: .model, .numbers
    ├── ScenarioError       a scenario file or a script's text is wrong: .file, .line
    ├── UnreadableReply     a model spoke, but not in the asked form: .raw
    └── TenantAccessDenied  somebody asked for what is another tenant's: .principal

An expected ending (a spent budget, a critic who is not convinced) is a value in a run's result
and never stands here: an exception means that somebody must act. Only `ModelFault` may be worth
another try, so every other member also has a base class that LangGraph's `RetryPolicy` regards
as permanent (`RuntimeError` or `ValueError`).
"""

from typing import Any, Literal, TypeAlias, get_args

from .redaction import redacted

FaultKind: TypeAlias = Literal[
    "timeout", "rate_limit", "unavailable", "content_filter", "malformed"
]
FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
_PLAIN = (str, int, float, list, tuple, dict, type(None))


class CourseError(Exception):
    """The root of the family. Every member can be pickled: it may come from another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by calling the class again: its keywords are not among the args.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class ModelFault(CourseError):
    """A model did not give a reply that can be used.

    Attributes:
        kind: One of the five named faults, `FAULT_KINDS`.
        model: The name of the model that failed.
        detail: What is known of the cause, without the provider's own words (they can hold
            keys); the original exception is the `__cause__`.
    """

    def __init__(self, kind: FaultKind, *, model: str = "model", detail: str = "") -> None:
        self.kind: FaultKind = kind
        self.model = model
        self.detail = detail
        super().__init__(f"{model}: {kind}" + (f" ({detail})" if detail else ""))


class ScriptError(CourseError, RuntimeError):
    """A script and the way it is used do not fit together."""


class ScriptExhausted(ScriptError):
    """A scripted model was asked, and no unused reply fits.

    Attributes:
        model: The scripted model's name.
        call: The number of the call that found no reply, from 1.
        length: How many replies the script has.
    """

    def __init__(self, model: str, *, call: int, length: int, waiting: int = 0) -> None:
        self.model = model
        self.call = call
        self.length = length
        why = f", and the `when` of the {waiting} unused does not fit" if waiting else ""
        replies = "1 reply" if length == 1 else f"{length} replies"
        super().__init__(f"{model}: call {call} found no reply; the script has {replies}{why}")


class ScriptUnused(ScriptError, AssertionError):
    """A scripted model was not asked for every reply of its script.

    Attributes:
        model: The scripted model's name.
        numbers: The unused replies' places in the script, from 1.
    """

    def __init__(self, model: str, *, numbers: tuple[int, ...], length: int) -> None:
        self.model = model
        self.numbers = numbers
        places = ", ".join(map(str, numbers))
        super().__init__(f"{model}: of {length} scripted replies, never used: {places}")


class ScenarioError(CourseError, ValueError):
    """A scenario file, or a script's text, is wrong.

    Attributes:
        file: The file's path, or what stands in for it (such as "critic's script").
        line: The line, from 1.
        problem: What is wrong and what is allowed, without the place.
    """

    def __init__(self, problem: str, *, file: str, line: int) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        super().__init__(f"{file}, line {line}: {problem}")


class UnreadableReply(CourseError, ValueError):
    """A reply's text does not hold what was asked for, or holds it twice and differently.

    Attributes:
        raw: The text as it was given.
    """

    def __init__(self, problem: str, *, raw: str) -> None:
        self.raw = raw
        super().__init__(problem)


class TenantAccessDenied(CourseError, RuntimeError):
    """Somebody asked for what belongs to another tenant.

    Attributes:
        principal: The authenticated tenant that asked.
    """

    def __init__(self, principal: str, *, asked: str) -> None:
        self.principal = principal
        super().__init__(f"tenant {principal!r} does not own {asked}")


def shown(value: object, longest: int = 40) -> str:
    """A value as an error's sentence shows it: one line, cut where long, no address, no secret."""
    try:
        text = repr(redacted(value)) if isinstance(value, _PLAIN) else type(value).__name__
    except ValueError:  # Python prints no integer of more than 4,300 digits.
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= longest else text[: longest - 3] + "..."
