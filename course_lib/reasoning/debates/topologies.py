"""Who hears whom: the topologies of a debate as plain data, and each of them as a drawing.

A new one is a few lines, and a context takes it beside the others:

    STAR = Topology(
        name="star",
        about="the first speaker hears everybody, everybody hears the first",
        hears={1: (2, 3, 4, 5), 2: (1,), 3: (1,), 4: (1,), 5: (1,)},
    )
    Context(speakers=speakers, topologies=(*TOPOLOGIES, STAR))

Sources: requirement "Chapter 17: Reasoning Techniques" (chain of debates, graph of debates); Du et
al., "Improving Factuality and Reasoning in Language Models through Multiagent Debate" (2023, arXiv
2305.14325), in which all agents answer at once and read all the others before the next round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...foundations.errors import shown

MAX_SPEAKERS = 5
_SEATS = range(1, MAX_SPEAKERS + 1)


@dataclass(frozen=True, kw_only=True)
class Topology:
    """One way in which speakers listen to each other.

    Attributes:
        name: What a task calls it.
        about: What it is, in one phrase.
        hears: The seats, from 1, that each of five seats listens to. Where fewer are taken, the
            empty ones say nothing; a seat that is left out hears nobody.
        in_turn: Whether a round is spoken one after the other, so that a speaker hears what was
            said in the same round. Otherwise all speak at once and hear the round before.

    Raises:
        ValueError: If there is no such seat, or somebody listens to itself.
    """

    name: str
    about: str
    hears: Mapping[int, tuple[int, ...]]
    in_turn: bool = False

    def __post_init__(self) -> None:
        for listener, heard in self.hears.items():
            for seat in (listener, *heard):
                if seat not in _SEATS:
                    allowed = f"hears must name seats from 1 to {MAX_SPEAKERS}"
                    raise ValueError(f"topology {self.name!r}: {allowed}, got {shown(seat)}")
            if listener in heard:
                raise ValueError(f"topology {self.name!r}: seat {listener} must not hear itself")

    def heard_by(self, listener: int, speakers: int) -> list[int]:
        """The seats that a seat listens to, of those that are taken, in their order."""
        return sorted(seat for seat in self.hears.get(listener, ()) if seat <= speakers)

    def turns(self, speakers: int) -> list[list[int]]:
        """The seats that speak at once, for each turn of a round."""
        seats = list(range(1, speakers + 1))
        return [[seat] for seat in seats] if self.in_turn else [seats]

    def rounds(self, speakers: int, most: int) -> int:
        """How many rounds make sense: one where nobody hears anybody, else `most`."""
        listening = any(self.heard_by(seat, speakers) for seat in range(1, speakers + 1))
        return most if listening else min(1, most)


_ALL_OTHERS = MappingProxyType(
    {seat: tuple(other for other in _SEATS if other != seat) for seat in _SEATS}
)
INDEPENDENT = Topology(
    name="independent",
    about="everybody answers alone, and the majority decides",
    hears=MappingProxyType({}),
)
CHAIN = Topology(
    name="chain",
    about="one after the other, each hears what was said before",
    hears=_ALL_OTHERS,
    in_turn=True,
)
GRAPH = Topology(
    name="graph",
    about="all at once, each hears what the others said in the round before",
    hears=_ALL_OTHERS,
)
TOPOLOGIES: tuple[Topology, ...] = (INDEPENDENT, CHAIN, GRAPH)


def drawing(topology: Topology, names: Sequence[str]) -> str:
    """A topology as a Mermaid flowchart; an arrow goes from who speaks to who hears it.

    A solid arrow is heard in the same round, a dotted one in the next.

    Args:
        topology: What to draw.
        names: The speakers, in the order of their seats.
    """
    seats = range(1, len(names) + 1)
    boxes = [name.replace('"', "#quot;") for name in names]
    lines = [f'    s{seat}["{name}"]' for seat, name in zip(seats, boxes, strict=True)]
    for listener in seats:
        for speaker in topology.heard_by(listener, len(names)):
            arrow = "-->" if topology.in_turn and speaker < listener else "-.->"
            lines.append(f"    s{speaker} {arrow} s{listener}")
    return "\n".join(["flowchart LR", *lines])
