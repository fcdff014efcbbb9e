"""Measures everything and prints the table."""

from . import (
    agent_loop,
    classification,
    fan_out,
    imports,
    lab_in_browser,
    lab_redraw,
    reflection_run,
    room_runs,
    search,
)
from .timing import Line


def table(lines: list[Line]) -> str:
    """The lines with aligned columns."""
    head = ("what", "measured", "against", "measured", "ratio", "bound", "")
    rows = [head, *(_cells(line) for line in lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place in {1, 3, 4, 5} else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _cells(line: Line) -> tuple[str, ...]:
    ceiling = "" if line.ceiling is None else f" and {line.ceiling:g} {line.unit}"
    return (
        line.what,
        f"{line.measured:.2f} {line.unit}",
        line.against,
        f"{line.reference:.2f} {line.unit}",
        f"{line.ratio:.2f}",
        f"{line.bound:.2f}{ceiling}",
        "within" if line.within else "over",
    )


if __name__ == "__main__":
    redraw = lab_redraw.measure()
    browser = lab_in_browser.measure(redraw[0].reference)
    rooms = [*reflection_run.measure(), *room_runs.measure()]
    loops = [*agent_loop.measure(), *fan_out.measure()]
    print(table([*rooms, *loops, *redraw, *browser, *imports.measure()]))
    for language, scores in classification.measure().items():
        print(f"\nclassification, {language}: {scores!r}")
    for language, found in search.measure().items():
        print(f"\nsearch, {language}: {found!r}")
