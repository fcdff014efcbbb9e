"""Limits that people give, gauges that graphs show."""

import math
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.budget import Gauge, Limit, Number, at, checked, gauges

WHOLE = Limit(name="max_iterations", used="iteration", default=3, minimum=1, maximum=10)
DOLLARS = Limit(
    name="budget.max_cost_usd", used="budget_used.cost_usd", default=0.5, maximum=5.0, unit="$"
)
numbers = st.integers() | st.floats()
anything = (
    st.none()
    | st.booleans()
    | numbers
    | st.text()
    | st.binary()
    | st.lists(st.integers())
    | st.dictionaries(st.text(), st.integers())
    | st.builds(object)
)


class Level(IntEnum):
    HIGH = 5


@pytest.mark.parametrize("value", [1, 3, 10, Level.HIGH])
def test_an_allowed_value_is_taken_as_it_is(value: int) -> None:
    assert checked(value, WHOLE) == (value, None)


def test_what_was_not_given_is_the_default_and_no_mistake() -> None:
    assert checked(None, WHOLE) == (3, None)
    assert checked(None, DOLLARS) == (0.5, None)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (-1, "-1"),
        (True, "True"),
        (False, "False"),
        ("5", "'5'"),
        ("다섯", "'다섯'"),
        (2.0, "2.0"),
        (math.nan, "nan"),
        (-math.inf, "-inf"),
        ([3], "[3]"),
        pytest.param(-(10**5_000), "a huge int", id="huge"),
        ("x" * 99, "'" + "x" * 36 + "..."),
    ],
)
def test_an_unusable_value_is_replaced_by_the_default_and_said(value: object, shown: str) -> None:
    assert checked(value, WHOLE) == (
        3,
        f"max_iterations must be a whole number from 1 to 10, got {shown}; 3 is used",
    )


@pytest.mark.parametrize(
    ("value", "limit", "used"),
    [
        (11, WHOLE, 10),
        (10**9, WHOLE, 10),
        pytest.param(10**5_000, WHOLE, 10, id="huge"),
        (5.01, DOLLARS, 5.0),
        (10**400, DOLLARS, 5.0),
    ],
)
def test_more_than_is_sensible_is_cut_to_the_maximum_and_said(
    value: Number, limit: Limit, used: Number
) -> None:
    got, problem = checked(value, limit)
    assert got == used
    assert problem is not None
    assert problem.endswith(f"; {used} is used")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.01, True, "0.5"])
def test_a_measured_limit_is_a_finite_number(value: object) -> None:
    got, problem = checked(value, DOLLARS)
    assert got == 0.5
    assert str(problem).startswith("budget.max_cost_usd must be a finite number from 0 to 5.0, got")


@pytest.mark.parametrize("value", [0, 0.0, 1, 4.75])
def test_a_measured_limit_may_be_whole_or_zero(value: Number) -> None:
    assert checked(value, DOLLARS) == (value, None)


@given(value=anything, limit=st.sampled_from([WHOLE, DOLLARS]))
def test_whatever_is_given_a_limit_within_bounds_is_used(value: object, limit: Limit) -> None:
    used, problem = checked(value, limit)
    assert limit.minimum <= used <= limit.maximum
    assert not isinstance(used, bool)
    assert problem is None or (len(problem) < 200 and "0x" not in problem)
    assert (problem is None) == (value is None or (used == value and not isinstance(value, bool)))


@pytest.mark.parametrize(
    ("used", "left", "fits"), [(0, 2, True), (1, 1, True), (2, 0, False), (7.5, 0, False)]
)
def test_a_gauge_tells_what_is_left_and_whether_a_step_fits(
    used: Number, left: Number, fits: bool
) -> None:
    gauge = Gauge("max_steps", used, 2)
    assert gauge.left == left
    assert gauge.fits(1) is fits


def test_a_limit_of_zero_means_never() -> None:
    never = Gauge("max_tool_calls", used=0, limit=0)
    assert not never.fits(1)
    assert never.fits(0)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, [(0, 3), (0, 0.5)]),
        ({"max_iterations": 5, "iteration": 2}, [(2, 5), (0, 0.5)]),
        ({"budget": {"max_cost_usd": 0}, "budget_used": {"cost_usd": 0.1}}, [(0, 3), (0.1, 0)]),
        ({"budget": None, "budget_used": 7, "iteration": None}, [(0, 3), (0, 0.5)]),
    ],
)
def test_gauges_are_read_from_a_state_however_little_is_in_it(
    state: dict[str, Any], expected: list[tuple[Number, Number]]
) -> None:
    read = gauges(state, [WHOLE, DOLLARS])
    assert [(gauge.used, gauge.limit) for gauge in read] == expected
    assert [gauge.unit for gauge in read] == ["", "$"]


@pytest.mark.parametrize(
    ("path", "found"),
    [("a", {"b": {"c": 0}}), ("a.b.c", 0), ("a.b.c.d", None), ("x", None), ("a.x.c", None)],
)
def test_a_dotted_path_ends_in_a_value_or_in_none(path: str, found: object) -> None:
    assert at({"a": {"b": {"c": 0}}}, path) == found
