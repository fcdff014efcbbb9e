"""What a budget buys: what each step of a run leaves of its limits."""

from matplotlib.figure import Figure

from ..foundations.runs import Run
from .picture import Picture
from .plots import plain, style_of


def budget_left(run: Run) -> Picture:
    """A line for every limit: what is left of it after each step, in percent of the limit.

    A limit of 0 has nothing left from the start.
    """
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    numbers = [step.number for step in run.steps]
    for place, gauge in enumerate(run.budget):
        gauges = [step.budget[place] for step in run.steps]
        left = [100 * each.left / each.limit if each.limit else 0.0 for each in gauges]
        axes.plot(numbers, left, **style_of(place), ms=4, label=gauge.short)
    axes.set(ylim=(-4, 104), xlabel="step", ylabel="left, in percent", title="Budget left")
    axes.set_xticks(numbers)
    plain(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)
