"""Who stands left of whom in a row, so that few edges cross: the second part of a layout.

Every row is sorted by the middle of each item's neighbours, down and up again, and neighbours
change places where that helps; the best order that was seen stays.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations, pairwise, product

from .layers import Item, Layers, Near, Row

SWEEPS = 4
# A search never turns a whole drawing round, so it is made from several orders.
STARTS: tuple[Callable[[Row], Row], ...] = (
    list,
    lambda row: row[::-1],
    lambda row: row[1::2] + row[::2],
    lambda row: row[::2] + row[1::2],
)


def order(placed: Layers) -> None:
    """Sorts the rows, and stops early where nothing crosses any more."""
    lanes = Counter(node for edge in placed.back for node in (edge.source, edge.target))
    best = [list(row) for row in placed.rows]
    least = _cost(placed.below, best, lanes)
    for start in STARTS:
        rows = [start(row) for row in placed.rows]
        for sweep in range(SWEEPS):
            rows = _swept(placed, rows, lanes, sweep)
            _swap(placed, rows, lanes)
            if (cost := _cost(placed.below, rows, lanes)) < least:
                best, least = [list(row) for row in rows], cost
            if least == 0:
                break
    placed.rows[:] = best


def _swept(placed: Layers, rows: Sequence[Row], lanes: Mapping[str, int], sweep: int) -> list[Row]:
    """The rows after a sweep: down in every other one, with ties turned in every other pair."""
    down, ties = sweep % 2 == 0, -1 if sweep // 2 % 2 else 1
    near = placed.above if down else placed.below
    swept: list[Row] = []
    for row in rows if down else reversed(rows):
        beside = swept[-1] if swept else []
        place = {item: number for number, item in enumerate(beside)}
        wish: dict[Item, tuple[int, int]] = {}
        for number, item in enumerate(row):
            places = [place[other] for other in near[item]]
            places += [len(beside)] * lanes[item.node]
            middle = 1000 * sum(places) // len(places) if places else 1000 * number
            wish[item] = middle, ties * number
        swept.append(sorted(row, key=wish.__getitem__))
    return swept if down else swept[::-1]


def _swap(placed: Layers, rows: Sequence[Row], lanes: Mapping[str, int]) -> None:
    """Changes neighbours, alone or with all that hangs below them, for as long as that helps."""
    place = {item: number for row in rows for number, item in enumerate(row)}
    better = True
    while better:
        better = False
        for row in rows:
            for left in range(len(row) - 1):
                hanging = _hanging(placed.below, place, row[left], row[left + 1])
                for pairs in (hanging[:1], hanging):
                    if _gain(placed, place, lanes, pairs) > 0:
                        _turn(rows, place, pairs)
                        better = True
                        break


def _hanging(
    below: Near, place: Mapping[Item, int], first: Item, second: Item
) -> list[tuple[Item, Item]]:
    """Two neighbours, and the neighbours that alone hang below them, row after row."""
    pairs = [(first, second)]
    while len(below[first]) == len(below[second]) == 1:
        first, second = below[first][0], below[second][0]
        if place[second] != place[first] + 1:
            break
        pairs.append((first, second))
    return pairs


def _gain(
    placed: Layers,
    place: Mapping[Item, int],
    lanes: Mapping[str, int],
    pairs: Sequence[tuple[Item, Item]],
) -> int:
    """How much plainer the drawing gets when each of these pairs changes places."""
    gain = sum(lanes[first.node] - lanes[second.node] for first, second in pairs)
    beside = [*(product(placed.above[first], placed.above[second]) for first, second in pairs)]
    beside.append(product(placed.below[pairs[-1][0]], placed.below[pairs[-1][1]]))
    for left, right in chain.from_iterable(beside):
        if (left, right) not in pairs:
            gain += (place[left] > place[right]) - (place[left] < place[right])
    return gain


def _turn(rows: Sequence[Row], place: dict[Item, int], pairs: Sequence[tuple[Item, Item]]) -> None:
    for first, second in pairs:
        place[first], place[second] = place[second], place[first]
        for item in (first, second):
            rows[item.row][place[item]] = item


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
    ends = [[place[other] for other in below[item]] for item in upper]
    return sum(
        right < left
        for lefts, rights in combinations(ends, 2)
        for left in lefts
        for right in rights
    )
