"""The invariant matrix: every row on one agent, and what came of it.

    print(run_matrix(AgentLoop()))

An agent takes part through a small adapter, see `Agent`. Each row is a conversation of its own:
one turn in which something happens, and a second one that has to work as if it had not.
"""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.tools import BaseTool, StructuredTool

from ..foundations.script import ScriptedReply, read_replies
from ..foundations.scripted import ScriptedChatModel
from .invariants import assert_terminates, unclosed
from .rows import MAX_STEPS, ROWS, Bench, Row, calling, look, raw
from .tables import Check, Matrix

TURNS_AT_ONCE = 8
MOST_CHARACTERS = 1_000_000
OPEN_TURN = "a turn has no final answer"
_SECOND = "The second turn."


class Agent(Protocol):
    """What the matrix needs of an agent."""

    @property
    def name(self) -> str:
        """What it is called in the table."""

    def start(self, model: BaseChatModel, tools: Sequence[BaseTool], max_steps: int) -> None:
        """Begins an empty conversation; a turn may take `max_steps` decisions of the model."""

    def turn(self, text: str) -> None:
        """Runs one turn to its end; raises where it is refused."""

    def history(self) -> Sequence[BaseMessage]:
        """The conversation's messages as they are kept now; asked in mid-turn, too."""


def run_matrix(agent: Agent) -> Matrix:
    """Runs every row on an agent; an exception of the agent is a failed row, never raised."""
    checks = [Check(row.name, _problem(agent, row)) for row in ROWS]
    checks.append(Check("the history while a tool runs", _in_mid_turn(agent)))
    checks.append(Check(f"{TURNS_AT_ONCE} turns at once", _at_once(agent)))
    return Matrix(agent.name, tuple(checks))


def script_of(row: Row) -> tuple[ScriptedReply, ...]:
    """A row's whole script: its decisions, then text for ever; the second turn's have a `when`."""
    again = calling(look()) if row.next_id is None else raw({**look(), "id": row.next_id})
    second, answer, *first = read_replies(
        [again, {"reply": "Done again.", "when": "turn 2"}, *row.script]
    )
    done = () if first[-1].repeat else read_replies([{"reply": "Done.", "repeat": True}])
    return (second.model_copy(update={"when": _SECOND}), answer, *first, *done)


def _problem(agent: Agent, row: Row) -> str | None:
    """The first thing that went wrong in a row's two turns."""
    bench, model = Bench(), ScriptedChatModel(script_of(row), name="model")
    agent.start(model, bench.tools, MAX_STEPS)
    found = (
        *_first_turn(agent, row, bench, model),
        *_second_turn(agent, bench, model),
    )
    return next((problem for problem in found if problem is not None), None)


def _first_turn(
    agent: Agent, row: Row, bench: Bench, model: ScriptedChatModel
) -> Iterator[str | None]:
    raised = _raised(agent, "The first turn.")
    if row.goes_up is None:
        yield f"the turn raises {raised}" if raised else None
    elif raised != row.goes_up.__name__:
        yield f"{row.goes_up.__name__} does not go up"
    yield _differs("tool runs", len(bench.runs), row.runs)
    yield _differs("decisions", len(model.calls), row.decisions)
    if row.closed_after:
        yield unclosed(agent.history())
    if sum(len(message.text) for message in agent.history()) > MOST_CHARACTERS:
        yield "a result of 10 MB is kept whole"


def _second_turn(agent: Agent, bench: Bench, model: ScriptedChatModel) -> Iterator[str | None]:
    bench.turn, runs, decisions = 2, len(bench.runs), len(model.calls)
    raised = _raised(agent, _SECOND)
    yield f"the next turn raises {raised}" if raised else None
    yield _differs("tool runs of the next turn", len(bench.runs) - runs, 1)
    yield _differs("decisions of the next turn", len(model.calls) - decisions, 2)
    history = agent.history()
    if (problem := unclosed(history)) is not None:
        yield f"after the next turn, {problem}"
    if not history or history[-1].text != "Done again.":
        yield "the next turn does not end with the model's answer"


def _in_mid_turn(agent: Agent) -> str | None:
    """What is open in the history that a running tool sees."""
    seen: list[str | None] = []

    def peek() -> str:
        """Looks into the conversation."""
        seen.append(unclosed(agent.history()))
        return "seen"

    model = ScriptedChatModel([calling({"name": "peek"}), {"reply": "Done.", "repeat": True}])
    agent.start(model, [StructuredTool.from_function(peek)], MAX_STEPS)
    if raised := _raised(agent, "Look."):
        return f"the turn raises {raised}"
    if not seen:
        return "the tool does not run"
    return None if seen[0] in (None, OPEN_TURN) else seen[0]


def _at_once(agent: Agent) -> str | None:
    """Whether turns of one conversation that overlap lose a message."""
    everybody = threading.Barrier(TURNS_AT_ONCE)

    def meet() -> str:
        """Waits until every turn is in its tool, or was refused."""
        _arrive(everybody)
        return "met"

    def turn(text: str) -> bool:
        accepted = _raised(agent, text) is None
        if not accepted:
            _arrive(everybody)
        return accepted

    model = ScriptedChatModel(
        [
            {"reply": "Done.", "when": "met", "repeat": True},
            {"tool_calls": [{"name": "meet"}], "repeat": True},
        ]
    )
    agent.start(model, [StructuredTool.from_function(meet)], MAX_STEPS)
    texts = [f"Turn {number}." for number in range(TURNS_AT_ONCE)]
    with ThreadPoolExecutor(TURNS_AT_ONCE) as pool:
        accepted = list(pool.map(turn, texts))
    kept = [message.text for message in agent.history() if isinstance(message, HumanMessage)]
    if not any(accepted):
        return "every turn is refused"
    if sorted(kept) != [text for text, ran in zip(texts, accepted, strict=True) if ran]:
        return "messages of turns that ended are lost, or of refused ones kept"
    return unclosed(agent.history())


def _arrive(everybody: threading.Barrier) -> None:
    try:
        everybody.wait(timeout=1)
    except threading.BrokenBarrierError:
        return  # Turns that wait for each other never meet.


def _raised(agent: Agent, text: str) -> str | None:
    """The name of what a turn raises."""
    try:
        assert_terminates(lambda: agent.turn(text))
    except BaseException as error:  # noqa: BLE001  # whatever an agent lets out is the outcome
        return type(error).__name__
    return None


def _differs(what: str, got: int, expected: int) -> str | None:
    return None if got == expected else f"{what}: {got}, not {expected}"
