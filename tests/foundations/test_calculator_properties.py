"""Whatever a program says: no exception, bounds kept, and Python's value where there is one."""

import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.foundations.bounded import ERROR_KINDS, FUNCTIONS, MOST_BITS
from course_lib.foundations.calculator import Result, evaluate
from tests.effort import share


def added(first: float, *others: float) -> float:
    for other in others:
        first += other
    return first


PYTHONS: dict[str, Any] = {
    **{name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)},
    "abs": abs,
    "round": round,
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "sum": added,
}
PIECES = [
    *FUNCTIONS,
    *("x", "가", "result", "_", "lambda", "if", "for", "in", "import", "not", "None", "__class__"),
    *("0", "1", "9", "10**400", "1e308", "0x", "1_0", "１", ".5", "1j", "'a'", "f'{", "}'"),
    *("+", "-", "*", "/", "//", "%", "**", "<<", "=", "+=", ":=", "==", "^", "~", "@"),
    *("(", ")", "[", "]", "{", "}", ",", ".", ":", ";", "#", "\\", "\n", "\t", " ", "\r", "\x00"),
]
small = st.integers(-20, 20).map(lambda number: f"({number})")
numbers = small | st.integers().map("({})".format) | st.floats(allow_nan=False).map("({!r})".format)


def combined(operators: list[str], parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("({} {} {})".format, parts, st.sampled_from(operators), parts)


def called(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arguments = st.lists(parts, max_size=3).map(", ".join)
    return st.builds("{}({})".format, st.sampled_from(sorted(FUNCTIONS)), arguments)


plain = st.recursive(
    small, lambda parts: combined(["+", "-", "*", "/", "//", "%"], parts), max_leaves=15
)
anything = st.recursive(
    numbers,
    lambda parts: combined(["+", "-", "*", "/", "//", "%", "**"], parts) | called(parts),
    max_leaves=15,
)


def assert_bounded(result: Result) -> None:
    match result.value:
        case int() as whole:
            assert result.ok
            assert type(whole) is int
            assert whole.bit_length() <= MOST_BITS
        case float() as decimal:
            assert result.ok
            assert math.isfinite(decimal)
        case None:
            assert result.kind in ERROR_KINDS
            assert "\n" not in str(result.error)
            assert len(str(result.error)) < 300


@given(program=st.text() | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@settings(max_examples=share(10_000))
def test_any_text_gives_a_value_within_bounds_or_a_named_error(program: str) -> None:
    result = evaluate(program)

    assert result.program == program
    assert_bounded(result)
    assert evaluate(program) == result


@given(program=anything)
@settings(max_examples=share(10_000))
def test_what_has_a_value_has_pythons(program: str) -> None:
    result = evaluate(program)

    assert_bounded(result)
    # All its parts are within bounds, so Python computes it at once.
    if result.ok:
        assert repr(result.value) == repr(eval(program, PYTHONS))  # noqa: S307


@given(program=plain)
@settings(max_examples=share(10_000))
def test_nothing_small_is_refused(program: str) -> None:
    result = evaluate(f"x = {program}")
    try:
        assert repr(result.value) == repr(eval(program))  # noqa: S307
    except ZeroDivisionError:
        assert result.kind == "division_by_zero"
