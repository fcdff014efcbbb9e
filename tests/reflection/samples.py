"""Drafts, replies and states that the tests of this room share."""

import json
from collections.abc import Sequence
from typing import Any, cast

from langgraph.runtime import Runtime

from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reflection import Context, State
from course_lib.reflection.policy import FACTORIAL_REQUIREMENTS

FACTORIAL_TASK = "Write a Python function calculate_factorial(n)."
OTHER_TASK = "Write a function double(n). It returns twice n."

GOOD = '''\
def calculate_factorial(n):
    """Return n!."""
    if n < 0:
        raise ValueError("n must not be negative")
    result = 1
    for factor in range(2, n + 1):
        result *= factor
    return result'''
UNDOCUMENTED = GOOD.replace('    """Return n!."""\n', "")
DOUBLE = "def double(n):\n    return 2 * n"


def fenced(code: str) -> str:
    return f"```python\n{code}\n```"


def verdict(status: str, critique: str) -> str:
    return json.dumps({"status": status, "critique": critique}, ensure_ascii=False)


ACCEPTED = verdict("accepted", "Right.")
REVISE = verdict("needs_revision", "Negative input is not handled.")


def context(
    producer: Sequence[ReplyLike] = (), critic: Sequence[ReplyLike] = (), **more: Any
) -> Context:
    return Context(
        producer=ScriptedChatModel(producer, name="producer"),
        critic=ScriptedChatModel(critic, name="critic"),
        **more,
    )


def runtime(
    producer: Sequence[ReplyLike] = (), critic: Sequence[ReplyLike] = ()
) -> Runtime[Context]:
    return Runtime(context=context(producer, critic))


def attempt(iteration: int = 1, draft: str = GOOD, **more: Any) -> dict[str, Any]:
    """An entry of the history; a draft that awaits its critique unless `more` says otherwise."""
    entry = {"critique": None, "critique_status": None, "unchanged": False}
    return {"iteration": iteration, "draft": draft, **entry, **more}


def state(**more: Any) -> State:
    """The state after the first draft, with some keys of it replaced."""
    base: dict[str, Any] = {
        "input": FACTORIAL_TASK,
        "requirements": list(FACTORIAL_REQUIREMENTS),
        "current_draft": GOOD,
        "critique": None,
        "critique_status": None,
        "iteration": 1,
        "max_iterations": 3,
        "revision_history": [attempt()],
        "errors": [],
        "status": None,
        "final_output": None,
        "metadata": {},
        "raw_critic_output": None,
        "static_check_results": None,
    }
    return cast(State, {**base, **more})
