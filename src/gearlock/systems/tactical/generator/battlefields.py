"""4.1.2: a table drawn as its type of battlefield should look. The shares are guidelines: no table is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.generator.tables import rows
from gearlock.systems.tactical.line_of_sight.standing import type_at
from gearlock.table.generate import Draw
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground, Piece

LOT: Final = 12 * INCH
"""A patch of terrain for about every lot."""
CORNERS: Final = (
    (1000, 0),
    (766, 643),
    (174, 985),
    (-500, 866),
    (-940, 342),
    (-940, -342),
    (-500, -866),
    (174, -985),
    (766, -643),
)
"""Where the corners of a patch lie around its middle, in thousandths."""
SAMPLES: Final = 24
"""Points along a table's width at which its terrain is counted."""
NAMES: Final = {
    "clear": "Clearing", "sand": "Dunes", "rough": "Scree", "woodland": "Woods", "jungle": "Jungle", "swamp": "Swamp",
    "dense urban": "Dense blocks", "water": "Pool", "deep water": "River",
}  # fmt: skip
DEPTHS: Final = {"water": 500, "deep water": 1500}
TALL: Final = ("woodland", "jungle", "urban", "dense urban")
ROAD_WIDTH: Final = 1_500
RIVER_WIDTH, BRIDGE_WIDTH, FORD = 2_500, 2_000, 1_500
WINDING: Final = 3 * INCH
"""How far a river strays from the middle of the table on its way to either side."""


class Battlefield(NamedTuple):
    """How a type of battlefield looks."""

    name: str
    share: int
    """Hundredths of the table that are of one of its types, at least."""
    types: tuple[str, ...]
    base: str
    base_name: str
    patches: tuple[str, ...]
    """What else lies about, as often as it is likely."""
    hills: int
    levels: int
    road: bool
    pools: int
    river: int
    """Tables of six with a river across them."""


@cache
@rule(
    "tactical.4.1.2-battlefield-desert",
    "tactical.4.1.2-battlefield-broken",
    "tactical.4.1.2-battlefield-mountains",
    "tactical.4.1.2-battlefield-woodland",
    "tactical.4.1.2-battlefield-jungle",
    "tactical.4.1.2-battlefield-swamp",
    "tactical.4.1.2-battlefield-polar",
    "tactical.4.1.2-battlefield-white-desert",
    "tactical.4.1.2-battlefield-urban",
)
def battlefields() -> dict[str, Battlefield]:
    """The types of battlefield by name."""
    return {row["name"]: _read(row) for row in rows("battlefields")}


def _read(row: dict[str, str]) -> Battlefield:
    patches: list[str] = []
    for entry in row["patches"].split():
        kind, _, weight = entry.partition("*")
        patches += [kind.replace("_", " ")] * int(weight or 1)
    types = tuple(word.replace("_", " ") for word in row["types"].split())
    return Battlefield(
        row["name"], int(row["share"]), types, row["base"], row["base_name"], tuple(patches), int(row["hills"]),
        int(row["levels"]), row["road"] == "yes", int(row["pools"]), int(row["river"]),
    )  # fmt: skip


def share_of(ground: Ground, types: tuple[str, ...]) -> int:
    """Hundredths of a table that are of some types of terrain, counted on a lattice."""
    step = ground.width // SAMPLES
    across, up = range(step // 2, ground.width, step), range(step // 2, ground.height, step)
    spots = [type_at(ground, x, y) for x in across for y in up]
    return 100 * sum(kind in types for kind in spots) // len(spots)


def draw_ground(name: str, width: int, height: int, seed: int) -> Ground:
    """A table of a type of battlefield, in mils; a seed gives the same table on every machine."""
    plan = _Plan(battlefields()[name], width, height, Draw(seed))
    plan.lay()
    return plan.ground(seed)


def _height_at(line: tuple[tuple[int, int], ...], x: int) -> int:
    """How far north a line of two stretches runs at a place along it."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) // max(1, x1 - x0)
    return line[-1][1]


@dataclass
class _Plan:
    """A table in the making: what lies under everything, then hills, patches, pools, and a road on top."""

    look: Battlefield
    width: int
    height: int
    draw: Draw
    under: list[Piece] = field(default_factory=list)
    patches: list[Piece] = field(default_factory=list)
    over: list[Piece] = field(default_factory=list)

    def lay(self) -> None:
        """Everything, and no more patches than leave the battlefield what it is."""
        if self.look.base != "clear":
            whole = rectangle(0, 0, self.width, self.height)
            self.under.append(self._piece(self.look.base, whole, self.look.base_name))
        for _ in range(self.look.hills):
            self._hill()
        for row in range(max(1, self.height // LOT)):
            for column in range(max(1, self.width // LOT)):
                self._patch(column * LOT, row * LOT)
        for _ in range(self.look.pools):
            at = self._spot(self.height // 4, 4 * INCH)
            self.patches.append(self._piece("water", self._blob(*at, 2 * INCH, 3 * INCH)))
        if self.look.road:
            self._road()
        if self.look.river and self.draw.between(1, 6) <= self.look.river:
            self._river()
        while self.patches and share_of(self.ground(0), self.look.types) < self.look.share:
            others = [at for at, piece in enumerate(self.patches) if piece.props["going"] not in self.look.types]
            del self.patches[others[self.draw.randrange(len(others))]]

    def ground(self, seed: int) -> Ground:
        """The table as it stands."""
        pieces = tuple(self.under + self.patches + self.over)
        return Ground(self.width, self.height, pieces, f"{self.look.name}, seed {seed}")

    def _spot(self, off_edge: int, off_side: int) -> tuple[int, int]:
        """A place so far from the edges where sides deploy, and from the others."""
        return (
            self.draw.between(off_side, self.width - off_side),
            self.draw.between(off_edge, self.height - off_edge),
        )

    def _blob(self, x: int, y: int, least: int, most: int) -> Outline:
        """A patch with an uneven border around a place, within the table."""
        corners = []
        for east, north in CORNERS:
            reach = self.draw.between(least, most)
            at = x + reach * east // 1000, y + reach * north // 1000
            corners.append((min(max(at[0], 0), self.width), min(max(at[1], 0), self.height)))
        return tuple(corners)

    def _piece(self, going: str, outline: Outline, name: str = "") -> Piece:
        kind = {"clear": "open", "water": "water", "deep water": "water"}.get(going, "area")
        number = len(self.under) + len(self.patches) + len(self.over) + 1
        rating = "heavy" if going in ("jungle", "dense urban") else "light" if kind == "area" else ""
        top = INCH if going in TALL else 0
        props: dict[str, int | str] = {"going": going, **({"depth": DEPTHS[going]} if kind == "water" else {})}
        ident = f"{going.replace(' ', '-')}-{number}"
        return Piece(ident, name or NAMES[going], kind, outline, top, 0, rating, props=props)

    def _patch(self, left: int, low: int) -> None:
        """Something in a lot of the table."""
        kind = self.look.patches[self.draw.randrange(len(self.look.patches))]
        x, y = left + self.draw.between(3 * INCH, 9 * INCH), low + self.draw.between(3 * INCH, 9 * INCH)
        if kind == self.look.base or x > self.width or y > self.height:
            return
        most = self.draw.between(4 * INCH, 6 * INCH)
        self.patches.append(self._piece(kind, self._blob(x, y, most * 3 // 5, most)))

    def _hill(self) -> None:
        """A hill of one or more levels, each standing on the one below it."""
        x, y = self._spot(9 * INCH, 8 * INCH)
        for level in range(1, self.draw.between(max(1, self.look.levels - 1), self.look.levels) + 1):
            wide = (3 + 2 * (self.look.levels - level)) * INCH
            outline = self._blob(x, y, wide, wide + INCH)
            ident = f"hill-{len(self.under) + 1}"
            self.under.append(Piece(ident, f"Hill, level {level}", "hill", outline, level * INCH, 0, "", True))

    def _river(self) -> None:
        """A river from west to east with a bend, a bridge over it on the road if there is one, and a ford."""
        middle, half = self.height // 2, RIVER_WIDTH // 2
        west, east = (middle + self.draw.between(-WINDING, WINDING) for _ in range(2))
        turn = self.draw.between(self.width // 3, 2 * self.width // 3)
        line = ((0, west), (turn, middle), (self.width, east))
        banks = [(x, y - half) for x, y in line] + [(x, y + half) for x, y in reversed(line)]
        self.over.insert(0, self._piece("deep water", tuple(banks), "River"))
        road = next((piece for piece in self.over if piece.kind == "road"), None)
        crossing = self.draw.between(self.width // 4, self.width // 2)
        if road is not None:
            crossing = (road.outline[2][0] + road.outline[5][0]) // 2
        self._bridge(crossing, _height_at(line, crossing))
        away = crossing + self.width // 3 if crossing < self.width // 2 else crossing - self.width // 3
        at = _height_at(line, away)
        ford = rectangle(away - FORD, at - 2 * half, away + FORD, at + 2 * half)
        self.over.insert(1, self._piece("rough", ford, "Ford"))

    def _bridge(self, x: int, y: int) -> None:
        """A large bridge from bank to bank, wherever the river slopes beneath it."""
        half, long = BRIDGE_WIDTH // 2, RIVER_WIDTH // 2 + INCH
        props: dict[str, int | str] = {"going": "bridge", "capacity": 100, "bears": 10, "drop": 1, "over": "deep water"}
        outline = rectangle(x - half, y - long, x + half, y + long)
        self.over.append(Piece("bridge", "Bridge", "road", outline, props=props))

    def _road(self) -> None:
        """A road from south to north with a bend."""
        ends = [self.draw.between(self.width // 4, 3 * self.width // 4) for _ in range(3)]
        middle, half = self.height // 2, ROAD_WIDTH // 2
        south, bend, north = ends[0], (ends[0] + ends[1]) // 2, ends[2]
        outline = (
            (south - half, 0), (south + half, 0), (bend + half, middle), (north + half, self.height),
            (north - half, self.height), (bend - half, middle),
        )  # fmt: skip
        self.over.append(Piece("road", "Road", "road", outline, props={"going": "road"}))
