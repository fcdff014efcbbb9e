"""Question 3: workflow or agent, by the numbers of recorded runs."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from ...foundations.errors import shown
from ..question import NotAttempted, NotYet, Question, code, counted
from .recorded import Compared, compared, table

Way: TypeAlias = Literal["workflow", "agent"]

_TASK = """\
Six tasks were done both ways, on labelled cases, with scripted models. *Worth* is what a solved
case is worth and *deadline* how long a case may take; the other numbers were counted in the runs.
*Cost* is that of all cases together, in dollars like the worth. Of so few cases, the *slowest*
stands for the p95.

{table}

{about}

Write `choices`, a dict that gives each task's name `"workflow"` or `"agent"`. Start with the
workflow. An agent is right where all of this holds:

- it solves more cases, and its tools came in more than one order, so that what it looks up next
  depends on what it has seen;
- the cases that it solves on top are worth more than it costs on top;
- its slowest case keeps the deadline.
"""
_HINTS = (
    """Go through the tasks in the table's order, and put each of the three points to each. One that
fails is enough for the workflow.""",
    """The cost that counts is the agent's minus the workflow's, for all cases; against it stands
the worth times the number of cases that only the agent solves.""",
    """Where both ways solve the same, the agent only decides more often. Of the four tasks that are
left, one is too slow and one earns too little.""",
)


class Verdict(NamedTuple):
    """What the numbers say of a task.

    Attributes:
        way: The right choice.
        why: The numbers that decide it, in a sentence.
    """

    way: Way
    why: str


def workflow_or_agent() -> Question:
    """Asks for the right choice in six tasks."""
    rows = compared()
    right = {row.task.name: verdict(row).way for row in rows}
    agents = sum(way == "agent" for way in right.values())
    about = "\n".join(f"- *{row.task.name}*: {row.task.about}" for row in rows)
    return Question(
        title="Workflow or agent?",
        task=_TASK.format(table=table(rows), about=about),
        grade=partial(graded, rows=rows),
        praise=(
            f"The numbers speak for an agent in {agents} of {len(right)} tasks: there, what it saw "
            "changed what it looked up, and that was worth its price."
        ),
        hints=_HINTS,
        answer="choices",
        worked=_worked(right),
        why=" ".join(f"*{row.task.name}*: {verdict(row).why}" for row in rows),
    )


def verdict(row: Compared) -> Verdict:
    """What the numbers of a task say; a pure function of them."""
    against = (_no_gain(row), _one_order(row), _too_dear(row), _too_slow(row))
    first = next((why for why in against if why is not None), None)
    return Verdict("agent", _worth_it(row)) if first is None else Verdict("workflow", first)


def graded(choices: Any, rows: Sequence[Compared]) -> None:
    """Compares choices with what the numbers say.

    Raises:
        NotYet: At the first that is wrong, with the number that decides it.
        NotAttempted: If a task's choice is still `...`.
    """
    names = [row.task.name for row in rows]
    _read(choices, names)
    for row in rows:
        found = verdict(row)
        if choices[row.task.name] != found.way:
            kind = {"workflow": "a workflow", "agent": "an agent"}[found.way]
            raise NotYet(f"`{row.task.name}` is a task for {kind}: {found.why}")


def _read(choices: Any, names: Sequence[str]) -> None:
    """Makes sure that the answer chooses one of the two ways for every task."""
    if not isinstance(choices, dict):
        raise NotYet(f"`choices` must be a dict, got {code(shown(choices))}.")
    if any(way is ... for way in choices.values()):
        raise NotAttempted
    for name in choices:
        if name not in names:
            known = ", ".join(map(code, names))
            raise NotYet(f"`choices` has {code(shown(name))}, which is no task; there are {known}.")
    for name in names:
        if name not in choices:
            raise NotYet(f"`choices` says nothing of `{name}`.")
        if not isinstance(choices[name], str) or choices[name] not in ("workflow", "agent"):
            raise NotYet(
                f"`choices` has {code(shown(choices[name]))} for `{name}`; it may have "
                "`workflow` or `agent`."
            )


def _worked(right: dict[str, Way]) -> str:
    lines = "".join(f'    "{name}": "{way}",\n' for name, way in right.items())
    return f"choices = {{\n{lines}}}\n"


def _no_gain(row: Compared) -> str | None:
    agent, workflow = row.agent, row.workflow
    if agent.solved > workflow.solved:
        return None
    return (
        f"the agent solves {agent.solved} of {len(row.task.cases)} cases, the workflow "
        f"{workflow.solved}: nothing is gained by {counted(agent.decisions, 'decision')} instead "
        f"of {workflow.decisions}."
    )


def _one_order(row: Compared) -> str | None:
    if row.agent.orders > 1:
        return None
    return "the agent's tools came in the same order in every case, so a workflow can do the same."


def _too_dear(row: Compared) -> str | None:
    if _gain(row) > _extra(row):
        return None
    return f"{_gained(row)}, but it costs {_extra(row):.4f} more."


def _too_slow(row: Compared) -> str | None:
    slowest, deadline = row.agent.slowest, row.task.deadline
    if slowest <= deadline:
        return None
    return f"the agent's slowest case takes {slowest:.1f} s, and the deadline is {deadline} s."


def _worth_it(row: Compared) -> str:
    return (
        f"{_gained(row)}, it costs {_extra(row):.4f} more, and its slowest case takes "
        f"{row.agent.slowest:.1f} of {row.task.deadline} s."
    )


def _gained(row: Compared) -> str:
    more = row.agent.solved - row.workflow.solved
    verb = "is" if more == 1 else "are"
    return (
        f"{counted(more, 'case')} that only the agent solves {verb} worth {_gain(row):.2f} dollars"
    )


def _gain(row: Compared) -> Decimal:
    return (row.agent.solved - row.workflow.solved) * row.task.worth


def _extra(row: Compared) -> Decimal:
    return row.agent.cost - row.workflow.cost
