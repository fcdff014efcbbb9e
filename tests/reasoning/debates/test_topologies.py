"""Topologies as data: who hears whom, in which turns, and the drawing of it."""

from typing import Any

import pytest

from course_lib.reasoning.debates import CHAIN, GRAPH, INDEPENDENT, TOPOLOGIES, Topology, drawing
from tests.reasoning.debates.samples import STAR


def test_the_three_topologies_of_the_requirement() -> None:
    assert [each.name for each in TOPOLOGIES] == ["independent", "chain", "graph"]


@pytest.mark.parametrize("speakers", [2, 3, 4, 5])
def test_everybody_hears_all_others_or_nobody(speakers: int) -> None:
    for seat in range(1, speakers + 1):
        others = [other for other in range(1, speakers + 1) if other != seat]
        assert INDEPENDENT.heard_by(seat, speakers) == []
        assert CHAIN.heard_by(seat, speakers) == GRAPH.heard_by(seat, speakers) == others


def test_a_chain_takes_turns_and_the_others_speak_at_once() -> None:
    assert CHAIN.turns(3) == [[1], [2], [3]]
    assert GRAPH.turns(3) == INDEPENDENT.turns(3) == [[1, 2, 3]]


@pytest.mark.parametrize(("topology", "rounds"), [(INDEPENDENT, 1), (CHAIN, 4), (GRAPH, 4)])
def test_where_nobody_hears_anybody_a_second_round_makes_no_sense(
    topology: Topology, rounds: int
) -> None:
    assert topology.rounds(3, 4) == rounds


def test_a_seat_that_is_not_taken_is_not_heard() -> None:
    assert STAR.heard_by(1, 3) == [2, 3]
    assert STAR.heard_by(3, 3) == [1]


@pytest.mark.parametrize(
    ("hears", "problem"),
    [
        ({0: (1,)}, "topology 'odd': hears must name seats from 1 to 5, got 0"),
        ({1: (6,)}, "topology 'odd': hears must name seats from 1 to 5, got 6"),
        ({1: ("two",)}, "topology 'odd': hears must name seats from 1 to 5, got 'two'"),
        ({2: (1, 2)}, "topology 'odd': seat 2 must not hear itself"),
    ],
)
def test_what_is_no_topology_is_refused(hears: Any, problem: str) -> None:
    with pytest.raises(ValueError, match="topology 'odd'") as raised:
        Topology(name="odd", about="", hears=hears)
    assert str(raised.value) == problem


def test_a_drawing_tells_what_is_heard_at_once_from_what_is_heard_later() -> None:
    assert drawing(CHAIN, ["Ada", 'Bob "B"']).splitlines() == [
        "flowchart LR",
        '    s1["Ada"]',
        '    s2["Bob #quot;B#quot;"]',
        "    s2 -.-> s1",
        "    s1 --> s2",
    ]
    assert "-->" not in drawing(GRAPH, ["a", "b", "c"])
    assert drawing(GRAPH, ["a", "b", "c"]).count("-.->") == 6
    assert drawing(STAR, ["a", "b", "c"]).count("-.->") == 4
    assert drawing(INDEPENDENT, ["a", "b"]).splitlines()[1:] == ['    s1["a"]', '    s2["b"]']
