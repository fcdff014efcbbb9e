"""Time that is measured, and time that is moved."""

import pytest

from course_lib.foundations.clock import SystemClock, VirtualClock


def test_the_systems_clock_never_runs_backwards() -> None:
    clock = SystemClock()
    times = [clock.now() for _ in range(100)]
    assert times == sorted(times)


def test_a_virtual_clock_stands_still_until_it_is_moved() -> None:
    clock = VirtualClock()
    assert [clock.now(), clock.now()] == [0, 0]
    clock.advance(250)
    clock.advance(0)
    clock.advance(0.5)
    assert clock.now() == 250.5


@pytest.mark.parametrize("ms", [-1, -0.001, float("inf"), float("-inf"), float("nan")])
def test_a_virtual_clock_is_not_moved_back_or_to_the_end_of_time(ms: float) -> None:
    clock = VirtualClock()
    with pytest.raises(ValueError, match=r"ms must be 0 or more and finite, got -?(\d|inf|nan)"):
        clock.advance(ms)
    assert clock.now() == 0


def test_clocks_are_apart() -> None:
    moved, other = VirtualClock(), VirtualClock()
    moved.advance(10)
    assert other.now() == 0
