"""Arithmetic that cannot grow: operators and functions for `calculator`, all of which are bounded.

Numbers are whole, of at most 4,096 bits, or decimal and finite. What takes and gives such numbers
is at most twice as long before it is looked at; powers, factorials and binomials, which could be
longer, are bounded before they are computed.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Literal, TypeAlias, get_args

from .errors import shown

Number: TypeAlias = int | float
ErrorKind: TypeAlias = Literal[
    "not_text",
    "too_long",
    "syntax",
    "no_answer",
    "not_allowed",
    "unknown_name",
    "wrong_argument",
    "division_by_zero",
    "too_large",
    "not_a_number",
]
ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
MOST_BITS = 4_096

_MOST_PLACES = 300
_TOO_LARGE = (
    f"is too large; whole numbers have at most {MOST_BITS:,} bits, others are below 1.8e308"
)


class Refused(Exception):
    """Why a program has no value.

    Attributes:
        kind: What kind of error it is.
    """

    def __init__(self, kind: ErrorKind, problem: str) -> None:
        self.kind: ErrorKind = kind
        super().__init__(problem)

    def at(self, line: int) -> "Refused":
        """The same with its line in front."""
        return Refused(self.kind, f"line {line}: {self}")


def bounded(value: Any) -> Number:
    """A number that is within bounds.

    Args:
        value: What was written or computed.

    Raises:
        Refused: "not_a_number" or "too_large"; the problem has no subject yet.
    """
    if type(value) not in (int, float):
        raise Refused("not_a_number", "is not a whole or a decimal number")
    fits = value.bit_length() <= MOST_BITS if isinstance(value, int) else math.isfinite(value)
    if not fits:
        raise Refused("too_large", _TOO_LARGE)
    number: Number = value
    return number


def _bound(
    compute: Callable[..., Any], told: Callable[..., str], takes: str
) -> Callable[..., Number]:
    """The same computation with a bounded value; it raises nothing but `Refused`."""

    def computed(*numbers: Number) -> Number:
        kind: ErrorKind
        try:
            return bounded(compute(*numbers))
        except Refused as refused:
            kind, problem = refused.kind, str(refused)
        except ZeroDivisionError:
            kind, problem = "division_by_zero", "divides by zero; write another divisor"
        except OverflowError:
            kind, problem = "too_large", _TOO_LARGE
        except (ValueError, TypeError):
            kind, problem = "wrong_argument", f"has no value; it takes {takes}"
        raise Refused(kind, f"{told(*numbers)} {problem}")

    return computed


def _operator(sign: str, compute: Callable[[Any, Any], Any]) -> Callable[..., Number]:
    def told(*numbers: Number) -> str:
        return f" {sign} ".join(f"({shown(n)})" if n < 0 else shown(n) for n in numbers)

    return _bound(compute, told, "two numbers")


def _function(
    name: str, compute: Callable[..., Any], takes: str
) -> tuple[str, Callable[..., Number]]:
    def told(*numbers: Number) -> str:
        more = ", ..." if len(numbers) > 3 else ""
        return f"{name}({', '.join(map(shown, numbers[:3]))}{more})"

    return name, _bound(compute, told, takes)


def _power(base: Number, exponent: Number) -> Any:
    # |base| is at least 2 ** (its bits - 1): what is refused here is too large for certain.
    whole = isinstance(base, int) and isinstance(exponent, int)
    if whole and max(int(base).bit_length() - 1, 0) * exponent >= MOST_BITS:
        raise OverflowError
    return base**exponent


def _round(number: Number, places: int | None = None) -> Number:
    if places is not None and abs(places) > _MOST_PLACES:
        raise ValueError
    return round(number, places)


def _factorial(number: int) -> int:
    # From 2 ** 5 on, every further factor adds more than 5 bits.
    if number > MOST_BITS // 5:
        raise OverflowError
    return math.factorial(number)


def _comb(total: int, chosen: int) -> int:
    if not 0 <= chosen <= total:
        return math.comb(total, chosen)
    total, chosen = operator.index(total), operator.index(chosen)
    # Each step at least doubles what it has, so it is too large after 4,096 of them at most.
    value = 1
    for step in range(min(chosen, total - chosen)):
        value = value * (total - step) // (step + 1)
        if value.bit_length() > MOST_BITS:
            raise OverflowError
    return value


def _sum(first: Number, *others: Number) -> Number:
    # Not Python's own, whose sums of decimal numbers differ between its versions.
    return reduce(operator.add, others, first)


def _gcd(first: int, *others: int) -> int:
    return math.gcd(first, *others)


OPERATORS: Mapping[type[ast.AST], Callable[..., Number]] = {
    ast.Add: _operator("+", operator.add),
    ast.Sub: _operator("-", operator.sub),
    ast.Mult: _operator("*", operator.mul),
    ast.Div: _operator("/", operator.truediv),
    ast.FloorDiv: _operator("//", operator.floordiv),
    ast.Mod: _operator("%", operator.mod),
    ast.Pow: _operator("**", _power),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
"""By the syntax tree's signs: all that a program may compute with."""

SIGNS = "+ - * / // % **"
"""The same as they are written."""

FUNCTIONS: Mapping[str, Callable[..., Number]] = dict(
    (
        _function("abs", abs, "one number"),
        _function("round", _round, f"a number, and places from -{_MOST_PLACES} to {_MOST_PLACES}"),
        _function("min", lambda first, *others: min((first, *others)), "one number or more"),
        _function("max", lambda first, *others: max((first, *others)), "one number or more"),
        _function("sum", _sum, "one number or more"),
        _function("sqrt", math.sqrt, "one number from 0 on"),
        _function("floor", math.floor, "one number"),
        _function("ceil", math.ceil, "one number"),
        _function("log", math.log, "a number above 0, and a base above 0"),
        _function("exp", math.exp, "one number"),
        _function("gcd", _gcd, "one whole number or more"),
        _function("comb", _comb, "two whole numbers from 0 on"),
        _function("factorial", _factorial, "one whole number from 0 on"),
    )
)
"""By their names: all that a program may call."""
