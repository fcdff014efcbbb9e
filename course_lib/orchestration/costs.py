"""What a run costs and how long it takes: total work against the critical path.

Every attempt is counted once, a retry as an attempt of its own, so no retries are added on top.
Work is the sum of all durations; a user waits for the longest chain of attempts that wait for each
other, and for people. Numbers are decimal and exact: 0.4 + 0.8 + 0.5 is 1.7.

Source: requirement "Layer 12", sections 3.9 and 3.14.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from ..foundations.errors import shown

Amount: TypeAlias = Decimal | int | str | float
"""A number; a float counts as what it is printed as, so that 0.1 is a tenth."""

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, kw_only=True)
class Prices:
    """A price list.

    Attributes:
        input: Dollars for a million input tokens.
        output: Dollars for a million output tokens.
    """

    input: Amount
    output: Amount


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One attempt at one step: a model call, a tool call or something that code does.

    Attributes:
        name: Its name, unique in the run; a retry has one of its own.
        seconds: How long it ran.
        after: The attempts that must have ended before it starts.
        waits: Seconds in which a person was waited for, before it ran: no work, but time.
        input_tokens: Tokens of the prompt.
        output_tokens: Tokens of the reply.
        charge: Dollars that a tool or an API takes for it.
    """

    name: str
    seconds: Amount
    after: tuple[str, ...] = ()
    waits: Amount = 0
    input_tokens: int = 0
    output_tokens: int = 0
    charge: Amount = 0


@dataclass(frozen=True)
class Span:
    """When an attempt happened, in seconds from the start of the run."""

    name: str
    start: Decimal
    end: Decimal


@dataclass(frozen=True)
class Bill:
    """What a run costs.

    Attributes:
        cost: Dollars, tokens and charges together.
        total_work: Seconds of all attempts together.
        latency: Seconds until the last attempt ended: the length of the critical path.
        critical_path: The attempts that decide it, in order.
        spans: When each attempt happened, in the given order.
    """

    cost: Decimal
    total_work: Decimal
    latency: Decimal
    critical_path: tuple[str, ...]
    spans: tuple[Span, ...] = field(repr=False)


def bill(attempts: Iterable[Attempt], prices: Prices, *, overhead: Amount = 0) -> Bill:
    """Counts a run.

    Args:
        attempts: Every attempt, retries among them.
        prices: The price list.
        overhead: Seconds of scheduling and communication, added to the latency.

    Raises:
        ValueError: If an amount is negative or no number, a name stands twice or is unknown, or
            attempts wait for each other in a circle.
    """
    every = list(attempts)
    spans = schedule(every)
    latency = max((span.end for span in spans), default=Decimal(0))
    return Bill(
        cost=sum((cost_of(attempt, prices) for attempt in every), Decimal(0)),
        total_work=total_work(every),
        latency=latency + exact(overhead, "overhead"),
        critical_path=critical_path(every),
        spans=tuple(spans),
    )


def cost_of(attempt: Attempt, prices: Prices) -> Decimal:
    """Dollars for one attempt: its tokens at their prices, and its charge."""
    tokens = exact(attempt.input_tokens, "input_tokens") * exact(prices.input, "price")
    tokens += exact(attempt.output_tokens, "output_tokens") * exact(prices.output, "price")
    return tokens / _MILLION + exact(attempt.charge, f"{attempt.name}: charge")


def in_sequence(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The same attempts, each waiting for the one before it."""
    every = list(attempts)
    return [
        replace(attempt, after=tuple(before.name for before in every[max(0, place - 1) : place]))
        for place, attempt in enumerate(every)
    ]


def total_work(attempts: Iterable[Attempt]) -> Decimal:
    """Seconds of all attempts together, whether side by side or one after another."""
    return sum((_seconds(attempt) for attempt in attempts), Decimal(0))


def schedule(attempts: Sequence[Attempt]) -> list[Span]:
    """When each attempt happens if it starts as soon as it can; in the given order."""
    ends: dict[str, Span] = {}
    for attempt in _in_order(attempts):
        ready = max((ends[name].end for name in attempt.after), default=Decimal(0))
        start = ready + exact(attempt.waits, f"{attempt.name}: waits")
        ends[attempt.name] = Span(attempt.name, start, start + _seconds(attempt))
    return [ends[attempt.name] for attempt in attempts]


def critical_path(attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """The chain of attempts that decides the latency; of equal ones, the first in the order."""
    ends = {span.name: span.end for span in schedule(attempts)}
    before = {attempt.name: attempt.after for attempt in attempts}
    awaited = {name for names in before.values() for name in names}
    path: list[str] = []
    ahead = tuple(name for name in before if name not in awaited)
    while ahead:
        path.append(max(ahead, key=ends.__getitem__))
        ahead = before[path[-1]]
    return tuple(reversed(path))


def exact(amount: Amount, name: str) -> Decimal:
    """An amount as a decimal number.

    Raises:
        ValueError: If it is negative or no finite number.
    """
    try:
        number = Decimal(str(amount))
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and number >= 0):
        raise ValueError(f"{name} must be a finite number of 0 or more, got {shown(amount)}")
    return number


def _seconds(attempt: Attempt) -> Decimal:
    return exact(attempt.seconds, f"{attempt.name}: seconds")


def _in_order(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts, each behind those that it waits for."""
    named = {attempt.name: attempt for attempt in attempts}
    if len(named) != len(attempts):
        names = [attempt.name for attempt in attempts]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"attempt {shown(twice)} stands twice; a retry needs a name of its own")
    for attempt in attempts:
        for name in attempt.after:
            if name not in named:
                raise ValueError(f"{attempt.name}: after names {shown(name)}, which is no attempt")
    try:
        order = TopologicalSorter({a.name: a.after for a in attempts}).static_order()
        return [named[name] for name in order]
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        raise ValueError(f"attempts wait for each other in a circle: {circle}") from None
