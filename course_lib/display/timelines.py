"""A Gantt plot: which attempt ran when, and which of them decide how long a user waits."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Protocol

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from .measure import cut
from .palette import BLACK, BLUE, GREY
from .picture import Picture
from .plots import plain

_CRITICAL, _OTHER = "critical path", "other work"
_PALE = "#D9D9D9"
_LONGEST = 34


class Span(Protocol):
    """One attempt, in seconds from the start of the run."""

    @property
    def name(self) -> str:
        """What it is called, unique in the run."""

    @property
    def start(self) -> Decimal:
        """When it starts."""

    @property
    def end(self) -> Decimal:
        """When it ends."""


class Bill(Protocol):
    """What a timeline needs to know of a run."""

    @property
    def spans(self) -> Sequence[Span]:
        """All attempts, in the order in which they are shown."""

    @property
    def critical_path(self) -> Sequence[str]:
        """The names of the attempts that decide the latency."""

    @property
    def latency(self) -> Decimal:
        """Seconds until the run has ended."""

    @property
    def total_work(self) -> Decimal:
        """Seconds of all attempts together."""


def timeline(bill: Bill) -> Picture:
    """A bar for every attempt, from its start to its end, with the critical path picked out.

    Where no bar runs, a person is waited for; behind the last one there is overhead.

    Args:
        bill: A counted run, as `course_lib.orchestration.costs.bill` gives it; any object with
            these attributes will do.
    """
    figure = Figure(figsize=(7, 1.35 + 0.27 * len(bill.spans)), layout="constrained")
    axes = figure.subplots()
    _bars(axes, bill)
    wide = float(bill.latency) or 1
    axes.set(xlim=(-0.01 * wide, 1.03 * wide), xlabel="seconds")
    axes.set_ylim(max(len(bill.spans), 1) - 0.4, -0.6)
    title = f"{_seconds(bill.latency)} to wait, {_seconds(bill.total_work)} of work"
    axes.set_title(title, pad=28)
    plain(axes)
    # It would hide an attempt that takes no time at the start.
    axes.spines["left"].set_visible(False)
    _key(axes, axes.axvline(float(bill.latency), color=BLACK, ls="--", lw=1, label="latency"))
    return Picture(figure)


def _bars(axes: Axes, bill: Bill) -> None:
    places = range(len(bill.spans))
    critical = [span.name in bill.critical_path for span in bill.spans]
    axes.barh(
        places,
        [float(span.end - span.start) for span in bill.spans],
        left=[float(span.start) for span in bill.spans],
        height=0.65,
        color=[BLUE if decides else _PALE for decides in critical],
        hatch=["//" if decides else "" for decides in critical],
        linewidth=1.5,
        edgecolor=[BLACK if decides else GREY for decides in critical],
        label=[_CRITICAL if decides else _OTHER for decides in critical],
    )
    # A dollar sign in a name begins no formula.
    axes.set_yticks(places, [cut(span.name, _LONGEST) for span in bill.spans], parse_math=False)


def _key(axes: Axes, latency: Line2D) -> None:
    """What the looks mean, between the title and the bars, where it covers none of them."""
    kinds = {str(bar.get_label()): bar for bar in axes.patches}
    shown = [kinds[kind] for kind in (_CRITICAL, _OTHER) if kind in kinds]
    axes.legend(
        handles=[*shown, latency],
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=3,
        frameon=False,
    )


def _seconds(value: Decimal) -> str:
    """Seconds to the millisecond, without an exponent."""
    return f"{round(value, 3).normalize():f} s"
