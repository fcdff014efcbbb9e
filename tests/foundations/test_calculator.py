"""The bounded calculator: what a program may hold, and how a mistake is said."""

import inspect
import sys
import threading
import unicodedata
import warnings

import pytest

from course_lib.foundations.bounded import MOST_BITS
from course_lib.foundations.calculator import MOST_CHARACTERS, MOST_NODES, Result, evaluate

ANSWERS = {
    "2 + 3": 5,
    "x = 2 + 3": 5,
    "x = 2\ny = x * 10": 20,
    "result = 1\nx = 2": 1,
    "result = 1\nresult": 1,
    "result = 3\nresult = result + 1": 4,
    "a = b = 3\na * b": 9,
    "n = 7\nn += 1\nn *= 2\nn -= 1\nn //= 2": 7,
    "7 / 2": 3.5,
    "6 / 2": 3.0,
    "-7 // 2": -4,
    "-7 % 3": 2,
    "+3": 3,
    "-0.0": -0.0,
    "2 ** 0.5 ** 2": 2**0.25,
    "2 ** -1": 0.5,
    "2 ** -5000": 0.0,
    "1 ** 10 ** 10": 1,
    "(-1) ** 10 ** 100": 1,
    "0 ** 10 ** 100": 0,
    "1_000_000 + 0x10 + 1e3": 1001016.0,
    "abs(-3) + round(2.5) + round(2.675, 2)": 3 + 2 + 2.67,
    "round(12345, -2)": 12300,
    "min(3, 1, 2) + max(3) * 10 + sum(1, 2, 0.5)": 34.5,
    "sqrt(16) + floor(2.7) + ceil(2.1)": 9.0,
    "log(8, 2) + log(1) + exp(0)": 4.0,
    "gcd(12, 18) + gcd(8) + comb(5, 2) + comb(2, 5) + factorial(5)": 144,
    "x = (1 +\n     2)\nx * 2": 6,
    "x = 1 + \\\n    2": 3,
    "x = 1;": 1,
    "\n# 주석: 'a' + f(x) １２\n가격 = 3000  # 원\n\n가격 * 2\n": 6000,
    "가격 = 3000\n가격 = 가격 + 1": 3001,
    "# -*- coding: no-such -*-\n1": 1,
    "x\t=\t1\r\ny = x + 1\r\n": 2,
    "__class__ = 3\n__class__": 3,
    "((((((((((1))))))))))": 1,
}


@pytest.mark.parametrize("program", ANSWERS)
def test_a_program_has_pythons_own_answer(program: str) -> None:
    result = evaluate(program)

    assert result.ok
    assert repr(result.value) == repr(ANSWERS[program])
    assert result == Result(program, ANSWERS[program])


ERRORS = {
    "": "the program has no line with a value",
    "# 주석뿐\n\n": "the program has no line with a value",
    "result = 3\n4": "line 2: this line's value is 4, but result is 3",
    "5\n6": "line 1: no name keeps this value; only the last line may be without one",
    "a = 1\nb = 2; c = 3": "line 2: two statements stand here; write one a line",
    "a = 1\nb = c": "line 2: 'c' has no value; assigned so far: ['a']",
    "x = x": "line 1: 'x' has no value; nothing is assigned so far",
    "x += 1": "line 1: 'x' has no value; nothing is assigned so far",
    "값 = 1\n값 * 갑": "line 2: '갑' has no value; assigned so far: ['값']",
    "x = sqrt": "line 1: sqrt has no value without arguments; it is a function",
    "sum = 3": "line 1: 'sum' is a function; give the variable another name",
    "ｓｕｍ = 3": "line 1: 'ｓｕｍ' is a function; give the variable another name",
    "x = 1\nmax += 1": "line 2: 'max' is a function; give the variable another name",
    "x = 1\n１２ + x": "line 2: the digit １ is not allowed; write 1",
    "1 +  # １": "line 1: not a program: invalid syntax",
    "x = 1\n\nx / (1 - 1)": "line 3: 1 / 0 divides by zero; write another divisor",
    "0 ** -1": "line 1: 0 ** (-1) divides by zero; write another divisor",
    "(-8) ** 0.5": "line 1: (-8) ** 0.5 is not a whole or a decimal number",
    "True": "line 1: 'True' is not a whole or a decimal number",
    "sqrt(-1)": "line 1: sqrt(-1) has no value; it takes one number from 0 on",
    "max()": "line 1: max() has no value; it takes one number or more",
    "gcd(1.5, 2, 3, 4)": "line 1: gcd(1.5, 2, 3, ...) has no value; "
    "it takes one whole number or more",
    "round(5, 10 ** 9)": "line 1: round(5, 1000000000) has no value; "
    "it takes a number, and places from -300 to 300",
    "9 ** 9 ** 9": "line 1: 9 ** 387420489 is too large; "
    "whole numbers have at most 4,096 bits, others are below 1.8e308",
    "1e400": "line 1: '1e400' is too large; "
    "whole numbers have at most 4,096 bits, others are below 1.8e308",
    "3 ^ 2": "line 1: '3 ^ 2' has an operator that is not allowed; allowed are + - * / // % **",
    "x: int = 3": "line 1: 'x: int = 3' (AnnAssign) is not allowed; "
    "a line assigns arithmetic of numbers to a name",
    "print(3)": "line 1: 'print(3)' calls what is no function here; the functions are "
    "abs, round, min, max, sum, sqrt, floor, ceil, log, exp, gcd, comb, factorial",
    "abs(x=3)": "line 1: 'abs(x=3)' names an argument; write numbers only; the functions are "
    "abs, round, min, max, sum, sqrt, floor, ceil, log, exp, gcd, comb, factorial",
}


@pytest.mark.parametrize("program", ERRORS)
def test_a_mistake_is_said_with_its_line_and_what_is_allowed(program: str) -> None:
    result = evaluate(program)

    assert not result.ok
    assert result.error == ERRORS[program]
    assert (result.program, result.value) == (program, None)


def test_a_sentence_is_composed_however_the_program_is() -> None:
    decomposed = unicodedata.normalize("NFD", "'값'")

    assert evaluate(decomposed).error == "line 1: \"'값'\" is not a whole or a decimal number"


@pytest.mark.parametrize("program", [None, 5, b"1 + 1", ["1"], object()])
def test_what_is_no_text_is_refused(program: object) -> None:
    result = evaluate(program)

    assert (result.program, result.kind) == ("", "not_text")
    assert str(result.error).startswith("the program must be a text, got ")


@pytest.mark.parametrize(
    ("fits", "too_large"),
    [
        ("2**4095 + (2**4095 - 1)", "2**4095 + 2**4095"),
        ("-(2**4095) - (2**4095 - 1)", "-(2**4095) - 2**4095"),
        ("2**4095", "2**4096"),
        ("(-2)**4095", "(-2)**4096"),
        ("3**2584", "3**2585"),
        ("2**2048 * 2**2047", "2**2048 * 2**2048"),
        ("factorial(536)", "factorial(537)"),
        ("comb(4098, 2049)", "comb(4110, 2055)"),
        ("0x" + "f" * 1024, "0x1" + "0" * 1024),
    ],
)
def test_a_whole_number_has_up_to_4096_bits_and_not_one_more(fits: str, too_large: str) -> None:
    value = evaluate(fits).value
    assert isinstance(value, int)
    assert MOST_BITS - 12 <= value.bit_length() <= MOST_BITS
    assert evaluate(too_large).kind == "too_large"


def test_a_program_has_up_to_2000_characters() -> None:
    assert evaluate("1 #" + "주" * (MOST_CHARACTERS - 3)).value == 1
    assert evaluate("1 #" + "주" * (MOST_CHARACTERS - 2)).kind == "too_long"


def test_a_program_has_up_to_200_statements_and_expressions_however_nested() -> None:
    assert evaluate("-" * (MOST_NODES - 2) + "1").value == 1
    assert evaluate("-" * (MOST_NODES - 1) + "1").kind == "too_long"


def test_sums_of_decimal_numbers_are_those_of_plus() -> None:
    tenths = ["0.1"] * 10
    assert evaluate(f"sum({', '.join(tenths)})").value == evaluate(" + ".join(tenths)).value


def test_a_stack_that_is_almost_full_is_an_error_like_any_other() -> None:
    def evaluated_under(frames: int) -> Result:
        return evaluated_under(frames - 1) if frames else evaluate("-" * 198 + "1")

    free = sys.getrecursionlimit() - len(inspect.stack(context=0))

    assert evaluated_under(0).value == 1
    assert evaluated_under(free - 200) == Result(
        "-" * 198 + "1", None, "the program is nested too deeply", "too_long"
    )


def test_threads_neither_warn_nor_lose_a_filter() -> None:
    before = list(warnings.filters)
    kinds: list[object] = []

    def work() -> None:
        kinds.extend(evaluate(program).kind for program in ["1if 2else 3", "'\\d'", "1"] * 50)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert kinds.count("not_allowed") == kinds.count("not_a_number") == kinds.count(None) == 200
    assert list(warnings.filters) == before
