"""Decompose: the parts first, then what is open, then the parts themselves."""

from dataclasses import dataclass
from typing import ClassVar

from ...foundations.languages import Words
from ..records import TaskProfile
from ..state import State
from .strategy import Step, own_steps, wants_more

SPLIT = Step(
    name="identify_workstreams",
    ask="Split the task into its parts. Name them as areas, and name what is not known as gaps.",
    did=Words("decomposed the task", "작업을 분해"),
    finding=False,
)
CHECK = Step(
    name="check_assumptions",
    ask="Look at the open gaps. Close those that can be answered or safely assumed, and say how.",
    did=Words("checked assumptions", "가정을 확인"),
)
WORK = Step(
    name="work_through_parts",
    ask="Work through the parts that are not settled yet, and say what follows for the task.",
    did=Words("worked through the parts", "각 부분을 검토"),
)


@dataclass(frozen=True)
class Decompose:
    """For what has several parts."""

    name: ClassVar[str] = "decompose"
    uses_tools: ClassVar[bool] = False

    def fits(self, profile: TaskProfile) -> float:
        """Good for all that is not simple, and possible for the rest."""
        return 0.3 if profile["complexity"] == "simple" else 0.6

    def reason(self, profile: TaskProfile) -> Words:
        """Why it suits the task."""
        wanted = profile["expected_output"]
        return Words(
            f"The task requires {_article(wanted)}multi-step {wanted}.",
            f"여러 단계로 나누어 다룰 작업입니다: {wanted}.",
        )

    def next_step(self, state: State) -> Step | None:
        """The split; then, while something is open or unsettled, a step for it."""
        taken = own_steps(state, self.name)
        if not taken:
            return SPLIT
        if state["knowledge_gaps"]:
            return CHECK
        return WORK if len(taken) == 1 or wants_more(state) else None


def _article(wanted: str) -> str:
    """The article in front of "multi-step analysis", which needs none, or "multi-step estimate"."""
    return "" if wanted.endswith(("s", "text")) else "a "
