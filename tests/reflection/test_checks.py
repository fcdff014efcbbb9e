"""The factorial checks: what they say of many drafts, and that what they say is true.

The drafts here are known fixtures, so these tests may run them and compare. The library never does.
"""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from course_lib.foundations.replies import python_tree
from course_lib.reflection.checks import static_checks
from course_lib.reflection.policy import FACTORIAL, FACTORIAL_REQUIREMENTS
from tests.reflection.samples import GOOD

HEAD = "def calculate_factorial(n):\n"
DOC = '    """Return n!."""\n'
GUARD = "    if n < 0:\n        raise ValueError('negative')\n"
LOOP = "    result = 1\n    for k in range(2, n + 1):\n        result *= k\n    return result\n"
RECURSION = "    if n == 0:\n        return 1\n    return n * calculate_factorial(n - 1)\n"


def draft(*parts: str, head: str = HEAD, before: str = "", doc: str = DOC) -> str:
    """A function of lines, which are indented here, and of blocks, which already are."""
    body = [part if part.startswith(" ") else f"    {part}\n" for part in parts]
    return before + head + doc + "".join(body)


# name, one_parameter, docstring, zero, negatives_raise_value_error: p(ass), f(ail), u(nknown)
DRAFTS = {
    "loop": (GOOD, "ppppp"),
    "recursion": (draft(GUARD, RECURSION), "ppppp"),
    "recursion without guard": (draft(RECURSION), "ppppf"),
    "loop without guard": (draft(LOOP), "ppppf"),
    "no docstring": (draft(GUARD, LOOP, doc=""), "ppfpp"),
    "blank docstring": (draft(GUARD, LOOP, doc='    "  "\n'), "ppfpp"),
    "comment for a docstring": (draft(GUARD, LOOP, doc="    # Return n!.\n"), "ppfpp"),
    "annotated": (
        draft(
            GUARD,
            "result: int = 1",
            "return result",
            head="def calculate_factorial(n: int) -> int:\n",
        ),
        "ppppp",
    ),
    "positional only": (draft(GUARD, LOOP, head="def calculate_factorial(n, /):\n"), "ppppp"),
    "with a default": (draft(GUARD, LOOP, head="def calculate_factorial(n=0):\n"), "ppppp"),
    "other parameter name": (
        draft(
            "if number < 0: raise ValueError",
            "return 1 if number < 2 else number * calculate_factorial(number - 1)",
            head="def calculate_factorial(number):\n",
        ),
        "ppppp",
    ),
    "two parameters": (draft(GUARD, LOOP, head="def calculate_factorial(n, start=1):\n"), "pfpuu"),
    "keyword only": (draft(GUARD, LOOP, head="def calculate_factorial(*, n):\n"), "pfpuu"),
    "any arguments": (draft("return 1", head="def calculate_factorial(*n):\n"), "pfpuu"),
    "no parameter": (draft("return 1", head="def calculate_factorial():\n"), "pfpuu"),
    "math.factorial": (draft("return math.factorial(n)", before="import math\n"), "ppppu"),
    "math.factorial guarded": (
        draft(GUARD, "return math.factorial(n)", before="import math\n"),
        "ppppp",
    ),
    "math.factorial after another guard": (
        draft("if n > 99: raise OverflowError", "return math.factorial(n)", before="import math\n"),
        "ppppu",
    ),
    "math.factorial of another number": (
        draft(GUARD, "return math.factorial(n + 5)", before="import math\n"),
        "pppup",
    ),
    "math forgotten": (draft(GUARD, "return math.factorial(n)"), "pppuu"),
    "another math": (draft("return math.factorial(n)", before="import cmath as math\n"), "pppuu"),
    "factorial imported": (
        draft(GUARD, "return factorial(n)", before="from math import factorial\n"),
        "pppup",
    ),
    "math.prod": (
        draft(GUARD, "return math.prod(range(1, n + 1))", before="import math\n"),
        "ppppp",
    ),
    "math.prod with a start": (
        draft("return math.prod(range(1, n + 1), start=2)", before="import math\n"),
        "pppuu",
    ),
    "reduce": (
        draft(
            GUARD,
            "return reduce(lambda a, b: a * b, range(1, n + 1), 1)",
            before="from functools import reduce\n",
        ),
        "pppup",
    ),
    "ternary": (draft(GUARD, "return 1 if n == 0 else n * calculate_factorial(n - 1)"), "ppppp"),
    "ternary with a wrong base": (draft(GUARD, "return n if n < 2 else 2"), "pppfp"),
    "elif chain": (
        draft("if n < 0: raise ValueError", "elif n == 0: return 1", "else: return n * 1"),
        "ppppp",
    ),
    "elif chain, zero first": (
        draft("if n == 0: return 1", "elif not n >= 0: raise ValueError()", LOOP),
        "ppppp",
    ),
    "while": (
        draft(
            GUARD, "result = 1", "while n > 1:", "        result *= n; n -= 1\n", "return result"
        ),
        "ppppp",
    ),
    "while without end": (draft(GUARD, "while True: pass"), "pppup"),
    "type guard": (
        draft("if not isinstance(n, int): raise TypeError(n)", GUARD, LOOP),
        "ppppp",
    ),
    "type and sign in one guard": (
        draft("if not isinstance(n, int) or n < 0: raise ValueError(n)", LOOP),
        "ppppp",
    ),
    "guard in a chained comparison": (draft("if -9 < n < 0: raise ValueError", LOOP), "pppuu"),
    "guard that may itself raise": (
        draft("if 1 // n > 0 or n < 0: raise ValueError", LOOP),
        "pppuu",
    ),
    "guard from the right": (draft("if 0 > n: raise ValueError", LOOP), "ppppp"),
    "guard by membership": (draft("if n in (-1, -2): raise ValueError", LOOP), "ppppp"),
    "guard at the end": (
        draft("if n == 0: return 1", "if n > 0: return 2", "raise ValueError"),
        "ppppp",
    ),
    "guard too late": (
        draft(
            "if n == 0: return 1",
            "if n < -5: raise ValueError",
            "return calculate_factorial(n - 1)",
        ),
        "ppppu",
    ),
    "guard off by one": (draft("if n <= 0: raise ValueError", LOOP), "pppfp"),
    "guard of another number": (draft("if n < -1: raise ValueError", LOOP), "ppppf"),
    "TypeError": (draft("if n < 0: raise TypeError", LOOP), "ppppf"),
    "plain Exception": (draft("if n < 0: raise Exception('no')", LOOP), "ppppf"),
    "own error": (
        draft("if n < 0: raise Negative", LOOP, before="class Negative(ValueError): pass\n"),
        "ppppu",
    ),
    "error in a variable": (draft("e = ValueError()", "if n < 0: raise e", LOOP), "pppuu"),
    "returns None": (draft("if n < 0: return None", LOOP), "ppppf"),
    "returns nothing at zero": (draft(GUARD, "if n > 0: return 1"), "pppfp"),
    "returns text": (draft(GUARD, "return '1'"), "pppfp"),
    "returns True": (draft(GUARD, "return True"), "ppppp"),
    "zero is zero": (draft(GUARD, "if n == 0: return 0", LOOP), "pppfp"),
    "zero raises": (draft("if n < 1: raise ValueError", LOOP), "pppfp"),
    "result starts at zero": (draft(GUARD, LOOP.replace("result = 1", "result = 0")), "pppfp"),
    "result of n": (draft(GUARD, "result = n", "return result + 1"), "ppppp"),
    "n reassigned": (draft("n = 5", "if n < 0: raise ValueError", "return 1"), "ppppf"),
    "assert": (draft("assert n >= 0", LOOP), "pppuf"),
    "try": (draft("try: return 1", "finally: pass"), "pppuf"),
    "match": (draft("match n:", "        case 0: return 1\n", GUARD, LOOP), "pppuu"),
    "helper": (
        draft("check(n)", LOOP, before="def check(n):\n    if n < 0: raise ValueError\n"),
        "pppuu",
    ),
    "nested function": (
        draft(GUARD, "def go(k): return 1 if k < 2 else k * go(k - 1)", "return go(n)"),
        "pppup",
    ),
    "lambda": ("calculate_factorial = lambda n: 1 if n < 2 else n", "uuuuu"),
    "class": ("class Maths:\n    def factorial(self, n):\n        return 1\n", "fuuuu"),
    "other name": ("def factorial(n):\n    return 1\n", "fuuuu"),
    "other spelling": ("def Calculate_Factorial(n):\n    return 1\n", "fuuuu"),
    "async": ("async " + draft(GUARD, LOOP), "uuuuu"),
    "generator": (draft(GUARD, "yield 1"), "pppuu"),
    "decorated": (
        draft(
            LOOP,
            before="def positive(f):\n    def g(n):\n        if n < 0: raise ValueError\n"
            "        return f(n)\n    g.__doc__ = f.__doc__\n    return g\n@positive\n",
        ),
        "pppuu",
    ),
    "defined twice": (draft(LOOP) + GOOD, "uuuuu"),
    "replaced": (GOOD + "\ncalculate_factorial = abs", "uuuuu"),
    "deleted": (GOOD + "\ndel calculate_factorial", "uuuuu"),
    "conditional": ("if True:\n    " + GOOD.replace("\n", "\n    "), "uuuuu"),
    "builtin shadowed": (draft(GUARD, LOOP, before="ValueError = TypeError\n"), "pppuu"),
    "deep": (draft("return " + "-" * 90 + "n"), "pppff"),
}


def checks(source: str) -> str:
    found = static_checks(python_tree(source), FACTORIAL_REQUIREMENTS)
    return "".join(result[0] for name, result in found.items() if name != "safe")


def outcome(function: Callable[[int], Any], n: int) -> Any:
    try:
        return function(n)
    except Exception as error:  # noqa: BLE001  # whatever a draft raises is its outcome
        return type(error)


def reality(source: str) -> str:
    """What the checks should say, found out by running the source."""
    namespace: dict[str, Any] = {}
    exec(source, namespace)  # noqa: S102  # a fixture of this file
    function = namespace.get(FACTORIAL)
    if function is None:
        return "fffff"
    kinds = [given.kind for given in inspect.signature(function).parameters.values()]
    raised = outcome(function, -1)
    truths = (
        True,
        kinds in ([inspect.Parameter.POSITIONAL_ONLY], [inspect.Parameter.POSITIONAL_OR_KEYWORD]),
        bool((function.__doc__ or "").strip()),
        outcome(function, 0) == 1,
        isinstance(raised, type) and issubclass(raised, ValueError),
    )
    return "".join("p" if truth else "f" for truth in truths)


def assert_honest(source: str) -> None:
    said, real = checks(source), reality(source)
    assert all(a in ("u", b) for a, b in zip(said, real, strict=True)), f"{said} {real}\n{source}"


@pytest.mark.parametrize("name", DRAFTS)
def test_checks_of_a_draft(name: str) -> None:
    source, wanted = DRAFTS[name]

    assert checks(source) == wanted


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize("name", [name for name in DRAFTS if name != "while without end"])
def test_checks_of_a_draft_are_true(name: str) -> None:
    assert_honest(DRAFTS[name][0])


GUARDS = (
    "",
    GUARD,
    "    if n <= 0:\n        raise ValueError\n",
    "    if not n >= 0:\n        raise ValueError(f'{n} is negative')\n",
    "    if not isinstance(n, int):\n        raise TypeError\n",
    "    if isinstance(n, bool) or n < 0:\n        raise ValueError\n",
    "    if n < 0 or n != int(n):\n        raise ValueError\n",
    "    if n != int(n) or n < 0:\n        raise ValueError\n",
    "    if n < 0:\n        raise ArithmeticError\n",
    "    if n < 0:\n        return None\n",
    "    if n < 0:\n        pass\n",
    "    if n:\n        raise ValueError\n",
    "    if n > 20:\n        raise ValueError\n",
    "    assert n >= 0\n",
    "    n = abs(n)\n",
    "    n = -n\n",
    "    k = n - 1\n    if k < -1:\n        raise ValueError\n",
)
BODIES = (
    LOOP,
    RECURSION,
    "    return 1 if n <= 1 else n * calculate_factorial(n - 1)\n",
    "    return n * calculate_factorial(n - 1) if n > 1 else 1\n",
    "    return n or 1\n",
    "    return n * 1\n",
    "    return -n + 1\n",
    "    import math\n    return math.factorial(n)\n",
    "    result = n\n    while n > 1:\n        n -= 1\n        result *= n\n    return result\n",
    "    for k in range(n, 0, -1):\n        return k\n    else:\n        return 1\n",
    "    result = 1\n    for k in range(1, n):\n        result = k\n    return result + 0\n",
    "    if n in {0, 1}:\n        return 1\n",
    "    if n:\n        return n\n    return 1.0\n",
    "    return None\n",
)


@pytest.mark.parametrize("guard", GUARDS)
def test_checks_are_true_of_every_guard_before_every_body(guard: str) -> None:
    for body in BODIES:
        assert_honest(draft(guard or "    pass\n", body))


def test_the_fixture_is_checked_in_full() -> None:
    assert static_checks(python_tree(GOOD), FACTORIAL_REQUIREMENTS) == dict.fromkeys(
        ("safe", "name", "one_parameter", "docstring", "zero", "negatives_raise_value_error"),
        "pass",
    )


def test_another_task_is_checked_for_safety_alone() -> None:
    assert static_checks(python_tree(GOOD), ["It doubles n."]) == {"safe": "pass"}


def test_nothing_is_executed() -> None:
    canary = "raise SystemExit('executed')\n" + GOOD.replace('"""Return n!."""', '"""n!"""; 1 / 0')

    assert static_checks(python_tree(canary), FACTORIAL_REQUIREMENTS)["name"] == "pass"


def test_huge_numbers_and_deep_nesting_are_read_in_no_time() -> None:
    doubling = draft(*(f"k{i + 1} = k{i} + k{i}" for i in range(500)), "return k500").replace(
        '"""\n', '"""\n    k0 = 1\n', 1
    )
    nested = draft("return " + " + ".join(["n"] * 2_000))

    assert checks(doubling)[3] == "f"
    assert checks(nested)[3] in "fu"
