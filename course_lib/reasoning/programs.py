"""What a program for the calculator names, assigns and holds, read from its syntax tree."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal

from ..foundations.bounded import FUNCTIONS
from ..foundations.calculator import MOST_CHARACTERS

# Python's parser would warn about it. The calculator refuses texts and conditions anyway; nothing
# that it accepts may be left out here, because then nobody would check it.
_NO_ARITHMETIC = re.compile(r"[\"']|(?<!\w)\d[\w.]*(?:and|else|for|if|in|is|not|or)\b")
_REMARK = re.compile(r"#[^\r\n]*")
_MOST_POWER = 3
_MOST_PLACES = 15


def inputs(program: str) -> list[str]:
    """The names that a program uses before it assigns them, each once; functions are none."""
    known = set(FUNCTIONS)
    found: list[str] = []
    for statement in _statements(program):
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        for node in sorted(names, key=lambda each: (each.lineno, each.col_offset)):
            reads = isinstance(node.ctx, ast.Load) or isinstance(statement, ast.AugAssign)
            if reads and node.id not in known:
                found.append(node.id)
        known.update(node.id for node in names if isinstance(node.ctx, ast.Store))
    return list(dict.fromkeys(found))


def assigned(program: str) -> list[str]:
    """The names that a program assigns, each once."""
    nodes = (node for each in _statements(program) for node in ast.walk(each))
    names = (node for node in nodes if isinstance(node, ast.Name))
    return list(dict.fromkeys(node.id for node in names if isinstance(node.ctx, ast.Store)))


def literals(program: str) -> list[tuple[Decimal, str]]:
    """The numbers that a program holds, in its order, each with how Python writes it.

    The places of `round`, powers up to 3 and powers of ten are not among them.
    """
    nodes = [node for each in _statements(program) for node in ast.walk(each)]
    left_out = {id(each) for node in nodes for each in _forms(node)}
    constants = [
        node
        for node in nodes
        if isinstance(node, ast.Constant)
        and type(node.value) in (int, float)
        and id(node) not in left_out
    ]
    constants.sort(key=lambda each: (each.lineno, each.col_offset))
    return [(Decimal(ast.unparse(each)), ast.unparse(each)) for each in constants]


def _forms(node: ast.AST) -> Iterator[ast.AST]:
    """Numbers that shape a computation rather than enter it."""
    match node:
        case ast.BinOp(op=ast.Pow(), left=base, right=ast.Constant(value=int(value)) as power):
            of_ten = isinstance(base, ast.Constant) and base.value == 10
            if 0 <= value <= (_MOST_PLACES if of_ten else _MOST_POWER):
                yield power
        case ast.Call(
            func=ast.Name(id="round"), args=[_, ast.Constant(value=int(value)) as places]
        ):
            if 0 <= value <= _MOST_PLACES:
                yield places


def _statements(program: str) -> list[ast.stmt]:
    """A program's statements; none if the calculator takes it for no program."""
    if len(program) > MOST_CHARACTERS or _NO_ARITHMETIC.search(_REMARK.sub("", program)):
        return []
    try:
        return ast.parse(program).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
