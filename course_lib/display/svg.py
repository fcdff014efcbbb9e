"""A placed graph as SVG text: pale where a run did not go, strong where it did.

Colours follow JupyterLab's theme through its CSS variables and fall back to a light page. There are
no ids in it, so that any number of drawings can stand on one page.
"""

import base64
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from langgraph.graph import END, START

from ..foundations.runs import Run
from .graph import Graph, Pair, taken
from .layout import layout
from .measure import LINE
from .palette import BLUE, FAINT, PAPER, RULE, SHADE, STRONG, TEXT, WHITE, look, words
from .shapes import Box, Layout, Route

FONT = "13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
CORNER = 8
HEAD = 8


def draw(graph: Graph, run: Run | None = None) -> str:
    """Draws a graph, and the path that a run took through it."""
    placed = layout(graph)
    pairs = taken(graph, run.path) if run else frozenset()
    title, description = f"Graph {graph.name}", describe(graph, run)
    return "".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{placed.width}" '
                f'height="{placed.height}" viewBox="0 0 {placed.width} {placed.height}" '
                f'aria-label="{escape(f"{title}. {description}")}" '
                f'style="max-width:100%;height:auto;font:{FONT}">'
            ),
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>",
            f'<rect width="100%" height="100%" rx="6" style="fill:{PAPER}"/>',
            *_edges(placed, run, pairs),
            *_nodes(placed, run),
            "</svg>",
        )
    )


def image(drawing: str, description: str) -> str:
    """A drawing as an HTML image: it is shown in notebooks that are not trusted, too.

    There an SVG would be taken out of the HTML; as an image's address it stays. It no longer
    follows the theme.
    """
    data = base64.b64encode(drawing.encode()).decode()
    return (
        f'<img alt="{escape(description)}" src="data:image/svg+xml;base64,{data}" '
        'style="max-width:100%">'
    )


def describe(graph: Graph, run: Run | None) -> str:
    """What a drawing shows, in a sentence or two."""
    if run is None:
        inner = [node for node in graph.nodes if node not in (START, END)]
        return f"{len(inner)} nodes: {', '.join(inner)}."
    return f"Path taken: {', '.join(run.path)}. Ends with status {words(run.output['status'])}."


def _edges(placed: Layout, run: Run | None, pairs: frozenset[Pair]) -> Iterator[str]:
    """The ways that were not taken first, so that no pale line crosses a strong one."""
    ways = sorted(placed.routes.items(), key=lambda way: (way[0].source, way[0].target) in pairs)
    for edge, route in ways:
        strong = (edge.source, edge.target) in pairs
        colour = STRONG if strong else FAINT if run is None else RULE
        yield (
            f'<path d="{_curve(route.points) if route.curved else _corners(route.points)}" '
            f'style="fill:none;stroke:{colour};stroke-width:{3 if strong else 1.5}"/>'
            f'<path d="{_head(route, HEAD + 2 if strong else HEAD)}" style="fill:{colour}"/>'
        )
    for edge, route in ways:
        if route.label:
            strong = (edge.source, edge.target) in pairs
            yield _label(route.label, strong=strong, plain=run is None)


def _label(box: Box, *, strong: bool, plain: bool) -> str:
    colour = STRONG if strong else TEXT if plain else FAINT
    return (
        f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" '
        f'style="fill:{PAPER}"/>' + _text(box, f"fill:{colour};font-size:12px", bold=strong)
    )


def _nodes(placed: Layout, run: Run | None) -> Iterator[str]:
    visits = Counter(run.path) if run else Counter[str]()
    for node, box in placed.boxes.items():
        if node in (START, END):
            colour = STRONG if run else TEXT
            yield _box(box, f"fill:{SHADE};stroke:{RULE}", round_=True)
            yield _text(box, f"fill:{colour}", bold=True)
        elif visits[node] and run:
            status = look(run.output["status"])
            ends = node == run.path[-1]
            fill, ink = (status.fill, status.ink) if ends else (BLUE, WHITE)
            yield _box(box, f"fill:{fill};stroke:{STRONG};stroke-width:1.5")
            yield _text(box, f"fill:{ink}", bold=True)
            yield _badge(box, f"{visits[node]}×")
        else:
            colour = TEXT if run is None else FAINT
            yield _box(box, f"fill:{PAPER};stroke:{FAINT if run is None else RULE}")
            yield _text(box, f"fill:{colour}")


def _box(box: Box, style: str, *, round_: bool = False) -> str:
    return (
        f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" '
        f'rx="{box.height // 2 if round_ else 6}" style="{style}"/>'
    )


def _text(box: Box, style: str, *, bold: bool = False) -> str:
    first = box.y - LINE * (len(box.lines) - 1) // 2 + 4
    weight = ";font-weight:bold" if bold else ""
    return "".join(
        f'<text x="{box.x}" y="{first + LINE * number}" text-anchor="middle" '
        f'style="{style}{weight}">{escape(line)}</text>'
        for number, line in enumerate(box.lines)
    )


def _badge(box: Box, text: str) -> str:
    """How often a node was visited, at its upper right corner."""
    badge = Box(box.right - 4, box.top, 8 * len(text) + 12, 20, (text,))
    return _box(badge, f"fill:{PAPER};stroke:{STRONG};stroke-width:1.5", round_=True) + _text(
        badge, f"fill:{STRONG};font-size:12px", bold=True
    )


def _curve(points: Sequence[tuple[int, int]]) -> str:
    """A way that swings down: straight where two corners are in line."""
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        middle = (y0 + y1) // 2
        parts.append(f"V{y1}" if x0 == x1 else f"C{x0} {middle} {x1} {middle} {x1} {y1}")
    return "".join(parts)


def _corners(points: Sequence[tuple[int, int]]) -> str:
    """A way along rows and columns, its corners rounded."""
    parts = [f"M{points[0][0]} {points[0][1]}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        (x0, y0), (x1, y1) = _near(corner, before), _near(corner, after)
        parts.append(f"L{x0} {y0}Q{corner[0]} {corner[1]} {x1} {y1}")
    parts.append(f"L{points[-1][0]} {points[-1][1]}")
    return "".join(parts)


def _near(corner: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The point a little way from a corner towards another point in line with it."""
    across, along = other[0] - corner[0], other[1] - corner[1]
    step = min(CORNER, max(abs(across), abs(along)) // 2)
    return corner[0] + step * _sign(across), corner[1] + step * _sign(along)


def _head(route: Route, size: int) -> str:
    """An arrow's head at the end of a way."""
    (x0, y0), (x, y) = route.points[-2:]
    half = size // 2
    if route.curved or x0 == x:
        up = -1 if y > y0 else 1
        return f"M{x} {y}L{x - half} {y + up * size}L{x + half} {y + up * size}Z"
    back = -_sign(x - x0)
    return f"M{x} {y}L{x + back * size} {y - half}L{x + back * size} {y + half}Z"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
