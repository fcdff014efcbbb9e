"""What the tests of the workflows share."""

from collections.abc import Sequence
from typing import Any

from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel


def models(**scripts: Sequence[ReplyLike]) -> dict[str, Any]:
    """A scripted model for each role."""
    return {role: ScriptedChatModel(script, name=role) for role, script in scripts.items()}


def for_ever(reply: str) -> list[ReplyLike]:
    return [{"reply": reply, "repeat": True}]


def branches_of(graph: Any) -> dict[str, dict[str, str]]:
    """The words on a graph's conditional edges, and where they lead."""
    return {
        node: router.ends
        for node, routers in graph.builder.branches.items()
        for router in routers.values()
    }
