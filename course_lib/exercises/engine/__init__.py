"""The questions of `F_reasoning_engine`, at rising difficulty.

just_enough     a budget of which no number can be lowered
stuck_script    what a model says so that one strategy gets stuck and the next one does it
fifth_strategy  a strategy of one's own, built on `Estimating`, which estimates twice
"""

from .budgets import just_enough
from .estimating import Estimating
from .strategies import fifth_strategy
from .stuck import stuck_script

__all__ = ["Estimating", "fifth_strategy", "just_enough", "stuck_script"]
