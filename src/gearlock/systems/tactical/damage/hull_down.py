"""3.2.4: hull-down positions: what each terrain covers and absorbs."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.blows import Blow, striker_seat
from gearlock.systems.tactical.damage.events import CoverAbsorbed
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.line_of_sight.terrain import (
    DENSE_URBAN,
    JUNGLE,
    ROUGH,
    SAND,
    SWAMP,
    URBAN,
    WATER,
    WOODLAND,
)
from gearlock.systems.tactical.state import HULL_DOWN, State, Unit
from gearlock.systems.tactical.switches import HULL_DOWN_POSITIONS

READY, HIDDEN_WHOLE = 1, 2
"""What the token says: with the weapons at the ready, or hidden completely."""
EDGE = "elevation change"
RULE = "tactical.3.2.4-effects"


class Cover(NamedTuple):
    """A position: MP to take it, the numbers of the die it covers, and the damage points it absorbs."""

    cost: int
    low: int
    high: int
    protection: int


def position_token(terrain: str) -> str:
    """The token that says what a vehicle is hull-down in, beside the one that says that it is."""
    return f"{HULL_DOWN}:{terrain}"


@rule("tactical.3.2.4-table")
def position_in(terrain: str) -> Cover | None:
    """What a terrain offers who goes hull-down in it; nothing on clear ground."""
    return POSITIONS.get(terrain)


POSITIONS = {
    ROUGH: Cover(2, 2, 4, 15),
    SAND: Cover(3, 3, 4, 10),
    WOODLAND: Cover(2, 2, 4, 15),
    JUNGLE: Cover(1, 2, 6, 20),
    SWAMP: Cover(1, 2, 5, 10),
    WATER: Cover(3, 2, 6, 5),
    URBAN: Cover(2, 2, 6, 15),
    DENSE_URBAN: Cover(1, 2, 6, 20),
    EDGE: Cover(1, 2, 6, 15),
}


def position_of(unit: Unit) -> tuple[str, Cover] | None:
    """The terrain and the cover of a unit that is hull-down; squads have none: they are always in cover."""
    if not unit.token(HULL_DOWN) or unit.is_infantry:
        return None
    found = ((terrain, cover) for terrain, cover in POSITIONS.items() if unit.token(position_token(terrain)))
    return next(found, None)


@heeds("tactical.3.2.4-effects", "tactical.3.2.4")
def absorbs(unit: Unit, cover: Cover, face: int) -> int:
    """What a cover takes off a hit when the die shows a number; who hides completely is covered everywhere."""
    covered = unit.token(HULL_DOWN) == HIDDEN_WHOLE or cover.low <= face <= cover.high
    return cover.protection if covered else 0


@rule("tactical.3.2.4-effects")
def resolve_cover(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[tuple[Blow, int]]:
    """A die for a hit on who is hull-down: the cover absorbs its part first. The number is the location as well.

    What has burnt on since an earlier round is past the cover already: it does what it did at first.
    """
    found = position_of(ctx.state.units[unit_id])
    if found is None or not blow.screened or not ctx.state.switch(HULL_DOWN_POSITIONS):
        return blow, 0
    terrain, cover = found
    face = blow.location
    if not face:
        seat = striker_seat(ctx.state, blow, unit_id)
        (face,) = yield from throw_dice(ctx, "hull-down cover", 1, seat, unit_id, RULE)
    absorbed = min(blow.amount, absorbs(ctx.state.units[unit_id], cover, face))
    ctx.emit(CoverAbsorbed(unit_id, face, terrain, absorbed, blow.amount - absorbed))
    return blow._replace(amount=blow.amount - absorbed), face
