"""Question 1: a script that gets past a guard which compares calls as they are written."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import ToolMessage
from langchain_core.tools import StructuredTool

from ...foundations.errors import ScriptError, ScriptExhausted, shown
from ...foundations.script import read_replies
from ...foundations.scripted import ScriptedChatModel
from ...orchestration import agent_loop
from ...orchestration.history import MAX_STEPS
from ...orchestration.tool_calls import Sameness
from ..question import NotAttempted, NotYet, Question, code, counted

AS_WRITTEN = Sameness(normalise=False)
"""The guard of the question: it compares the arguments as the model wrote them."""

NORMALISED = Sameness()
"""The loop's own guard."""

_FORECAST = '''\
def forecast(city: str, days: float = 1) -> str:
    """The weather in a city, so many days ahead."""
    return f"{city}: clear in {days:g} days"
'''
_TASK = f"""\
An agent has one tool:

```python
{_FORECAST}```

Its guard compares calls as they are written: `Context(sameness=Sameness(normalise=False))`. Write
`script`, the replies of a model that gets past it: one reply calls `forecast`, a later one calls it
again for the very same thing, and the last is text.

- With that guard the tool must run exactly twice, with equal arguments, and the turn end `normal`.
- With the loop's own guard, `Sameness()`, it must run once, and the second call end the turn as
  `duplicate_tool_call`.

The turn may take {MAX_STEPS} decisions. Replies are written as in this chapter's
scripts: text, or mappings with `tool_calls`.
"""
_WORKED = """\
first = {"name": "forecast", "args": {"city": "Oslo"}}
again = {"name": "forecast", "args": {"city": "Oslo", "days": 1}}
script = [{"tool_calls": [first]}, {"tool_calls": [again]}, "Oslo stays clear."]
"""
_HINTS = (
    """The guard sees the arguments before the tool's schema does. What does the schema do with them
that makes two different texts the same call?""",
    """`days` has a default, and it is a `float`. So there is more than one way to ask for one day
ahead.""",
    """Leave `days` out in the first reply and give it in the second; or write `1` in one and `1.0`
in the other. End the script with a text.""",
)
_RESTATE = (
    "The order of the arguments and a call's id do not count. Which arguments does the tool "
    "receive if one is left out, or if a number is written in another way?"
)


class _Turn(NamedTuple):
    """What one turn of the learner's script came to.

    Attributes:
        status: Why it ended.
        steps: After how many decisions.
        runs: The arguments with which the tool ran.
        refused: What was told instead of a result, where the tool did not answer.
    """

    status: str
    steps: int
    runs: Sequence[Mapping[str, Any]]
    refused: Sequence[str]


def _forecast(city: str, days: float = 1) -> str:
    """The weather in a city, so many days ahead."""
    return f"{city}: clear in {days:g} days"


forecast = StructuredTool.from_function(_forecast, name="forecast")


def dodging_script() -> Question:
    """Asks for a script that restates a call."""
    return Question(
        title="Get past the guard",
        task=_TASK,
        grade=_grade,
        praise=(
            "Compared as they are written, your two calls differ, and the tool did the same thing "
            "twice. Once the schema has filled in defaults and types they are one call, and the "
            "loop's own guard stopped the second."
        ),
        hints=_HINTS,
        answer="script",
        worked=_WORKED,
        why=(
            "Both calls reach the tool as `city='Oslo', days=1`, but only one of them says so. "
            "A guard has to compare what would be done, not how it was asked for."
        ),
    )


def _grade(script: Any) -> None:
    _read(script)
    _check_as_written(_played(script, AS_WRITTEN, "the guard that compares calls as written"))
    _check_normalised(_played(script, NORMALISED, "the loop's own guard"))


def _read(script: Any) -> None:
    """Makes sure that the answer is a script that a model can follow."""
    if not isinstance(script, list | tuple):
        raise NotYet(f"`script` must be a list of replies, got {code(shown(script))}.")
    if any(reply is ... for reply in script):
        raise NotAttempted
    try:
        read_replies(script)
    except ScriptError as error:
        raise NotYet(f"Your script cannot be followed: {code(str(error), 200)}.") from error


def _played(script: Sequence[Any], sameness: Sameness, guard: str) -> _Turn:
    """One turn of the chapter's loop in which the learner's script decides."""
    runs: list[Mapping[str, Any]] = []

    def noted(**arguments: Any) -> str:
        runs.append(arguments)
        return _forecast(**arguments)

    tool = forecast.model_copy(update={"func": noted})
    model = ScriptedChatModel(script, name="model")
    context = agent_loop.Context(model=model, tools=[tool], sameness=sameness)
    try:
        final = agent_loop.run({"input": "Is it clear in Oslo tomorrow?"}, context)
    except ScriptExhausted as error:
        raise NotYet(
            f"With {guard}, the model was asked for decision {error.call}, and your `script` had "
            "no reply left that fits. Its last reply must be a text without calls, which ends the "
            "turn."
        ) from error
    except ScriptError as error:
        raise NotYet(f"Your script cannot be followed: {code(str(error), 200)}.") from error
    output: Any = final["final_output"]
    refused = [
        message.text
        for message in final["messages"]
        if isinstance(message, ToolMessage) and message.status == "error"
    ]
    return _Turn(output["status"], output["steps"], runs, refused)


def _check_as_written(turn: _Turn) -> None:
    """What has to come of the script under the guard that can be dodged."""
    if turn.status == "duplicate_tool_call":
        raise NotYet(
            f"Even the guard that compares calls as they are written stopped decision "
            f"{turn.steps} of your `script`: it has seen the same text before. {_RESTATE}"
        )
    if turn.status == "normal" and turn.refused:
        raise NotYet(
            f"A call of your `script` was not executed; its response was "
            f"{code(turn.refused[0], 200)}. Both calls must reach the tool."
        )
    if turn.status != "normal":
        raise NotYet(
            f"The turn ended in `{turn.status}` at decision {turn.steps}, not in `normal`. Let "
            "your `script` call twice and then answer in text."
        )
    if len(turn.runs) != 2:
        raise NotYet(
            f"`forecast` ran {counted(len(turn.runs), 'time')} where calls are compared as "
            "written; your `script` must make it run twice."
        )
    first, second = turn.runs
    if _effect(first) != _effect(second):
        raise NotYet(
            f"`forecast` ran with {_told(first)}, then with {_told(second)}: that is not the same "
            "thing twice. The second call must say the same in another way."
        )


def _check_normalised(turn: _Turn) -> None:
    """What has to come of it under the loop's own guard."""
    if turn.status == "duplicate_tool_call" and not turn.runs:
        raise NotYet(
            "With the loop's own guard nothing ran: your `script` makes both calls in one reply, "
            "and a reply with a repeated call is skipped as a whole. Make the second call in a "
            "later reply."
        )
    if (turn.status, len(turn.runs)) != ("duplicate_tool_call", 1):
        raise NotYet(
            f"With the loop's own guard, your `script` ended in `{turn.status}` after "
            f"{counted(len(turn.runs), 'run')} of `forecast`; it must end in "
            "`duplicate_tool_call` after one."
        )


def _effect(arguments: Mapping[str, Any]) -> tuple[str, float]:
    """What the tool does with its arguments: a city is the same in either spelling."""
    return unicodedata.normalize("NFC", arguments["city"]), arguments["days"]


def _told(arguments: Mapping[str, Any]) -> str:
    return code(f"city={shown(arguments['city'])}, days={arguments['days']:g}")
