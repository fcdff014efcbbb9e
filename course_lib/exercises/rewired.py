"""A room's graph in which one router is a learner's."""

import copy
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from langgraph.graph.state import CompiledStateGraph


def with_router(
    graph: "CompiledStateGraph[Any, Any, Any, Any]",
    node: str,
    router: Callable[[Any], str],
    targets: Sequence[str],
) -> "CompiledStateGraph[Any, Any, Any, Any]":
    """A copy of a graph that leaves one node by another router.

    Nodes, other edges and the graph's own settings (its recursion limit among them) stay.

    Args:
        graph: A compiled graph; it is not changed.
        node: The node whose conditional edges are replaced.
        router: Takes the state and returns one of `targets`.
        targets: Names of the nodes that may follow.
    """
    builder = copy.copy(graph.builder)
    builder.branches = defaultdict(dict, graph.builder.branches)
    del builder.branches[node]
    builder.compiled = False
    builder.add_conditional_edges(node, router, list(targets))
    return builder.compile(name=graph.name).with_config(graph.config or {})
