"""What can be told of a draft by reading its syntax tree. Nothing is ever executed.

`safe` is checked for any draft, five more for the chapter's factorial. Each is "pass", "fail" or
"unknown": a check that cannot tell says so and does not stand in the critic's way.
"""

import ast
import warnings

from .conditions import empty_range, holds
from .policy import FACTORIAL
from .safety import unsafe_parts
from .state import CheckResult

_KNOWN_CALLS = frozenset({FACTORIAL, "range", "isinstance", "int", "reduce"})


def static_checks(tree: ast.Module, task: str) -> dict[str, CheckResult]:
    """Every check that applies to a draft.

    Args:
        tree: The draft, parsed.
        task: The task's text; the factorial checks apply where it names `calculate_factorial`.
    """
    results: dict[str, CheckResult] = {"safe": "fail" if unsafe_parts(tree) else "pass"}
    return results | (_factorial_checks(tree) if FACTORIAL in task else {})


def parse(draft: str) -> ast.Module:
    """The syntax tree of source that parses, without Python's warnings about its style."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(draft)


def _factorial_checks(tree: ast.Module) -> dict[str, CheckResult]:
    named = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == FACTORIAL
    ]
    if not named:
        later: tuple[str, ...] = (
            "one_parameter",
            "docstring",
            "zero",
            "negatives_raise_value_error",
        )
        return {"name": "fail", **dict.fromkeys(later, "unknown")}
    function = named[-1]
    arguments = function.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    single = len(parameters) == 1 and not (arguments.vararg or arguments.kwarg)
    n = parameters[0].arg if parameters else ""
    return {
        "name": "pass",
        "one_parameter": "pass" if single else "fail",
        "docstring": "pass" if ast.get_docstring(function) else "fail",
        "zero": _zero(function, n),
        "negatives_raise_value_error": _negatives(function, n),
    }


def _zero(function: ast.FunctionDef, n: str) -> CheckResult:
    """Whether the function returns 1 for 0; one that returns nothing there fails."""
    try:
        return _at_zero(function.body, n, set()) or "fail"
    except RecursionError:
        return "unknown"


def _at_zero(body: list[ast.stmt], n: str, ones: set[str]) -> CheckResult | None:
    """Follows statements for n = 0 as far as reading goes; None where they fall through.

    Args:
        body: The statements.
        n: The parameter's name.
        ones: Names that hold 1 so far.
    """
    for statement in body:
        match statement:
            case ast.If(test=test, body=then, orelse=otherwise):
                truth = holds(test, n, 0)
                if truth is None:
                    return "unknown"
                result = _at_zero(then if truth else otherwise, n, ones)
                if result is not None:
                    return result
            case ast.Return(value=value):
                return _is_one(value, n, ones)
            case ast.Raise():
                return "fail"
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=constant)):
                (ones.add if constant == 1 else ones.discard)(name)
            case ast.For(iter=ast.Call() as counted, orelse=[]) if empty_range(counted, n, 0):
                pass
            case ast.While(test=test, orelse=[]) if holds(test, n, 0) is False:
                pass
            case ast.Expr(value=ast.Constant()):
                pass
            case _:
                return "unknown"
    return None


def _is_one(value: ast.expr | None, n: str, ones: set[str]) -> CheckResult:
    match value:
        case None:
            return "fail"
        case ast.Constant(value=constant):
            return "pass" if constant == 1 else "fail"
        case ast.Name(id=name) if name in ones:
            return "pass"
        case ast.Name(id=name) if name == n:
            return "fail"
        case ast.IfExp(test=test, body=body, orelse=otherwise):
            truth = holds(test, n, 0)
            return "unknown" if truth is None else _is_one(body if truth else otherwise, n, ones)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr="factorial")):
            return "pass"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr="prod"), args=[counted]):
            empty = isinstance(counted, ast.Call) and empty_range(counted, n, 0)
            return "pass" if empty else "unknown"
        case _:
            return "unknown"


def _negatives(function: ast.FunctionDef, n: str) -> CheckResult:
    """Whether the function raises ValueError for -1."""
    nodes = list(ast.walk(function))
    if not any(isinstance(node, ast.Raise) for node in nodes):
        helped = any(isinstance(node, ast.Call) and not _is_known_call(node.func) for node in nodes)
        return "unknown" if helped else "fail"
    try:
        return _at_minus_one(function.body, n)
    except RecursionError:
        return "unknown"


def _at_minus_one(body: list[ast.stmt], n: str) -> CheckResult:
    for statement in body:
        match statement:
            case ast.If(test=test, body=then, orelse=otherwise):
                truth = holds(test, n, -1)
                if truth is None:
                    return "unknown"
                taken = then if truth else otherwise
                if taken:
                    return _at_minus_one(taken, n)
            case ast.Raise(exc=ast.Call(func=ast.Name(id=error)) | ast.Name(id=error)):
                return "pass" if error == "ValueError" else "fail"
            case ast.Return():
                return "fail"
            case ast.Expr(value=ast.Constant()) | ast.Assign(value=ast.Constant()):
                pass
            case _:
                return "unknown"
    return "unknown"


def _is_known_call(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id in _KNOWN_CALLS
