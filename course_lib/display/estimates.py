"""Estimate against actual: what was expected of a run beside what it came to."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from .measure import cut
from .palette import BLUE, GREY
from .picture import Picture
from .plots import plain

_LONGEST = 28


def estimates(pairs: Mapping[str, tuple[float, float]], *, unit: str = "dollars") -> Picture:
    """A dot for every run: above the line it used more than was expected, below it less.

    Both axes are logarithmic, so runs that cost nothing, or were expected to, are left out.

    Args:
        pairs: What was expected and what was used, by the run's name.
        unit: In what both are counted.
    """
    paid = {name: pair for name, pair in pairs.items() if min(pair) > 0}
    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.subplots()
    axes.set(xscale="log", yscale="log")
    if paid:
        ends = [min(map(min, paid.values())) / 2, max(map(max, paid.values())) * 2]
        axes.plot(ends, ends, color=GREY, ls="--", lw=1, label="as expected")
        expected, used = zip(*paid.values(), strict=True)
        axes.scatter(expected, used, s=45, color=BLUE, zorder=3, label="a run")
        axes.set(xlim=ends, ylim=ends)
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    for name, pair in paid.items():
        axes.annotate(
            cut(name, _LONGEST),
            pair,
            (8, -4),
            textcoords="offset points",
            fontsize=8,
            parse_math=False,
        )
    axes.set(xlabel=f"estimated {unit}", ylabel=f"{unit} used", title="Estimate against actual")
    plain(axes)
    return Picture(figure)
