"""The questions of `16_resource_aware`, at rising difficulty.

four_ways          limits under which one question takes four different ways
exhausting_faults  the faults, in order, that leave nobody to ask
learned_threshold  the complexity from which on the strong model is worth its price
"""

from .faults import exhausting_faults
from .limits import four_ways
from .thresholds import learned_threshold

__all__ = ["exhausting_faults", "four_ways", "learned_threshold"]
