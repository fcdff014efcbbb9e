"""Who stands left of whom in a row, so that few edges cross: the second part of a layout.

Every row is sorted by the middle of each item's neighbours, down and up again, and neighbours
change places where that helps; the best order that was seen stays.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from .layers import Item, Layers, Near, Row

SWEEPS = 12


def order(placed: Layers) -> None:
    """Sorts the rows.

    The search starts a second time from the mirrored rows, because it never turns a whole drawing
    round.
    """
    lanes = Counter(node for edge in placed.back for node in (edge.source, edge.target))
    best = [list(row) for row in placed.rows]
    for start in (placed.rows, [row[::-1] for row in placed.rows]):
        rows = start
        for sweep in range(SWEEPS):
            rows = _swept(placed, rows, lanes, sweep)
            _swap(placed.below, rows, lanes)
            best = min(best, rows, key=lambda found: _cost(placed.below, found, lanes))
    placed.rows[:] = best


def _swept(placed: Layers, rows: Sequence[Row], lanes: Mapping[str, int], sweep: int) -> list[Row]:
    """The rows after a sweep: down in every other one, with ties turned in every other pair."""
    down, ties = sweep % 2 == 0, -1 if sweep // 2 % 2 else 1
    near = placed.above if down else placed.below
    swept: list[Row] = []
    for row in rows if down else reversed(rows):
        beside = swept[-1] if swept else []
        place = {item: number for number, item in enumerate(beside)}
        wish: dict[Item, tuple[float, int]] = {}
        for number, item in enumerate(row):
            places = [place[other] for other in near[item]]
            places += [len(beside)] * lanes[item.node]
            middle = 1000 * sum(places) // len(places) if places else 1000 * number
            wish[item] = middle, ties * number
        swept.append(sorted(row, key=wish.__getitem__))
    return swept if down else swept[::-1]


def _swap(below: Near, rows: list[Row], lanes: Mapping[str, int]) -> None:
    """Changes neighbours for as long as that makes the drawing plainer."""
    for number, row in enumerate(rows):
        beside = rows[max(number - 1, 0) : number + 2]
        better = True
        while better:
            better = False
            for left in range(len(row) - 1):
                before = _cost(below, beside, lanes)
                row[left : left + 2] = row[left + 1], row[left]
                if _cost(below, beside, lanes) < before:
                    better = True
                else:
                    row[left : left + 2] = row[left + 1], row[left]


def _cost(below: Near, rows: Sequence[Row], lanes: Mapping[str, int]) -> int:
    """Crossings, and what stands between the ends of upward edges and their lanes at the right."""
    crossings = sum(_crossings(below, upper, lower) for upper, lower in pairwise(rows))
    return crossings + sum(
        lanes[item.node] * (len(row) - 1 - number)
        for row in rows
        for number, item in enumerate(row)
        if item.node in lanes
    )


def _crossings(below: Near, upper: Row, lower: Row) -> int:
    place = {item: number for number, item in enumerate(lower)}
    ends = [sorted(place[other] for other in below[item]) for item in upper]
    return sum(
        right < left
        for lefts, rights in combinations(ends, 2)
        for left in lefts
        for right in rights
    )
