"""Sweeps: what more of a budget buys, and from where on it buys nothing."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.display import Picture, sweep
from course_lib.display.sweeps import Point, _plateau
from tests.effort import share

GROWING: list[Point] = [
    (1, 0.2, "partial"),
    (2, 0.4, "partial"),
    (4, 1.0, "answered"),
    (8, 1.0, "answered"),
]


def drawn(points: list[Point], plateau: float | None = None) -> Picture:
    return sweep(points, x="tool calls", y="coverage", title="More thinking", plateau=plateau)


def lines(points: list[Point], plateau: float | None = None) -> list[str]:
    return [line.strip() for line in repr(drawn(points, plateau)).splitlines()]


def test_the_text_says_what_a_sweep_shows() -> None:
    assert lines(GROWING) == [
        "Axes: More thinking",
        "x: tool calls",
        "y: coverage",
        "line coverage: (1, 0.2), (2, 0.4), (4, 1), (8, 1)",
        "line plateau: (4, 0), (4, 1)",
        "text: plateau from 4",
        "text: partial",
        "text: answered",
        "legend: coverage, plateau",
    ]


def test_points_may_come_in_any_order() -> None:
    assert lines(GROWING[::-1]) == lines(GROWING)


@pytest.mark.parametrize(
    ("reached", "begins"),
    [
        ([], None),
        ([0.5], None),
        ([0.5, 0.5], 1),
        ([0.1, 0.2, 0.3], None),
        ([0.1, 0.9, 0.4, 0.9], 2),
        ([0.9, 0.1, 0.2], 1),
        ([0.1 + 0.2, 0.3], 1),
        ([0.3, 0.1 + 0.2], 1),
    ],
)
def test_a_plateau_begins_where_no_later_point_is_higher(
    reached: list[float], begins: float | None
) -> None:
    assert _plateau([(x, y, "") for x, y in enumerate(reached, start=1)]) == begins


@settings(max_examples=share(300), deadline=None)
@given(st.lists(st.integers(0, 5), max_size=8))
def test_before_a_plateau_it_grows_and_on_it_it_does_not(reached: list[int]) -> None:
    points = [(x, float(y), "") for x, y in enumerate(reached)]
    begins = _plateau(points)

    if begins is None:
        assert all(max(reached[:x]) < reached[-1] for x in range(1, len(reached)))
    else:
        before, after = reached[: int(begins)], reached[int(begins) :]
        assert max(after) == after[0]
        assert all(max(reached[x:]) > reached[x] for x in range(len(before)))


def test_what_grows_to_the_end_has_no_rule() -> None:
    assert not [line for line in lines(GROWING[:3]) if "plateau" in line]


def test_a_plateau_may_be_told() -> None:
    assert "text: plateau from 8" in lines(GROWING, plateau=8)


def test_budgets_have_whole_numbers() -> None:
    (axes,) = drawn([(2, 0.5, "x"), (3, 0.6, "y")]).figure.axes
    low, high = axes.get_xlim()
    shown = [tick for tick in axes.get_xticks() if low <= tick <= high]

    assert shown == [2, 3]
    assert all(second - first >= 1 for first, second in pairwise(shown))


def test_a_label_with_hangul_is_named_by_its_place() -> None:
    assert "text: point 2" in lines([(1, 0.1, "one"), (2, 0.2, "답변")])


@pytest.mark.parametrize("points", [[], [(3, 0, "x")], [(1, 0, ""), (1, 2, "cost $x$")], GROWING])
def test_any_points_can_be_drawn(points: list[Point]) -> None:
    assert drawn(points)._repr_mimebundle_()["image/png"]
