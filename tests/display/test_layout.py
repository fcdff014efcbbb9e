import random
from itertools import combinations, pairwise

import pytest
from langgraph.graph import END, START

from course_lib import reflection
from course_lib.display.graph import Edge, Graph, read
from course_lib.display.layout import layout
from course_lib.display.shapes import Box, Layout
from tests.effort import share

FIFTEEN = {
    "ingest": {"ok": "classify", "blank": "reject"},
    "classify": {"simple": "synthesize", "complex": "plan", "unsafe": "escalate", "odd": "reject"},
    "plan": {"retrieve": "retrieve", "compute": "compute", "compare": "compare"},
    "retrieve": {"observed": "reflect", "tool_error": "correct"},
    "compute": {"observed": "reflect", "tool_error": "correct"},
    "compare": {"observed": "reflect", "tool_error": "correct"},
    "reflect": {"gap": "plan", "conflict": "correct", "enough": "synthesize", "again": "reflect"},
    "correct": {"retry": "plan", "give_up": "escalate"},
    "synthesize": {"": "verify"},
    "verify": {"supported": "log_usage", "unsupported": "correct", "once more": "verify"},
    "escalate": {"": "human_review"},
    "human_review": {"approved": "synthesize", "denied": "reject"},
    "log_usage": {"": "finalize"},
    "finalize": {"": END},
    "reject": {"": END},
}


def fifteen() -> Graph:
    edges = [Edge(START, "ingest", always=True)]
    edges += [
        Edge(source, target, (word,) if word else ())
        for source, ways in FIFTEEN.items()
        for word, target in ways.items()
    ]
    return Graph("fifteen", (START, *FIFTEEN, END), tuple(edges))


def any_graph(seed: int) -> Graph:
    """Up to fifteen nodes and thirty edges, with circles, loops and long or missing words."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    inner = [f"n{number}" * draw.randint(1, 4) for number in range(draw.randint(1, 15))]
    edges = {(START, inner[0]): Edge(START, inner[0], always=True)}
    for _ in range(draw.randint(1, 2 * len(inner))):
        pair = draw.choice(inner), draw.choice([*inner, END])
        words = (f"word_{number}" for number in range(draw.randint(0, 4)))
        edges[pair] = Edge(*pair, tuple(words))
    ends = any(target == END for _, target in edges)
    return Graph("any", (START, *inner, *([END] if ends else [])), tuple(edges.values()))


def labels(placed: Layout) -> dict[Edge, Box]:
    return {edge: route.label for edge, route in placed.routes.items() if route.label}


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def around(first: tuple[int, int], second: tuple[int, int]) -> Box:
    """A box around a part of a way."""
    (x0, y0), (x1, y1) = first, second
    return Box((x0 + x1) // 2, (y0 + y1) // 2, abs(x1 - x0), abs(y1 - y0), ())


def problems(graph: Graph) -> list[str]:
    placed = layout(graph)
    boxes = [*placed.boxes.values(), *labels(placed).values()]
    found = [f"{a} over {b}" for a, b in combinations(boxes, 2) if overlap(a, b)]
    page = Box(placed.width // 2, placed.height // 2, placed.width, placed.height, ())
    found += [f"{box} outside" for box in boxes if box.left < page.left or box.right > page.right]
    for edge, route in placed.routes.items():
        ends = (edge.source, edge.target)
        others = [box for node, box in placed.boxes.items() if node not in ends]
        # A swing passes no row, but the box around it may touch the label of a way beside it.
        for part in pairwise(route.points):
            straight = part[0][0] == part[1][0] or not route.curved
            marks = [box for other, box in labels(placed).items() if straight and other != edge]
            found += [f"{ends} through {b}" for b in others + marks if overlap(around(*part), b)]
    return found


@pytest.mark.parametrize("graph", [read(reflection.build_graph()), fifteen()])
def test_nothing_is_drawn_over_anything_else(graph: Graph) -> None:
    assert problems(graph) == []


@pytest.mark.parametrize("seed", range(share(2_000)))
def test_no_graph_of_up_to_fifteen_nodes_breaks_the_layout(seed: int) -> None:
    assert problems(any_graph(seed)) == []


def test_a_layout_is_the_same_every_time() -> None:
    first = layout(fifteen())
    layout.cache_clear()
    assert layout(fifteen()) == first


def test_where_the_nodes_of_reflection_stand() -> None:
    placed = layout(read(reflection.build_graph()))
    rows: dict[int, list[str]] = {}
    for node, box in sorted(placed.boxes.items(), key=lambda entry: entry[1].x):
        rows.setdefault(box.y, []).append(node)
    assert [rows[y] for y in sorted(rows)] == [
        [START],
        ["prepare_task"],
        ["generate_initial_draft"],
        ["critique_draft"],
        ["refine_draft"],
        ["handle_failure", "finalize", "mark_needs_review"],
        [END],
    ]


def test_no_ways_of_reflection_cross() -> None:
    placed = layout(read(reflection.build_graph()))
    back = placed.routes[Edge("refine_draft", "critique_draft", ("refined",))]
    lane = max(x for x, _ in back.points)
    assert lane > max(box.right for box in placed.boxes.values())
    assert len(back.points) == 4


def test_a_loop_hangs_beside_its_node_with_its_word() -> None:
    edges = (Edge(START, "ask", always=True), Edge("ask", "ask", ("again",)), Edge("ask", END))
    placed = layout(Graph("loop", (START, "ask", END), edges))
    label = placed.routes[edges[1]].label
    assert label is not None
    assert label.lines == ("again",)
    assert label.right < placed.boxes["ask"].left


def test_an_edge_along_a_row_keeps_clear_of_the_row() -> None:
    ways = (("a", "b"), ("a", "c"), ("c", "b"), ("b", "c"))
    edges = (Edge(START, "a", always=True), *(Edge(*way, ("word",)) for way in ways))
    assert problems(Graph("row", (START, "a", "b", "c"), edges)) == []


def test_several_words_to_one_target_stand_together() -> None:
    placed = layout(read(reflection.build_graph()))
    together = [
        label.lines for edge, label in labels(placed).items() if edge.target == "mark_needs_review"
    ]
    words = ("spent, invalid,", "no_critique,", "checks_disagree,", "unsafe")
    assert together == [words, ("no_draft",)]
