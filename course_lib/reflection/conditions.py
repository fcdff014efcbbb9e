"""Conditions on one variable, read from a syntax tree without running it.

`holds` tells whether `n < 0 or n == 1` is true for a given n; None means that reading alone
cannot tell.
"""

import ast


def holds(test: ast.expr, n: str, value: int) -> bool | None:
    """Whether a condition on n holds for a value; None where reading cannot tell."""
    match test:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _compare(number(left, n, value), operator, right, n, value)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name == n:
            return value == 0
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = holds(operand, n, value)
            return None if inner is None else not inner
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name(id="int")]):
            return True if name == n else None
        case ast.BoolOp(op=operator, values=values):
            return _combine([holds(part, n, value) for part in values], operator)
        case _:
            return None


def _combine(parts: list[bool | None], operator: ast.boolop) -> bool | None:
    decisive = isinstance(operator, ast.Or)
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive


def _compare(
    left: int | None, operator: ast.cmpop, right: ast.expr, n: str, value: int
) -> bool | None:
    if isinstance(operator, ast.In) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        members = [number(member, n, value) for member in right.elts]
        return None if left is None or None in members else left in members
    other = number(right, n, value)
    if left is None or other is None:
        return None
    match operator:
        case ast.Lt():
            return left < other
        case ast.LtE():
            return left <= other
        case ast.Gt():
            return left > other
        case ast.GtE():
            return left >= other
        case ast.Eq():
            return left == other
        case ast.NotEq():
            return left != other
        case _:
            return None


def number(expression: ast.expr, n: str, value: int) -> int | None:
    """An expression of n and whole numbers, with + and -, for a value of n."""
    match expression:
        case ast.Name(id=name) if name == n:
            return value
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int(constant)):
            return constant
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = number(operand, n, value)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = number(left, n, value), number(right, n, value)
            if first is None or second is None:
                return None
            return first + second if isinstance(operator, ast.Add) else first - second
        case _:
            return None


def empty_range(call: ast.Call, n: str, value: int) -> bool:
    """Whether a call is certainly a `range(...)` with nothing in it, for a value of n."""
    match call:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
            bounds = [number(bound, n, value) for bound in arguments]
        case _:
            return False
    known = [bound for bound in bounds if bound is not None]
    if len(known) != len(bounds) or not 1 <= len(known) <= 3 or known[2:] == [0]:
        return False
    return not range(*known)
