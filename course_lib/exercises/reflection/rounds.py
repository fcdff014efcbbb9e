"""Question 1: a critic's script that ends the loop in a given round, whatever the limit is."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ... import reflection
from ...foundations.errors import ScriptError, ScriptExhausted, shown
from ...foundations.script import read_replies
from ..question import NotAttempted, NotYet, Question, code, counted
from .drafts import FACTORIAL_TASK, FACTORIALS, MOST, SCALE_TASK, SCALES, UNDOCUMENTED, context

_TASK = """\
Write `script`, the list of the critic's replies, so that the loop ends in `needs_review` after
exactly {rounds}.

- A round is a draft and its review: the final output must say `status` `needs_review` and
  `iterations` {number}.
- It must end so for **every** `max_iterations` from {number} to {most}, for any task, and whatever
  the producer writes, as long as its drafts are usable and safe.

Replies are written as in this chapter's scripts: text, or mappings.
"""
_WORKED = """\
revise = '{{"status": "needs_revision", "critique": "Say in the docstring what n is."}}'
script = [revise] * {before} + ["I will have to think about it."]
"""
_HINTS = (
    """Which words stand on the edges that lead from `critique_draft` to `mark_needs_review`? Only
one of them has to do with the limit.""",
    """A critic who only ever asks for changes is stopped by the limit, wherever that is. What could
it say in round {rounds} that ends the loop at any limit, and accepts nothing?""",
    """In each round before round {rounds}, ask for a change: JSON as text, with a `critique`, as a
request without one cannot be read. In round {rounds}, say something that is no verdict.""",
)
_WHY = (
    "While the critic asks for a change, only the limit can end the loop. A reply that cannot be "
    "read ends it in the round in which it is given, at any limit; a fault such as a timeout does "
    "so, too."
)
_MAPPING = (
    "One of your replies is a Python mapping with a `status`. The critic's JSON is text that the "
    "graph has to read: put it in quotes."
)


class _Hidden(NamedTuple):
    limit: int
    task: str
    drafts: Sequence[str]


def needs_review_after(rounds: int) -> Question:
    """Asks for a critic's script that ends the loop in `needs_review` after so many rounds.

    Args:
        rounds: From 1 to 9, so that the largest limit on drafts, 10, lies above it.

    Raises:
        ValueError: If `rounds` is anything else.
    """
    if rounds not in range(1, MOST):
        raise ValueError(f"rounds must be a whole number from 1 to {MOST - 1}, got {shown(rounds)}")
    hidden = _hidden(rounds)
    *lower, highest = [str(run.limit) for run in hidden]
    return Question(
        title=f"The critic who ends it after {counted(rounds, 'round')}",
        task=_TASK.format(rounds=counted(rounds, "round"), number=rounds, most=MOST),
        grade=partial(_grade, hidden=hidden, rounds=rounds),
        praise=(
            f"With limits of {', '.join(lower)} and {highest}, the loop ended in `needs_review` "
            f"after {counted(rounds, 'round')}: the critic ended it, not the limit."
        ),
        hints=[hint.format(rounds=rounds) for hint in _HINTS],
        answer="script",
        worked=_WORKED.format(before=rounds - 1),
        why=_WHY,
    )


def _hidden(rounds: int) -> list[_Hidden]:
    """The limit itself, a larger one, the largest; different tasks and drafts."""
    limits = sorted({rounds, min(rounds + 2, MOST), MOST})
    writing = [
        (FACTORIAL_TASK, FACTORIALS),
        (SCALE_TASK, SCALES),
        (FACTORIAL_TASK, UNDOCUMENTED),
    ]
    return [_Hidden(limit, *written) for limit, written in zip(limits, writing, strict=False)]


def _grade(script: Any, *, hidden: Sequence[_Hidden], rounds: int) -> None:
    _read(script)
    for run in hidden:
        task = {"input": run.task, "max_iterations": run.limit}
        try:
            final = reflection.run(task, context(run.drafts, script))
        except ScriptExhausted as error:
            raise NotYet(_ran_out(error, run.limit, rounds)) from error
        output: Any = final["final_output"]
        if (output["status"], output["iterations"]) != ("needs_review", rounds):
            raise NotYet(_ended_otherwise(output, run.limit, rounds))


def _read(script: Any) -> None:
    """Makes sure that the answer is a script that a model can follow."""
    if not isinstance(script, list | tuple):
        raise NotYet(f"`script` must be a list of replies, got {code(shown(script))}.")
    if any(reply is ... for reply in script):
        raise NotAttempted
    try:
        read_replies(script)
    except ScriptError as error:
        if any(isinstance(reply, Mapping) and "status" in reply for reply in script):
            raise NotYet(_MAPPING) from error
        raise NotYet(f"Your script cannot be followed: {code(str(error))}.") from error


def _ran_out(error: ScriptExhausted, limit: int, rounds: int) -> str:
    asked = f"With a limit of {limit}, the critic was asked for review {error.call}"
    if error.call > rounds:
        return (
            f"{asked}: after {counted(rounds, 'round')} the loop still went on. While the critic "
            f"asks for a change, only the limit ends the loop; reply {rounds} must end it at any "
            "limit."
        )
    length = "1 reply" if error.length == 1 else f"{error.length} replies"
    return (
        f"{asked}, and your script of {length} had none left that fits. It takes one reply a round."
    )


def _ended_otherwise(output: Mapping[str, Any], limit: int, rounds: int) -> str:
    done = output["iterations"]
    ended = f"With a limit of {limit}, the loop ended in `{output['status']}` after "
    if output["status"] == "ok":
        advice = "A critic that accepts ends in `ok`; yours must not accept, and yet end the loop."
        return f"{ended}{counted(done, 'round')}. {advice}"
    if done > rounds:
        advice = f"Reply {rounds} must end it at any limit; it did not."
        return f"{ended}{counted(done, 'round')}, not {rounds}. {advice}"
    said = code(output["errors"][-1], longest=200)
    return f"{ended}{counted(done, 'round')}, not {rounds}. The graph says: {said}."
