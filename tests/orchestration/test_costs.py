"""The cost model: the requirement's worked examples to the last digit, and what always holds."""

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.orchestration.costs import (
    Attempt,
    Prices,
    bill,
    cost_of,
    critical_path,
    schedule,
    total_work,
)

PRICES = Prices(input=2, output=8)
READS = ("read_diff", "read_log", "read_policy")
WORKFLOW = [
    Attempt(name="read_diff", seconds=0.4),
    Attempt(name="read_log", seconds=0.8),
    Attempt(name="read_policy", seconds=0.5),
    Attempt(name="find", seconds=1.2, after=READS, input_tokens=10_000, output_tokens=1_000),
    Attempt(name="write", seconds=1.5, after=("find",), input_tokens=8_000, output_tokens=2_000),
]
ORDER = ["llm", "tool", "llm", "tool", "llm", "tool", "tool", "tool", "llm"]
AGENT = [
    Attempt(
        name=f"{kind}-{number}",
        seconds=1.0 if kind == "llm" else 0.6,
        after=(f"{ORDER[number - 1]}-{number - 1}",) if number else (),
        input_tokens=7_500 if kind == "llm" else 0,
        output_tokens=1_000 if kind == "llm" else 0,
        charge=0 if kind == "llm" else 0.002,
    )
    for number, kind in enumerate(ORDER)
]


def test_the_requirements_workflow() -> None:
    counted = bill(WORKFLOW, PRICES)

    assert counted.cost == Decimal("0.060")
    assert counted.total_work == Decimal("4.4")
    assert counted.latency == Decimal("3.5")
    assert counted.critical_path == ("read_log", "find", "write")


def test_the_requirements_agent_whose_retry_is_already_counted() -> None:
    counted = bill(AGENT, PRICES)

    assert counted.cost == Decimal("0.102")
    assert counted.total_work == counted.latency == Decimal("7.0")
    assert counted.critical_path == tuple(attempt.name for attempt in AGENT)


def test_the_requirements_three_branches() -> None:
    branches = [Attempt(name=f"branch-{s}", seconds=s) for s in (1, 2, 4)]
    join = Attempt(name="join", seconds=0, after=("branch-1", "branch-2", "branch-4"))

    counted = bill([*branches, join], PRICES)
    assert counted.total_work == 7
    assert counted.latency == 4
    assert counted.critical_path == ("branch-4", "join")


def test_a_retry_costs_and_lasts_like_any_attempt() -> None:
    first = Attempt(name="ask", seconds="1.5", input_tokens=1_000)
    retry = Attempt(name="ask again", seconds="1.5", input_tokens=1_000, after=("ask",))

    once, twice = bill([first], PRICES), bill([first, retry], PRICES)
    assert twice.cost == 2 * once.cost
    assert twice.latency == 2 * once.latency == twice.total_work


def test_people_and_overhead_are_waited_for_but_are_no_work() -> None:
    plan = Attempt(name="plan", seconds=2)
    send = Attempt(name="send", seconds=1, after=("plan",), waits=60)

    counted = bill([plan, send], PRICES, overhead=0.5)
    assert counted.total_work == 3
    assert counted.latency == Decimal("63.5")
    assert [f"{s.name}: {s.start} to {s.end}" for s in counted.spans] == [
        "plan: 0 to 2",
        "send: 62 to 63",
    ]


def test_nothing_costs_nothing() -> None:
    counted = bill([], PRICES)

    assert counted.cost == counted.total_work == counted.latency == 0
    assert counted.critical_path == ()


def test_the_order_in_which_attempts_are_given_does_not_matter() -> None:
    turned = bill(WORKFLOW[::-1], PRICES)

    assert turned.latency == Decimal("3.5")
    assert [span.name for span in turned.spans] == [a.name for a in WORKFLOW[::-1]]


@pytest.mark.parametrize(
    ("attempts", "message"),
    [
        ([Attempt(name="a", seconds=1)] * 2, "attempt 'a' stands twice"),
        ([Attempt(name="a", seconds=1, after=("b",))], "a: after names 'b'"),
        ([Attempt(name="a", seconds=1, after=("a",))], "in a circle: a -> a"),
        ([Attempt(name="a", seconds=-1)], "a: seconds must be a finite number of 0 or more"),
        ([Attempt(name="a", seconds="soon")], "got 'soon'"),
        ([Attempt(name="a", seconds=float("nan"))], "got nan"),
        ([Attempt(name="a", seconds=1, charge="inf")], "a: charge must be"),
    ],
)
def test_what_cannot_be_counted_is_named(attempts: list[Attempt], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bill(attempts, PRICES)


@st.composite
def runs(draw: Any) -> list[Attempt]:
    """Attempts that may wait for any earlier ones."""
    attempts: list[Attempt] = []
    for number in range(draw(st.integers(1, 8))):
        earlier = [attempt.name for attempt in attempts]
        after = draw(st.sets(st.sampled_from(earlier))) if earlier else set()
        seconds = Decimal(draw(st.integers(0, 100))) / 10
        charge = Decimal(draw(st.integers(0, 9))) / 1000
        attempts.append(
            Attempt(name=f"a{number}", seconds=seconds, charge=charge, after=tuple(sorted(after)))
        )
    return attempts


@given(runs())
def test_the_critical_path_is_a_chain_and_as_long_as_the_latency(attempts: list[Attempt]) -> None:
    counted, named = bill(attempts, PRICES), {attempt.name: attempt for attempt in attempts}
    path = [named[name] for name in counted.critical_path]

    assert total_work(path) == counted.latency <= counted.total_work
    assert path[0].after == ()
    assert all(a.name in b.after for a, b in pairwise(path))


@given(runs())
def test_nothing_starts_before_what_it_waits_for(attempts: list[Attempt]) -> None:
    spans = {span.name: span for span in schedule(attempts)}

    assert all(spans[a.name].start >= spans[b].end for a in attempts for b in a.after)
    assert critical_path(attempts) == critical_path(list(attempts))
    assert bill(attempts, PRICES).cost == sum(cost_of(a, PRICES) for a in attempts)
