"""What the producer says in the hidden runs: as many different drafts as a run can ask for."""

from collections.abc import Sequence

from ...foundations.script import ReplyLike
from ...foundations.scripted import ScriptedChatModel
from ...reflection import LIMITS, Context

FACTORIAL_TASK = "Write a Python function calculate_factorial(n)."
SCALE_TASK = "Write a Python function scale(n). It returns a multiple of n."

MOST = int(LIMITS[0].maximum)
"""The largest limit on drafts."""

_FACTORIAL = '''\
def calculate_factorial(n):
    """Return n!, version {version}."""
    if n < 0:
        raise ValueError("n must not be negative")
    return 1 if n == 0 else n * calculate_factorial(n - 1)'''
_UNDOCUMENTED = _FACTORIAL.replace('    """Return n!, version {version}."""\n', "    # {version}\n")
_SCALE = "def scale(n):\n    return {version} * n"
_UNSAFE = "import os\n\n\ndef scale(n):\n    return os.getpid() * n * {version}"


def _drafts(pattern: str) -> tuple[str, ...]:
    # Two more than any limit, so that a loop without a bound meets the graph's own.
    versions = range(1, MOST + 3)
    return tuple(f"```python\n{pattern.format(version=number)}\n```" for number in versions)


FACTORIALS = _drafts(_FACTORIAL)
UNDOCUMENTED = _drafts(_UNDOCUMENTED)
"""Each lacks a docstring, which the room's checks see."""
SCALES = _drafts(_SCALE)
UNSAFE = _drafts(_UNSAFE)
"""Each reaches out to the operating system."""
REPEATED = (SCALES[0],) * len(SCALES)
"""One draft over and over."""


def context(producer: Sequence[ReplyLike], critic: Sequence[ReplyLike]) -> Context:
    """The two scripted models of one hidden run."""
    return Context(
        producer=ScriptedChatModel(producer, name="producer"),
        critic=ScriptedChatModel(critic, name="critic"),
    )
