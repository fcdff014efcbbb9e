"""The source of a function, to read in a notebook: shown, not copied."""

import inspect
import textwrap
from typing import Any


class Source:
    """A piece of the library's own source."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return self.code

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/markdown": f"```python\n{self.code}\n```", "text/plain": self.code}


def source(thing: Any) -> Source:
    """The source of a function or class of the library."""
    return Source(textwrap.dedent(inspect.getsource(thing)).rstrip())
