"""Plots of a recorded run. Figures hold no free text: fonts differ, and Hangul needs one."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..foundations.runs import Run
from .palette import BLUE, GREEN, GREY, VERMILION, look, words
from .picture import Picture
from .text import number

_LINE = "#D9D9D9"
# Colour, stroke and marker together, so that none has to be told apart alone.
_STYLES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, "-.", "^"), (GREY, ":", "D"))


def budget_bars(run: Run) -> Picture:
    """A bar for every limit of a run: how much of it was used at the end."""
    gauges = run.budget
    figure = Figure(figsize=(6.4, 0.9 + 0.5 * len(gauges)), layout="constrained")
    axes = figure.subplots()
    shares = [100 * gauge.used / gauge.limit if gauge.limit else 100 for gauge in gauges]
    places = range(len(gauges))
    axes.barh(places, shares, height=0.55, color=BLUE)
    axes.set_yticks(places, [gauge.short for gauge in gauges])
    for place, gauge in zip(places, gauges, strict=True):
        used = f"{number(gauge.used)} of {number(gauge.limit)} {gauge.unit}".strip()
        axes.text(102, place, used, va="center")
    axes.set(xlim=(0, 130), xlabel="used, in percent of the limit", title="Budget")
    axes.set_xticks(range(0, 101, 25))
    axes.invert_yaxis()
    plain(axes)
    return Picture(figure)


def rounds(run: Run) -> Picture:
    """Attempt by attempt: the draft's length in lines, and what the critic decided.

    Args:
        run: A run whose final state has a `revision_history`, as in `course_lib.reflection`.
    """
    history = run.final["revision_history"]
    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    axes = figure.subplots()
    for attempt in history:
        shown = look(attempt["critique_status"])
        lines = len(attempt["draft"].splitlines())
        place = str(attempt["iteration"])
        axes.bar(place, lines, width=0.55, color=shown.fill, hatch=shown.hatch, edgecolor=shown.ink)
        mark = f"{shown.symbol} {words(attempt['critique_status'])}"
        axes.annotate(mark, (place, lines), (0, 4), textcoords="offset points", ha="center")
    tallest = max((len(attempt["draft"].splitlines()) for attempt in history), default=1)
    # One or two bars keep the width that three would have.
    axes.set(xlim=(-0.5, max(len(history), 3) - 0.5))
    axes.set(ylim=(0, tallest * 1.2), xlabel="attempt", ylabel="lines in the draft", title="Rounds")
    plain(axes)
    axes.legend(handles=_key(run), loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)


def _key(run: Run) -> list[Patch]:
    said = dict.fromkeys(attempt["critique_status"] for attempt in run.final["revision_history"])
    looks = [(status, look(status)) for status in said]
    return [
        Patch(facecolor=shown.fill, hatch=shown.hatch, edgecolor=shown.ink, label=words(status))
        for status, shown in looks
    ]


def style_of(place: int) -> dict[str, Any]:
    """How the line at a place, from 0, is drawn; from the fifth on they repeat."""
    colour, stroke, marker = _STYLES[place % len(_STYLES)]
    return {"color": colour, "linestyle": stroke, "marker": marker}


def plain(axes: Axes) -> None:
    """Takes away the frame and the ticks."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(_LINE)
    axes.tick_params(length=0)
    axes.set_axisbelow(True)
