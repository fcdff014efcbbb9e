"""What a placed graph is made of, in whole pixels: boxes, ways between them, the whole."""

from collections.abc import Mapping
from dataclasses import dataclass

from .graph import Edge


@dataclass(frozen=True)
class Box:
    """A rectangle around its middle, in pixels, with its lines of text."""

    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]

    @property
    def left(self) -> int:
        """The left side."""
        return self.x - self.width // 2

    @property
    def right(self) -> int:
        """The right side."""
        return self.x + self.width // 2

    @property
    def top(self) -> int:
        """The upper side."""
        return self.y - self.height // 2

    @property
    def bottom(self) -> int:
        """The lower side."""
        return self.y + self.height // 2


@dataclass(frozen=True)
class Route:
    """The way of an edge: points from its source to its target.

    Attributes:
        points: The corners, in pixels.
        curved: Whether the way swings from corner to corner (edges that lead down) or runs along
            the rows and columns (all others).
        label: Where its words stand; None without words.
    """

    points: tuple[tuple[int, int], ...]
    curved: bool
    label: Box | None


@dataclass(frozen=True)
class Layout:
    """A placed graph: a box for every node, a way for every edge, the size in pixels."""

    width: int
    height: int
    boxes: Mapping[str, Box]
    routes: Mapping[Edge, Route]
