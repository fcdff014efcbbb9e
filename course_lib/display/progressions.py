"""How one figure grew over the steps of several runs."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .picture import Picture
from .plots import plain, style_of


def progressions(values: Mapping[str, Sequence[float]], *, x: str, y: str, title: str) -> Picture:
    """A line for every run, from its first value on.

    Args:
        values: What each run came to, step by step, by the run's name; four are told apart by their
            looks.
        x: What the steps are.
        y: What is counted.
        title: The picture's title.
    """
    figure = Figure(figsize=(7, 3.4), layout="constrained")
    axes = figure.subplots()
    for place, (name, reached) in enumerate(values.items()):
        steps = range(1, len(reached) + 1)
        axes.plot(steps, reached, **style_of(place), ms=5, label=name)
    axes.set(xlabel=x, ylabel=y, title=title)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    plain(axes)
    if values:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)
