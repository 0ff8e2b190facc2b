"""Blast weapons and scattering: area damage, where a miss comes down, and what falls down in it."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.attacks.events import Burst, Scattered, TerrainRazed
from gearlock.systems.hex100.damage.damage import (
    RAZING_DAMAGE,
    area_damage,
    dealt,
    reduction_modifiers,
    resolve_armour,
    strike,
)
from gearlock.systems.hex100.damage.emp import is_shocking_blast, shock
from gearlock.systems.hex100.damage.swarm import cut
from gearlock.systems.hex100.detection.events import Marked
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.accuracy import scatter_cut
from gearlock.table.hexes import Hex, disc, distance, step

SCATTER = (2, 3)
"""How many hexes a blast goes astray at most, aimed by sight or over what is in the way."""


@rule("hex100.armour-blast")
@heeds("hex100.attr-blast")
def resolve_burst(ctx: Ctx[State], attacker: str, weapon: Weapon, centre: Hex, spared: str = "") -> Script[None]:
    """Area damage to everybody within the radius, friend or foe; the unit hit directly is spared it, a swarm is not.

    In the very hex it comes from above, elsewhere from the side of the centre. Blast plating keeps all of it off.
    """
    ctx.emit(Burst(attacker, centre[0], centre[1], weapon.radius))
    if weapon.effects.get("marks"):
        mark_all(ctx, attacker, within(ctx.state, centre, weapon.radius))
        return
    blow_off(ctx, attacker, weapon, centre)
    for unit_id in within(ctx.state, centre, weapon.radius):
        unit = ctx.state.units[unit_id]
        if unit_id == spared and not unit.swarm:
            continue
        if equipment_effect(ctx.state, unit, "blast_immunity") or is_spared(weapon, ctx.state.units[attacker], unit):
            continue
        area = area_damage(weapon, distance(centre, unit.hex))
        (damage,) = yield from resolve_armour(ctx, unit_id, area, 1, weapon, centre, above=False, area=True)
        strike(ctx, unit_id, damage, how="blast", by=attacker)
        if is_shocking_blast(ctx.state, ctx.state.units[unit_id], weapon):
            shock(ctx, unit_id, attacker)
    raze(ctx, weapon, centre)


@rule("hex100.drone-terror-removal")
def blow_off(ctx: Ctx[State], attacker: str, weapon: Weapon, centre: Hex) -> None:
    """A blast takes all terror drones off the units it reaches, whoever fired it."""
    for unit_id in within(ctx.state, centre, weapon.radius):
        drone = ctx.state.units[unit_id]
        if drone.riding and not is_spared(weapon, ctx.state.units[attacker], drone):
            cut(ctx, unit_id, (), "blast", attacker)


def within(state: State, centre: Hex, radius: int) -> list[str]:
    """Everybody within a blast, from place to place: the order of a side's list is its secret."""
    caught = [unit for unit in state.units.values() if unit.standing and distance(centre, unit.hex) <= radius]
    return [unit.id for unit in sorted(caught, key=lambda each: each.hex)]


@rule("hex100.rain-maker-fcs")
def is_spared(weapon: Weapon, attacker: Unit, unit: Unit) -> bool:
    """Whether fragments know their friends."""
    return bool(weapon.effects.get("spares_friends")) and unit.seat == attacker.seat


def blast_damage(state: State, unit: Unit, weapon: Weapon, centre: Hex) -> int:
    """What a blast does to one unit after armour and cover; weapons' armour penetration is for direct hits."""
    lines = reduction_modifiers(state, unit, None, weapon.damage_type, centre)
    return dealt(area_damage(weapon, distance(centre, unit.hex)), lines)


@rule("hex100.attr-demolisher")
def raze(ctx: Ctx[State], weapon: Weapon, centre: Hex, direct: bool = False) -> None:
    """Demolishers turn destructible terrain into what is left of it wherever they do damage enough."""
    if not weapon.has("demolisher"):
        return
    for hex_ in [centre] if direct else list(disc(centre, weapon.radius)):
        damage = weapon.damage if direct else area_damage(weapon, distance(centre, hex_))
        if hex_ not in ctx.state.land.ground or damage < RAZING_DAMAGE:
            continue
        left = ctx.state.land.kinds[ctx.state.land.ground.terrain_at(hex_)].becomes
        if left:
            ctx.emit(TerrainRazed(hex_[0], hex_[1], left))


@rule("hex100.blast-scatter")
def resolve_scatter(ctx: Ctx[State], attacker: str, weapon: Weapon, goal: Hex, indirect: bool) -> Script[None]:
    """A missed blast goes astray by a hexside and one to three hexes, or one to two when it was aimed by sight.

    Where it comes down it does area damage only, to a unit in that very hex as well. It may come down off the map.
    """
    seat = ctx.state.units[attacker].seat
    (side,) = yield from throw(Roll("scatter direction", 1, 6, 1, seat, attacker, "hex100.blast-scatter"))
    (hexes,) = yield from throw(
        Roll("scatter distance", 1, SCATTER[indirect], 1, seat, attacker, "hex100.blast-scatter")
    )
    hexes = max(0, hexes - scatter_cut(ctx.state, ctx.state.units[attacker], weapon))
    centre = step(goal, side - 1, hexes)
    ctx.emit(Scattered(attacker, side - 1, hexes, *centre))
    yield from resolve_burst(ctx, attacker, weapon, centre)


@rule("hex100.canisterate")
def mark_all(ctx: Ctx[State], attacker: str, caught: list[str]) -> None:
    """Make a beacon of everybody in the blast, friend or foe, the unit aimed at and those behind blast plating too."""
    for unit_id in caught:
        if not ctx.state.units[unit_id].marked:
            ctx.emit(Marked(unit_id, attacker))
