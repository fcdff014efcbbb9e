from html.parser import HTMLParser
from itertools import pairwise
from typing import Literal

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send
from typing_extensions import TypedDict

from course_lib import reflection
from course_lib.display import mermaid
from course_lib.display.graph import Compiled, Edge, Graph, read, taken
from course_lib.display.svg import draw
from course_lib.foundations import runs, scenarios

HOSTILE = '</text><script>alert("x")</script> & `#|'
GRAPH = reflection.build_graph()


class Nothing(TypedDict):
    pass


def idle(state: Nothing) -> Nothing:
    return {}


def builder(*nodes: str) -> "StateGraph[Nothing]":
    graph = StateGraph(Nothing)
    for node in nodes:
        graph.add_node(node, idle)
    graph.add_edge(START, nodes[0])
    return graph


def compiled(graph: "StateGraph[Nothing]") -> Compiled:
    return graph.compile(name="tried")


def pairs(graph: Graph) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.edges}


def test_every_word_of_every_router_is_read() -> None:
    edges = {(edge.source, edge.target): edge.labels for edge in read(GRAPH).edges}
    for source, branches in GRAPH.builder.branches.items():
        for branch in branches.values():
            for word, target in (branch.ends or {}).items():
                assert word in edges[source, target]


def test_a_send_without_targets_leads_to_what_nothing_else_reaches() -> None:
    graph = builder("split", "worker", "gather")
    graph.add_conditional_edges("split", lambda state: [Send("worker", state)])
    graph.add_edge("worker", "gather")
    found = pairs(read(compiled(graph)))
    assert ("split", "worker") in found
    assert ("split", "gather") not in found


def test_destinations_of_a_command_are_read() -> None:
    def choose(state: Nothing) -> Command[Literal["left", "right"]]:
        return Command(goto="left")

    graph = builder("left", "right")
    graph.add_node("choose", choose)
    graph.add_edge("left", "choose")
    found = pairs(read(compiled(graph)))
    assert {("choose", "left"), ("choose", "right")} <= found


def test_a_join_has_an_edge_from_each_of_its_sources() -> None:
    graph = builder("split", "one", "two", "gather")
    graph.add_edge("split", "one")
    graph.add_edge("split", "two")
    graph.add_edge(["one", "two"], "gather")
    graph.add_edge("gather", END)
    shape = read(compiled(graph))
    assert {("one", "gather"), ("two", "gather")} <= pairs(shape)
    assert taken(shape, ["split", "one", "two", "gather"]) == pairs(shape)


def test_a_word_that_only_repeats_its_target_is_left_out() -> None:
    graph = builder("route", "sales")
    graph.add_conditional_edges("route", lambda state: "sales", {"sales": "sales", "done": END})
    assert Edge("route", "sales") in read(compiled(graph)).edges
    assert Edge("route", END, ("done",)) in read(compiled(graph)).edges


def test_the_way_back_is_taken_only_in_runs_that_went_back() -> None:
    graph, back = read(GRAPH), ("refine_draft", "critique_draft")
    shelf = scenarios.discover(reflection)
    for name, scenario in shelf.items():
        path = runs.play(reflection, scenario).path
        assert (back in taken(graph, path)) == (back in pairwise(path)), name


class Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("run", [None, "accepted_on_the_second_round"])
def test_hostile_words_and_names_stay_text(run: str | None) -> None:
    graph = Graph(HOSTILE, (START, HOSTILE, END), (Edge(START, HOSTILE, (HOSTILE, "가나다")),))
    played = runs.play(reflection, scenarios.discover(reflection)[run]) if run else None
    parser = Texts()
    parser.feed(draw(graph, played))
    assert parser.tags == {"svg", "title", "desc", "rect", "path", "text"}
    assert "가나다" in parser.texts


def test_hostile_words_do_not_end_a_mermaid_block() -> None:
    graph = builder("route")
    graph.add_conditional_edges("route", lambda state: END, {HOSTILE + "\n```": END})
    block = mermaid(compiled(graph))._repr_mimebundle_()["text/markdown"]
    assert block.count("```") == 2
    assert "<script>" not in block


def test_a_drawing_counts_visits_and_says_its_path() -> None:
    run = runs.play(reflection, scenarios.discover(reflection)["accepted_on_the_second_round"])
    parser = Texts()
    parser.feed(draw(read(GRAPH), run))
    assert parser.texts.count("2×") == 1
    assert parser.texts.count("1×") == 4
    assert any(text.startswith("Path taken: prepare_task, ") for text in parser.texts)
    assert "2×" not in draw(read(GRAPH))
