"""5.6 and 5.7: damage. What a margin does to a target, and what damage does to a model."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.odds.pools import Harm, is_marginal, sure_damage
from gearlock.systems.brigands.command.command_points import offer_reroll
from gearlock.systems.brigands.damage.events import Damaged, Fell, MarginalHitRolled
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.standing_room import girth_of
from gearlock.systems.brigands.state import FIELDED, GONE, WRECK, State, Unit
from gearlock.systems.brigands.weapons import Weapon

MARGINAL = 4
"""A Marginal Hit bites on this face and better."""


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


@rule("brigands.5.6", "brigands.5.7a", "brigands.wtrait.ap", "brigands.trait.agile")
@heeds("brigands.5.7")
def harm_of(weapon: Weapon, target: Model, wreck: bool = False) -> Harm:
    """How a margin turns into damage: margin + PEN - AR, or AP up to its rating; Agile models slip away at 0.

    Blast and Spray take no notice of Agile, and a wreck is not agile any more.
    """
    agile = "Agile" in target.traits and not wreck and not ("Blast" in weapon.traits or "Spray" in weapon.traits)
    return Harm(weapon.pen - target.armor, weapon.traits.get("AP", 0), 1 if agile else 0, MARGINAL)


@heeds("brigands.5.6a", "brigands.1.2k")
def resolve_damage(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, margin: int) -> Script[int]:
    """The damage of this margin; a sum of exactly nothing is a Marginal Hit, which one more die decides."""
    unit = ctx.state.units[target]
    harm = harm_of(weapon, unit.line, not unit.is_fielded)
    if not is_marginal(margin, harm):
        return capped(sure_damage(margin, harm), weapon, unit.line)
    seat = ctx.state.units[attacker].seat
    roll = Roll("Marginal Hit", 1, 6, 1, seat, attacker, "brigands.5.6a", (MARGINAL,), ill=seat == unit.seat)
    free: list[str] = []
    while True:
        (face,) = yield from throw(roll)
        damage = 1 if face >= MARGINAL else 0
        ctx.emit(MarginalHitRolled(attacker, target, face, damage))
        if not (yield from offer_reroll(ctx, attacker, "Marginal Hit", f"rolled {face}", free)):
            return damage


@rule("brigands.wtrait.ai")
def capped(damage: int, weapon: Weapon, target: Model) -> int:
    """Infantry loses at most one point to an attack that is not meant for it."""
    return min(1, damage) if target.type == "Infantry" and "AI" not in weapon.traits else damage


class Felt(NamedTuple):
    """How a target feels damage: at most a point, a point less, or double."""

    capped: bool
    soaked: bool
    doubled: bool


@heeds("brigands.wtrait.as", "brigands.wtrait.ai", "brigands.trait.field-armor")
def feeling(weapon: Weapon, target: Unit) -> Felt:
    """How a target feels this weapon: Infantry, Field Armor, and Fortifications that it is made for."""
    return feeling_of(weapon, target.line, target.is_fielded and target.has("Field Armor"))


def feeling_of(weapon: Weapon, line: Model, soaked: bool) -> Felt:
    """How a model of this kind feels a weapon, if its Field Armor works or does not."""
    traits = weapon.traits
    return Felt(line.type == "Infantry" and "AI" not in traits, soaked, "AS" in traits and line.type == "Fortification")


@heeds("brigands.wtrait.ai", "brigands.trait.field-armor", "brigands.wtrait.as")
def felt(damage: int, feels: Felt) -> int:
    """What reaches a target of an attack's damage in the end; Field Armor never takes the last point."""
    damage = min(1, damage) if feels.capped else damage
    damage = damage - 1 if feels.soaked and damage > 1 else damage
    return 2 * damage if feels.doubled else damage


@rule("brigands.trait.field-armor")
def soaked(damage: int, target: Unit) -> int:
    """Field Armor takes a point off the whole damage of one attack, but not the last."""
    return damage - 1 if damage > 1 and target.is_fielded and target.has("Field Armor") else damage


@rule("brigands.wtrait.as")
def dealt(damage: int, weapon: Weapon, target: Unit) -> int:
    """What reaches a model of an attack's damage in the end; Fortifications take double from what is made for them."""
    return felt(damage, feeling(weapon, target))


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
