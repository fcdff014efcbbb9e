"""A recorded run in words: what a lab's cell prints, and what two runs have not in common."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..foundations.budget import Number
from ..foundations.runs import Run
from .measure import cut
from .palette import words

_LONGEST = 90


def number(value: Number) -> str:
    """A number to four figures; whole numbers, and large ones, in full."""
    return f"{value:.4g}" if isinstance(value, float) and abs(value) < 10_000 else f"{value:.0f}"


def summary(run: Run, previous: Run | None = None) -> str:
    """A run in a few lines; with what differs from another one, if it is given."""
    output = run.output
    lines = [f"status: {words(output['status'])}", f"path: {_path(run)}"]
    lines += [
        f"{gauge.short}: {number(gauge.used)} of {number(gauge.limit)} {gauge.unit}".rstrip()
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
    old, new = dict(_facts(before)), dict(_facts(now))
    found = [
        f"{name}: {old.get(name, 'none')} → {new.get(name, 'none')}"
        for name in {**old, **new}
        if old.get(name, "none") != new.get(name, "none")
    ]
    return found or ["nothing: path, use and output are the same"]


def _path(run: Run) -> str:
    return " > ".join(run.path)


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    """Everything that runs are compared by; what stands inside a mapping is a fact of its own."""
    yield "path", _path(run)
    for gauge in run.budget:
        yield words(gauge.short), f"{number(gauge.used)} of {number(gauge.limit)}"
    yield from _flat(run.output)


def _flat(values: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        name = f"{place}{words(key)}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}, ")
        else:
            yield name, _short(value)


def _short(value: object) -> str:
    match value:
        case None | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return cut("; ".join(map(str, value)), _LONGEST)
        case _:
            return cut(str(value), _LONGEST)
