"""What more of a budget buys, step by step, and from where on more of it buys nothing."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .glyphs import drawable
from .measure import cut
from .palette import BLACK, BLUE, VERMILION
from .picture import Picture
from .plots import plain

Point: TypeAlias = tuple[float, float, str]

_LONGEST = 18
# Two figures that differ by less are the same: sums of fractions are not exact.
_SAME = 1e-9


def sweep(
    points: Iterable[Point], *, x: str, y: str, title: str, plateau: float | None = None
) -> Picture:
    """Steps from budget to budget, with a rule where the plateau begins.

    A label is written where it is another one than the point's before it. One with letters that
    matplotlib's own font has not, such as Hangul, is named by its place: "point 2".

    Args:
        points: A budget, what it came to, and a label such as the run's status, in any order.
        x: What the budgets count.
        y: What they buy.
        title: The picture's title.
        plateau: Where to put the rule; found if left out. What still grows at the last budget has
            no plateau, and no rule.
    """
    in_order = sorted(points)
    begins = _plateau(in_order) if plateau is None else plateau
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    if in_order:
        _steps(axes, in_order, y)
    if begins is not None:
        axes.axvline(begins, color=VERMILION, ls="--", lw=1.4, label="plateau", zorder=1)
        _note(axes, f"plateau from {begins:g}", (begins, axes.get_ylim()[1]), (5, -11), VERMILION)
    _labels(axes, in_order)
    axes.set(xlabel=x, ylabel=y, title=title)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    plain(axes)
    if in_order:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)


def _plateau(points: Sequence[Point]) -> float | None:
    """The first budget that no larger one exceeds; None if only the last one is such."""
    for place, (budget, reached, _) in enumerate(points[:-1], start=1):
        if all(later <= reached + _SAME for _, later, _ in points[place:]):
            return budget
    return None


def _steps(axes: Axes, points: Sequence[Point], name: str) -> None:
    """The line, with room for words under its lowest step and right of its last one."""
    budgets, reached = [point[0] for point in points], [point[1] for point in points]
    axes.plot(
        *(budgets, reached), color=BLUE, marker="o", drawstyle="steps-post", label=name, zorder=3
    )
    wide, high = max(budgets[-1] - budgets[0], 1), max(reached) or 1
    axes.set_xlim(budgets[0] - 0.05 * wide, budgets[-1] + 0.2 * wide)
    axes.set_ylim(-0.1 * high, 1.12 * high)


def _labels(axes: Axes, points: Sequence[Point]) -> None:
    """Under the steps, where no line runs; in two rows where neighbours would touch."""
    before, row = "", 1
    for place, (budget, reached, label) in enumerate(points, start=1):
        row = 1 - row if label and label != before else 1
        if label and label != before:
            name = cut(label if drawable(label) else f"point {place}", _LONGEST)
            _note(axes, name, (budget, reached), (5, -13 - 11 * row), BLACK)
        before = label


def _note(
    axes: Axes, text: str, place: tuple[float, float], away: tuple[int, int], colour: str
) -> None:
    # A dollar sign begins no formula.
    axes.annotate(
        *(text, place, away),
        textcoords="offset points",
        fontsize=8.5,
        color=colour,
        parse_math=False,
    )
