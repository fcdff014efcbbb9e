"""What a learned threshold buys: quality against cost, beside policies that look at nothing."""

from collections.abc import Sequence
from typing import Protocol

from matplotlib.figure import Figure

from .palette import BLACK, BLUE, GREY, VERMILION
from .picture import Picture
from .plots import plain

_PALE = "#D9E8F2"


class Outcome(Protocol):
    """What a policy comes to, a question on average."""

    @property
    def cost_usd(self) -> float:
        """Dollars."""

    @property
    def quality(self) -> float:
        """0 to 1."""


class Learned(Protocol):
    """A threshold with the curve that it was chosen from, the cheapest point first."""

    @property
    def value(self) -> float:
        """The threshold."""

    @property
    def cost_usd(self) -> float:
        """What it costs."""

    @property
    def quality(self) -> float:
        """What it comes to."""

    @property
    def curve(self) -> Sequence[Outcome]:
        """What every threshold comes to."""


class Baselines(Protocol):
    """Policies to beat."""

    @property
    def always_fast(self) -> Outcome:
        """Everything to the fast tier."""

    @property
    def always_strong(self) -> Outcome:
        """Everything to the strong tier."""

    @property
    def random(self) -> Outcome:
        """A coin for each question."""


def quality_curve(learned: Learned, against: Baselines) -> Picture:
    """The curve of all thresholds, the learned one on it, and what chance comes to.

    What lies between the curve and the straight line is what looking at the questions is worth.
    """
    figure = Figure(figsize=(7, 3.8), layout="constrained")
    axes = figure.subplots()
    costs = [point.cost_usd for point in learned.curve]
    reached = [point.quality for point in learned.curve]
    ends = (against.always_fast, against.always_strong)
    line = [end.cost_usd for end in ends], [end.quality for end in ends]
    axes.fill([*costs, *reversed(line[0])], [*reached, *reversed(line[1])], color=_PALE)
    axes.plot(*line, color=GREY, ls="--", marker="s", label="always fast, always strong")
    axes.plot(costs, reached, color=BLUE, marker="o", ms=4, label="thresholds")
    coin = against.random
    axes.plot([coin.cost_usd], [coin.quality], color=VERMILION, marker="D", ls="", label="a coin")
    axes.plot(
        *([learned.cost_usd], [learned.quality]),
        color="none",
        marker="o",
        ms=14,
        mec=BLACK,
        mew=2,
        ls="",
        label=f"threshold {learned.value:.4g}",
    )
    axes.set(xlabel="dollars a question", ylabel="quality", title="What looking is worth")
    plain(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)
