"""The questions of `17_reasoning_techniques`, at rising difficulty.

smallest_budget   limits of which none can be lowered
sound_claims      an answer from which self-correction takes nothing out
abandoned_branch  two plans, of which the first fails and the second answers
safe_program      a program that follows the evidence, whatever its numbers are
"""

from .branches import abandoned_branch
from .budgets import smallest_budget
from .claims import sound_claims
from .programs import safe_program

__all__ = ["abandoned_branch", "safe_program", "smallest_budget", "sound_claims"]
