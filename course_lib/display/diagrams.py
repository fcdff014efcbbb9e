"""Drawings of a graph for a notebook: Mermaid for the text, our own SVG for a run.

Both show every word that a router says, and both need no network.
"""

from typing import Any

from langgraph.graph import END, START

from ..foundations.runs import Run
from .graph import Compiled, Edge, read, shown
from .svg import describe, draw, image

_CODES = {ord(letter): f"#{ord(letter)};" for letter in '#"`<>&|'}


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
        return {"text/html": image(self.svg, self._description), "text/plain": repr(self)}


def mermaid(compiled: Compiled) -> Mermaid:
    """A compiled graph as a Mermaid flowchart with all of its labels."""
    graph = read(compiled)
    names = {node: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    lines += [f"    {name}{_box(node)}" for node, name in names.items()]
    lines += [
        f"    {names[edge.source]} -->{_label(edge)} {names[edge.target]}" for edge in graph.edges
    ]
    return Mermaid("\n".join(lines), graph.edges)


def diagram(compiled: Compiled, run: Run | None = None) -> Diagram:
    """A compiled graph as a drawing, with the path of a run if one is given."""
    graph = read(compiled)
    return Diagram(draw(graph, run), describe(graph, run))


def _box(node: str) -> str:
    opening, ending = ("([", "])") if node in (START, END) else ("[", "]")
    return f'{opening}"{_safe(shown(node))}"{ending}'


def _label(edge: Edge) -> str:
    return f'|"{"<br>".join(map(_safe, edge.labels))}"|' if edge.labels else ""


def _safe(text: str) -> str:
    """Text that ends neither Mermaid's quotes nor the fenced block, and is no markup."""
    return " ".join(text.split()).translate(_CODES)
