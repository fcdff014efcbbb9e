"""How hard the tests try: `make test` a fixed share of each count, `make soak` all of it."""

import os

SOAK = os.environ.get("COURSE_SOAK") == "1"
SHARE = 50
LEAST = 25


def share(full: int) -> int:
    """Tells how many of a full count of examples, rounds or kills this run tries."""
    return full if SOAK else min(full, max(LEAST, full // SHARE))
