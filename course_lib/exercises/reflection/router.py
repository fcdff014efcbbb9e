"""Question 3: a router to repair, graded inside the chapter's graph."""

from typing import Any

from langgraph.errors import GraphRecursionError

from ... import reflection
from ...foundations.tasks import entered
from ..question import NotYet, Question, choose, counted
from ..rewired import with_router
from .drafts import context
from .router_runs import BUDGET, CASES, Case

NODE = "critique_draft"
TARGETS = ("finalize", "refine_draft", "mark_needs_review")

BROKEN = """\
def after_critique(state):
    if "CODE_IS_PERFECT" in state["raw_critic_output"] or state["critique_status"] == "accepted":
        return "finalize"
    return "refine_draft"
"""
_TASK = f"""\
This router, which says what follows `critique_draft`, is wrong in several ways:

```python
{BROKEN}```

Write an `after_critique(state)` that returns `"finalize"`, `"refine_draft"` or
`"mark_needs_review"`, so that in the chapter's graph

- nothing is finalized but what the critic has accepted and no check fails;
- a revision that the critic asks for is made while an attempt is left, and never after;
- an unsafe draft goes to a person at once, whatever the critic says of it;
- so does every review that cannot be read, or that never came;
- and so, which is new in this graph, does a draft that only repeats the one before it, unless it is
  accepted.
"""
_WORKED = """\
def after_critique(state):
    decision, checks = state["critique_status"], state["static_check_results"]
    if decision == "accepted" and "fail" not in checks.values():
        return "finalize"
    left = state["iteration"] < state["max_iterations"]
    repeated = state["revision_history"][-1]["unchanged"]
    if decision == "needs_revision" and left and checks["safe"] != "fail" and not repeated:
        return "refine_draft"
    return "mark_needs_review"
"""


_HINTS = (
    """Which of the three answers is safe to give when nothing else fits? Let that one be the last
line, and say exactly what the other two need.""",
    """`critique_status` is the decision. `static_check_results` maps each check to `"pass"`,
`"fail"` or `"unknown"`; one of the checks is `safe`.""",
    """`refine_draft` needs four things: a request for revision, `iteration` below
`max_iterations`, a `safe` that does not fail, and a last attempt,
`state["revision_history"][-1]`, that is not `unchanged`.""",
)


def repaired_router() -> Question:
    """Asks for the router that decides what follows a review."""
    return Question(
        title="Repair the router",
        task=_TASK,
        grade=_grade,
        praise=(
            f"In {len(CASES)} unseen runs, the graph ended where it should: it is bounded, "
            "finalizes nothing but accepted code, and hands everything else to a person."
        ),
        hints=_HINTS,
        answer="after_critique",
        worked=_WORKED,
        why=(
            "The two answers that spend or ship something say what they need; everything else, "
            "also what nobody thought of, goes to a person. An unsafe draft fails a check, so it "
            "is never finalized either."
        ),
    )


def _grade(answer: object) -> None:
    for case in CASES:
        status, iterations = _ending(answer, case)
        if (status, iterations) != (case.status, case.iterations):
            raise NotYet(
                f"When {case.words}, the graph ended in `{status}` after "
                f"{counted(iterations, 'draft')}; it should end in `{case.status}` after "
                f"{case.iterations}. {case.look}"
            )


def _ending(answer: object, case: Case) -> tuple[str, int]:
    """How the chapter's graph ends with the learner's router in it."""

    def router(state: Any) -> str:
        where = f"when {case.words}"
        return choose(answer, state, TARGETS, name="after_critique", where=where)

    graph = with_router(reflection.build_graph(), NODE, router, TARGETS)
    task = entered({"input": case.task, "max_iterations": case.limit}, reflection.Task)
    try:
        final = graph.invoke(task, context=context(case.drafts, case.critic))
    except GraphRecursionError as error:
        raise NotYet(
            f"When {case.words}, the loop did not end: LangGraph had to stop it. {BUDGET}"
        ) from error
    return final["status"], final["iteration"]
