"""Question 4: a router that says when a draft is good enough, graded inside the chapter's graph."""

import copy
from typing import Any

from langgraph.errors import GraphRecursionError

from ...foundations.running import final_state
from ...foundations.scripted import ScriptedChatModel
from ...orchestration.workflows import evaluator
from ..question import NotYet, Question, choose, counted
from ..rewired import with_router
from .evaluation_runs import CASES, LATER, LIMIT, Case

NODE = "evaluate"
TARGETS = ("revise", "finalize", "escalate")

_TASK = """\
Write `after_evaluation(state)`, which says what follows the node `evaluate`. It returns `"revise"`,
`"finalize"` or `"escalate"`, so that in the chapter's graph

- a person decides (`escalate`) when the newest draft got no verdict, when its verdict says
  `needs_person`, or when it has a critical issue that the draft before it did not have: however
  good the score, and whatever the limit;
- else the loop ends (`finalize`) when the newest draft scores 0.85 or more without a critical
  issue, when it gained less than 0.02 on the one before, or when no revision is left (round the
  gain to nine places: in floating point, 0.82 - 0.8 is a little less than 0.02);
- else the draft is revised.

`state["history"]` has an entry for each verdict, the newest last: a dict with `score`,
`critical_issues` (texts) and `needs_person`. `state["rounds"]` counts the revisions that were made,
`state["max_rounds"]` those that may be. A draft without a verdict adds no entry.
"""
_WORKED = """\
def after_evaluation(state):
    *_, before, last = [None, None, *state["history"]]
    if len(state["history"]) <= state["rounds"] or last["needs_person"]:
        return "escalate"
    if before and set(last["critical_issues"]) - set(before["critical_issues"]):
        return "escalate"
    good = last["score"] >= 0.85 and not last["critical_issues"]
    stalled = before and round(last["score"] - before["score"], 9) < 0.02
    spent = state["rounds"] >= state["max_rounds"]
    return "finalize" if good or stalled or spent else "revise"
"""
_HINTS = (
    """Ask in the order of the task: first what only a person may decide, then what ends the loop.
The first draft has none before it, and that is no loss.""",
    """Where the newest draft got no verdict, the last entry of `history` is about an older one.
How many entries should there be after `rounds` revisions?""",
    """There should be `rounds + 1`. New issues are `set(...) - set(...)`. Floating point makes
0.82 - 0.8 a little less than 0.02: `round(gain, 9)` before you compare.""",
)


def good_enough() -> Question:
    """Asks for the router that decides whether a draft is revised once more."""
    return Question(
        title="When is it good enough?",
        task=_TASK,
        grade=_grade,
        praise=(
            f"In {len(CASES)} unseen runs, the loop ended when it should: it pays for no round "
            "that gains nothing, and ships nothing that a person has to see."
        ),
        hints=_HINTS,
        answer="after_evaluation",
        worked=_WORKED,
        why=(
            "What a person must decide comes before every other reason to stop, for a good score "
            "would hide it. The model gives numbers; the thresholds are code, so nobody can talk "
            "the loop into another round."
        ),
    )


def _grade(answer: object) -> None:
    for case in CASES:
        ending, rounds = _ending(answer, case)
        if (ending, rounds) != (case.ending, case.rounds):
            raise NotYet(
                f"When {case.words}, the graph went to `{ending}` after "
                f"{counted(rounds, 'revision')}; it should go to `{case.ending}` after "
                f"{case.rounds}. {case.look}"
            )


def _ending(answer: object, case: Case) -> tuple[str, int]:
    """How the chapter's graph ends with the learner's router in it."""

    def router(state: Any) -> str:
        where = f"when {case.words}"
        own = copy.deepcopy(state)
        found = choose(answer, own, TARGETS, name="after_evaluation", where=where)
        if found == "revise" and not state["history"]:
            raise NotYet(
                f"`after_evaluation` returned `revise` {where}: there is no feedback to revise by. "
                f"{case.look}"
            )
        return found

    graph = with_router(evaluator.build_graph(), NODE, router, TARGETS)
    task = {"input": "Explain what an index of a database is.", "max_rounds": case.limit}
    try:
        final = final_state(graph, task, evaluator.Task, _context(case))
    except GraphRecursionError as error:
        raise NotYet(
            f"When {case.words}, the loop did not end: LangGraph had to stop it. {LIMIT}"
        ) from error
    ending = "escalate" if final["final_output"]["status"] == "escalated" else "finalize"
    return ending, final["rounds"]


def _context(case: Case) -> evaluator.Context:
    """The scripted models of one hidden run."""
    draft = {"reply": "An index finds rows without reading all of them.", "repeat": True}
    return evaluator.Context(
        generator=ScriptedChatModel([draft], name="generator"),
        evaluator=ScriptedChatModel([*case.verdicts, LATER], name="evaluator"),
        reviser=ScriptedChatModel([draft], name="reviser"),
    )
