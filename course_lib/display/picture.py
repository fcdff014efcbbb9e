"""A matplotlib figure that can be compared as text.

`image/png` is there to look at, and differs between versions of matplotlib. `text/plain` says what
the picture says, so a notebook's test compares that, and a screen reader can read it.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from . import text

_MOST_POINTS = 12


class Picture:
    """A figure to look at, with a digest of what it shows.

    Args:
        figure: A finished figure, made without pyplot.
    """

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def __repr__(self) -> str:
        return "\n".join(_digest(self.figure))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"image/png": self._png(), "text/plain": repr(self)}

    def _png(self) -> bytes:
        buffer = BytesIO()
        # Without it, the file names the version of matplotlib.
        self.figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
        return buffer.getvalue()


def _digest(figure: Figure) -> Iterator[str]:
    if title := figure.get_suptitle():
        yield f"Figure: {title}"
    for axes in figure.axes:
        yield f"Axes: {axes.get_title() or 'untitled'}"
        yield from (f"  {line}" for line in _axes(axes))


def _axes(axes: Axes) -> Iterator[str]:
    for name, label in (("x", axes.get_xlabel()), ("y", axes.get_ylabel())):
        if label:
            yield f"{name}: {label}"
    yield from _bars(axes)
    for line in axes.lines:
        yield f"line{_label(line)}: {_points(line.get_xydata())}"
    for dots in axes.collections:
        if isinstance(dots, PathCollection):
            yield f"dots{_label(dots)}: {_points(dots.get_offsets())}"
    yield from (f"text: {note.get_text()}" for note in axes.texts if note.get_text())
    if legend := axes.get_legend():
        yield f"legend: {', '.join(text.get_text() for text in legend.get_texts())}"


def _bars(axes: Axes) -> Iterator[str]:
    names = _tick_names(axes)
    bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    reaches = _reaches(axes)
    for number, bar in enumerate(bars):
        name = names[number] if len(names) == len(bars) else f"bar {number + 1}"
        sizes = f"{_figure(bar.get_width())} by {_figure(bar.get_height())}"
        hatch = f", hatched {bar.get_hatch()}" if bar.get_hatch() else ""
        look = f"{to_hex(bar.get_facecolor())}{hatch}{_label(bar, ', ')}"
        yield f"{name}: {reaches.get(bar, sizes)}, {look}"


def _reaches(axes: Axes) -> dict[Rectangle, str]:
    """From where to where every bar reaches; nothing where all of them start at 0."""
    ends: dict[Rectangle, tuple[float, float]] = {}
    for bars in axes.containers:
        if isinstance(bars, BarContainer):
            lying = bars.orientation == "horizontal"
            for bar in bars:
                box = bar.get_bbox()
                ends[bar] = (box.x0, box.x1) if lying else (box.y0, box.y1)
    if not any(start for start, _ in ends.values()):
        return {}
    return {bar: f"{_figure(start)} to {_figure(end)}" for bar, (start, end) in ends.items()}


def _tick_names(axes: Axes) -> list[str]:
    """The words at an axis that has words instead of numbers."""
    for axis in (axes.xaxis, axes.yaxis):
        names = [tick.get_text() for tick in axis.get_majorticklabels()]
        if any(name and not name.lstrip("-−").replace(".", "").isdigit() for name in names):
            return names
    return []


def _points(points: Any) -> str:
    pairs = list(points)
    shown = [f"({_figure(x)}, {_figure(y)})" for x, y in pairs[:_MOST_POINTS]]
    more = len(pairs) - len(shown)
    return ", ".join(shown) + (f", {more} more" if more else "")


def _label(artist: Artist, before: str = " ") -> str:
    label = str(artist.get_label())
    return "" if label.startswith("_") or not label else before + label


def _figure(value: float) -> str:
    return text.number(float(value))
