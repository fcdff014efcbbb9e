"""How far to the right every item of a layered graph stands, in whole pixels.

Rows are visited down and up. Going down, every item is drawn to the middle of its neighbours above,
going up to those below; the row takes the nearest places at which nobody overlaps.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from .layers import Item, Layers, Row

SPACE = 26
ROUNDS = 12
FAR = 1_000_000

Halves = Callable[[Item], tuple[int, int]]


def columns(placed: Layers, halves: Halves, *, left: int) -> dict[Item, int]:
    """The x of every item.

    Args:
        placed: The rows, in order.
        halves: How far an item reaches to its left and to its right.
        left: Where the leftmost item's left side shall be.
    """
    x: dict[Item, int] = {}
    for row in placed.rows:
        x |= _settled(row, dict.fromkeys(row, 0), dict.fromkeys(row, 1), halves)
    for _ in range(ROUNDS):
        for rows, near in ((placed.rows, placed.above), (placed.rows[::-1], placed.below)):
            for row in rows:
                wanted = {item: _middle(item, near[item], x) for item in row}
                weights = {item: 1 + sum(_pull(item, o) for o in near[item]) for item in row}
                x |= _settled(row, wanted, weights, halves)
    for chain in placed.chains.values():
        _straighten(chain[1:-1], placed.rows, x, halves)
    shift = left - min(x[item] - halves(item)[0] for item in x)
    return {item: place + shift for item, place in x.items()}


def _pull(item: Item, other: Item) -> int:
    """How strongly two neighbours want to be in line: most of all the parts of one edge."""
    return {0: 1, 1: 2, 2: 8}[(not item.node) + (not other.node)]


def _middle(item: Item, near: Sequence[Item], x: Mapping[Item, int]) -> int:
    pulls = [(_pull(item, other), x[other]) for other in near]
    total = sum(pull for pull, _ in pulls)
    return sum(pull * place for pull, place in pulls) // total if total else x[item]


def _settled(
    row: Sequence[Item], wanted: Mapping[Item, int], weights: Mapping[Item, int], halves: Halves
) -> dict[Item, int]:
    """The places nearest to the wanted ones at which all keep their distance and their order.

    Items that would overlap form a block, which stands at the weighted middle of its wishes.
    """
    steps = [halves(before)[1] + SPACE + halves(after)[0] for before, after in pairwise(row)]
    offsets = [sum(steps[:number]) for number in range(len(row))]
    blocks: list[tuple[int, int, int]] = []  # weighted sum, weight, count
    for item, offset in zip(row, offsets, strict=True):
        weight = weights[item]
        block = ((wanted[item] - offset) * weight, weight, 1)
        while blocks and blocks[-1][0] * block[1] >= block[0] * blocks[-1][1]:
            last = blocks.pop()
            block = (last[0] + block[0], last[1] + block[1], last[2] + block[2])
        blocks.append(block)
    places = [total // weight for total, weight, count in blocks for _ in range(count)]
    return {item: place + offset for item, place, offset in zip(row, places, offsets, strict=True)}


def _straighten(
    passed: Sequence[Item], rows: Sequence[Row], x: dict[Item, int], halves: Halves
) -> None:
    """Puts the places where one edge passes rows in line, if there is room for it."""
    least, most = [], []
    for item in passed:
        row = rows[item.row]
        number = row.index(item)
        left, right = halves(item)
        least += [x[other] + halves(other)[1] + SPACE + left for other in row[:number][-1:]]
        most += [x[other] - halves(other)[0] - SPACE - right for other in row[number + 1 :][:1]]
    low, high = max(least, default=-FAR), min(most, default=FAR)
    if passed and low <= high:
        middle = sorted(x[item] for item in passed)[len(passed) // 2]
        x.update(dict.fromkeys(passed, min(max(middle, low), high)))
