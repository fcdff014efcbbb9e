"""The questions of `04_reflection`, at rising difficulty.

needs_review_after  write a critic's script that ends the loop in a given round
verdict_reader      write the function that reads a critic's reply
repaired_router     repair the router that decides what follows a review
"""

from .rounds import needs_review_after
from .router import repaired_router
from .verdicts import verdict_reader

__all__ = ["needs_review_after", "repaired_router", "verdict_reader"]
