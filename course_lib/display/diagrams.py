"""Drawings of a graph for a notebook: Mermaid for the text, our own SVG for a run.

Both show every word that a router says, and both need no network.
"""

import base64
from html import escape
from typing import Any

from ..foundations.runs import Run
from .graph import Compiled, Edge, read, shown
from .svg import describe, draw


class Mermaid:
    """A graph as a Mermaid flowchart, which JupyterLab draws by itself."""

    def __init__(self, source: str, edges: tuple[Edge, ...]) -> None:
        self.source = source
        self._edges = edges

    def __repr__(self) -> str:
        return "\n".join(
            f"{shown(edge.source)} -> {shown(edge.target)}"
            + (f"  [{', '.join(edge.labels)}]" if edge.labels else "")
            for edge in self._edges
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/markdown": f"```mermaid\n{self.source}\n```", "text/plain": repr(self)}


class Diagram:
    """A graph as a picture, with the path of a run picked out."""

    def __init__(self, svg: str, description: str) -> None:
        self.svg = svg
        self._description = description

    def __repr__(self) -> str:
        return self._description

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        # As an image's address, an SVG is shown in notebooks that are not trusted, too.
        data = base64.b64encode(self.svg.encode()).decode()
        image = (
            f'<img alt="{escape(self._description)}" src="data:image/svg+xml;base64,{data}" '
            'style="max-width:100%">'
        )
        return {"text/html": image, "text/plain": repr(self)}


def mermaid(compiled: Compiled) -> Mermaid:
    """A compiled graph as a Mermaid flowchart with all of its labels."""
    graph = read(compiled)
    lines = ["flowchart TD"]
    lines += [f"    {_id(node)}{_shape(node)}" for node in graph.nodes]
    lines += [f"    {_id(edge.source)} {_arrow(edge)} {_id(edge.target)}" for edge in graph.edges]
    return Mermaid("\n".join(lines), graph.edges)


def diagram(compiled: Compiled, run: Run | None = None) -> Diagram:
    """A compiled graph as a drawing, with the path of a run if one is given."""
    graph = read(compiled)
    return Diagram(draw(graph, run), describe(graph, run))


def _id(node: str) -> str:
    # "end" is a word of Mermaid's own.
    return {"__start__": "start_", "__end__": "end_"}.get(node, node)


def _shape(node: str) -> str:
    return f"([{shown(node)}])" if node.startswith("__") else f"[{shown(node)}]"


def _arrow(edge: Edge) -> str:
    return f'-- "{", ".join(edge.labels)}" -->' if edge.labels else "-->"
