"""The tool loop: a step asks for a tool, the tool runs, the next step reads what it says.

Source: Yao et al., "ReAct" (2022).
"""

from dataclasses import dataclass
from typing import ClassVar

from ...foundations.languages import Words
from ..records import TaskProfile
from ..state import State
from .strategy import Step, own_steps, wants_more

CHOOSE = Step(
    name="choose_tool",
    ask="Say what has to be looked up, name it as a gap, and ask for one tool.",
    did=Words("chose what to look up", "조회할 내용을 선택"),
    finding=False,
)
READ = Step(
    name="read_observations",
    ask=(
        "Read what the tools said, and close the gaps that it answers. If a tool failed or cannot "
        "be used, find another way. Ask for another tool only if one is still needed."
    ),
    did=Words("read what was found", "조회 결과를 확인"),
)


@dataclass(frozen=True)
class ReactToolLoop:
    """For what only a tool can tell."""

    name: ClassVar[str] = "react_tool_loop"
    uses_tools: ClassVar[bool] = True

    def fits(self, profile: TaskProfile) -> float:
        """Best for what needs tools, good for what needs evidence."""
        if profile["needs_tools"]:
            return 0.9
        return 0.7 if profile["needs_evidence"] else 0.2

    def reason(self, profile: TaskProfile) -> Words:  # noqa: ARG002  # one reason for all
        """Why it suits the task."""
        return Words(
            "The task needs what a tool can look up or work out.",
            "도구로 조회하거나 계산해야 하는 작업입니다.",
        )

    def next_step(self, state: State) -> Step | None:
        """A choice first; then a reading of each observation, and of what is still open."""
        taken = own_steps(state, self.name)
        unread = bool(state["step_trace"]) and state["step_trace"][-1]["kind"] == "tool"
        if not taken and not unread:
            return CHOOSE
        return READ if unread or state["knowledge_gaps"] or wants_more(state) else None
