"""Direct: the answer in one step."""

from dataclasses import dataclass
from typing import ClassVar

from ...foundations.languages import Words
from ..records import TaskProfile
from ..state import State
from .strategy import Step, own_steps

ANSWER = Step(
    name="answer_directly",
    ask="Work the answer out at once, and say it in full as the result.",
    did=Words("answered directly", "바로 답을 작성"),
)


@dataclass(frozen=True)
class Direct:
    """For what is simple and may be answered at once."""

    name: ClassVar[str] = "direct"
    uses_tools: ClassVar[bool] = False

    def fits(self, profile: TaskProfile) -> float:
        """Best for simple tasks without risk that need no tool; else not at all.

        It looks nothing up, so what needs evidence is better left to a strategy that does.
        """
        simple = profile["complexity"] == "simple" and profile["direct_allowed"]
        if not simple or profile["needs_tools"]:
            return 0.0
        return 0.5 if profile["needs_evidence"] else 1.0

    def reason(self, profile: TaskProfile) -> Words:  # noqa: ARG002  # one reason for all
        """Why it suits the task."""
        return Words(
            "The task is simple enough to be answered in one step.",
            "한 단계로 답할 수 있는 단순한 작업입니다.",
        )

    def next_step(self, state: State) -> Step | None:
        """The one step, again if it failed."""
        return None if own_steps(state, self.name) else ANSWER
