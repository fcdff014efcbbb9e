"""What the learner's strategy is built on: its name, its reason and its steps are given."""

from typing import ClassVar

from ...engine import Step
from ...engine.records import TaskProfile
from ...foundations.languages import Words


class Estimating:
    """A strategy that estimates; when it fits and what comes next is left to others.

    Attributes:
        name: What a task and a trace call it.
        uses_tools: It runs no tools.
        steps: An estimate, another one, and what settles it where they differ.
    """

    name: ClassVar[str] = "estimate_twice"
    uses_tools: ClassVar[bool] = False
    steps: ClassVar[tuple[Step, Step, Step]] = (
        Step(
            name="estimate",
            ask="Estimate it from its parts. Name as a gap what another way has to confirm.",
            did=Words("estimated it", "추정"),
        ),
        Step(
            name="estimate_again",
            ask="Estimate it from something comparable. Close the gap if both estimates agree.",
            did=Words("estimated it in another way", "다른 방법으로 추정"),
        ),
        Step(
            name="settle",
            ask="The estimates differ. Say which one holds and why, and close the gap.",
            did=Words("settled which estimate holds", "어느 추정이 맞는지 확정"),
        ),
    )

    def reason(self, profile: TaskProfile) -> Words:  # noqa: ARG002  # one reason for all
        """Why it suits the task."""
        return Words(
            "Two estimates that come from different places check each other.",
            "서로 다른 방법으로 두 번 추정하여 비교합니다.",
        )
