"""Cost against quality: what each path of a run promised, and which one was chosen."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .measure import cut
from .palette import BLACK, BLUE, GREY, WHITE
from .picture import Picture
from .plots import plain

_LONGEST = 24
Candidate = Mapping[str, Any]


def frontier(candidates: Iterable[Candidate], chosen: str | None = None) -> Picture:
    """A dot for every path that can do the request: its estimated cost and expected quality.

    Paths that will do are filled, the others hollow. The line joins those that no other path beats
    in both cost and quality.

    Args:
        candidates: Mappings with `path`, `estimated_cost_usd` (dollars), `expected_quality` (0 to
            1) and `acceptable`, such as a run's `candidate_paths`.
        chosen: The name of the path that was chosen.
    """
    able = [each for each in candidates if each["expected_quality"] > 0]
    figure = Figure(figsize=(7, 3.8), layout="constrained")
    axes = figure.subplots()
    best = _unbeaten(able)
    axes.plot(*_points(best), color=GREY, lw=1, ls="--", label="frontier")
    fits = [each for each in able if each["acceptable"]]
    rest = [each for each in able if not each["acceptable"]]
    axes.scatter(*_points(rest), s=55, color=WHITE, edgecolor=GREY, zorder=3, label="will not do")
    axes.scatter(*_points(fits), s=55, color=BLUE, edgecolor=BLUE, zorder=3, label="will do")
    taken = [each for each in able if each["path"] == chosen]
    axes.scatter(
        *_points(taken), s=190, color="none", edgecolor=BLACK, linewidth=2, zorder=4, label="chosen"
    )
    for each in able:
        place = (each["estimated_cost_usd"], each["expected_quality"])
        name = cut(each["path"], _LONGEST)
        # A dollar sign in a name begins no formula.
        axes.annotate(
            name, place, (8, -11), textcoords="offset points", fontsize=9, parse_math=False
        )
    _scaled(axes, able)
    axes.set(xlabel="estimated cost in dollars", ylabel="expected quality", title="Paths")
    plain(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return Picture(figure)


def _unbeaten(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that no other one beats in both, by cost."""
    best: list[Candidate] = []
    for each in sorted(candidates, key=lambda one: (one["estimated_cost_usd"], -_quality(one))):
        if not best or _quality(each) > _quality(best[-1]):
            best.append(each)
    return best


def _quality(candidate: Candidate) -> float:
    return float(candidate["expected_quality"])


def _points(candidates: Sequence[Candidate]) -> tuple[list[float], list[float]]:
    return [float(each["estimated_cost_usd"]) for each in candidates], [*map(_quality, candidates)]


def _scaled(axes: Axes, candidates: Sequence[Candidate]) -> None:
    """A scale on which dear and cheap paths stand apart, also beside one that is free."""
    costs = [float(each["estimated_cost_usd"]) for each in candidates]
    paid = [cost for cost in costs if cost > 0]
    if paid and max(paid) > 10 * min(costs):
        axes.set_xscale("symlog", linthresh=min(paid))
        axes.set_xlim(-0.3 * min(paid) if min(costs) == 0 else 0.5 * min(paid), 4 * max(paid))
    axes.set_ylim(0, 1.05)
