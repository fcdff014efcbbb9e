"""Which row a node stands in: the first part of a layout.

Even rows hold nodes, odd rows hold the labels of the edges between them. An edge that passes a row
holds a place in it as well, so that nothing is ever drawn over something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from langgraph.graph import END, START

from .graph import Edge, Graph, Pair


@dataclass(frozen=True)
class Item:
    """What takes up room in a row: a node, or the place where an edge passes.

    Attributes:
        row: The row's number, from 0 at the top.
        node: The node's name; "" where an edge passes.
        edge: The edge that passes.
        labelled: Whether the edge's label stands here.
    """

    row: int
    node: str = ""
    edge: Edge | None = None
    labelled: bool = False


Row: TypeAlias = list[Item]
Near: TypeAlias = dict[Item, list[Item]]


@dataclass(frozen=True)
class Layers:
    """A graph in rows.

    Attributes:
        rows: The items of each row, from left to right.
        chains: For every edge that leads down, the items from its source to its target.
        back: The edges that lead up, or along a row.
        loops: The edges from a node to itself.
        above: Every item's neighbours in the row above.
        below: Every item's neighbours in the row below.
    """

    rows: list[Row]
    chains: dict[Edge, tuple[Item, ...]]
    back: tuple[Edge, ...]
    loops: tuple[Edge, ...]
    above: Near
    below: Near


def layers(graph: Graph) -> Layers:
    """Puts every node into a row, in no order yet."""
    others = [edge for edge in graph.edges if edge.source != edge.target]
    level = _levels(graph.nodes, others)
    down = [edge for edge in others if level[edge.source] < level[edge.target]]
    items = {node: Item(2 * level[node], node) for node in graph.nodes}
    chains = {edge: _chain(edge, items) for edge in down}
    everything = dict.fromkeys([*items.values(), *(i for chain in chains.values() for i in chain)])
    rows: list[Row] = [[] for _ in range(2 * max(level.values()) + 1)]
    for item in everything:
        rows[item.row].append(item)
    above: Near = {item: [] for item in everything}
    below: Near = {item: [] for item in everything}
    for upper, lower in (pair for chain in chains.values() for pair in pairwise(chain)):
        above[lower].append(upper)
        below[upper].append(lower)
    return Layers(
        rows=rows,
        chains=chains,
        back=tuple(edge for edge in others if edge not in chains),
        loops=tuple(edge for edge in graph.edges if edge.source == edge.target),
        above=above,
        below=below,
    )


def _upward(nodes: Sequence[str], edges: Sequence[Edge]) -> set[Pair]:
    """The edges on a circle that lead to a node which was added earlier."""
    place = {node: number for number, node in enumerate(nodes)}
    reached = {node: {node} for node in nodes}
    for _ in nodes:
        for edge in edges:
            reached[edge.source] |= reached[edge.target]
    return {
        (edge.source, edge.target)
        for edge in edges
        if place[edge.target] < place[edge.source] and edge.source in reached[edge.target]
    }


def _levels(nodes: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """Each node below all that lead down to it; what only leads to END stands right above it."""
    upward = _upward(nodes, edges)
    down = [edge for edge in edges if (edge.source, edge.target) not in upward]
    level = {node: int(node != START) for node in nodes}
    for _ in nodes:
        for edge in down:
            level[edge.target] = max(level[edge.target], level[edge.source] + 1)
    deepest = max(level[node] for node in nodes if node != END)
    leads_on = {edge.source for edge in edges if edge.target != END}
    endings = [node for node in nodes if node not in leads_on and node != END]
    level |= dict.fromkeys(endings, deepest)
    return level | {END: deepest + 1} if END in nodes else level


def _chain(edge: Edge, items: dict[str, Item]) -> tuple[Item, ...]:
    source, target = items[edge.source], items[edge.target]
    passed = (
        Item(row, edge=edge, labelled=bool(edge.labels) and row == source.row + 1)
        for row in range(source.row + 1, target.row)
    )
    return (source, *passed, target)
