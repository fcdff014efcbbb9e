"""What stands on a tree of branches: every text cut to its place, every mark, nothing drawn yet."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..foundations.errors import shown
from .glyphs import drawable
from .measure import cut
from .palette import words
from .text import number

Branch = Mapping[str, Any]
Action = Mapping[str, Any]

# What came of an action: its mark and its words.
_OUTCOMES = {
    "supported": ("✓", "supported"),
    "nothing": ("–", "found nothing"),
    "failed": ("✗", "failed"),
    "skipped": ("»", "skipped"),
    None: ("·", "not tried"),
}
_INSTEAD = {"retrieve": "query", "compute": "program", "compare": "comparison"}


@dataclass(frozen=True)
class Act:
    """An action of a branch.

    Attributes:
        mark: One character that says what came of it.
        title: Its place, its kind, and what came of it in words.
        what: A query, or a program's last line; "" if there is none.
    """

    mark: str
    title: str
    what: str


@dataclass(frozen=True)
class Card:
    """A branch.

    Attributes:
        name: Its id.
        state: "chosen", "abandoned" or "waiting".
        strategy: What it was to do, in lines.
        score: How good it looked, 0 to 1.
        rated: The score in words.
        cost: The tool calls in words.
        acts: Its actions, in order.
    """

    name: str
    state: str
    strategy: tuple[str, ...]
    score: float
    rated: str
    cost: str
    acts: tuple[Act, ...]


def cards(branches: Sequence[Branch], chosen: str | None, longest: int, act: int) -> list[Card]:
    """What is said of every branch.

    Args:
        branches: As in `branch_tree`.
        chosen: The id of the chosen one, or None.
        longest: How many letters a line of a card takes.
        act: How many letters a line of an action takes.

    Raises:
        ValueError: If no branch has the id `chosen`.
    """
    ids = [str(branch["id"]) for branch in branches]
    if chosen is not None and chosen not in ids:
        there = ", ".join(ids) or "none"
        raise ValueError(f"branch_tree: no branch {shown(chosen)} is there; there are {there}")
    return [
        _card(place, branch, chosen, longest, act) for place, branch in enumerate(branches, start=1)
    ]


def lines(text: str, longest: int, most: int) -> tuple[str, ...]:
    """A text in a few lines; what the last one cannot hold is cut."""
    wrapped = textwrap.wrap(" ".join(text.split()), longest)
    last = " ".join(wrapped[most - 1 :])
    return (*wrapped[: most - 1], cut(last, longest)) if last else tuple(wrapped)


def named(text: str, instead: str) -> str:
    """The text, or what stands for it if the font does not have all of its letters."""
    return text if drawable(text) else instead


def _card(place: int, branch: Branch, chosen: str | None, longest: int, act: int) -> Card:
    state = "chosen" if branch["id"] == chosen else cut(words(branch["state"]), longest // 2)
    calls = int(branch["cost"])
    return Card(
        name=cut(named(str(branch["id"]), f"branch {place}"), longest - len(state) - 1),
        state=state,
        strategy=lines(named(str(branch["strategy"]), f"strategy {place}"), longest, most=3),
        score=min(max(float(branch["score"]), 0.0), 1.0),
        rated=f"score {number(float(branch['score']))}",
        cost="1 call" if calls == 1 else f"{calls} calls",
        acts=tuple(_act(number, each, act) for number, each in enumerate(branch["actions"], 1)),
    )


def _act(place: int, action: Action, longest: int) -> Act:
    kind, outcome = str(action["kind"]), action["outcome"]
    mark, ending = _OUTCOMES.get(outcome, ("?", words(outcome)))
    instead = f"{_INSTEAD.get(kind, kind)} {place}"
    return Act(
        mark=mark,
        title=cut(f"{place} {words(kind)}, {ending}", longest),
        what=cut(named(str(action["what"]), instead), longest),
    )
