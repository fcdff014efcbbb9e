"""Learning: the cheapest threshold that is good enough, and what it is compared with."""

from itertools import pairwise
from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.routing.learning import (
    ALWAYS,
    NEVER,
    Outcome,
    Point,
    area_between,
    at_threshold,
    baselines,
    learn_threshold,
)
from course_lib.routing.observations import Observation
from tests.routing.test_observations import seen


def both(complexity: float, fast: float, strong: float) -> list[Observation]:
    """One question that cost 1 on the fast tier and 10 on the strong one, with these qualities."""
    name = f"q{complexity}"
    return [
        seen(name, "fast", 1.0, fast, at=complexity),
        seen(name, "reasoning", 10.0, strong, at=complexity),
    ]


# The fast tier is as good up to 0.4; at 0.6 a little worse, at 0.8 of no use.
FOUR = [
    *both(0.2, 0.9, 0.9),
    *both(0.4, 0.9, 0.9),
    *both(0.6, 0.7, 0.9),
    *both(0.8, 0.1, 0.9),
]


@pytest.mark.parametrize(
    ("target", "value", "cost", "quality"),
    [
        (0.9, 0.5, 5.5, 0.9),
        (0.85, 0.7, 3.25, 0.85),
        (0.6, NEVER, 1.0, 0.65),
    ],
)
def test_the_cheapest_threshold_that_is_good_enough(
    target: float, value: float, cost: float, quality: float
) -> None:
    learnt = learn_threshold(FOUR, target)

    assert learnt.value == pytest.approx(value)
    assert learnt.cost_usd == cost
    assert learnt.quality == pytest.approx(quality)
    assert learnt.reached


def test_where_none_is_good_enough_the_best_is_taken_and_said() -> None:
    learnt = learn_threshold(FOUR, 0.95)

    assert not learnt.reached
    assert (learnt.value, learnt.quality, learnt.cost_usd) == (0.5, 0.9, 5.5)


def test_an_average_of_equal_numbers_is_that_number() -> None:
    same = [seen(f"q{n}", tier, 1.0, 0.7) for n in range(3) for tier in ("fast", "reasoning")]

    assert learn_threshold(same, 0.7).reached


def test_neighbours_without_a_number_between_them_are_told_apart() -> None:
    after = nextafter(0.5, 1.0)
    learnt = learn_threshold([*both(0.5, 0.9, 0.9), *both(after, 0.1, 0.9)], 0.9)

    assert (learnt.value, learnt.cost_usd) == (after, 5.5)


def test_the_curve_goes_from_all_fast_to_all_strong() -> None:
    curve = learn_threshold(FOUR, 0.9).curve

    assert curve[0] == pytest.approx(Point(NEVER, 1.0, 0.65))
    assert curve[-1] == Point(ALWAYS, 10.0, 0.9)
    assert [point.threshold for point in curve] == pytest.approx([NEVER, 0.7, 0.5, 0.3, ALWAYS])


def test_baselines_and_the_area_above_them() -> None:
    against = baselines(FOUR)

    assert against.always_fast == pytest.approx(Outcome(1.0, 0.65))
    assert against.always_strong == Outcome(10.0, 0.9)
    assert against.random == pytest.approx(Outcome(5.5, 0.775))
    # Heights over the line at the costs 1, 3.25, 5.5, 7.75, 10: 0, 0.1375, 0.125, 0.0625, 0.
    assert area_between(learn_threshold(FOUR, 0.9).curve, against) == pytest.approx(0.08125)


def test_a_router_that_sorts_the_wrong_way_lies_below_the_line() -> None:
    wrong = [*both(0.2, 0.1, 0.9), *both(0.8, 0.9, 0.9)]

    assert area_between(learn_threshold(wrong, 0.5).curve, baselines(wrong)) == pytest.approx(-0.1)


def test_the_area_ends_where_the_line_does() -> None:
    # The threshold in the middle is cheaper than either tier alone; below 5.5 there is no line.
    odd = [
        seen("a", "fast", 1.0, 0.5, at=0.2),
        seen("a", "reasoning", 20.0, 0.9, at=0.2),
        seen("b", "fast", 10.0, 0.5, at=0.8),
        seen("b", "reasoning", 1.0, 0.9, at=0.8),
    ]
    curve = learn_threshold(odd, 0.5).curve

    assert [point.cost_usd for point in curve] == [1.0, 5.5, 10.5]
    assert area_between(curve, baselines(odd)) == pytest.approx(0.0)


def test_there_is_no_area_where_both_tiers_cost_the_same() -> None:
    same = [seen("q", "fast", 1.0, 0.1), seen("q", "reasoning", 1.0, 0.9)]

    assert area_between(learn_threshold(same, 0.9).curve, baselines(same)) == 0.0


def test_a_threshold_can_be_tried_on_other_observations() -> None:
    other = [*both(0.3, 0.2, 0.9), *both(0.7, 0.9, 0.9)]

    assert at_threshold(other, 0.5) == pytest.approx(Point(0.5, 5.5, 0.55))


unit = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]) | st.floats(0, 1)
dollars = st.floats(0, 1)
rows = st.lists(st.tuples(unit, dollars, unit, dollars, unit), min_size=1, max_size=12)


def observed(given_rows: list[tuple[float, float, float, float, float]]) -> list[Observation]:
    return [
        each
        for number, (complexity, fast_cost, fast, strong_cost, strong) in enumerate(given_rows)
        for each in (
            seen(f"q{number}", "fast", fast_cost, fast, at=complexity),
            seen(f"q{number}", "reasoning", strong_cost, strong, at=complexity),
        )
    ]


recorded = rows.map(observed)


@given(recorded, unit, unit | st.just(NEVER))
def test_no_threshold_reaches_the_target_at_less_cost(
    observations: list[Observation], target: float, other: float
) -> None:
    learnt = learn_threshold(observations, target)
    tried = at_threshold(observations, other)

    assert learnt.reached is (learnt.quality >= target)
    if learnt.reached:
        assert tried.quality < target or tried.cost_usd >= learnt.cost_usd
    else:
        assert tried.quality <= learnt.quality


@given(recorded, unit)
def test_the_learnt_threshold_does_what_it_says(
    observations: list[Observation], target: float
) -> None:
    learnt = learn_threshold(observations, target)
    said = Point(learnt.value, learnt.cost_usd, learnt.quality)

    assert at_threshold(observations, learnt.value) == said
    assert said in learnt.curve


@given(recorded, unit)
def test_the_curve_rises_in_cost_and_holds_both_ends(
    observations: list[Observation], target: float
) -> None:
    curve, ends = learn_threshold(observations, target).curve, baselines(observations)

    assert all(one.cost_usd <= other.cost_usd for one, other in pairwise(curve))
    outcomes = [point[1:] for point in curve]
    assert ends.always_fast in outcomes
    assert ends.always_strong in outcomes


@given(rows, unit)
def test_where_the_strong_tier_costs_more_a_higher_threshold_never_does(
    given_rows: list[tuple[float, float, float, float, float]], target: float
) -> None:
    dear = [(at, cost, fast, cost + more, strong) for at, cost, fast, more, strong in given_rows]
    curve = learn_threshold(observed(dear), target).curve
    by_threshold = sorted(curve)

    assert all(one.cost_usd >= other.cost_usd for one, other in pairwise(by_threshold))


@given(recorded, unit)
def test_the_order_of_the_observations_says_nothing(
    observations: list[Observation], target: float
) -> None:
    assert learn_threshold(observations[::-1], target) == learn_threshold(observations, target)


@given(recorded)
def test_the_area_is_a_difference_of_qualities(observations: list[Observation]) -> None:
    curve = learn_threshold(observations, 0.5).curve

    assert -1.000001 <= area_between(curve, baselines(observations)) <= 1.000001
