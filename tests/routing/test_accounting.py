"""Limits that people give, usage that only grows, budgets that end at 0."""

import math
from enum import IntEnum
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.budget import gauges
from course_lib.routing.accounting import (
    LIMITS,
    Budget,
    Usage,
    charged,
    checked_limits,
    cost_of,
    remaining,
)
from course_lib.routing.catalogue import TIERS, Catalogue, Tier
from tests.routing.paths import catalogues, path

DEFAULTS = {
    "max_cost_usd": 0.05,
    "max_tokens": 20_000,
    "max_tool_calls": 3,
    "max_latency_ms": 30_000.0,
    "allowed_tiers": ["fast", "reasoning", "grounded", "fallback"],
}
MAXIMA = {
    "max_cost_usd": 10.0,
    "max_tokens": 1_000_000,
    "max_tool_calls": 20,
    "max_latency_ms": 600_000.0,
}
numbers = st.integers() | st.floats()
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=5) | st.sampled_from(TIERS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
given_limits = anything | st.dictionaries(
    st.sampled_from([*DEFAULTS, "max_usd", 3]), anything, max_size=6
)
spent_amounts = st.fixed_dictionaries(
    {},
    optional={
        "estimated": st.floats(0, 20),
        "cost": st.floats(0, 20),
        "tokens": st.integers(0, 10**7),
        "tool_calls": st.integers(0, 30),
        "time_ms": st.floats(0, 1e6),
    },
)


@pytest.mark.parametrize("nothing", [None, {}, dict.fromkeys(DEFAULTS)])
def test_what_is_not_given_is_the_default_and_nothing_is_said(nothing: object) -> None:
    assert checked_limits(nothing) == (DEFAULTS, [])


def test_good_limits_are_taken_and_0_means_never() -> None:
    limits = {
        "max_cost_usd": 0,
        "max_tokens": 0,
        "max_tool_calls": 0,
        "max_latency_ms": 1500,
        "allowed_tiers": ["reasoning", "fast"],
    }

    assert checked_limits(limits) == ({**limits, "allowed_tiers": ["fast", "reasoning"]}, [])


def test_dollars_and_milliseconds_are_plain_numbers_with_a_fraction() -> None:
    class Level(IntEnum):
        LOW = 1

    limits = checked_limits({"max_cost_usd": Level.LOW, "max_tool_calls": Level.LOW})[0]

    assert type(limits["max_cost_usd"]) is float
    assert type(limits["max_tool_calls"]) is int


@pytest.mark.parametrize("key", MAXIMA)
@pytest.mark.parametrize("bad", [-1, math.nan, math.inf, "0.1", "많이", True, [1], {}, object()])
def test_a_bad_limit_becomes_the_default_and_is_said(key: str, bad: object) -> None:
    limits, problems = checked_limits({key: bad})

    assert limits == DEFAULTS
    assert len(problems) == 1
    assert problems[0].startswith(f"resource_limits.{key} must be a ")
    assert problems[0].endswith(f"; {DEFAULTS[key]} is used")


@pytest.mark.parametrize("key", MAXIMA)
def test_a_limit_beyond_what_is_sensible_is_cut_and_said(key: str) -> None:
    limits, problems = checked_limits({key: 10**12})

    assert limits == {**DEFAULTS, key: MAXIMA[key]}
    assert len(problems) == 1
    assert problems[0].endswith(f"to {MAXIMA[key]}, got {10**12}; {MAXIMA[key]} is used")


def test_half_a_tool_call_is_no_limit() -> None:
    assert checked_limits({"max_tool_calls": 1.5})[0]["max_tool_calls"] == 3


@pytest.mark.parametrize("bad", ["x", 3, [1], True])
def test_limits_that_are_no_mapping_are_said(bad: object) -> None:
    assert checked_limits(bad) == (
        DEFAULTS,
        [f"resource_limits must be a mapping, got {bad!r}; the defaults are used"],
    )


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    known = "max_cost_usd, max_tokens, max_tool_calls, max_latency_ms, allowed_tiers"

    assert checked_limits({"max_usd": 1}) == (
        DEFAULTS,
        [f"resource_limits has no key 'max_usd'; it is ignored; known are {known}"],
    )


def test_an_unknown_tier_is_ignored_and_said() -> None:
    limits, problems = checked_limits({"allowed_tiers": ["turbo", "fast", ["fast"], "fast"]})

    assert limits["allowed_tiers"] == ["fast"]
    assert problems == [
        f"resource_limits.allowed_tiers: unknown tier {name}; it is ignored; "
        "known are fast, reasoning, grounded, fallback"
        for name in ("'turbo'", "['fast']")
    ]


def test_tiers_that_are_no_list_are_all_allowed_and_it_is_said() -> None:
    limits, problems = checked_limits({"allowed_tiers": "fast"})

    assert limits["allowed_tiers"] == list(TIERS)
    allowed = "a list of fast, reasoning, grounded, fallback"
    assert problems == [
        f"resource_limits.allowed_tiers must be {allowed}, got 'fast'; all are allowed"
    ]


def test_no_tier_at_all_means_never() -> None:
    assert checked_limits({"allowed_tiers": []}) == ({**DEFAULTS, "allowed_tiers": []}, [])


@given(given_limits)
def test_whatever_is_given_the_limits_are_sensible(odd: object) -> None:
    limits, problems = checked_limits(odd)

    assert set(limits) == set(DEFAULTS)
    for key, most in MAXIMA.items():
        assert type(limits[key]) is type(DEFAULTS[key])
        assert 0 <= limits[key] <= most
    assert limits["allowed_tiers"] == [
        tier for tier in get_args(Tier) if tier in limits["allowed_tiers"]
    ]
    assert all(problem.startswith("resource_limits") for problem in problems)
    assert checked_limits(limits) == (limits, [])


def test_limits_and_usage_stand_where_the_gauges_look() -> None:
    limits, usage = checked_limits(None)[0], charged(None, cost=0.025, tokens=220, time_ms=450)

    seen = gauges({"resource_limits": limits, "resource_usage": usage}, LIMITS)

    assert [(each.used, each.left, each.unit) for each in seen] == [
        (0.025, 0.025, "$"),
        (220, 19_780, "tokens"),
        (0, 3, ""),
        (450, 29_550, "ms"),
    ]


def test_usage_begins_with_nothing_and_adds_up_without_crumbs() -> None:
    usage = charged(None)
    assert set(usage.values()) == {0}

    for _ in range(3):
        usage = charged(usage, estimated=0.1, cost=0.1, tokens=7, tool_calls=1, time_ms=0.1)

    assert usage == {
        "estimated_cost_usd": 0.3,
        "cost_usd": 0.3,
        "tokens": 21,
        "tool_calls": 3,
        "time_ms": 0.3,
    }


def test_charging_leaves_the_usage_before_as_it_was() -> None:
    before = charged(None, tokens=1)

    charged(before, tokens=1)

    assert before == charged(None, tokens=1)


@pytest.mark.parametrize("name", ["estimated", "cost", "tokens", "tool_calls", "time_ms"])
@pytest.mark.parametrize("bad", [-1, -0.001, math.nan, math.inf, "1", True, None])
def test_what_is_no_amount_is_refused(name: str, bad: Any) -> None:
    amount: Any = {name: bad}

    with pytest.raises(ValueError, match=f"{name} must be a .*number of 0 or more, got "):
        charged(None, **amount)


@pytest.mark.parametrize("name", ["tokens", "tool_calls"])
def test_what_is_counted_is_whole(name: str) -> None:
    half: Any = {name: 0.5}

    with pytest.raises(ValueError, match=f"{name} must be a whole number of 0 or more, got 0.5"):
        charged(None, **half)


def test_what_is_left_is_what_was_allowed_less_what_was_used() -> None:
    limits = checked_limits({"max_cost_usd": 0.3, "max_latency_ms": 1500})[0]
    usage = charged(None, cost=0.1, tokens=20_000, tool_calls=1, time_ms=450.5)

    assert remaining(limits, usage) == {
        "cost_usd": 0.2,
        "tokens": 0,
        "tool_calls": 2,
        "time_ms": 1049.5,
    }


def test_the_call_in_flight_may_pass_a_limit_and_leaves_nothing() -> None:
    usage = charged(None, cost=0.06, tokens=30_000, tool_calls=4, time_ms=30_001)

    assert remaining(checked_limits(None)[0], usage) == {
        "cost_usd": 0,
        "tokens": 0,
        "tool_calls": 0,
        "time_ms": 0,
    }


@given(odd=given_limits, calls=st.lists(spent_amounts, max_size=8))
def test_nothing_is_ever_negative_and_usage_only_grows(odd: object, calls: list[Any]) -> None:
    limits = checked_limits(odd)[0]
    usage = charged(None)
    left = remaining(limits, usage)
    assert set(left) == set(Budget.__annotations__)

    for spent in calls:
        before: dict[str, Any] = dict(usage)
        left_before: dict[str, Any] = dict(left)
        usage = charged(usage, **spent)
        left = remaining(limits, usage)
        now: dict[str, Any] = dict(usage)
        now_left: dict[str, Any] = dict(left)
        assert set(now) == set(Usage.__annotations__)
        assert all(now[key] >= before[key] >= 0 for key in before)
        assert all(0 <= now_left[key] <= left_before[key] for key in left_before)


def test_a_path_takes_its_prices_for_a_million_tokens() -> None:
    mini = path(input_usd=0.15, output_usd=0.6)

    assert cost_of(mini, 1_000_000, 0) == 0.15
    assert cost_of(mini, 0, 1_000_000) == 0.6
    assert cost_of(mini, 70, 150) == 0.0001005
    assert cost_of(mini, 0, 0) == 0


@pytest.mark.parametrize("bad", [(-1, 0), (0, -1), (0.5, 0), (0, math.nan)])
def test_tokens_that_are_none_are_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"put_tokens must be a whole number of 0 or more"):
        cost_of(path(), *bad)


@given(catalogues(), st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_more_tokens_never_cost_less(paths: Catalogue, read: int, said: int, more: int) -> None:
    for each in paths.paths:
        assert 0 <= cost_of(each, read, said) <= cost_of(each, read + more, said + more)
