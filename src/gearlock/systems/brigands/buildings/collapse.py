"""3.2b: what an attack does to a building, and what becomes of everybody in and on it when it falls."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.systems.brigands.buildings.events import BuildingDamaged
from gearlock.systems.brigands.buildings.strength import hurt_to_building, standing_building, strength_of
from gearlock.systems.brigands.damage.events import MarginalHitsRolled
from gearlock.systems.brigands.damage.falling import resolve_fall
from gearlock.systems.brigands.damage.hurt import MARGINAL
from gearlock.systems.brigands.damage.marginal_hits import MANY, resolve_bites
from gearlock.systems.brigands.state import FIELDED, WRECK, State, Unit
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.terrain import Piece


@heeds("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def resolve_blow(ctx: Ctx[State], by: str, weapon: Weapon, building: str, margin: int) -> Script[None]:
    """Work out and apply what a hit by this margin does to a building. Fire burns it; no token sticks to it."""
    piece = standing_building(ctx.state, building)
    if piece is None:
        return
    hurt = hurt_to_building(weapon, piece)
    hits = weapon.traits.get("Fire", 0) + hurt.is_marginal(margin)
    sure = hurt.raw(margin)
    damage = hurt.felt(sure + (yield from _resolve_hits(ctx, by, hits, piece, weapon, sure)))
    if damage <= 0:
        return
    left = strength_of(ctx.state, piece)
    hull = max(0, left.hull - damage)
    structure = max(0, left.structure - max(0, damage - left.hull))
    ctx.emit(BuildingDamaged(piece.id, by, weapon.id, damage, hull, structure, hull + structure == 0))
    if hull + structure == 0:
        yield from resolve_collapse(ctx, piece)


def _resolve_hits(ctx: Ctx[State], by: str, hits: int, piece: Piece, weapon: Weapon, sure: int) -> Script[int]:
    """The Marginal Hits on a building, rolled together by whoever attacks it."""
    if not hits:
        return 0
    seat, cause = ctx.state.units[by].seat, "Fire" if "Fire" in weapon.traits else weapon.id
    roll = Roll(f"{MANY}: {piece.name}", hits, 6, 1, seat, by, "brigands.5.6a", (MARGINAL,))

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitsRolled(by, "", cause, faces, bites, MARGINAL, weapon.id, sure, building=piece.id)

    return (yield from resolve_bites(ctx, roll, MANY, report))


@rule("brigands.3.2b-destroyed")
@heeds("brigands.2.5")
def resolve_collapse(ctx: Ctx[State], piece: Piece) -> Script[None]:
    """A building falls: who was on it or on its walls falls from there, who was in it from its top."""
    for unit_id, height in [(unit.id, height_in(piece, unit)) for unit in ctx.state.units.values()]:
        if height:
            unit = ctx.state.units[unit_id]
            floor = slope_at(ctx.state.ground, unit.x, unit.y)
            yield from resolve_fall(ctx, unit_id, height - floor, floor)


def height_in(piece: Piece, unit: Unit) -> int:
    """How far a model falls when a building is destroyed, 0 for one that has nothing to do with it."""
    if unit.status not in (FIELDED, WRECK):
        return 0
    if unit.inside == piece.id:
        return piece.top
    on_roof = unit.z == piece.top and piece.contains(unit.x, unit.y)
    return unit.z if on_roof or unit.hanging == piece.id else 0
