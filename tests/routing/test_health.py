"""Paths that have just failed, remembered from run to run."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.script import ReplyLike
from course_lib.routing.health import Health
from tests.routing.paths import catalogue, path
from tests.routing.samples import CURRENT, SIMPLE, context, output, run

events = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c"]), st.booleans(), st.floats(0, 100)), max_size=20
)


def test_a_path_that_failed_cools_until_the_cooldown_is_over() -> None:
    health = Health(cooldown_ms=1_000)
    assert health.cooling(0) == frozenset()

    health.failed("a", 500)

    assert health.cooling(500) == health.cooling(1_499) == {"a"}
    assert health.cooling(1_500) == frozenset()


def test_a_second_failure_begins_anew() -> None:
    health = Health(cooldown_ms=1_000)
    health.failed("a", 0)
    health.failed("a", 800)

    assert health.cooling(1_500) == {"a"}


def test_an_answer_makes_a_path_as_good_as_new() -> None:
    health = Health()
    health.failed("a", 0)
    health.failed("b", 0)

    health.answered("a")
    health.answered("never asked")

    assert health.cooling(0) == {"b"}
    assert health.cooling(59_999) == {"b"}
    assert health.cooling(60_000) == frozenset()


def test_without_a_cooldown_nothing_ever_cools() -> None:
    health = Health(cooldown_ms=0)
    health.failed("a", 5)

    assert health.cooling(5) == frozenset()


@pytest.mark.parametrize("bad", [-1, math.nan, math.inf])
def test_a_cooldown_that_is_none_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match=f"cooldown_ms must be a finite .* or more, got {bad}"):
        Health(cooldown_ms=bad)


def test_it_shows_its_cooldown() -> None:
    assert repr(Health(cooldown_ms=5.0)) == "Health(cooldown_ms=5.0)"


@given(events=events, cooldown=st.floats(0, 50))
def test_exactly_those_cool_whose_last_news_is_a_recent_failure(
    events: list[tuple[str, bool, float]], cooldown: float
) -> None:
    health = Health(cooldown_ms=cooldown)
    last: dict[str, float | None] = {}
    now = 0.0
    for name, answered, later in events:
        now += later
        if answered:
            health.answered(name)
        else:
            health.failed(name, now)
        last[name] = None if answered else now
        recent = {path for path, at in last.items() if at is not None and now - at < cooldown}
        assert health.cooling(now) == recent


def test_threads_may_share_it() -> None:
    health = Health()

    def busy(number: int) -> None:
        for moment in range(200):
            health.failed(f"{number}-{moment}", moment)
            health.cooling(moment)
            if moment % 2:
                health.answered(f"{number}-{moment}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(busy, range(4)))

    assert len(health.cooling(0)) == 400


def test_a_search_that_failed_is_remembered_and_one_that_found_nothing_is_not() -> None:
    for found, cooling in (({"fault": "unavailable"}, {"searched"}), ("[]", set())):
        health = Health()
        search: list[ReplyLike] = [found]

        run(CURRENT, context({"search": search, "grounded": []}, health=health))

        assert health.cooling(0) == cooling


def test_an_answer_after_the_deadline_says_nothing_of_a_path() -> None:
    health, task = Health(), {"input": SIMPLE, "resource_limits": {"max_latency_ms": 1_000}}
    late: ReplyLike = {"reply": "Canberra.", "latency_ms": 2_000}
    clock = VirtualClock()
    given = context({"fast": [late], "fallback": []}, health=health, clock=clock)

    state = run(task, given)

    assert state["routing_trace"][-1]["path"] is None
    assert health.cooling(clock.now()) == frozenset()


def test_results_after_the_deadline_say_nothing_of_a_path() -> None:
    health, task = Health(), {"input": CURRENT, "resource_limits": {"max_latency_ms": 2_000}}
    late: ReplyLike = {"reply": "Ms Mori", "latency_ms": 9_000}
    clock = VirtualClock()
    given = context({"search": [late], "grounded": []}, health=health, clock=clock)

    assert output(run(task, given))["status"] == "degraded"
    assert health.cooling(clock.now()) == frozenset()


def test_a_fallback_that_has_just_failed_comes_last() -> None:
    health = Health()
    health.failed("b", 0)
    three = catalogue(
        path("a", fallbacks=("b", "c")), path("b", tier="fallback"), path("c", tier="fallback")
    )
    scripts: dict[str, list[ReplyLike]] = {
        "fast": [{"fault": "timeout"}],
        "fallback": ["Canberra, of course."],
    }
    state = run(SIMPLE, context(scripts, catalogue=three, health=health))

    assert state["tried"] == ["a", "c"]
