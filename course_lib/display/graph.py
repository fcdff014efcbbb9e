"""What a compiled graph looks like before anything is drawn: nodes, labelled edges, a path.

LangGraph's own `get_graph()` keeps one label where several lead to the same node, so the branches
are read from the builder.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from langgraph.graph import END, START
from langgraph.graph.state import CompiledStateGraph

Compiled: TypeAlias = "CompiledStateGraph[Any, Any, Any, Any]"
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Edge:
    """A way from one node to another.

    Attributes:
        source: Where it starts.
        target: Where it leads.
        labels: The words that a router says to take it; empty where none are written down.
        always: Whether it is taken after every visit of its source.
    """

    source: str
    target: str
    labels: tuple[str, ...] = ()
    always: bool = False


@dataclass(frozen=True)
class Graph:
    """A graph to draw.

    Attributes:
        name: The compiled graph's name.
        nodes: START, the nodes in the order in which they were added, END if anything leads to it.
        edges: One edge for each pair of nodes, in the order of their sources.
    """

    name: str
    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]


def read(compiled: Compiled) -> Graph:
    """Reads nodes, edges and all labels of a compiled graph.

    A router or a `Send` that does not say where it can lead is drawn towards every node that no
    other edge leads to, or towards all nodes where there is no such node.
    """
    nodes = (START, *compiled.builder.nodes, END)
    found = list(_known(compiled, nodes))
    reached = {edge.target for edge in found}
    free = [node for node in nodes[1:-1] if node not in reached] or list(nodes[1:-1])
    for source in _silent(compiled):
        found += [Edge(source, target) for target in free if target != source]
    if not any(edge.target == END for edge in found):
        nodes = nodes[:-1]
    return Graph(compiled.get_name(), nodes, tuple(_merged(found, nodes)))


def shown(node: str) -> str:
    """A node's name as a reader sees it: START and END instead of LangGraph's marks."""
    return {START: "START", END: "END"}.get(node, node)


def taken(graph: Graph, path: Sequence[str]) -> frozenset[Pair]:
    """The edges that a run went along, as far as its path tells.

    An edge that is always taken is one as soon as both of its ends were visited. Of the others, a
    visit came along the one whose source was visited last.
    """
    into: dict[str, list[Edge]] = {}
    for edge in graph.edges:
        into.setdefault(edge.target, []).append(edge)
    visited = [START]
    pairs: set[Pair] = set()
    for node in [*path, END]:
        before = {source: place for place, source in enumerate(visited)}
        ways = [edge for edge in into.get(node, []) if edge.source in before]
        last = max(ways, key=lambda edge: before[edge.source], default=None)
        pairs |= {(way.source, node) for way in ways if way.always or way is last}
        visited.append(node)
    return frozenset(pairs)


def _known(compiled: Compiled, nodes: Sequence[str]) -> Iterator[Edge]:
    builder = compiled.builder
    joins = {(source, target) for sources, target in builder.waiting_edges for source in sources}
    order = {node: place for place, node in enumerate(nodes)}
    for source, target in sorted(
        builder.edges | joins, key=lambda pair: (order[pair[0]], order[pair[1]])
    ):
        yield Edge(source, target, always=True)
    for source, branches in builder.branches.items():
        for branch in branches.values():
            yield from _labelled(source, branch.ends or {})
    for source, spec in builder.nodes.items():
        ends = spec.ends or ()
        yield from _labelled(source, ends if isinstance(ends, dict) else {end: end for end in ends})


def _labelled(source: str, ends: dict[Any, str]) -> Iterator[Edge]:
    """One edge a word. A word that only repeats the target's name says nothing."""
    for word, target in ends.items():
        yield Edge(source, target, () if word == target else (str(word),))


def _silent(compiled: Compiled) -> Iterator[str]:
    for source, branches in compiled.builder.branches.items():
        if any(branch.ends is None for branch in branches.values()):
            yield source


def _merged(edges: Iterable[Edge], nodes: Sequence[str]) -> Iterator[Edge]:
    grouped: dict[Pair, list[Edge]] = {}
    for edge in sorted(edges, key=lambda edge: nodes.index(edge.source)):
        grouped.setdefault((edge.source, edge.target), []).append(edge)
    for (source, target), same in grouped.items():
        labels = tuple(dict.fromkeys(label for edge in same for label in edge.labels))
        yield Edge(source, target, labels, any(edge.always for edge in same))
