"""3.9.1: playing fields for toys, drawn from a seed: a room with furniture and books, or a garden with puddles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.toy.toys import OUTDOORS
from gearlock.table.generate import Draw
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground, Piece

INDOORS: Final = "indoors"
SIZES: Final = {INDOORS: (10, 12), OUTDOORS: (14, 13)}
"""Lengths that a field is wide and high."""
ENDS: Final = 2
"""Lengths at each end that teams set up in; nothing stands there."""
LOT: Final = 2
"""Lengths along a square that one thing stands in."""
FULL: Final = {INDOORS: 80, OUTDOORS: 60}
"""Hundredths of the squares that have something in them."""


class Thing(NamedTuple):
    """Something to hide behind: its sides and its height in hundredths of a length, from and to."""

    name: str
    kind: str
    wide: tuple[int, int]
    deep: tuple[int, int]
    high: tuple[int, int]
    footing: bool = True
    often: int = 1


ROOM: Final = (
    Thing("Stack of books", "instance", (60, 110), (50, 80), (40, 90), often=4),
    Thing("Pile of magazines", "instance", (90, 120), (70, 100), (25, 40), often=2),
    Thing("Cardboard box", "instance", (90, 140), (80, 130), (80, 160), often=3),
    Thing("Cushion", "instance", (120, 150), (120, 150), (30, 50)),
    Thing("Shoe", "instance", (120, 150), (45, 55), (30, 60), False),
    Thing("Chair", "chair", (130, 150), (130, 150), (240, 260), False, 2),
    Thing("Spilled lemonade", "water", (70, 120), (70, 120), (0, 0), False),
)
GARDEN: Final = (
    Thing("Stone", "instance", (50, 110), (50, 110), (40, 100), often=4),
    Thing("Bundle of sticks", "instance", (110, 150), (25, 50), (22, 45), often=3),
    Thing("Flower pot", "instance", (80, 110), (80, 110), (90, 140), often=2),
    Thing("Sand dune", "dune", (110, 150), (110, 150), (40, 70), often=3),
    Thing("Puddle", "water", (90, 150), (80, 140), (0, 0), False, 3),
)
THINGS: Final = {INDOORS: ROOM, OUTDOORS: GARDEN}
LEG: Final = 12
"""Half the side of a chair's leg, in hundredths."""
SEAT: Final = 20
"""How thick the seat of a chair is."""


@heeds("tactical.3.9.1")
def draw_field(place: str, length: int, seed: int) -> Ground:
    """A field of a kind, for lengths of so many mils; a seed gives the same one on every machine."""
    plan = _Field(length, Draw(seed))
    wide, high = SIZES[place]
    things = [thing for thing in THINGS[place] for _ in range(thing.often)]
    for row in range(ENDS, high - ENDS - LOT + 1, LOT):
        for column in range(0, wide - LOT + 1, LOT):
            if plan.draw.randrange(100) < FULL[place]:
                plan.put(things[plan.draw.randrange(len(things))], column, row)
    name = "Room" if place == INDOORS else "Garden"
    return Ground(wide * length, high * length, tuple(plan.pieces), f"{name}, seed {seed}")


@dataclass
class _Field:
    """A field in the making."""

    length: int
    draw: Draw
    pieces: list[Piece] = field(default_factory=list)

    def put(self, thing: Thing, column: int, row: int) -> None:
        """One thing somewhere in its square, with a way left around it."""
        wide, deep = self._side(thing.wide), self._side(thing.deep)
        if self.draw.randrange(2):
            wide, deep = deep, wide
        x = column * self.length + self.draw.randrange(LOT * self.length - wide)
        y = row * self.length + self.draw.randrange(LOT * self.length - deep)
        box = (x, y, x + wide, y + deep)
        number, high = len(self.pieces) + 1, self._side(thing.high) if thing.high[1] else 0
        if thing.kind == "chair":
            self._chair(box, high, number)
            return
        kind = "hill" if thing.kind == "dune" else thing.kind
        props: dict[str, int | str] = {"depth": 250} if kind == "water" else {"slope": 30} if kind == "hill" else {}
        outline = rectangle(*box) if kind == "instance" else self._rounded(box)
        ident = f"{thing.name.lower().replace(' ', '-')}-{number}"
        self.pieces.append(Piece(ident, thing.name, kind, outline, high, 0, "", thing.footing, props))

    def _side(self, span: tuple[int, int]) -> int:
        return self.draw.between(*span) * self.length // 100

    def _rounded(self, box: tuple[int, int, int, int]) -> Outline:
        """A patch with its corners cut off."""
        x0, y0, x1, y1 = box
        cut = min(x1 - x0, y1 - y0) // 4
        return (
            (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
            (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
        )  # fmt: skip

    def _chair(self, box: tuple[int, int, int, int], high: int, number: int) -> None:
        """Four legs and a seat high above them, under which toys walk."""
        x0, y0, x1, y1 = box
        side, under = 2 * LEG * self.length // 100, high - SEAT * self.length // 100
        corners = ((x0, y0), (x1 - side, y0), (x1 - side, y1 - side), (x0, y1 - side))
        for at, (x, y) in enumerate(corners, 1):
            outline = rectangle(x, y, x + side, y + side)
            self.pieces.append(Piece(f"chair-{number}-leg-{at}", "Leg of a chair", "instance", outline, under))
        self.pieces.append(Piece(f"chair-{number}", "Seat of a chair", "instance", rectangle(*box), high, under))
