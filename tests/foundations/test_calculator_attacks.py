"""Attacks on the calculator: refused at once, in one sentence, with little memory."""

import time
import tracemalloc

import pytest

from course_lib.foundations.bounded import ERROR_KINDS
from course_lib.foundations.calculator import evaluate

# Each with the kind of error that it gets.
ATTACKS = {
    "9**9**9": "too_large",
    "7**3999999": "too_large",
    "(10**4000)**4000": "too_large",
    "(10**400)**400": "too_large",
    "*".join(["10**400"] * 400): "too_long",
    "*".join(["10**400"] * 60): "too_long",
    "*".join(["10**400"] * 20): "too_large",
    "x = 10**400\n" + "x *= x\n" * 60: "too_large",
    "x = 1.5e300\n" + "x *= x\n" * 60: "too_large",
    "factorial(10**6)": "too_large",
    "factorial(10**1000)": "too_large",
    "factorial(1e300)": "too_large",
    "factorial(-1)": "wrong_argument",
    "factorial(3.0)": "wrong_argument",
    "comb(10**9, 5*10**8)": "too_large",
    "comb(10**1000, 10**999)": "too_large",
    "comb(10**1000, 4095)": "too_large",
    "comb(5.0, 2)": "wrong_argument",
    "comb(-1, 2)": "wrong_argument",
    "1<<10**10": "not_allowed",
    "1>>-1": "not_allowed",
    "~1 & 2 | 3": "not_allowed",
    "'a'*10**10": "not_a_number",
    "b'a'*10**10": "not_a_number",
    "'\\d'": "not_a_number",
    "[0]*10**10": "not_allowed",
    "(0,)*10**10": "not_allowed",
    "{1: 2}": "not_allowed",
    "{1, 2}": "not_allowed",
    "[x for x in range(10**10)]": "not_allowed",
    "sum(x for x in range(10**10))": "not_allowed",
    "{x: 1 for x in range(10**10)}": "not_allowed",
    "range(10**10)": "not_allowed",
    "().__class__.__bases__[0].__subclasses__()": "not_allowed",
    "(1).__class__": "not_allowed",
    "'{0.__class__}'.format(1)": "not_allowed",
    "(x for x in [1]).gi_frame.f_back": "not_allowed",
    "__import__('os').system('ls')": "not_allowed",
    "import os": "not_allowed",
    "from os import path": "not_allowed",
    "open('/etc/passwd').read()": "not_allowed",
    "eval('1')": "not_allowed",
    "(lambda f: f(f))(lambda f: f(f))": "not_allowed",
    "f = lambda: f()\nf()": "not_allowed",
    "def f():\n    return f()\nf()": "not_allowed",
    "f'{1:10000000000}'": "not_allowed",
    "f'{1!r:{10**10}}'": "not_allowed",
    "while 1: pass": "not_allowed",
    "for x in y: pass": "not_allowed",
    "1 if 2 else 3": "not_allowed",
    "1if 2else 3": "not_allowed",
    "1 < 2": "not_allowed",
    "1 and 2": "not_allowed",
    "not 1": "not_allowed",
    "(x := 3)": "not_allowed",
    "a, b = 1, 2": "not_allowed",
    "a[0] = 1": "not_allowed",
    "a.b = 1": "not_allowed",
    "abs(*[1])": "not_allowed",
    "abs(**{1: 2})": "not_allowed",
    "abs(1)(2)": "not_allowed",
    "1(2)": "not_allowed",
    "print": "unknown_name",
    "__builtins__": "unknown_name",
    "inf": "unknown_name",
    "nan": "unknown_name",
    "sqrt(sqrt)": "unknown_name",
    "None": "not_a_number",
    "...": "not_a_number",
    "1j": "not_a_number",
    "(-8)**0.5": "not_a_number",
    "(-1.5)**(1/3)": "not_a_number",
    "0/0": "division_by_zero",
    "0.0 // 0": "division_by_zero",
    "5 % 0.0": "division_by_zero",
    "log(5, 1)": "division_by_zero",
    "log(0)": "wrong_argument",
    "log(-1)": "wrong_argument",
    "log(2, -1)": "wrong_argument",
    "sqrt(-4)": "wrong_argument",
    "sqrt(1, 2)": "wrong_argument",
    "gcd(1.5, 2)": "wrong_argument",
    "gcd()": "wrong_argument",
    "sum()": "wrong_argument",
    "round(1e308, -400)": "wrong_argument",
    "round(1, -10**10)": "wrong_argument",
    "round(1.5, 0.5)": "wrong_argument",
    "round(1.5, 1e300)": "wrong_argument",
    "exp(1000)": "too_large",
    "sqrt(10**1000)": "too_large",
    "floor(1e400)": "too_large",
    "1e400 - 1e400": "too_large",
    "min(1e999, 3)": "too_large",
    "1e308 * 10": "too_large",
    "1e308 // 1e-308": "too_large",
    "sum(1e308, 1e308)": "too_large",
    "10**400 / 3": "too_large",
    "10**400 * 1.0": "too_large",
    "1.5 ** 10**400": "too_large",
    "0x" + "f" * 1900: "too_large",
    "9" * 1999: "too_large",
    "9" * 5000: "too_long",
    "(" * 10_000 + "1" + ")" * 10_000: "too_long",
    "(" * 900 + "1" + ")" * 900: "syntax",
    "(" * 1999: "syntax",
    "[" * 150 + "]" * 150: "not_allowed",
    "-" * 1_000_000 + "1": "too_long",
    "-" * 1_999 + "1": "too_long",
    "2**" * 600 + "2": "too_long",
    "abs(" * 150 + "1" + ")" * 150: "too_long",
    "x = 1\n" * 300: "too_long",
    "#" * 3_000: "too_long",
    "１２ + 3": "syntax",
    "3²": "syntax",
    "2 × 3": "syntax",
    "2 −1": "syntax",
    "1 +": "syntax",
    "  x = 1": "syntax",
    "x = 1\n\ty = 2": "syntax",
    "\x00": "syntax",
    "1\x001": "syntax",
    "\ud800": "syntax",
    "\ufeff\ufeff1": "syntax",
    "\f" * 1_999: "no_answer",
    "sum = 3": "not_allowed",
    "factorial = 3": "not_allowed",
    "result = 1\n2": "no_answer",
}


def named(program: str) -> str:
    return f"{program[:30]!a} of {len(program)}"


@pytest.mark.parametrize("program", ATTACKS, ids=named)
def test_an_attack_is_refused_at_once_in_one_sentence(program: str) -> None:
    start = time.perf_counter()
    result = evaluate(program)
    took = time.perf_counter() - start

    assert result.kind == ATTACKS[program]
    assert result.value is None
    assert took < 0.1
    assert result.error is not None
    assert "\n" not in result.error
    assert len(result.error) < 250


@pytest.mark.parametrize("program", ATTACKS, ids=named)
def test_an_attack_takes_little_memory(program: str) -> None:
    tracemalloc.start()
    try:
        evaluate(program)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 50 * 2**20


def test_every_kind_of_error_is_reached() -> None:
    assert {*ATTACKS.values(), "not_text"} == set(ERROR_KINDS)
