"""What could touch the world outside is found; what only computes is let through."""

import ast
from importlib import import_module
from types import ModuleType

import pytest

from course_lib.reflection.safety import HARMLESS_MODULES, reaches, unsafe_parts

ATTACKS = {
    "import os": "os",
    "import os.path as p": "os.path",
    "import numpy": "numpy",
    "import re, subprocess": "subprocess",
    "def f():\n    import socket": "socket",
    "import codecs": "codecs",
    "import json.tool": "json.tool",
    "from os import path": "os",
    "from os import *": "os",
    "from . import local": ".",
    "from .math import sqrt": ".math",
    "from typing import sys as s": "sys",
    "from collections import _sys": "_sys",
    "from math import __spec__ as s": "__spec__",
    "__import__('os')": "__import__",
    "f = __builtins__": "__builtins__",
    "e = eval; e('1')": "eval",
    "exec('x = 1')": "exec",
    "compile('1', '', 'eval')": "compile",
    "open('f')": "open",
    "[open][0]('f')": "open",
    "@exec\n@input\ndef f(): ...": "exec",
    "def f(x=open): ...": "open",
    "getattr(f, 'x')": "getattr",
    "list(map(getattr, [f], ['x']))": "getattr",
    "setattr(f, 'x', 1)": "setattr",
    "globals()['x']": "globals",
    "vars(f)": "vars",
    "breakpoint()": "breakpoint",
    "import typing\ntyping.sys.modules": "sys",
    "import typing as t\nt.sys": "sys",
    "import collections\ncollections._sys": "_sys",
    "import enum\nenum.bltns": "bltns",
    "import statistics\nstatistics.random._os": "_os",
    "import operator\noperator.attrgetter('x')": "attrgetter",
    "from operator import methodcaller as m": "methodcaller",
    "import string\nstring.Formatter().get_field('x', (), {})": "get_field",
    "import typing\ntyping.get_type_hints(f)": "get_type_hints",
    "from typing import ForwardRef": "ForwardRef",
    "from functools import singledispatch": "singledispatch",
    "import dataclasses\ndataclasses._create_fn": "_create_fn",
    "().__class__.__base__.__subclasses__()": "__subclasses__",
    "type(1).mro()[-1].__subclasses__()": "__subclasses__",
    "(lambda: 0).__globals__": "__globals__",
    "f.__code__": "__code__",
    "(x for x in ()).gi_frame.f_back": "gi_frame",
    "try: 1 / 0\nexcept Exception as e: e.__traceback__.tb_frame": "tb_frame",
    "match f:\n    case object(__globals__=g): ...": "__globals__",
    "class A:\n    __match_args__ = ('x',)": "__match_args__",
}


@pytest.mark.parametrize("source", ATTACKS)
def test_an_attack_is_named(source: str) -> None:
    assert ATTACKS[source] in unsafe_parts(ast.parse(source))


HARMLESS = (
    "import math\nimport collections.abc\nfrom functools import cache, reduce",
    "from __future__ import annotations",
    "import json\nimport random\nimport time\njson.loads('1'), random.random(), time.monotonic()",
    "import re\nword = re.compile(r'os|sys')\nword.match('open')",
    "def mean(signal):\n    return sum(signal) / len(signal)",
    "def describe(types, platform):\n    return f'{types} {platform} {help_text}'",
    "class Door:\n    def open(self):\n        self._state = 'open'\ndoor = Door()\ndoor.open()",
    "class P:\n    __slots__ = ('x',)\n    def __init__(self, x): super().__init__()",
    "class P:\n    def __repr__(self): return f'{self.__class__.__name__}()'",
    "def f():\n    '''Never calls eval or os.system.'''\n    return 'import os'",
    "if __name__ == '__main__':\n    print('hi')",
    "match [1]:\n    case list(): ...",
    "evaluate = opened = executed = 1",
)


@pytest.mark.parametrize("source", HARMLESS)
def test_harmless_code_passes(source: str) -> None:
    assert unsafe_parts(ast.parse(source)) == []


def test_each_part_is_named_once_in_order() -> None:
    assert unsafe_parts(ast.parse("import os\nopen('a')\nopen('b')\nimport os")) == ["os", "open"]


def test_no_dangerous_module_is_reached_from_a_harmless_one_by_unsuspected_names() -> None:
    """Walks the modules that really hang on the harmless ones, on the Python that runs."""
    waiting = [import_module(name) for name in HARMLESS_MODULES]
    reached: dict[str, ModuleType] = {}
    while waiting:
        module = waiting.pop()
        if module.__name__ not in reached:
            reached[module.__name__] = module
            parts = vars(module).items()
            waiting += [p for name, p in parts if isinstance(p, ModuleType) and not reaches(name)]

    dangerous = """_io _socket _thread builtins codecs contextlib ctypes importlib inspect io
        linecache nt os pathlib posix shutil socket subprocess sys threading types warnings"""
    assert reached.keys() & set(dangerous.split()) == set()
    assert not any(hasattr(module, "open") for module in reached.values())
