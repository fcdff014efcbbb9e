"""The strategies: one small object each, behind one protocol.

A fifth one is a class with a name, `fits`, `reason` and `next_step`; it joins the others in
`Context(strategies=(*DEFAULT, Fifth()))`.
"""

from .critique_and_revise import CritiqueAndRevise
from .decompose import Decompose
from .direct import Direct
from .guard import Guarded, Misfit, guarded
from .react_tool_loop import ReactToolLoop
from .strategy import Step, Strategy, own_steps, wants_more

DEFAULT: tuple[Strategy, ...] = (Direct(), Decompose(), ReactToolLoop(), CritiqueAndRevise())

__all__ = [
    "DEFAULT",
    "CritiqueAndRevise",
    "Decompose",
    "Direct",
    "Guarded",
    "Misfit",
    "ReactToolLoop",
    "Step",
    "Strategy",
    "guarded",
    "own_steps",
    "wants_more",
]
