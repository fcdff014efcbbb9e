"""The shapes of `chaining`: what enters, what each node writes, what comes out."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from ...foundations.budget import Limit

Status: TypeAlias = Literal["ok", "partial", "rejected", "failed"]

MAX_ATTEMPTS = Limit(
    name="max_attempts",
    used="attempts",
    default=3,
    minimum=1,
    maximum=10,
    about="copies that may be written",
)
LIMITS = (MAX_ATTEMPTS,)
ROLES = ("writer", "gate", "translator")
MAX_LANGUAGES = 5


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The brief.
        languages: Into what to translate; English when left out.
        max_attempts: How many copies may be written, 1 to 10, 3 when left out.
    """

    input: str
    languages: list[str] | None
    max_attempts: int | None


class Entry(Task, total=False):
    """What `prepare_task` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a translation is missing), "rejected" (no copy passed the gate)
            or "failed".
        copy_text: The last copy, or None.
        translations: By language.
        attempts: How many copies were written.
        errors: What went wrong, in sentences.
    """

    status: Status
    copy_text: str | None
    translations: dict[str, str]
    attempts: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    languages: list[str]
    max_attempts: int
    attempts: int
    copy_text: str | None
    passes: bool | None
    reason: str | None
    translations: dict[str, str]
    errors: list[str]
    final_output: FinalOutput | None


class Written(TypedDict, total=False):
    """What `write_copy` writes; a new copy awaits its verdict."""

    attempts: int
    copy_text: str | None
    passes: None
    errors: list[str]


class Checked(TypedDict, total=False):
    """What `check_tone` writes."""

    passes: bool
    reason: str
    errors: list[str]


class Translated(TypedDict):
    """What `translate` writes."""

    translations: dict[str, str]
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput
