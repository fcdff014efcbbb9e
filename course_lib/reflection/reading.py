"""Expressions and conditions on known whole numbers, read from a syntax tree without running it.

`holds` tells whether `n < 0 or n == 1` is true where `names` says what n is; None means that
reading alone cannot tell.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import TypeAlias

Names: TypeAlias = Mapping[str, int]
"""Variables whose value is known."""

_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: lt,
    ast.LtE: le,
    ast.Gt: gt,
    ast.GtE: ge,
    ast.Eq: eq,
    ast.NotEq: ne,
}


def holds(test: ast.expr, names: Names) -> bool | None:
    """Whether a condition holds; None where reading cannot tell."""
    match test:
        case ast.Name(id=name) if name in names:
            return names[name] != 0
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _compare(left, operator, right, names)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = holds(operand, names)
            return None if inner is None else not inner
        case ast.Call(func=ast.Name("isinstance"), args=[ast.Name(id=name), ast.Name("int")]):
            return True if name in names else None
        case ast.BoolOp(op=operator, values=parts):
            return _combine(parts, names, decisive=isinstance(operator, ast.Or))
        case _:
            return None


def number(expression: ast.expr, names: Names) -> int | None:
    """An expression's value: known names and whole numbers with + and -, choices, empty products.

    Factorials are known where they need no multiplication, so that reading stays cheap.
    """
    match expression:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Constant(value=int(constant)) if not isinstance(constant, bool):
            return constant
        case ast.UnaryOp() | ast.BinOp():
            return _sum(expression, names)
        case ast.IfExp(test=test, body=body, orelse=otherwise):
            truth = holds(test, names)
            return None if truth is None else number(body if truth else otherwise, names)
        case ast.Call(func=ast.Attribute(ast.Name("math"), attr), args=[argument], keywords=[]):
            return 1 if _is_empty_product(attr, argument, names) else None
        case _:
            return None


def empty_range(call: ast.expr, names: Names) -> bool:
    """Whether an expression is certainly a `range(...)` with nothing in it."""
    match call:
        case ast.Call(func=ast.Name("range"), args=arguments, keywords=[]):
            bounds = _all_known(arguments, names)
            usable = bounds is not None and 1 <= len(bounds) <= 3 and bounds[2:] != [0]
            return usable and not range(*bounds or ())
        case _:
            return False


def _sum(expression: ast.UnaryOp | ast.BinOp, names: Names) -> int | None:
    match expression:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = number(operand, names)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = number(left, names), number(right, names)
            if first is None or second is None:
                return None
            return first + second if isinstance(operator, ast.Add) else first - second
        case _:
            return None


def _is_empty_product(function: str, argument: ast.expr, names: Names) -> bool:
    if function == "factorial":
        return number(argument, names) in (0, 1)
    return function == "prod" and empty_range(argument, names)


def _combine(parts: Sequence[ast.expr], names: Names, *, decisive: bool) -> bool | None:
    """`or` and `and`, which stop at the first part that decides; one that is unknown may raise."""
    for part in parts:
        truth = holds(part, names)
        if truth is None or truth is decisive:
            return truth
    return not decisive


def _compare(left: ast.expr, operator: ast.cmpop, right: ast.expr, names: Names) -> bool | None:
    first = number(left, names)
    if first is None:
        return None
    if isinstance(operator, ast.In) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        members = _all_known(right.elts, names)
        return None if members is None else first in members
    second, compare = number(right, names), _COMPARISONS.get(type(operator))
    return None if second is None or compare is None else compare(first, second)


def _all_known(expressions: Sequence[ast.expr], names: Names) -> list[int] | None:
    values = [number(expression, names) for expression in expressions]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None
