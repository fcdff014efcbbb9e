"""What a strategy is: a name, when it fits, and what it does next. Everything else is the engine's.

A strategy never asks a model and never decides whether the run ends. It proposes steps; the engine
takes them, weighs what came of them, and ends the run by its budgets.
"""

from dataclasses import dataclass
from typing import Protocol

from ...foundations.languages import Words
from ..records import TaskProfile, TraceEntry
from ..state import State


@dataclass(frozen=True, kw_only=True)
class Step:
    """A reasoning step that a strategy proposes.

    Attributes:
        name: "check_assumptions": shown in traces.
        ask: What the model is asked to do in it, in English.
        did: What was done when it is done, as a clause: "checked assumptions". In Korean, a noun
            that takes 하다: "가정을 확인".
        finding: Whether its result is something found out, rather than a plan for more.
        critique: Whether it counts as a round of critique, too.
    """

    name: str
    ask: str
    did: Words
    finding: bool = True
    critique: bool = False


class Strategy(Protocol):
    """One way to work on a task.

    What it is shown are copies, and what it says is checked; see `guarded`.
    """

    @property
    def name(self) -> str:
        """What a task and a trace call it."""
        ...

    @property
    def uses_tools(self) -> bool:
        """Whether it runs the tools that its steps ask for."""
        ...

    def fits(self, profile: TaskProfile) -> float:
        """How well it suits a kind of task, from 0, not at all, to 1."""
        ...

    def reason(self, profile: TaskProfile) -> Words:
        """Why it suits it, in a sentence for the user."""
        ...

    def next_step(self, state: State) -> Step | None:
        """What to do next; None if it has nothing to do any more that is useful."""
        ...


def own_steps(state: State, strategy: str) -> list[TraceEntry]:
    """The reasoning steps that a strategy took and that came to something."""
    return [
        entry
        for entry in state["step_trace"]
        if entry["strategy"] == strategy
        and entry["kind"] == "reasoning"
        and entry["result"] is not None
    ]


def wants_more(state: State) -> bool:
    """Whether the last step that came to something left more to do."""
    done = [entry for entry in state["step_trace"] if entry["result"] is not None]
    return bool(done) and done[-1]["more"]
