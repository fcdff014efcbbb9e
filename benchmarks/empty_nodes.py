"""Graphs whose nodes do nothing: what LangGraph itself takes for as many steps."""

from collections.abc import Sequence
from itertools import pairwise

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict


class Count(TypedDict):
    """How many steps were taken."""

    step: int


def counted(state: Count) -> Count:
    """One step more."""
    return {"step": state["step"] + 1}


def chain_of(path: Sequence[str]) -> CompiledStateGraph[Count, None, Count, Count]:
    """As many nodes as a path has, one after another."""
    graph = StateGraph(Count)
    names = [f"{place}_{name}" for place, name in enumerate(path)]
    for name in names:
        graph.add_node(name, counted)
    for here, there in pairwise([START, *names, END]):
        graph.add_edge(here, there)
    return graph.compile()
