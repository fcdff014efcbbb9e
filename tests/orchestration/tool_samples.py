"""Tools of every kind, for the tests of calls and of runs."""

import datetime as dt
import enum
from typing import Any

from langchain_core.messages import AIMessage, ToolCall
from pydantic import BaseModel, field_validator

from course_lib.foundations.asking import ask
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.tool_calls import PlannedCall, Sameness, plan_calls
from course_lib.orchestration.usable_tools import Tools, usable
from tests.orchestration.loop_samples import tool_of


class Colour(enum.Enum):
    RED = "red"


class Point(BaseModel):
    x: float
    label: str = "origin"


class Careless(BaseModel):
    x: int

    @field_validator("x")
    @classmethod
    def never(cls, value: int) -> int:
        raise RuntimeError(f"no {value}")


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no message")


def echo(x: Any) -> Any:
    return x


def paint(
    when: dt.datetime, colour: Colour = Colour.RED, tags: frozenset[str] = frozenset()
) -> str:
    return f"{when:%Y} {colour.value} {len(tags)}"


def mark(point: Point, scale: float = 1) -> str:
    return f"{point.label} {point.x * scale:g}"


def square(x: int) -> int:
    return x * x


def careless(x: int) -> int:
    return x


def fails(kind: str) -> str:
    raise {"plain": ValueError("broken"), "mute": Unprintable(), "stop": StopIteration()}[kind]


TOOLS: Tools = usable(
    [*map(tool_of, (echo, paint, mark, square, fails)), tool_of(careless, args_schema=Careless)]
)


def called(name: str, call_id: str | None = "a", **args: Any) -> ToolCall:
    return {"name": name, "args": args, "id": call_id}


def planned(
    *calls: ToolCall,
    issued: frozenset[str] = frozenset(),
    sameness: Sameness | None = None,
    tools: Tools = TOOLS,
) -> tuple[AIMessage, list[PlannedCall]]:
    """A decision with these calls, as it is read."""
    reply = ask(ScriptedChatModel([AIMessage("", tool_calls=list(calls))]), [AIMessage("go")])
    return plan_calls(reply, tools, issued=issued, prefix="call-1", sameness=sameness or Sameness())
