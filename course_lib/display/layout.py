"""Where everything in a drawing stands: whole pixels, the same on every machine.

The rows come from `layers`; here they get coordinates. Edges that lead up run in lanes of their
own at the right, so that a loop is seen as a loop; edges from a node to itself hang at its left.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from .columns import columns
from .graph import Edge, Graph, shown
from .layers import Item, Layers, layers
from .measure import LINE, cut, label_lines, width
from .order import order
from .shapes import Box, Layout, Route

NODE_HEIGHT = 36
LONGEST_NAME = 34
GAP = 16
TRACK = 10
LANE = 14
LOOP = 26
MARGIN = 12


@lru_cache(maxsize=64)
def layout(graph: Graph) -> Layout:
    """Places a graph."""
    return _Placing(graph).result()


class _Placing:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.placed: Layers = layers(graph)
        order(self.placed)
        self.labels = {edge: label_lines(edge.labels) for edge in graph.edges if edge.labels}
        self.loops = {loop.source: loop for loop in self.placed.loops}
        self.row = {item.node: item.row for row in self.placed.rows for item in row if item.node}
        self.x = columns(self.placed, self._halves, left=MARGIN)
        self.lanes = self._lanes()
        self.y = self._rows()

    def result(self) -> Layout:
        boxes = {
            item.node: self._node(item) for row in self.placed.rows for item in row if item.node
        }
        routes = {edge: self._down(edge) for edge in self.placed.chains}
        routes |= {edge: self._up(edge, boxes) for edge in self.placed.back}
        routes |= {edge: self._around(edge, boxes) for edge in self.placed.loops}
        ordered = {edge: routes[edge] for edge in self.graph.edges}
        right = max([*(box.right for box in boxes.values()), *_rights(routes.values())])
        bottom = max(box.bottom for box in boxes.values())
        return Layout(right + MARGIN, bottom + MARGIN, boxes, ordered)

    def _halves(self, item: Item) -> tuple[int, int]:
        """How far an item reaches to its left and to its right."""
        if item.node:
            half = _name_width(item.node) // 2
            loop = self.loops.get(item.node)
            hanging = LOOP + width(self.labels.get(loop, ())) if loop else 0
            return half + hanging, half
        half = width(self.labels[item.edge]) // 2 if item.edge and item.labelled else 0
        return half, half

    def _lanes(self) -> dict[Edge, int]:
        """The x of each upward edge: short ones inside, none over anything else in its rows."""
        reach = [
            max((self.x[item] + self._halves(item)[1] for item in row), default=0)
            for row in self.placed.rows
        ]
        lanes: dict[Edge, int] = {}
        for edge in sorted(self.placed.back, key=self._span):
            rows = self._lane_rows(edge)
            half = max(LANE, width(self.labels.get(edge, ())) // 2)
            lanes[edge] = max(reach[row] for row in rows) + GAP + half
            for row in rows:
                reach[row] = lanes[edge] + half
        return lanes

    def _span(self, edge: Edge) -> tuple[int, int, int]:
        top, bottom = self.row[edge.target], self.row[edge.source]
        return bottom - top, top, bottom

    def _rows(self) -> list[int]:
        """The middle of each row, from the top."""
        heights = [self._height(number) for number in range(len(self.placed.rows))]
        middles, y = [], MARGIN
        for number, height in enumerate(heights):
            middles.append(y + height // 2)
            y += height + self._gap(number)
        return middles

    def _height(self, row: int) -> int:
        if row % 2 == 0:
            return NODE_HEIGHT
        here = [item.edge for item in self.placed.rows[row] if item.labelled]
        here += [edge for edge in self.lanes if self._label_row(edge) == row]
        return max((LINE * len(self.labels.get(edge, ())) for edge in here if edge), default=0)

    def _gap(self, row: int) -> int:
        """The room below a row: more for wide swings, and for ways to a lane that start there."""
        widest = max(
            (
                abs(self.x[upper] - self.x[lower])
                for upper in self.placed.rows[row]
                for lower in self.placed.below[upper]
            ),
            default=0,
        )
        return GAP + min(widest // 12, 20) + TRACK * len(self._tracks(row))

    def _tracks(self, row: int) -> list[tuple[Edge, bool]]:
        """The ways between this row and the next that lead to a lane or come from one."""
        leaving = [
            (edge, True)
            for edge in self.lanes
            if self.row[edge.source] == row and not self._is_last(edge.source)
        ]
        arriving = [
            (edge, False)
            for edge in self.lanes
            if self.row[edge.target] == row + 1 and not self._is_last(edge.target)
        ]
        return leaving + arriving

    def _is_last(self, node: str) -> bool:
        return self.placed.rows[self.row[node]][-1].node == node

    def _label_row(self, edge: Edge) -> int:
        """The odd row in the middle of an upward edge; for an edge along a row, the one above."""
        source, target = self.row[edge.source], self.row[edge.target]
        return source - 1 if source == target else (source + target) // 4 * 2 + 1

    def _lane_rows(self, edge: Edge) -> range:
        top = min(self.row[edge.target], self._label_row(edge))
        return range(top, self.row[edge.source] + 1)

    def _node(self, item: Item) -> Box:
        name = (cut(shown(item.node), LONGEST_NAME),)
        return Box(self.x[item], self.y[item.row], _name_width(item.node), NODE_HEIGHT, name)

    def _down(self, edge: Edge) -> Route:
        chain = self.placed.chains[edge]
        points = [(self.x[chain[0]], self.y[chain[0].row] + NODE_HEIGHT // 2)]
        for item in chain[1:-1]:
            half = self._height(item.row) // 2
            middle = self.y[item.row]
            points += [(self.x[item], middle - half), (self.x[item], middle + half)]
        points.append((self.x[chain[-1]], self.y[chain[-1].row] - NODE_HEIGHT // 2))
        return Route(tuple(dict.fromkeys(points)), True, self._label(edge, chain))

    def _label(self, edge: Edge, chain: Iterable[Item]) -> Box | None:
        lines = self.labels.get(edge, ())
        return next(
            (
                Box(self.x[item], self.y[item.row], width(lines), LINE * len(lines), lines)
                for item in chain
                if item.labelled
            ),
            None,
        )

    def _up(self, edge: Edge, boxes: Mapping[str, Box]) -> Route:
        lane = self.lanes[edge]
        leave = self._port(edge, boxes[edge.source], lane, leaving=True)
        arrive = self._port(edge, boxes[edge.target], lane, leaving=False)
        lines = self.labels.get(edge, ())
        y = self.y[self._label_row(edge)]
        label = Box(lane, y, width(lines), LINE * len(lines), lines) if lines else None
        return Route((*leave, *reversed(arrive)), False, label)

    def _port(
        self, edge: Edge, box: Box, lane: int, *, leaving: bool
    ) -> tuple[tuple[int, int], ...]:
        """From a node to a lane: out at its side, or around what stands there."""
        node = edge.source if leaving else edge.target
        if self._is_last(node):
            return (box.right, box.y), (lane, box.y)
        row = self.row[node] - (not leaving)
        track = self._tracks(row).index((edge, leaving)) + 1
        below = self.y[row] + self._height(row) // 2 + GAP // 2
        y = below + TRACK * (track - 1)
        x = box.x + min(box.width // 4, 10 + TRACK * track)
        return (x, box.bottom if leaving else box.top), (x, y), (lane, y)

    def _around(self, edge: Edge, boxes: Mapping[str, Box]) -> Route:
        box, lines = boxes[edge.source], self.labels.get(edge, ())
        out, down = box.left - LOOP + 8, NODE_HEIGHT // 4
        points = (
            (box.left, box.y + down),
            (out, box.y + down),
            (out, box.y - down),
            (box.left, box.y - down),
        )
        wide = width(lines)
        label = Box(out - wide // 2 - 2, box.y, wide, LINE * len(lines), lines)
        return Route(points, False, label if lines else None)


def _name_width(node: str) -> int:
    return width([cut(shown(node), LONGEST_NAME)]) + 16


def _rights(routes: Iterable[Route]) -> Iterator[int]:
    for route in routes:
        yield max(x for x, _ in route.points)
        if route.label:
            yield route.label.right
