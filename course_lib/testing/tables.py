"""What the matrix found, as data and as a table; several agents side by side.

    print(side_by_side(run_matrix(AgentLoop()), run_matrix(CreateAgent())))

One agent's table is the comparison of one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from textwrap import wrap

_WIDTH = 110
_LEAST_FOR_REASONS = 30
_CELL = "text-align:left;vertical-align:top;padding:4px 10px"


@dataclass(frozen=True)
class Check:
    """One row's outcome.

    Attributes:
        row: What happened in the turn.
        problem: What went wrong, or None if nothing did.
    """

    row: str
    problem: str | None

    @property
    def passed(self) -> bool:
        """Whether nothing went wrong."""
        return self.problem is None


@dataclass(frozen=True)
class Matrix:
    """All rows' outcomes for one agent.

    Attributes:
        agent: Its name.
        checks: The outcomes, in the matrix's order.
    """

    agent: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every row did."""
        return all(check.passed for check in self.checks)

    @property
    def rows(self) -> tuple[str, ...]:
        """What happened in each turn."""
        return tuple(check.row for check in self.checks)

    @property
    def summary(self) -> str:
        """How many rows passed, in one line."""
        return f"{self.agent}: {sum(c.passed for c in self.checks)} of {len(self.checks)} passed"

    def __repr__(self) -> str:
        return repr(Comparison((self,)))

    def _repr_html_(self) -> str:
        return Comparison((self,))._repr_html_()


@dataclass(frozen=True)
class Comparison:
    """The outcomes of several agents in the same rows; `side_by_side` makes it.

    Attributes:
        matrices: The agents' matrices, in the order of the columns.
    """

    matrices: tuple[Matrix, ...]

    def __repr__(self) -> str:
        return "\n".join([*(matrix.summary for matrix in self.matrices), *self._lines()])

    def _repr_html_(self) -> str:
        heads = ("What happens", *(matrix.agent for matrix in self.matrices))
        head = "".join(f'<th scope="col" style="{_CELL}">{escape(name)}</th>' for name in heads)
        body = "".join(
            f'<tr><th scope="row" style="{_CELL};font-weight:normal">{escape(row)}</th>'
            f"{''.join(map(_cell, checks))}</tr>"
            for row, checks in self._table()
        )
        passed = "<br>".join(escape(matrix.summary) for matrix in self.matrices)
        caption = f'<caption style="text-align:left;padding:4px 10px">{passed}</caption>'
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _table(self) -> Iterator[tuple[str, tuple[Check, ...]]]:
        """The rows, each with what came of it for every agent."""
        columns = (matrix.checks for matrix in self.matrices)
        return zip(self.matrices[0].rows, zip(*columns, strict=True), strict=True)

    def _lines(self) -> Iterator[str]:
        """The table in text: a column for every agent, reasons at the end of the line."""
        agents = [matrix.agent for matrix in self.matrices]
        heads = agents if len(agents) > 1 else [""]
        widths = [max(map(len, self.matrices[0].rows), default=0)]
        widths += [max(len(head), len("FAIL")) for head in heads]
        room = max(_WIDTH - sum(widths) - 2 * len(widths), _LEAST_FOR_REASONS)
        if any(heads):
            yield from ("", _line(["", *heads], widths))
        for row, checks in self._table():
            outcomes = ("pass" if check.passed else "FAIL" for check in checks)
            reasons = [line for text in _reasons(agents, checks) for line in wrap(text, room)]
            yield _line([row, *outcomes], widths, *reasons[:1])
            yield from (_line([""] * len(widths), widths, more) for more in reasons[1:])


def side_by_side(*matrices: Matrix) -> Comparison:
    """The matrices of several agents as one table, with a column for each agent.

    Raises:
        ValueError: If there is none, or their rows are not the same.
    """
    if not matrices:
        raise ValueError("side_by_side needs one matrix or more, got none")
    first, *others = matrices
    for other in others:
        for number, (row, expected) in enumerate(zip_longest(other.rows, first.rows), start=1):
            if row != expected:
                raise ValueError(
                    f"row {number} of {other.agent} is {_named(row)}, "
                    f"of {first.agent} it is {_named(expected)}; compare runs of the same rows"
                )
    return Comparison(matrices)


def _named(row: str | None) -> str:
    return "missing" if row is None else repr(row)


def _cell(check: Check) -> str:
    outcome = "✓ pass" if check.passed else f"<b>✗ FAIL</b>: {escape(check.problem or '')}"
    return f'<td style="{_CELL}">{outcome}</td>'


def _reasons(agents: Sequence[str], checks: Sequence[Check]) -> list[str]:
    """Why agents fail a row, and which one does so why where their reasons differ."""
    failed = [
        (agent, check.problem)
        for agent, check in zip(agents, checks, strict=True)
        if check.problem is not None
    ]
    reasons = list(dict.fromkeys(problem for _, problem in failed))
    return reasons if len(reasons) < 2 else [f"{agent}: {problem}" for agent, problem in failed]


def _line(cells: Sequence[str], widths: Sequence[int], reason: str = "") -> str:
    columns = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    return "  ".join([*columns, reason]).rstrip()
