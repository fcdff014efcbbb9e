"""A tree of candidate ways to an answer: what each was to do, how it was rated, how it ended.

Everything stands where plain arithmetic puts it: a unit is a point (1/72 inch), and the letters of
the font are equally wide, so that what fits is counted and not measured.

Source: Yao et al., "Tree of Thoughts" (2023), section 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
from matplotlib.path import Path

from .branch_words import Act, Branch, Card, cards, lines, named
from .glyphs import FIXED, FIXED_WIDTH
from .palette import BLACK, BLUE, GREEN, GREY, VERMILION, WHITE
from .picture import Picture

_PALE = "#D9E8F2"
_SIZE = 8.5
_LETTER = _SIZE * FIXED_WIDTH
_LINE = 13.0
_PAD = 10.0
_LONGEST = 30
_WIDTH = _LONGEST * _LETTER + 2 * _PAD
_GAP = 20.0
_MARGIN = 14.0
_TITLE = 24.0
_FALL = 40.0
_ROW = 36.0
_DOT = 7.0
_BAR = 4.0
# Where an action's words begin, right of its mark, and how long they may be.
_INDENT = _PAD + 2 * _DOT + 6
_LONGEST_ACT = int((_WIDTH - _INDENT) // _LETTER)
_MARKS = {"✓": GREEN, "✗": VERMILION, "–": GREY}


@dataclass(frozen=True)
class _Look:
    """How a branch is drawn."""

    ink: str
    edge: str
    paper: str
    strength: float
    stroke: str


_PLAIN = _Look(BLACK, GREY, WHITE, 1.0, "-")
_LOOKS = {
    "chosen": _Look(BLACK, BLUE, _PALE, 2.6, "-"),
    "abandoned": _Look("#707070", "#949494", WHITE, 1.0, "--"),
}


def branch_tree(question: str, branches: Sequence[Branch], chosen: str | None) -> Picture:
    """The question, under it a branch for every way to answer it, under that its actions in order.

    The chosen branch is drawn strong, abandoned ones grey and dashed. Long texts are cut; one with
    letters that matplotlib's own font has not, such as Hangul, is named by its place: "query 2".

    Args:
        question: What is to be answered.
        branches: Mappings with `id`, `strategy` (a sentence), `score` (0 to 1), `cost` (tool
            calls), `state` ("chosen", "abandoned" or "waiting") and `actions`: mappings with `kind`
            ("retrieve", "compute" or "compare"), `what` (the query, or a program's last line) and
            `outcome` ("supported", "nothing", "failed", "skipped", or None if it was not tried).
        chosen: The id of the branch that was chosen; None if none was.

    Raises:
        ValueError: If no branch has the id `chosen`.
    """
    said = cards(branches, chosen, _LONGEST, _LONGEST_ACT)
    asked = lines(named(question, "the question"), 2 * _LONGEST, most=2)
    root, height = 2 * _PAD + _LINE * len(asked), _card_height(said)
    rows = max((len(card.acts) for card in said), default=0)
    top, middle = root + _FALL, _across(max(2, len(said))) / 2
    figure, axes = _paper(2 * middle, top + height + _ROW * rows if said else root)
    _box(axes, middle - _across(2) / 2, 0, (_across(2), root), _PLAIN)
    for row, line in enumerate(asked):
        _write(axes, middle, _PAD + _LINE * (row + 0.5), line, ha="center", weight="bold")
    for place, card in enumerate(said):
        left = middle - _across(len(said)) / 2 + place * (_WIDTH + _GAP)
        _join(axes, (middle, root), (left + _WIDTH / 2, top), _look(card))
        _draw(axes, left, top, height, card)
    return Picture(figure)


def _across(many: int) -> float:
    """How wide so many branches are, side by side."""
    return many * _WIDTH + (many - 1) * _GAP


def _card_height(said: Sequence[Card]) -> float:
    """All cards are as high as the one that says most."""
    most = max((len(card.strategy) for card in said), default=0)
    return 2 * _PAD + _LINE * (2 + most) + 3 * _BAR


def _look(card: Card) -> _Look:
    return _LOOKS.get(card.state, _PLAIN)


def _paper(width: float, height: float) -> tuple[Figure, Axes]:
    """Axes with their origin at the top left, y down, in points; the title above them."""
    wide, high = width + 2 * _MARGIN, height + 2 * _MARGIN
    figure = Figure(figsize=(wide / 72, (high + _TITLE) / 72))
    axes = figure.add_axes((0, 0, 1, high / (high + _TITLE)))
    axes.set(xlim=(-_MARGIN, width + _MARGIN), ylim=(height + _MARGIN, -_MARGIN), title="Branches")
    axes.set_axis_off()
    return figure, axes


def _draw(axes: Axes, left: float, top: float, height: float, card: Card) -> None:
    """A card, and its actions on a line that hangs from it."""
    look, right = _look(card), left + _WIDTH - _PAD
    _box(axes, left, top, (_WIDTH, height), look)
    middles = (top + _PAD + _LINE * (row + 0.5) for row in count())
    first = next(middles)
    _write(axes, left + _PAD, first, card.name, color=look.ink, weight="bold")
    _write(axes, right, first, card.state, color=look.ink, ha="right", style="italic")
    for line in card.strategy:
        _write(axes, left + _PAD, next(middles), line, color=look.ink)
    last = top + height - _PAD - 2 * _BAR - _LINE / 2
    _write(axes, left + _PAD, last, card.rated, color=look.ink)
    _write(axes, right, last, card.cost, color=look.ink, ha="right")
    _rate(axes, left + _PAD, top + height - _PAD - _BAR, card)
    for place, act in enumerate(card.acts):
        _act(axes, left, top + height + _ROW * place, act, look)


def _rate(axes: Axes, left: float, top: float, card: Card) -> None:
    """A score as a bar, on the line that stands for 1."""
    full, look = _WIDTH - 2 * _PAD, _look(card)
    for share, colour in ((1.0, "#D0D0D0"), (card.score, look.edge)):
        if share:
            # Narrower than it is high, it would lose its round ends.
            size = (max(share * full, _BAR), _BAR)
            _round(axes, left, top, size, facecolor=colour, edgecolor="none", zorder=2)


def _act(axes: Axes, left: float, top: float, act: Act, look: _Look) -> None:
    x, y = left + _PAD + _DOT, top + _ROW / 2 + 2
    grey = look is _LOOKS["abandoned"]
    paper = WHITE if grey else _MARKS.get(act.mark, WHITE)
    _join(axes, (x, top - (_ROW / 2 - 2 - _DOT)), (x, y - _DOT), look)
    edge = look.edge if paper == WHITE else paper
    axes.add_patch(Circle((x, y), _DOT, facecolor=paper, edgecolor=edge, zorder=3))
    ink = look.ink if paper == WHITE else WHITE
    _write(axes, x, y, act.mark, color=ink, ha="center", weight="bold")
    above = _LINE / 2 if act.what else 0
    _write(axes, left + _INDENT, y - above, act.title, color=look.ink, weight="bold")
    _write(axes, left + _INDENT, y + above, act.what, color=look.ink)


def _join(axes: Axes, start: tuple[float, float], end: tuple[float, float], look: _Look) -> None:
    """A curve that leaves and arrives upright."""
    bend = (start[1] + end[1]) / 2
    points = [start, (start[0], bend), (end[0], bend), end]
    curve = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
    style = {"edgecolor": look.edge, "lw": look.strength, "ls": look.stroke}
    axes.add_patch(PathPatch(curve, facecolor="none", zorder=1, **style))


def _box(axes: Axes, left: float, top: float, size: tuple[float, float], look: _Look) -> None:
    style = {"edgecolor": look.edge, "lw": look.strength, "ls": look.stroke}
    _round(axes, left, top, size, facecolor=look.paper, rounding=6, zorder=2, **style)


def _round(axes: Axes, left: float, top: float, size: tuple[float, float], **style: Any) -> None:
    rounding = style.pop("rounding", 2)
    shape = f"round,pad=0,rounding_size={rounding}"
    axes.add_patch(FancyBboxPatch((left, top), *size, boxstyle=shape, **style))


def _write(axes: Axes, x: float, y: float, text: str, **style: Any) -> None:
    # A dollar sign begins no formula.
    axes.text(x, y, text, family=FIXED, size=_SIZE, va="center_baseline", parse_math=False, **style)
