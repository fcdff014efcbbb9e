"""Critique and revise: an answer is tried, challenged, and repaired before it is drafted.

The challenge counts as a round of critique. Where no round is left, the attempt stands as it is.
"""

from dataclasses import dataclass
from typing import ClassVar

from ...foundations.languages import Words
from ..limits import left
from ..records import TaskProfile
from ..state import State
from .strategy import Step, own_steps, wants_more

ATTEMPT = Step(
    name="attempt_answer",
    ask="Try an answer, and name what it takes for granted as gaps.",
    did=Words("tried an answer", "답을 시도"),
)
CHALLENGE = Step(
    name="challenge_answer",
    ask=(
        "Look for what is wrong with the answer so far: what is not supported, missing or too "
        "certain. Name it as gaps; close the gaps that turn out to be none."
    ),
    did=Words("challenged it", "시도한 답을 반박"),
    critique=True,
)
REPAIR = Step(
    name="repair_answer",
    ask="Repair the answer: close each open gap by a better answer or a stated assumption.",
    did=Words("repaired it", "답을 보완"),
)


@dataclass(frozen=True)
class CritiqueAndRevise:
    """For what must not be wrong."""

    name: ClassVar[str] = "critique_and_revise"
    uses_tools: ClassVar[bool] = False

    def fits(self, profile: TaskProfile) -> float:
        """Best where a wrong answer could do harm, possible for all that is not simple."""
        if profile["risk"] == "high":
            return 0.8
        return 0.2 if profile["complexity"] == "simple" else 0.4

    def reason(self, profile: TaskProfile) -> Words:  # noqa: ARG002  # one reason for all
        """Why it suits the task."""
        return Words(
            "The answer must hold up, so it is tried, challenged and repaired.",
            "답이 틀리면 안 되므로 시도하고 반박하고 보완합니다.",
        )

    def next_step(self, state: State) -> Step | None:
        """An attempt, one challenge if a round is left, then repairs while something is open."""
        taken = [entry["step"] for entry in own_steps(state, self.name)]
        if not taken:
            return ATTEMPT
        rounds = left(state, "critique_rounds")
        if CHALLENGE.name not in taken and rounds:
            return CHALLENGE
        return REPAIR if state["knowledge_gaps"] or wants_more(state) else None
