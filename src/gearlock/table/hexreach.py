"""Where a unit can get to on a hex map, and by which way."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from gearlock.table.hexes import DIRECTIONS, Hex
from gearlock.table.hexmaps import HexGround


@dataclass(frozen=True, slots=True)
class HexReach:
    """Every hex within a budget, with its cost and the hex one comes from; the start comes from itself at no cost."""

    start: Hex
    steps: Mapping[Hex, tuple[int, Hex]]
    passing: frozenset[Hex]
    """Hexes among the steps that may be crossed but not stopped in."""

    def ends(self) -> Iterator[Hex]:
        """The hexes where the move may end, cheapest first, the start among them."""
        return (hex_ for hex_ in self.steps if hex_ not in self.passing)

    def cost(self, hex_: Hex) -> int | None:
        """The cheapest way there, or None if it is out of reach."""
        found = self.steps.get(hex_)
        return None if found is None else found[0]

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        """A cheapest way from the start to a hex within reach, both ends included."""
        way = [hex_]
        while way[-1] != self.start:
            way.append(self.steps[way[-1]][1])
        return tuple(reversed(way))


def reach(
    ground: HexGround,
    start: Hex,
    budget: int,
    prices: bytes,
    blocked: Container[Hex] = (),
    through: Container[Hex] = (),
) -> HexReach:
    """Spread out from a hex, paying for each hex entered its price in `prices` (`ground.prices`; 0 cannot be entered).

    `blocked` hexes cannot be entered either; hexes of `through` can be crossed but are no place to stop. Of several
    equally cheap ways the one found first wins, neighbours being tried in direction order: the same every time.
    """
    steps: dict[Hex, tuple[int, Hex]] = {}
    passing: list[Hex] = []
    # One list of (hex, from) per cost: prices are small whole numbers, so this is Dijkstra without a heap.
    frontier: list[list[tuple[Hex, Hex]]] = [[] for _ in range(budget + 1)]
    frontier[0].append((start, start))
    stride, shift = ground.stride, ground.shift
    for spent, wave in enumerate(frontier):
        for hex_, came in wave:
            if hex_ in steps:
                continue
            steps[hex_] = (spent, came)
            if hex_ != start and hex_ in through:
                passing.append(hex_)
            q, r = hex_
            for dq, dr in DIRECTIONS:
                onward = (q + dq, r + dr)
                if onward in steps or not 0 <= r + dr < ground.rows:
                    continue
                price = prices[(r + dr) * stride + q + dq + shift]
                if price and spent + price <= budget and onward not in blocked:
                    frontier[spent + price].append((onward, hex_))
    return HexReach(start, steps, frozenset(passing))
