"""A bounded calculator for straight-line programs, as in PAL (Gao et al. 2022, arXiv 2211.10435).

A program is one assignment a line:

    price = 12000 * 3   # 세 장
    result = price * 0.9

It is `simpleeval` with every operator and function replaced by one that bounds its result, behind
a list of what a program may hold. Nothing else is reached: no text, no attribute, no loop.
"""

import ast
import threading
import unicodedata
import warnings
from dataclasses import dataclass
from itertools import pairwise

from simpleeval import SimpleEval  # type: ignore[import-untyped]

from .bounded import FUNCTIONS, OPERATORS, SIGNS, ErrorKind, Number, Refused, bounded
from .errors import shown

MOST_CHARACTERS = 2_000
MOST_NODES = 200

_ANSWER = "result"
_FUNCTION_NAMES = ", ".join(FUNCTIONS)
# Filters of warnings belong to the whole process; two threads that set them undo each other's.
_FILTERS = threading.Lock()


@dataclass(frozen=True)
class Result:
    """What a program gave: a value or an error, never both.

    Attributes:
        program: The program as it was given; "" if it was no text.
        value: The answer, whole or finite; None on an error.
        error: One sentence: where, what, and what is allowed; None without an error.
        kind: What kind of error; None without one.
    """

    program: str
    value: Number | None
    error: str | None = None
    kind: ErrorKind | None = None

    @property
    def ok(self) -> bool:
        """Whether there is a value."""
        return self.error is None


class _Names(dict[str, Number]):
    """The variables. What is missing is said here: simpleeval would look among the functions."""

    def __missing__(self, name: str) -> Number:
        if name in FUNCTIONS:
            raise Refused(
                "unknown_name", f"{name} has no value without arguments; it is a function"
            )
        so_far = f"assigned so far: {shown(list(self))}" if self else "nothing is assigned so far"
        raise Refused("unknown_name", f"{shown(name)} has no value; {so_far}")


def evaluate(program: object) -> Result:
    """Computes a program's answer.

    The answer is the variable `result` where it is assigned, or else the last line's value. The
    last line may be an expression without a name. Whole numbers stay whole and exact.

    Args:
        program: At most 2,000 characters and 200 statements and expressions, nested ones too.

    Returns:
        The value or the first error; no program raises, and each takes milliseconds.
    """
    text = program if isinstance(program, str) else ""
    try:
        return Result(text, _answer(_statements(program)))
    except Refused as refused:
        return Result(text, None, unicodedata.normalize("NFC", str(refused)), refused.kind)
    except (RecursionError, MemoryError):  # Python's parser has a stack of its own.
        return Result(text, None, "the program is nested too deeply", "too_long")


def _statements(program: object) -> list[ast.stmt]:
    """The program's statements, all of which may be evaluated."""
    if not isinstance(program, str):
        raise Refused("not_text", f"the program must be a text, got {shown(program)}")
    if len(program) > MOST_CHARACTERS:
        has = f"{len(program):,} characters"
        raise Refused("too_long", f"the program has {has}, allowed are {MOST_CHARACTERS:,}")
    body = _parsed(program)
    nodes = [node for each in body for node in ast.walk(each)]
    counted = [node for node in nodes if isinstance(node, ast.stmt | ast.expr)]
    if len(counted) > MOST_NODES:
        has = f"{len(counted):,} statements and expressions"
        raise Refused("too_long", f"the program has {has}, allowed are {MOST_NODES}")
    for node in counted:
        try:
            _check(node)
        except Refused as refused:
            source = shown(ast.get_source_segment(program, node))
            raise Refused(refused.kind, f"{source} {refused}").at(node.lineno) from None
    _check_layout(body)
    return body


def _parsed(program: str) -> list[ast.stmt]:
    try:
        with _FILTERS, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(program).body
    except SyntaxError as error:
        problem = _digit_problem(error.msg) or f"not a program: {error.msg}"
        raise Refused("syntax", problem).at(error.lineno or 1) from None
    except ValueError:
        problem = "the program holds a null or half a character; write plain text"
        raise Refused("syntax", problem) from None


def _digit_problem(message: str) -> str | None:
    """What to say of a digit such as １, which the parser's message names."""
    # Not normalised: that would also make 32 of 3².
    strange = next((each for each in message if each.isdecimal() and not each.isascii()), None)
    return strange and f"the digit {strange} is not allowed; write {int(strange)}"


def _check_layout(body: list[ast.stmt]) -> None:
    for before, after in pairwise(body):
        if after.lineno <= (before.end_lineno or before.lineno):
            problem = "two statements stand here; write one a line"
            raise Refused("not_allowed", problem).at(after.lineno)
        if isinstance(before, ast.Expr):
            problem = "no name keeps this value; only the last line may be without one"
            raise Refused("not_allowed", problem).at(before.lineno)


def _check(node: ast.stmt | ast.expr) -> None:
    """Refuses a statement or an expression that may not be evaluated."""
    match node:
        case ast.Constant(value=value):
            bounded(value)
        case ast.BinOp(op=sign) | ast.UnaryOp(op=sign) | ast.AugAssign(op=sign):
            if type(sign) not in OPERATORS:
                allowed = f"has an operator that is not allowed; allowed are {SIGNS}"
                raise Refused("not_allowed", allowed)
        case ast.Call():
            _check_call(node)
        case ast.Name(id=name, ctx=ast.Store()) if name in FUNCTIONS:
            raise Refused("not_allowed", "is a function; give the variable another name")
        case ast.Name() | ast.Assign() | ast.Expr():
            pass
        case _:
            allowed = "is not allowed; a line assigns arithmetic of numbers to a name"
            raise Refused("not_allowed", f"({type(node).__name__}) {allowed}")


def _check_call(call: ast.Call) -> None:
    match call:
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS:
            return
        case ast.Call(keywords=[]):
            problem = "calls what is no function here"
        case _:
            problem = "names an argument; write numbers only"
    raise Refused("not_allowed", f"{problem}; the functions are {_FUNCTION_NAMES}")


def _answer(statements: list[ast.stmt]) -> Number:
    if not statements:
        raise Refused("no_answer", "the program has no line with a value")
    names = _Names()
    with _FILTERS:  # simpleeval sets filters of warnings, too.
        evaluator = SimpleEval(operators=OPERATORS, functions=FUNCTIONS, names=names)
    last: Number = 0
    for statement in statements:
        targets, right = _parts(statement)
        try:
            last = evaluator.eval("", previously_parsed=right)
        except Refused as refused:
            raise refused.at(statement.lineno) from None
        names.update(dict.fromkeys(targets, last))
    answer = names.get(_ANSWER, last)
    if isinstance(statements[-1], ast.Expr) and answer != last:
        problem = f"this line's value is {shown(last)}, but {_ANSWER} is {shown(answer)}"
        raise Refused("no_answer", problem).at(statements[-1].lineno)
    return answer


def _parts(statement: ast.stmt) -> tuple[list[str], ast.expr]:
    """The variables that a statement assigns, and what it assigns to them."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=name), op=sign, value=value):
            return [name], ast.BinOp(ast.Name(name, ast.Load()), sign, value)
        case ast.Assign(targets=targets, value=value):
            return [each.id for each in targets if isinstance(each, ast.Name)], value
        case ast.Expr(value=value):
            return [], value
    raise AssertionError(f"{type(statement).__name__} was not checked")
