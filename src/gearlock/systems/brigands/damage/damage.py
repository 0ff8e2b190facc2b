"""5.6: what damage does to a model."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.damage.events import Damaged, Fell
from gearlock.systems.brigands.standing_room import girth_of
from gearlock.systems.brigands.state import FIELDED, GONE, WRECK, State, Unit


class Wound(NamedTuple):
    """Damage worked out but not applied yet."""

    unit: str
    by: str
    weapon: str
    damage: int
    raw: int = 0
    """The same before Field Armor took off its point."""
    margin: int = -1
    """By how much it hit; less than nothing after a miss."""
    building: str = ""
    """The building it struck instead of the model in it, and by how much."""
    stray: int = -1


@rule("brigands.5.6e")
@heeds("brigands.5.6b", "brigands.11.4b-airdrop")
def harmed(unit: Unit, damage: int, by: str, weapon: str, attack: bool = True, before: int = 0) -> Damaged:
    """What one attack's damage leaves of a model: Hull goes first, then Structure.

    Damage of one attack that equals the starting Hull and Structure removes the model, or the wreck, altogether;
    `before` is what the same attack has done already. Whoever is destroyed before it has landed is removed as well.
    """
    hull = max(0, unit.hull - damage)
    structure = max(0, unit.structure - max(0, damage - unit.hull))
    overkill = (attack and before + damage >= unit.line.bulk) or (unit.is_dropping and hull + structure == 0)
    destroyed = overkill or hull + structure == 0
    if destroyed:
        hull = structure = 0
    return Damaged(unit.id, by, weapon, damage, hull, structure, destroyed and unit.status == FIELDED, overkill)


@heeds("brigands.5.8", "brigands.5.4")
def apply_wounds(ctx: Ctx[State], wounds: list[Wound]) -> None:
    """Apply the damage of an action and all its reactions together, after everything has been rolled."""
    for wound in wounds:
        unit = ctx.state.units[wound.unit]
        if wound.damage > 0 and unit.status != GONE:
            ctx.emit(harmed(unit, wound.damage, wound.by, wound.weapon))
        let_go(ctx, wound.unit)


@heeds("brigands.2.4", "brigands.5.6d")
def let_go(ctx: Ctx[State], unit_id: str) -> None:
    """A model that is destroyed on a face comes down to the foot of it."""
    unit = ctx.state.units[unit_id]
    if unit.hanging and unit.status == WRECK:
        floor = surface_at(ctx.state.ground, unit.x, unit.y, unit.z)
        ctx.emit(fall_of(ctx.state, unit.id, unit.z - floor, 0, floor))


@heeds("brigands.2.5", "brigands.2.6")
def fall_of(state: State, unit_id: str, height: int, hits: int, z: int) -> Fell:
    """A fall to this surface, with the place beside it if the one below is taken."""
    unit = state.units[unit_id]
    place = resting_place(state.ground, unit, z, girth_of(unit), state.obstacles(unit))
    return Fell(unit_id, height, hits, z, None if place == (unit.x, unit.y) else place)
