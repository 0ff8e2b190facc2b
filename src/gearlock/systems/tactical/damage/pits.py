"""4.1.4: ground that has fallen in: lines an inch wide and an inch deep, cut into the ground of the battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.parts import CELL
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground, Piece

PIT: Final = "collapse"
"""A patch whose number is the angle of its line and whose points are its inches; and the prop of its piece."""
DEPTH: Final = INCH
SIDES: Final = 45
"""Degrees: steep, and still to be walked or driven."""


def pit_outline(patch: Patch) -> Outline:
    """The strip that fell in: its middle is the place of the patch."""
    half = patch.points * INCH // 2
    found = []
    for length, side in ((half, -1), (half, 1), (-half, 1), (-half, -1)):
        x, y = advance(patch.x, patch.y, patch.number, length)
        found.append(advance(x, y, patch.number + side * RIGHT_ANGLE, patch.radius))
    return tuple(found)


def pit_piece(number: int, patch: Patch) -> Piece:
    """The strip as a piece of ground, an inch below the table."""
    props: dict[str, int | str] = {"slope": SIDES, PIT: 1}
    return Piece(f"{PIT}-{number}", "Collapse", "hill", pit_outline(patch), -DEPTH, -DEPTH, footing=True, props=props)


@heeds("tactical.4.1.4-macallen-collapse")
def with_pits(ground: Ground, patches: Iterable[Patch]) -> Ground:
    """The ground with everything that has fallen in, before the rubble of buildings, so that the order is one."""
    pits = [pit_piece(at, patch) for at, patch in enumerate((one for one in patches if one.kind == PIT), 1)]
    if not pits:
        return ground
    kept = [piece for piece in ground.pieces if PIT not in piece.props and CELL not in piece.props]
    heaps = [piece for piece in ground.pieces if CELL in piece.props]
    return ground.of(*kept, *pits, *heaps)
