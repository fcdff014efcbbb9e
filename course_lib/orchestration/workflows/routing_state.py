"""The shapes of `routing`: what enters, what each node writes, what comes out."""

from typing import Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from ...foundations.budget import Limit

Handler: TypeAlias = Literal["weather", "news", "both"]
HANDLERS: tuple[Handler, ...] = get_args(Handler)
Status: TypeAlias = Literal["ok", "partial", "refused", "failed"]

MAX_DECISIONS = Limit(
    name="max_decisions",
    used="decisions",
    default=2,
    minimum=1,
    maximum=5,
    about="times that the router may be asked",
)
LIMITS = (MAX_DECISIONS,)
ROLES = ("router",)


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The request.
        city: Whose weather is read, where a handler reads it.
        topic: On what the news is read, where a handler reads it.
        default_handler: Takes over when the router names none; left out, the request is refused.
        max_decisions: How often the router may be asked, 1 to 5, 2 when left out.
    """

    input: str
    city: str
    topic: str
    default_handler: str | None
    max_decisions: int | None


class Entry(Task, total=False):
    """What `prepare_task` reads: the task, and what was wrong with it."""

    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "partial" (a tool of the handler failed), "refused" (no permitted handler
            was named) or "failed".
        handler: The handler that ran, or None.
        by_default: Whether it ran although the router did not name it.
        text: The answer, or None.
        tool_calls: How many tools were called.
        policy_decisions: How often the router was heard.
        errors: What went wrong, in sentences.
    """

    status: Status
    handler: Handler | None
    by_default: bool
    text: str | None
    tool_calls: int
    policy_decisions: int
    errors: list[str]


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    city: str
    topic: str
    default_handler: Handler | None
    max_decisions: int
    decisions: int
    handler: Handler | None
    by_default: bool
    answers: list[str]
    tool_calls: int
    errors: list[str]
    final_output: FinalOutput | None


class Classified(TypedDict, total=False):
    """What `classify` writes; without a permitted handler, only the count and an error."""

    decisions: int
    handler: Handler
    by_default: bool
    errors: list[str]


class Handled(TypedDict):
    """What the handlers write."""

    answers: list[str]
    tool_calls: int
    errors: list[str]


class Finished(TypedDict):
    """What the endings write."""

    final_output: FinalOutput
