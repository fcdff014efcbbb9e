"""The questions of `12a_workflows`, at rising difficulty.

closed_router  write the function that reads which permitted handler a router chose
majority       write the function that decides a vote, some of whose branches failed
shorter_path   make a review's attempts wait only for what they read
good_enough    write the router that says whether a draft is revised once more
"""

from .evaluation import good_enough
from .path import shorter_path
from .router import closed_router
from .votes import majority

__all__ = ["closed_router", "good_enough", "majority", "shorter_path"]
