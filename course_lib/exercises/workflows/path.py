"""Question 3: the attempts of a review, each behind nothing but what it reads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from ...foundations.errors import shown
from ...orchestration.costs import Amount, Attempt, Prices, Span, bill, cost_of, exact, schedule
from ..question import NotAttempted, NotYet, Question, code

READS: dict[str, tuple[str, ...]] = {
    "read_diff": (),
    "read_log": (),
    "read_policy": (),
    "find": ("read_diff", "read_log"),
    "write": ("find", "read_policy"),
}
"""Whose results each attempt of the review reads, in an order in which they can run."""
CHAIN = (
    Attempt(name="read_diff", seconds=0.4),
    Attempt(name="read_log", seconds=0.8, after=("read_diff",)),
    Attempt(name="read_policy", seconds=0.5, after=("read_log",)),
    Attempt(name="find", seconds=1.2, after=("read_policy",), charge=0.028),
    Attempt(name="write", seconds=1.5, after=("find",), charge=0.032),
)
"""The review in which everything waits for what stands before it."""
BEST = tuple(replace(attempt, after=READS[attempt.name]) for attempt in CHAIN)
PRICES = Prices(input=2, output=8)
SLOW = 9

CHAIN_TEXT = """\
attempts = [
    costs.Attempt(name="read_diff", seconds=0.4),
    costs.Attempt(name="read_log", seconds=0.8, after=("read_diff",)),
    costs.Attempt(name="read_policy", seconds=0.5, after=("read_log",)),
    costs.Attempt(name="find", seconds=1.2, after=("read_policy",), charge=0.028),
    costs.Attempt(name="write", seconds=1.5, after=("find",), charge=0.032),
]
"""
_TASK = """\
This is the review of a pull request as a chain, in which everything waits for what stands before
it. It keeps its user waiting for {before} s:

```python
{chain}```

Write `attempts` so that the user waits for {after} s, for the same work and the same money. Change
nothing but `after`: each attempt starts as soon as what it reads is there, and never before.

- The three lookups read nothing of each other.
- `find` asks a model for candidates, from the diff and from the log.
- `write` asks a model for the review, from these candidates and from the policy.

That must be so whatever the durations are: on another day, any of the five may be the slow one.
(The chapter lets `find` wait for all three lookups. Do better.)
"""
_WORKED = """\
attempts = [
    costs.Attempt(name="read_diff", seconds=0.4),
    costs.Attempt(name="read_log", seconds=0.8),
    costs.Attempt(name="read_policy", seconds=0.5),
    costs.Attempt(name="find", seconds=1.2, after=("read_diff", "read_log"), charge=0.028),
    costs.Attempt(name="write", seconds=1.5, after=("find", "read_policy"), charge=0.032),
]
"""
_HINTS = (
    """For each attempt, ask whose result stands in its prompt or in its arguments. Whatever does
not stand there can run at the same time.""",
    """An attempt without `after` starts at once. Three of the five read nothing that another one
brings.""",
    """`find` reads two lookups and `write` reads two results, one of them `find`'s. What `find`
has waited for, `write` need not name again.""",
)


def shorter_path() -> Question:
    """Asks for a review's attempts, each of which waits only for what it reads."""
    before, after = bill(CHAIN, PRICES), bill(BEST, PRICES)
    return Question(
        title="The same work in less time",
        task=_TASK.format(chain=CHAIN_TEXT, before=before.latency, after=after.latency),
        grade=_grade,
        praise=(
            f"The user waits {after.latency} s, not {before.latency} s. The work is still "
            f"{after.total_work} s and the bill {after.cost:.3f} dollars: running side by side "
            "saves time, never work."
        ),
        hints=_HINTS,
        answer="attempts",
        worked=_WORKED,
        why=(
            "What an attempt reads is the only reason to wait. The critical path is "
            f"{' → '.join(map(code, after.critical_path))}; the other lookups run beside it. "
            "`find` could wait for the policy as well and lose nothing today, but would as soon "
            "as the policy is the slow one."
        ),
    )


def _grade(answer: object) -> None:
    attempts = _read(answer)
    _grade_work(attempts)
    for premise, seconds in _timings():
        _grade_times(attempts, seconds, premise)


def _read(answer: Any) -> list[Attempt]:
    """Makes sure that the answer is a list of attempts that name each other."""
    if not isinstance(answer, list | tuple):
        raise NotYet(f"`attempts` must be a list of `costs.Attempt`, got {code(shown(answer))}.")
    for number, attempt in enumerate(answer, start=1):
        if attempt is ... or getattr(attempt, "after", None) is ...:
            raise NotAttempted
        if not isinstance(attempt, Attempt):
            raise NotYet(
                f"Entry {number} of `attempts` must be a `costs.Attempt`, got "
                f"{code(shown(attempt))}."
            )
        _read_after(attempt.after, f"The `after` of entry {number}")
    return list(answer)


def _read_after(after: object, subject: str) -> None:
    if isinstance(after, str):
        tuple_of_one = code(f"after=({after!r},)")
        raise NotYet(f"{subject} is text; a comma makes it a tuple: {tuple_of_one}.")
    if not isinstance(after, list | tuple) or not all(isinstance(name, str) for name in after):
        raise NotYet(f"{subject} must be a tuple of names, got {code(shown(after))}.")


def _grade_work(attempts: Sequence[Attempt]) -> None:
    """Makes sure that it is the work of the chain, and that it can be done in some order."""
    names: list[Any] = [attempt.name for attempt in attempts]
    dropped = [name for name in READS if name not in names]
    if dropped:
        raise NotYet(
            f"`attempts` lacks {' and '.join(map(code, dropped))}. Work that is left out is not "
            "saved: the review would be another one."
        )
    for name in names:
        if not isinstance(name, str) or name not in READS:
            raise NotYet(f"`attempts` has {code(shown(name))}, which the chain does not have.")
    chain = {attempt.name: attempt for attempt in CHAIN}
    try:
        for attempt in attempts:
            _grade_numbers(attempt, chain[attempt.name])
        schedule(attempts)
    except ValueError as error:
        raise NotYet(f"`attempts` cannot be counted: {code(str(error))}.") from error


def _grade_numbers(attempt: Attempt, given: Attempt) -> None:
    name, only = attempt.name, "Only `after` may change: the work and the bill stay what they are."
    for key in ("seconds", "waits"):
        found, wanted = getattr(attempt, key), getattr(given, key)
        if exact(found, f"{name}: {key}") != exact(wanted, key):
            raise NotYet(
                f"The `{key}` of `{name}` is {code(str(found))}; in the chain it is `{wanted}`. "
                f"{only}"
            )
    cost, price = cost_of(attempt, PRICES), cost_of(given, PRICES)
    if cost != price:
        raise NotYet(f"`{name}` costs {cost:f} dollars; in the chain it costs {price:f}. {only}")


def _timings() -> Iterator[tuple[str, dict[str, Amount]]]:
    """The chain's durations, and others in which one attempt is slow."""
    given = {attempt.name: attempt.seconds for attempt in CHAIN}
    yield "With these seconds", given
    for name in given:
        yield f"If `{name}` takes {SLOW} s", {**given, name: SLOW}


def _grade_times(attempts: Sequence[Attempt], seconds: Mapping[str, Amount], premise: str) -> None:
    """Makes sure that each attempt starts when what it reads is there: not before, not later."""
    spans, best = _spans(attempts, seconds), _spans(BEST, seconds)
    for name, read in READS.items():
        start = spans[name].start
        missing = [other for other in read if spans[other].end > start]
        if missing:
            raise NotYet(
                f"{premise}, `{name}` starts at {start} s, but `{missing[0]}`, which it reads, "
                f"ends at {spans[missing[0]].end} s: it would use a result before it exists."
            )
        if start > best[name].start:
            raise NotYet(
                f"{premise}, `{name}` starts at {start} s, although all that it reads is there at "
                f"{best[name].start} s. {_loss(_latency(spans), _latency(best))}"
            )


def _loss(latency: Decimal, best: Decimal) -> str:
    if latency == best:
        return "It waits for something that it does not read."
    return f"The user waits {latency} s; {best} s would do."


def _spans(attempts: Sequence[Attempt], seconds: Mapping[str, Amount]) -> dict[str, Span]:
    timed = [replace(attempt, seconds=seconds[attempt.name]) for attempt in attempts]
    return {span.name: span for span in schedule(timed)}


def _latency(spans: Mapping[str, Span]) -> Decimal:
    return max(span.end for span in spans.values())
