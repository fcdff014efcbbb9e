"""Debates side by side: what each topology cost and where it came out."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .state import FinalOutput, State

_HEADS = ("topology", "status", "rounds", "model calls", "tokens", "agreement", "answer")


@dataclass(frozen=True)
class Row:
    """One debate in a comparison.

    Attributes:
        topology: Who heard whom; "-" where the task named none that is known.
        status: How it ended.
        rounds: Rounds that were begun.
        model_calls: Model calls.
        tokens: Tokens of all calls.
        agreement: The share of all speakers that hold the most frequent answer, 0 to 1.
        answer: What came out, or None.
    """

    topology: str
    status: str
    rounds: int
    model_calls: int
    tokens: int
    agreement: float
    answer: str | None


@dataclass(frozen=True)
class Comparison:
    """Several debates; `compare` makes it, and it prints as a table.

    Attributes:
        rows: One for each debate, in the order in which they were given.
    """

    rows: tuple[Row, ...]

    def __repr__(self) -> str:
        return table(_HEADS, [_cells(row) for row in self.rows])


def compare(runs: Iterable[State]) -> Comparison:
    """Final states of debates as rows of one table.

        compare(run({**task, "topology": each.name}, context) for each in TOPOLOGIES)

    Args:
        runs: What `run` returns, or the `final` of recorded runs.

    Raises:
        ValueError: If one of them has not ended.
    """
    outputs = [state["final_output"] for state in runs]
    ended = [output for output in outputs if output is not None]
    if len(ended) < len(outputs):
        raise ValueError(f"run {outputs.index(None) + 1} has not ended; compare final states")
    return Comparison(tuple(map(_row, ended)))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in text; a wide letter, such as a Hangul syllable, counts as two columns."""
    lines = [heads, *rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def _row(output: FinalOutput) -> Row:
    used = output["budget_used"]
    return Row(
        topology=output["topology"] or "-",
        status=output["status"],
        rounds=used["rounds"],
        model_calls=used["model_calls"],
        tokens=used["tokens"],
        agreement=output["agreement"],
        answer=output["answer"],
    )


def _cells(row: Row) -> tuple[str, ...]:
    counts = map(str, (row.rounds, row.model_calls, row.tokens))
    return (row.topology, row.status, *counts, f"{row.agreement:.2f}", row.answer or "-")


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
