"""The six tasks done both ways, really run and measured: the numbers of question 3.

    print(table(compared()))

Models are scripted and their replies have tokens and a latency, so the numbers are the same on
every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from ..question import Note
from .both_ways import Recorded, by_agent, by_workflow
from .choice_tasks import TASKS, Task

_HEAD = """\
| Task | Worth | Deadline | Way | Solved | Tool calls | Decisions | Tool orders | Cost | Slowest |
|---|---:|---:|---|---:|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Figures:
    """All cases of a task, done in one way.

    Attributes:
        solved: How many cases were solved.
        tool_calls: How many tools were called.
        decisions: How often a model decided what to do next.
        orders: In how many different orders an agent called its tools; 0 for a workflow.
        cost: Dollars for all cases.
        slowest: Seconds of the slowest case.
    """

    solved: int
    tool_calls: int
    decisions: int
    orders: int
    cost: Decimal
    slowest: Decimal


@dataclass(frozen=True)
class Compared:
    """A task, and what came of it both ways."""

    task: Task
    workflow: Figures
    agent: Figures


@cache
def compared() -> tuple[Compared, ...]:
    """Runs every case of the six tasks both ways; once in a process, for nothing in it changes."""
    return tuple(
        Compared(
            task,
            workflow=figures([by_workflow(task.workflow, case) for case in task.cases]),
            agent=figures([by_agent(case) for case in task.cases]),
        )
        for task in TASKS
    )


def figures(runs: Sequence[Recorded]) -> Figures:
    """Adds up the cases of a task."""
    return Figures(
        solved=sum(run.solved for run in runs),
        tool_calls=sum(run.tool_calls for run in runs),
        decisions=sum(run.decisions for run in runs),
        orders=len({run.order for run in runs if run.order is not None}),
        cost=sum((run.bill.cost for run in runs), Decimal(0)),
        slowest=max(run.bill.latency for run in runs),
    )


def table(rows: Sequence[Compared]) -> Note:
    """The numbers as a Markdown table, two lines for each task."""
    lines = [line for row in rows for line in _lines(row)]
    return Note("\n".join([_HEAD, *lines]))


def _lines(row: Compared) -> tuple[str, str]:
    task, cases = row.task, len(row.task.cases)
    about = f"| {task.name} | {task.worth} | {task.deadline} s "
    return (
        f"{about}| workflow {_cells(row.workflow, cases, '-')}",
        f"| | | | agent {_cells(row.agent, cases, str(row.agent.orders))}",
    )


def _cells(each: Figures, cases: int, orders: str) -> str:
    return (
        f"| {each.solved} of {cases} | {each.tool_calls} | {each.decisions} | {orders} "
        f"| {each.cost:.4f} | {each.slowest:.1f} s |"
    )
