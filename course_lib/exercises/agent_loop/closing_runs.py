"""The turns in which question 2 grades a loop, the plainest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from ...foundations.script import ReplyLike

ANSWER = "That is all I found."


@dataclass(frozen=True, kw_only=True)
class Case:
    """A turn that the learner has not seen.

    Attributes:
        words: What happens in it.
        script: The model's decisions; an answer without calls is always `ANSWER`.
        max_steps: The cap.
        decisions: How many of them the turn has to take.
        runs: How often tools have to run, those that raise among them.
        look: What to look at where it goes otherwise.
        earlier: The messages of an earlier turn.
    """

    words: str
    script: Sequence[ReplyLike]
    max_steps: int
    decisions: int
    runs: int
    look: str
    earlier: Sequence[AnyMessage] = ()


def _weather(city: str) -> dict[str, Any]:
    return {"name": "get_weather", "args": {"city": city}}


def _news(topic: str) -> dict[str, Any]:
    return {"name": "get_news", "args": {"topic": topic}}


def _calling(*calls: dict[str, Any], text: str = "") -> ReplyLike:
    return {"reply": text, "tool_calls": list(calls)}


_SEOUL, _OSLO, _AI = _weather("Seoul"), _weather("Oslo"), _news("AI")
_BROKEN = _weather("Atlantis")
_UNKNOWN = {"name": "get_tides", "args": {"city": "Busan"}}
_EARLIER = (
    HumanMessage("Is it clear in Seoul?"),
    AIMessage("", tool_calls=[{**_SEOUL, "id": "earlier-1"}]),
    ToolMessage("Seoul: 21 degrees, clear", tool_call_id="earlier-1", name="get_weather"),
    AIMessage("It is."),
)

_PLAIN = "A decision without calls is the answer, and ends the turn."
_CAP = "Decision number `max_steps` may still be an answer, but no call of it is executed."
_CLOSE = "`history.close_open_calls` gives what is missing where a guard ends the turn."
_MIXED = "Text beside calls is no answer: look at the calls first."
_FAILED = (
    "Where `run` gives None, `history.skipped_response` makes the response, and the model decides "
    "what to do about it."
)
_TWICE = (
    "Compare fingerprints before anything is executed; `history.has_duplicate` looks at earlier "
    "calls and at those beside each other."
)
_BEFORE = "A call is known from the moment before it is executed, whatever comes of it."

CASES = (
    Case(
        words="the model answers at once",
        script=[ANSWER],
        max_steps=4,
        decisions=1,
        runs=0,
        look=_PLAIN,
    ),
    Case(
        words="the model looks up one thing, then answers",
        script=[_calling(_SEOUL), ANSWER],
        max_steps=4,
        decisions=2,
        runs=1,
        look=_PLAIN,
    ),
    Case(
        words="the model looks up ever more and `max_steps` is 3",
        script=[_calling(_SEOUL), _calling(_OSLO), _calling(_AI)],
        max_steps=3,
        decisions=3,
        runs=2,
        look=f"{_CAP} {_CLOSE}",
    ),
    Case(
        words="two calls are open when `max_steps`, 2, is reached",
        script=[_calling(_SEOUL), _calling(_OSLO, _AI)],
        max_steps=2,
        decisions=2,
        runs=1,
        look=_CLOSE,
    ),
    Case(
        words="the answer comes with the last decision that `max_steps`, 3, allows",
        script=[_calling(_SEOUL), _calling(_AI), ANSWER],
        max_steps=3,
        decisions=3,
        runs=2,
        look="A normal end comes before the cap: nothing has to be added to an answer.",
    ),
    Case(
        words="a decision has text and a call",
        script=[_calling(_SEOUL, text="It is clear, I think."), ANSWER],
        max_steps=4,
        decisions=2,
        runs=1,
        look=_MIXED,
    ),
    Case(
        words="a decision has text and a call and `max_steps`, 1, is reached",
        script=[_calling(_SEOUL, text="It is clear, I think.")],
        max_steps=1,
        decisions=1,
        runs=0,
        look=f"{_MIXED} {_CLOSE}",
    ),
    Case(
        words="a tool raises",
        script=[_calling(_BROKEN), ANSWER],
        max_steps=4,
        decisions=2,
        runs=1,
        look=_FAILED,
    ),
    Case(
        words="the model calls a tool that does not exist, beside one that does",
        script=[_calling(_UNKNOWN, _AI), ANSWER],
        max_steps=4,
        decisions=2,
        runs=1,
        look=_FAILED,
    ),
    Case(
        words="the model makes the same call again, after another one",
        script=[_calling(_SEOUL), _calling(_AI), _calling(_SEOUL)],
        max_steps=6,
        decisions=3,
        runs=2,
        look=_TWICE,
    ),
    Case(
        words="one decision has the same call twice",
        script=[_calling(_SEOUL, _SEOUL)],
        max_steps=4,
        decisions=1,
        runs=0,
        look=_TWICE,
    ),
    Case(
        words="a decision repeats one call and has a new one beside it",
        script=[_calling(_SEOUL), _calling(_OSLO, _SEOUL)],
        max_steps=4,
        decisions=2,
        runs=1,
        look="One repeated call ends the turn, so nothing of its decision is executed.",
    ),
    Case(
        words="a call whose tool raised is made again",
        script=[_calling(_BROKEN), _calling(_BROKEN)],
        max_steps=4,
        decisions=2,
        runs=1,
        look=_BEFORE,
    ),
    Case(
        words="the call was made before, but in an earlier turn",
        script=[_calling(_SEOUL), ANSWER],
        max_steps=4,
        decisions=2,
        runs=1,
        look="The guard begins anew with every turn: only this turn's calls are known to it.",
        earlier=_EARLIER,
    ),
)
