"""What can be told of a draft by reading its syntax tree. Nothing is ever executed.

`safe` is checked for any draft, five more for the chapter's factorial. Each is "pass", "fail" or
"unknown": a check that cannot tell says so and does not stand in the critic's way.
"""

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import TypeGuard

from .policy import FACTORIAL, FACTORIAL_REQUIREMENTS
from .reading import empty_range, holds, number
from .safety import unsafe_parts
from .state import CheckResult

_LATER = ("one_parameter", "docstring", "zero", "negatives_raise_value_error")
_BUILTINS = frozenset(dir(builtins))
# Calls that raise no ValueError by themselves.
_QUIET_CALLS = frozenset({FACTORIAL, "range", "isinstance"})


class _Unclear(Exception):
    """Reading alone cannot tell."""


def static_checks(tree: ast.Module, requirements: Sequence[str]) -> dict[str, CheckResult]:
    """Every check that applies to a draft.

    Args:
        tree: The draft, parsed.
        requirements: What it must fulfil; the factorial checks apply to the four standing ones.
    """
    factorial = tuple(requirements) == FACTORIAL_REQUIREMENTS
    results: dict[str, CheckResult] = {"safe": "fail" if unsafe_parts(tree) else "pass"}
    return results | (_factorial_checks(tree) if factorial else {})


def _factorial_checks(tree: ast.Module) -> dict[str, CheckResult]:
    nodes = list(ast.walk(tree))
    bound = [name for node in nodes for name in _bound(node)]
    function = next((node for node in tree.body if _is_the_function(node)), None)
    if bound.count(FACTORIAL) != 1 or not isinstance(function, ast.FunctionDef):
        name: CheckResult = "unknown" if FACTORIAL in bound else "fail"
        return {"name": name, **dict.fromkeys(_LATER, "unknown")}
    parameter = _only_parameter(function)
    readable = parameter is not None and _is_plain(function) and _is_usual(tree, nodes, bound)
    return {
        "name": "pass",
        "one_parameter": "pass" if parameter else "fail",
        "docstring": "pass" if ast.get_docstring(function) else "fail",
        "zero": _read(_zero, function, parameter or "") if readable else "unknown",
        "negatives_raise_value_error": (
            _read(_negatives, function, parameter or "") if readable else "unknown"
        ),
    }


def _read(
    check: Callable[[ast.FunctionDef, str], CheckResult], function: ast.FunctionDef, n: str
) -> CheckResult:
    try:
        return check(function, n)
    except (_Unclear, RecursionError):
        return "unknown"


def _zero(function: ast.FunctionDef, n: str) -> CheckResult:
    """Whether the function returns 1 for 0; one that returns nothing there fails."""
    names = {n: 0}
    match _ending(function.body, names):
        case ast.Return(value=ast.Constant(value=constant)):
            return "pass" if constant == 1 else "fail"
        case ast.Return(value=ast.expr() as value):
            if (known := number(value, names)) is None:
                raise _Unclear
            return "pass" if known == 1 else "fail"
        case _:
            return "fail"


def _negatives(function: ast.FunctionDef, n: str) -> CheckResult:
    """Whether the function raises ValueError for -1."""
    if not any(_may_raise(node) for node in ast.walk(function)):
        return "fail"
    match _ending(function.body, {n: -1}):
        case ast.Raise(exc=ast.Call(func=ast.Name(id=error)) | ast.Name(id=error)):
            known: CheckResult = "fail" if error in _BUILTINS else "unknown"
            return "pass" if error == "ValueError" else known
        case ast.Raise():
            raise _Unclear
        case ast.Return(value=ast.expr() as value) if any(map(_is_call, ast.walk(value))):
            raise _Unclear
        case _:
            return "fail"


def _ending(body: Sequence[ast.stmt], names: dict[str, int]) -> ast.Return | ast.Raise | None:
    """Follows statements to where a call ends; None where they fall through.

    Args:
        body: The statements.
        names: Variables whose value is known; kept up to date on the way.

    Raises:
        _Unclear: Where reading cannot tell how it goes on.
    """
    for statement in body:
        match statement:
            case ast.Return() | ast.Raise():
                return statement
            case ast.If(test=test, body=then, orelse=otherwise):
                truth = holds(test, names)
                if truth is None:
                    raise _Unclear
                end = _ending(then if truth else otherwise, names)
                if end is not None:
                    return end
            case _ if not _passes(statement, names):
                raise _Unclear
    return None


def _passes(statement: ast.stmt, names: dict[str, int]) -> bool:
    """Whether a statement certainly leads to the next one; an assignment updates `names`."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            known = number(value, names)
            names.pop(name, None)
            names.update({} if known is None else {name: known})
            return known is not None or isinstance(value, ast.Constant)
        case ast.For(iter=counted, orelse=[]):
            return empty_range(counted, names)
        case ast.While(test=test, orelse=[]):
            return holds(test, names) is False
        case _:
            return isinstance(statement, ast.Pass) or _is_text(statement)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_the_function(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == FACTORIAL


def _only_parameter(function: ast.FunctionDef) -> str | None:
    given = function.args
    places = [*given.posonlyargs, *given.args]
    if len(places) != 1 or given.vararg or given.kwonlyargs or given.kwarg:
        return None
    return places[0].arg


def _is_plain(function: ast.FunctionDef) -> bool:
    """Whether calling the function runs its body as it stands."""
    yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    return not yields and not function.decorator_list


def _is_usual(tree: ast.Module, nodes: Sequence[ast.AST], bound: list[str]) -> bool:
    """Whether builtins and `math` are what they always are."""
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    imports = [alias for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    plain = [alias for alias in imports if alias.name == "math" and alias.asname is None]
    usual = "math" not in names or (len(plain) == 1 and bound.count("math") == 1)
    return usual and _BUILTINS.isdisjoint(bound)


def _bound(node: ast.AST) -> Iterator[str]:
    """The names to which a node gives a meaning."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def _may_raise(node: ast.AST) -> bool:
    quiet = _is_call(node) and isinstance(node.func, ast.Name) and node.func.id in _QUIET_CALLS
    return isinstance(node, ast.Raise) or (_is_call(node) and not quiet)


def _is_call(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call)
