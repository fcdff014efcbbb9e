"""Whether a draft could touch anything but its own values, told by reading it.

Modules must be on a short list of harmless ones. Names that reach files, processes, the network
or the interpreter are found also behind a harmless module (`typing.sys`). This is a screen that
tells when a person must look, not a sandbox: what passes it is still never run.
"""

import ast
from collections.abc import Iterator

# Modules that compute and touch nothing.
HARMLESS_MODULES = frozenset(
    """__future__ abc bisect cmath collections collections.abc copy dataclasses datetime decimal
    enum fractions functools heapq itertools json math numbers operator random re statistics
    string textwrap time typing typing_extensions unicodedata""".split()  # noqa: SIM905
)
# Builtins that reach out, or that turn text into code or into names.
_BUILTINS = frozenset(
    """breakpoint compile delattr eval exec exit getattr globals help input locals open quit
    setattr vars""".split()  # noqa: SIM905
)
# What must not be reached through an attribute or an import, leading underscores aside: modules
# that harmless ones hold, functions that run or look up what a text says, and frames.
_PARTS = frozenset(
    """bltns builtins codecs contextlib copyreg ctypes gc importlib inspect io linecache locale os
    pathlib pickle platform posix runpy shutil signal socket subprocess sys tempfile thread
    threading tokenize types warnings weakref
    attrgetter create_fn eval_type evaluate_forward_ref forwardref funcbuilder get_field
    get_type_hints methodcaller singledispatch singledispatchmethod
    ag_frame cr_frame f_back f_builtins f_globals f_locals gi_frame tb_frame""".split()  # noqa: SIM905
)
_HARMLESS_DUNDERS = frozenset(
    """__all__ __author__ __call__ __class__ __doc__ __eq__ __hash__ __init__ __len__ __lt__
    __name__ __post_init__ __qualname__ __repr__ __slots__ __str__ __version__""".split()  # noqa: SIM905
)


def unsafe_parts(tree: ast.Module) -> list[str]:
    """Everything in a module that could touch files, processes, the network or the interpreter."""
    found = {name: None for node in ast.walk(tree) for name in _reaching(node)}
    return list(found)


def reaches(part: str) -> bool:
    """Whether an attribute or an imported name of this spelling can lead outside."""
    return part.strip("_").lower() in _PARTS or _is_hidden(part)


def _reaching(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names if name.name not in HARMLESS_MODULES)
        case ast.ImportFrom(module=module, names=names, level=level):
            if level or module not in HARMLESS_MODULES:
                yield "." * level + (module or "")
            yield from (name.name for name in names if reaches(name.name))
        case ast.Name(id=name):
            if name in _BUILTINS or _is_hidden(name):
                yield name
        case ast.Attribute(attr=part):
            yield from filter(reaches, [part])
        case ast.MatchClass(kwd_attrs=parts):
            yield from filter(reaches, parts)


def _is_hidden(name: str) -> bool:
    dunder = name.startswith("__") and name.endswith("__")
    return dunder and name not in _HARMLESS_DUNDERS
