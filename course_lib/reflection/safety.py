"""Whether a draft could touch anything but its own values, told by reading it.

Modules must be on a short list of harmless ones; names that reach files, processes, the network
or the interpreter are found wherever they stand, also behind a harmless module (`typing.sys`).
"""

import ast
from collections.abc import Iterator

# Modules that compute and touch nothing.
_HARMLESS_MODULES = frozenset(
    "__future__ abc bisect cmath collections dataclasses datetime decimal enum fractions functools "
    "heapq itertools math numbers operator re statistics string textwrap typing typing_extensions "
    "unicodedata".split()
)
# Names through which code reaches files, processes, the network, the interpreter or itself.
_REACHING_NAMES = frozenset(
    "__builtins__ __globals__ __import__ __loader__ __subclasses__ breakpoint builtins compile "
    "ctypes delattr eval exec exit getattr globals gc help importlib input inspect io locals "
    "marshal memoryview multiprocessing open os pathlib pickle platform quit runpy setattr shutil "
    "signal socket subprocess sys tempfile threading types vars".split()
)
_HARMLESS_DUNDERS = frozenset("__init__ __name__ __doc__ __all__ __call__ __post_init__".split())


def unsafe_parts(tree: ast.Module) -> list[str]:
    """Everything in a module that could touch files, processes, the network or the interpreter."""
    found = {name: None for node in ast.walk(tree) for name in _reaches(node)}
    return list(found)


def _reaches(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names if not _harmless(name.name))
        case ast.ImportFrom(module=module, names=names):
            if not _harmless(module or "."):
                yield module or "."
            yield from (name.name for name in names if name.name in _REACHING_NAMES)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            dunder = name.startswith("__") and name.endswith("__")
            if name in _REACHING_NAMES or (dunder and name not in _HARMLESS_DUNDERS):
                yield name


def _harmless(module: str) -> bool:
    return module.partition(".")[0] in _HARMLESS_MODULES
