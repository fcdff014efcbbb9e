"""A recorded run in words: what a lab's cell prints, and what two runs have not in common."""

from collections.abc import Mapping
from typing import Any

from ..foundations.budget import Number
from ..foundations.runs import Run
from .palette import words


def number(value: Number) -> str:
    """A number to four figures, whole numbers in full."""
    return str(value) if isinstance(value, int) else f"{value:.4g}"


def summary(run: Run, previous: Run | None = None) -> str:
    """A run in a few lines; with what differs from another one, if it is given."""
    output = run.output
    lines = [f"status: {words(output['status'])}", f"path: {_path(run)}"]
    lines += [
        f"{gauge.name}: {number(gauge.used)} of {number(gauge.limit)} {gauge.unit}".rstrip()
        + " used"
        for gauge in run.budget
    ]
    lines += [f"error: {error}" for error in output.get("errors", [])]
    if previous is not None:
        lines += ["compared with the previous run:"]
        lines += [f"  {line}" for line in differences(previous, run)]
    return "\n".join(lines)


def differences(before: Run, now: Run) -> list[str]:
    """What differs between two runs, a line each; one line that says so where nothing does."""
    pairs = [("path", _path(before), _path(now))]
    pairs += [
        (gauge.name, f"{number(gauge.used)} of {number(gauge.limit)}", _used(now, gauge.name))
        for gauge in before.budget
    ]
    pairs += [(key, _short(before.output, key), _short(now.output, key)) for key in now.output]
    found = [f"{words(name)}: {old} → {new}" for name, old, new in pairs if old != new]
    return found or ["nothing: path, use and output are the same"]


def _path(run: Run) -> str:
    return " > ".join(run.path)


def _used(run: Run, name: str) -> str:
    used = {gauge.name: f"{number(gauge.used)} of {number(gauge.limit)}" for gauge in run.budget}
    return used.get(name, "none")


def _short(output: Mapping[str, Any], key: str) -> str:
    line = " ".join(str(output.get(key)).split())
    return line if len(line) <= 90 else f"{line[:87]}..."
