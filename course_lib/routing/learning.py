"""Learning from what was recorded: the complexity from which on the strong tier is worth its price.

Only questions that were answered by both tiers say anything: each threshold sends every one of them
to one tier or the other, and what that would have cost and how good it would have been is known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from .observations import Exact, Observation, Pair, average, pairs_of

ALWAYS, NEVER = 0.0, 1.01
"""The thresholds that send everything to the strong tier, and nothing."""


class Outcome(NamedTuple):
    """What a policy comes to, a question on average.

    Attributes:
        cost_usd: Dollars.
        quality: 0 to 1.
    """

    cost_usd: float
    quality: float


class Point(NamedTuple):
    """What a threshold comes to, a question on average.

    Attributes:
        threshold: The complexity from which on the strong tier answers.
        cost_usd: Dollars.
        quality: 0 to 1.
    """

    threshold: float
    cost_usd: float
    quality: float


@dataclass(frozen=True)
class Threshold:
    """The threshold that was learned.

    Attributes:
        value: From this complexity on, the strong tier answers.
        quality: What it comes to on the observations, 0 to 1.
        cost_usd: What it costs there, in dollars a question.
        reached: Whether that is the quality that was wanted; if not, it is the best to be had.
        curve: Every threshold that makes a difference, the cheapest first.
    """

    value: float
    quality: float
    cost_usd: float
    reached: bool
    curve: tuple[Point, ...]


@dataclass(frozen=True)
class Baselines:
    """What policies that look at nothing come to.

    Attributes:
        always_fast: Everything to the fast tier.
        always_strong: Everything to the strong tier.
        random: A coin for each question: what is to be expected.
    """

    always_fast: Outcome
    always_strong: Outcome
    random: Outcome


def learn_threshold(observations: Iterable[Observation], target_quality: float) -> Threshold:
    """The threshold that reaches a quality at the least cost.

    Args:
        observations: Runs of the same questions on both tiers. Several of one question on one tier
            count as their average.
        target_quality: The quality that is wanted, a question on average, 0 to 1.

    Returns:
        Of equally cheap thresholds the better one, of equal ones the lowest. Where none reaches the
        quality, the best one, and of equally good ones the cheapest.

    Raises:
        TooFewObservations: If no question was recorded on both tiers.
    """
    curve = sorted(_curve(pairs_of(observations)), key=lambda point: point[1:])
    good = [point for point in curve if point.quality >= target_quality]
    best = (
        min(good, key=lambda point: (point.cost_usd, -point.quality, point.threshold))
        if good
        else min(curve, key=lambda point: (-point.quality, point.cost_usd, point.threshold))
    )
    return Threshold(
        best.threshold, best.quality, best.cost_usd, reached=bool(good), curve=tuple(curve)
    )


def at_threshold(observations: Iterable[Observation], threshold: float) -> Point:
    """What a threshold comes to on observations, such as others than it was learned from.

    Raises:
        TooFewObservations: If no question was recorded on both tiers.
    """
    pairs = pairs_of(observations)
    taken = [pair.strong if pair.complexity >= threshold else pair.fast for pair in pairs]
    return Point(threshold, *_outcome(average(taken)))


def baselines(observations: Iterable[Observation]) -> Baselines:
    """What is to be beaten.

    Raises:
        TooFewObservations: If no question was recorded on both tiers.
    """
    pairs = pairs_of(observations)
    fast, strong = [pair.fast for pair in pairs], [pair.strong for pair in pairs]
    return Baselines(
        always_fast=_outcome(average(fast)),
        always_strong=_outcome(average(strong)),
        random=_outcome(average([*fast, *strong])),
    )


def area_between(curve: Sequence[Point], against: Baselines) -> float:
    """How much better than a random router the curve is, at the same cost, on average.

    A random router that sends more or less to the strong tier comes to any point on the line
    from `always_fast` to `always_strong`. This is the area between the curve and that line, over
    the costs between the two, divided by their distance: quality, so 0.05 is five points more.

    Args:
        curve: Points in order of cost; between two of them a router can mix.
        against: The baselines of the same observations.

    Returns:
        Positive where the curve lies above the line; 0 if both tiers cost the same.
    """
    low, high = sorted([against.always_fast, against.always_strong], key=lambda end: end.cost_usd)
    width = high.cost_usd - low.cost_usd
    if width <= 0:
        return 0.0
    area = 0.0
    for one, other in pairwise(curve):
        left, right = max(one.cost_usd, low.cost_usd), min(other.cost_usd, high.cost_usd)
        if left < right:
            ends = [_on(one, other, cost) - _on(low, high, cost) for cost in (left, right)]
            area += sum(ends) / 2 * (right - left)
    return area / width


def _outcome(exact: Exact) -> Outcome:
    return Outcome(float(exact.cost), float(exact.quality))


def _curve(pairs: Sequence[Pair]) -> Iterator[Point]:
    """Every threshold that makes a difference, from everything strong to everything fast."""
    cost, quality = average([pair.strong for pair in pairs])
    yield Point(ALWAYS, float(cost), float(quality))
    for pair, after in zip(pairs, [*pairs[1:], None], strict=True):
        cost += (pair.fast.cost - pair.strong.cost) / len(pairs)
        quality += (pair.fast.quality - pair.strong.quality) / len(pairs)
        if after is None or after.complexity > pair.complexity:
            threshold = _between(pair.complexity, after.complexity) if after else NEVER
            yield Point(threshold, float(cost), float(quality))


def _between(lower: float, upper: float) -> float:
    """The middle of two complexities; the upper one where no number lies between."""
    middle = (lower + upper) / 2
    return middle if middle > lower else upper


def _on(one: Outcome | Point, other: Outcome | Point, cost: float) -> float:
    """The quality at a cost, on the line through two points."""
    share = (cost - one.cost_usd) / (other.cost_usd - one.cost_usd)
    return one.quality + share * (other.quality - one.quality)
