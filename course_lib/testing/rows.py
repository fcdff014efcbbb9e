"""The matrix's rows: what a model does in one turn, and how much of it may come about.

Where a number of tool runs is given, it follows from the requirement's rules: a decision at the
cap is not executed, a repeated call ends the turn, a call that cannot be executed is answered and
the turn goes on.

Source: requirement "Agent orchestration", section 9.4, and what models and tools do in practice.
"""

from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool, StructuredTool

from ..foundations.script import ReplyLike

MAX_STEPS = 4
CITY = "Seoul"
COMPOSED, DECOMPOSED = "Zu\u0308rich".replace("u\u0308", "\u00fc"), "Zu\u0308rich"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One thing that can happen in a turn.

    Attributes:
        name: What happens.
        script: The model's decisions; after them it answers in text.
        decisions: How many of them the turn may take.
        runs: How many tools may run.
        goes_up: What a tool raises that has to leave the turn; None where the turn has to return.
        closed_after: Whether the history has to be closed at once, or only after the next turn.
        next_id: The id of the next turn's call; None for a fresh one.
    """

    name: str
    script: tuple[ReplyLike, ...]
    decisions: int
    runs: int
    goes_up: type[BaseException] | None = None
    closed_after: bool = True
    next_id: str | None = None


@dataclass
class Bench:
    """The tools of one row, and what was done with them.

    Attributes:
        runs: The cities that were looked up, and the kinds of results that were made.
        turn: The turn's number, from 1; it is part of every result.
    """

    runs: list[str] = field(default_factory=list)
    turn: int = 1

    def look(self, city: str, units: str = "metric", days: float = 1, description: str = "") -> str:
        """The weather in a city."""
        self.runs.append(city)
        match city:
            case "nowhere":
                raise ValueError("there is no such city")
            case "interrupt":
                raise KeyboardInterrupt
            case "exit":
                raise SystemExit(1)
        return f"{city}: clear in {days:g} days, {units}, {description or 'no remark'}; {self._end}"

    def make(self, kind: str) -> Any:
        """A result of a certain kind."""
        self.runs.append(kind)
        results: dict[str, Any] = {"10 MB": "x" * 10_000_000, "bytes": b"\xff\x00"}
        return object() if kind == "object" else results.get(kind)

    @property
    def tools(self) -> list[BaseTool]:
        """Both as tools."""
        return [StructuredTool.from_function(self.look), StructuredTool.from_function(self.make)]

    @property
    def _end(self) -> str:
        return f"turn {self.turn}"


def look(city: str = CITY, **others: Any) -> dict[str, Any]:
    """A call of `look`."""
    return {"name": "look", "args": {"city": city, **others}}


def make(kind: str) -> dict[str, Any]:
    """A call of `make`."""
    return {"name": "make", "args": {"kind": kind}}


def calling(*calls: dict[str, Any], text: str = "") -> ReplyLike:
    """A decision with calls, and with text beside them where there is some."""
    return {"reply": text, "tool_calls": list(calls)}


def raw(*calls: dict[str, Any], content: Any = "", unreadable: str | None = None) -> AIMessage:
    """A decision as a careless model makes it: its ids, names and contents as they are given."""
    bad = {"name": "look", "args": unreadable, "id": "bad-1", "error": "no JSON object"}
    return AIMessage(
        content,
        tool_calls=[{"id": f"raw-{n}"} | call for n, call in enumerate(calls)],
        invalid_tool_calls=[] if unreadable is None else [bad],
    )


def _no_content() -> AIMessage:
    """A decision whose content is None, past the check that AIMessage makes."""
    call = {**look(), "id": "raw-0", "type": "tool_call"}
    return AIMessage.model_construct(content=None, tool_calls=[call], invalid_tool_calls=[])


def _at_fault(step: int) -> Row:
    script: list[ReplyLike] = [calling(look(city)) for city in (CITY, "Busan", "Jeju")[: step - 1]]
    return Row(
        name=f"a model fault at step {step}",
        script=(*script, {"fault": "timeout"}),
        decisions=step,
        runs=step - 1,
    )


def _repeated(name: str, first: dict[str, Any], second: dict[str, Any]) -> Row:
    return Row(name=name, script=(calling(first), calling(second)), decisions=2, runs=1)


def _answered(name: str, decision: ReplyLike, *, runs: int) -> Row:
    return Row(name=name, script=(decision,), decisions=2, runs=runs)


_THREE = (calling(look(CITY)), calling(look("Busan")), calling(look("Jeju")))
_FOUR = "look up a fourth"

ROWS: tuple[Row, ...] = (
    Row(name="finish exactly at the cap", script=_THREE, decisions=4, runs=3),
    Row(name="cap reached", script=(*_THREE, calling(look("Ulsan"))), decisions=4, runs=3),
    Row(
        name="two pending at the cap",
        script=(*_THREE, calling(look("Ulsan"), look("Daegu"))),
        decisions=4,
        runs=3,
    ),
    Row(
        name="text and call together, at the cap",
        script=(*_THREE, calling(look("Ulsan"), text=_FOUR)),
        decisions=4,
        runs=3,
    ),
    _answered("text and call together, below the cap", calling(look(), text=_FOUR), runs=1),
    Row(
        name="same call for ever",
        script=({"tool_calls": [look()], "repeat": True},),
        decisions=2,
        runs=1,
    ),
    Row(
        name="same call twice in one batch",
        script=(calling(look(), look()),),
        decisions=1,
        runs=0,
    ),
    _repeated(
        "same call, keys in another order",
        look(units="metric", days=2),
        {"name": "look", "args": {"days": 2, "units": "metric", "city": CITY}},
    ),
    _repeated("same call, 1 and 1.0", look(days=1), look(days=1.0)),
    _repeated("same call, NFC and NFD", look(COMPOSED), look(DECOMPOSED)),
    _repeated("same call, defaults spelled out", look(), look(units="metric", days=1)),
    Row(
        name="a changed description is another call",
        script=(calling(look(description="a")), calling(look(description="b"))),
        decisions=3,
        runs=2,
    ),
    _answered("unknown tool", raw({"name": "lock", "args": {}}), runs=0),
    _answered("arguments that fail the schema", calling({"name": "look", "args": {}}), runs=0),
    _answered("arguments that are not an object", raw(unreadable="[1, 2]"), runs=0),
    _answered("malformed arguments, alone", raw(unreadable='{"city": '), runs=0),
    _answered("malformed arguments beside a good call", raw(look(), unreadable="{"), runs=1),
    _answered("a number of 100 bits", calling(look(days=2**100)), runs=0),
    _answered("a tool that raises, alone", calling(look("nowhere")), runs=1),
    _answered("a tool that raises, among good ones", calling(look(), look("nowhere")), runs=2),
    *(
        _answered(f"a tool that returns {kind}", calling(make(kind)), runs=1)
        for kind in ("10 MB", "None", "bytes", "object")
    ),
    _answered(
        "a call id repeated in a reply",
        raw({**look(), "id": "a"}, {**look("Busan"), "id": "a"}),
        runs=2,
    ),
    Row(
        name="a call id reused from an earlier turn",
        script=(raw({**look(), "id": "a"}),),
        decisions=2,
        runs=1,
        next_id="a",
    ),
    _answered("an empty call id", raw({**look(), "id": ""}), runs=1),
    _answered("a missing call id", raw({**look(), "id": None}), runs=1),
    _answered("list content", raw(look(), content=[{"type": "text", "text": "So:"}]), runs=1),
    _answered("empty content", raw(look(), content=""), runs=1),
    Row(name="None content with calls", script=(_no_content(),), decisions=1, runs=0),
    _answered("50 calls in one reply", calling(*(look(f"{n}") for n in range(50))), runs=50),
    *(_at_fault(step) for step in range(1, MAX_STEPS + 1)),
    Row(
        name="KeyboardInterrupt in a tool",
        script=(calling(look(), look("interrupt")),),
        decisions=1,
        runs=2,
        goes_up=KeyboardInterrupt,
    ),
    Row(
        name="the process is told to exit in a tool",
        script=(calling(look(), look("exit")),),
        decisions=1,
        runs=2,
        goes_up=SystemExit,
        closed_after=False,
    ),
)
