"""Hex maps out of a seed: clumps of mixed terrain with open lanes between them, fair to both sides.

A generated map looks the same after half a turn, so neither edge is the better one. The same seed gives the same map
for ever: only `Random.random`, whose numbers Python promises to keep, is drawn from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from gearlock.table.hexes import Hex, from_offset, neighbours, step
from gearlock.table.hexmaps import HexGround


@dataclass(frozen=True, slots=True)
class Growth:
    """A kind of terrain that grows in clumps of so many hexes, more or less often than the others."""

    terrain: str
    weight: int
    smallest: int
    largest: int
    passable: bool = True
    """Impassable clumps never cut the map in two and stay out of the deployment rows."""


def generate_hex_map(
    columns: int, rows: int, seed: int, growths: Sequence[Growth], bare: str = "open", deployment_rows: int = 3
) -> HexGround:
    """Grow a map that is 40-50 % covered, with zones ``north`` and ``south`` of the outermost rows.

    Two lanes of bare ground run from edge to edge. Very small maps may stay barer than that, for want of room.
    """
    assert rows % 2 == 0, "a half turn needs an even number of rows"
    assert rows > 2 * deployment_rows, "the deployment rows must not meet"
    zones = {
        "north": frozenset(from_offset(c, r) for r in range(deployment_rows) for c in range(columns)),
        "south": frozenset(from_offset(c, rows - 1 - r) for r in range(deployment_rows) for c in range(columns)),
    }
    blank = HexGround(f"seed {seed}", columns, rows, (bare,) * (columns * rows), zones)
    garden = _Garden(blank, Random(seed))
    garden.keep_lanes()
    wanted = columns * rows * (42 + garden.pick(7)) // 100
    limit = columns * rows // 2
    for _ in range(8 * columns * rows):
        if len(garden.grown) >= wanted:
            break
        garden.plant(growths, limit - len(garden.grown))
    return blank.replaced(garden.grown)


@dataclass(slots=True)
class _Garden:
    ground: HexGround
    chance: Random
    lanes: set[Hex] = field(default_factory=set)
    grown: dict[Hex, str] = field(default_factory=dict)
    walls: set[Hex] = field(default_factory=set)

    def pick(self, below: int) -> int:
        return int(self.chance.random() * below)

    def keep_lanes(self) -> None:
        """Wander from the top row to the bottom one, never sideways; the half-turned lane is kept as well."""
        at = from_offset(self.pick(self.ground.columns), 0)
        while at in self.ground:
            self.lanes |= {at, self.ground.turned(at)}
            ways = [hex_ for hex_ in (step(at, 4), step(at, 5)) if hex_ in self.ground] or [step(at, 5)]
            at = ways[self.pick(len(ways))]

    def plant(self, growths: Sequence[Growth], room: int) -> None:
        """Try one clump and its half-turned twin; a clump that would wall something in is not planted."""
        growth = self.choose(growths)
        size = min(growth.smallest + self.pick(growth.largest - growth.smallest + 1), room // 2)
        clump = self.clump(growth, size)
        both = clump | {self.ground.turned(hex_) for hex_ in clump}
        if not growth.passable:
            if not self.is_connected_without(both):
                return
            self.walls |= both
        self.grown |= dict.fromkeys(both, growth.terrain)

    def choose(self, growths: Sequence[Growth]) -> Growth:
        drawn = self.pick(sum(growth.weight for growth in growths))
        for growth in growths:
            drawn -= growth.weight
            if drawn < 0:
                return growth
        raise AssertionError("weights are positive")

    def clump(self, growth: Growth, size: int) -> set[Hex]:
        """Grow from a random hex over free neighbours, a random one each time."""
        start = from_offset(self.pick(self.ground.columns), self.pick(self.ground.rows))
        clump: set[Hex] = set()
        edge = [start]
        while edge and len(clump) < size:
            hex_ = edge.pop(self.pick(len(edge)))
            if hex_ in clump or not self.is_free(hex_, growth):
                continue
            clump.add(hex_)
            edge += neighbours(hex_)
        return clump

    def is_free(self, hex_: Hex, growth: Growth) -> bool:
        if hex_ not in self.ground or hex_ in self.lanes or hex_ in self.grown:
            return False
        return growth.passable or not any(hex_ in zone for zone in self.ground.zones.values())

    def is_connected_without(self, more_walls: set[Hex]) -> bool:
        """Whether every hex that is no wall can still be walked to from every other."""
        ground = self.ground
        closed = bytearray(ground.mask((), self.walls | more_walls))
        # A row of closed cells above and below, so that a flood never runs off the ends of the mask.
        margin = ground.stride
        closed = bytearray(b"\x01" * margin) + closed + bytearray(b"\x01" * margin)
        to_reach = closed.count(0)
        wave = [margin + ground.cell(min(self.lanes))]
        closed[wave[0]] = 1
        while wave:
            at = wave.pop()
            to_reach -= 1
            for near in (at + 1, at - 1, at + margin, at - margin, at + 1 - margin, at - 1 + margin):
                if not closed[near]:
                    closed[near] = 1
                    wave.append(near)
        return to_reach == 0
