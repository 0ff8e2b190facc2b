"""2.3.4, 2.6.10 and 7.2.2: how much damage a hit does against armor."""

from __future__ import annotations

import re
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.multiplied import Blow as Against
from gearlock.mechanics.silhouette.multiplied import damage_of, steps_of
from gearlock.systems.tactical.state import HEAVY, LIGHT, State, Unit, opponent
from gearlock.systems.tactical.switches import INCENDIARIES
from gearlock.systems.tactical.weapons import INCENDIARY, PER_BAND, SLOW_BURN, Weapon
from gearlock.table.measure import bearing, turn_between

# --- A blow: everything about one hit that damage asks for, and whose it is


class Blow(NamedTuple):
    """One hit on one unit: damage points, margin and where it comes from. Attacks fill it in, damage resolves it."""

    amount: int
    margin: int = 0
    """The Margin of Success without ROF; 0 for what has none."""
    by: str = ""
    """Whose work it is: a unit, or empty."""
    weapon: str = ""
    """The mount of that unit; empty for fists, falls, mines and fire."""
    arc: str = ""
    """The arc of defense that is struck, a rear flank with its side (`armor.sided`); empty for what has none."""
    rule: str = "tactical.2.6.10"
    called: str = ""
    """The system that a called shot is meant for (`systems.SYSTEMS`)."""
    location: int = 0
    """The number on the Systems Damage Table, where something has settled it."""
    cover: int = 0
    """What partial cover adds to the Armor."""
    knocks: bool = True
    """Whether a walker may fall by it."""
    cause: str = ""
    """What it was, in words, where no weapon tells."""
    arms: Weapon | None = None
    """The weapon of somebody who is not on the table."""
    screened: bool = True
    """Whether a hull-down position may take its part: not of a fall, nor of what burns on the vehicle itself."""
    seat: str = ""
    """The side that sent for it, where no unit on the table struck it: artillery and aircraft."""


def weapon_of(state: State, blow: Blow) -> Weapon | None:
    """The weapon a blow was struck with."""
    unit = state.units.get(blow.by)
    mount = None if unit is None else unit.mount(blow.weapon)
    return blow.arms if mount is None else mount.weapon


def striker_seat(state: State, blow: Blow, unit_id: str) -> str:
    """Who rolls and chooses for the attack: whose unit it is; for what is nobody's, the other side."""
    unit = state.units.get(blow.by)
    return opponent(state.units[unit_id].seat) if unit is None else unit.seat


def cause_of(state: State, blow: Blow) -> str:
    """A blow in a word or two."""
    weapon = weapon_of(state, blow)
    return blow.cause or ("a hit" if weapon is None else weapon.name)


# --- 2.3.4, 7.2.2: how much damage a hit does: multiplier, margin, Rate of Fire, fire, range, fragments

FRAGMENT_ATTACK, FRAGMENT_ROF = 1, 2


def halved(number: int) -> int:
    """Half of a number, rounded up."""
    return (number + 1) // 2


@rule("tactical.2.6.10-heavy")
def dm_now(unit: Unit, weapon: Weapon) -> int:
    """The printed DM (or Intensity) of a weapon; Heavy Damage halves it before anything else counts."""
    return halved(weapon.dm) if unit.token(HEAVY) else weapon.dm


@rule("tactical.7.2.2-damage-per-band")
def band_loss(weapon: Weapon, beyond: int, more: int = 0) -> int:
    """What distance takes off the DM of a beam, by how many bands beyond Short it goes; wind takes more a band."""
    return (weapon.traits.get(PER_BAND, 0) + more) * max(0, beyond)


@rule("tactical.7.2.2-fragmentation")
def fragmented(dm: int, rof: int) -> tuple[int, int]:
    """DM and ROF with fragmentation ammunition: half the DM, rounded up, and 2 more ROF."""
    return halved(dm), rof + FRAGMENT_ROF


@heeds("tactical.7.2.2-fragmentation")
def fragment_lines() -> tuple[Modifier, ...]:
    """What fragments add to the attack roll."""
    return (result(FRAGMENT_ATTACK, "fragmentation ammunition", "tactical.7.2.2-fragmentation"),)


@heeds("tactical.2.6.10-heavy", "tactical.7.2.2-damage-per-band", "tactical.7.2.2-fragmentation")
def dm_used(unit: Unit, weapon: Weapon, beyond: int = 0, fragments: bool = False, more: int = 0) -> int:
    """The DM of a shot before its ROF: halved by Heavy Damage, by fragments, then less for distance; never below 0."""
    dm = dm_now(unit, weapon)
    if fragments:
        dm, _ = fragmented(dm, 0)
    return max(0, dm - band_loss(weapon, beyond, more))


@rule("tactical.2.3.4-damage-multiplier")
@heeds("tactical.3.4.5", "tactical.3.6.5-damage")
def multiplied(dm: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """DM times margin. The ROF used is added to the DM against what is hard, to the margin of a hit on what is soft."""
    if margin <= 0:
        return 0
    return damage_of(Against(dm, 1, 0), margin + rof) if soft else damage_of(Against(dm + rof, 1, 0), margin)


@rule("tactical.3.4.4", "tactical.7.2.2-incendiary")
def burning_damage(intensity: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """Intensity and margin added up; against infantry that sum times the margin, with the ROF in the margin."""
    if margin <= 0:
        return 0
    return (intensity + margin + rof) * (margin + rof) if soft else intensity + rof + margin


@heeds("tactical.3.4.4", "tactical.2.3.4-damage-multiplier")
def hit_damage(state: State, weapon: Weapon, dm: int, margin: int, rof: int = 0, soft: bool = False) -> int:
    """What a hit of a weapon does, fire or not; `dm` is the one used, `rof` the part of the ROF that was."""
    if burns(state, weapon):
        return burning_damage(dm, margin, rof, soft)
    return multiplied(dm, margin, rof, soft)


@heeds("tactical.3.4.4")
def is_incendiary(weapon: Weapon) -> bool:
    """Whether its number is an Intensity."""
    return weapon.has(INCENDIARY) or weapon.has(SLOW_BURN)


@heeds("tactical.3.4.4", "tactical.3.1")
def burns(state: State, weapon: Weapon) -> bool:
    """Whether a weapon does its damage as fire; without that module its number is a DM like others."""
    return state.switch(INCENDIARIES) and is_incendiary(weapon)


@heeds("tactical.3.4.4")
def burning_rounds(state: State, weapon: Weapon | None, margin: int) -> int:
    """In how many rounds a hit does its damage: once; if it burns slowly, as often as the margin says, without ROF."""
    return max(1, margin) if weapon is not None and weapon.has(SLOW_BURN) and burns(state, weapon) else 1


@rule("tactical.7.2.2-area-effect")
@heeds("tactical.3.4.1")
def concussion(dm: int) -> int:
    """What a blast does to who defended against it: half the DM, rounded up."""
    return halved(dm)


# --- 2.3.4, 3.5.2: armor: what is left of it, and what stands in the way from each side and against each weapon

FRONT_ARC, FLANK, REAR_ARC = "front", "rear flank", "rear"
RIGHT_FLANK, LEFT_FLANK = "right rear flank", "left rear flank"
STRUCK = (FRONT_ARC, RIGHT_FLANK, LEFT_FLANK, REAR_ARC)
_CODES = {
    "f": (FRONT_ARC,), "front": (FRONT_ARC,), "rr": (REAR_ARC,), "rear": (REAR_ARC,),
    "rt": (RIGHT_FLANK,), "r": (RIGHT_FLANK,), "right": (RIGHT_FLANK,), RIGHT_FLANK: (RIGHT_FLANK,),
    "l": (LEFT_FLANK,), "left": (LEFT_FLANK,), LEFT_FLANK: (LEFT_FLANK,),
    FLANK: (RIGHT_FLANK, LEFT_FLANK), "rear flanks": (RIGHT_FLANK, LEFT_FLANK), "all": STRUCK,
}  # fmt: skip
REINFORCED, WEAK_FACING, HEAT = "Reinforced Armor", "Weak Facing", "HEAT Resistant Armor"


def sided(arc: str, unit: Unit, x: int, y: int) -> str:
    """The arc of defense with its side: which of the two rear flanks an attack from a point strikes."""
    if arc != FLANK:
        return arc
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, x, y))
    return LEFT_FLANK if turn > 0 else RIGHT_FLANK


def arcs_named(unit: Unit, name: str, otherwise: str) -> tuple[str, ...]:
    """The arcs that stand behind a perk or flaw on the card; where none does, the usual one."""
    words = [word.strip().lower() for word in re.split(r"[,;/&]", unit.card.details.get(name, ""))]
    found = tuple(arc for word in words for arc in _CODES.get(word, ()))
    return found or (otherwise,)


def is_struck(unit: Unit, name: str, arc: str, otherwise: str) -> bool:
    """Whether an attack strikes an arc that a perk or flaw is about; a flank without a side is either."""
    named = arcs_named(unit, name, otherwise)
    return arc in named or (arc == FLANK and bool({RIGHT_FLANK, LEFT_FLANK} & set(named)))


@rule("tactical.3.5.2")
@heeds("tactical.2.3.4-armor")
def base_armor(unit: Unit) -> int:
    """The Base Armor that is left: what damage takes comes off it for good, whatever perks there are, to 0."""
    return max(0, unit.card.armor - unit.armor_lost)


@rule("tactical.7.2-reinforced-armor")
def reinforcement(unit: Unit, arc: str) -> int:
    """What reinforced armor adds to the Base Armor on the side that is struck."""
    rating = unit.card.perks.get(REINFORCED, 0)
    return rating if rating and is_struck(unit, REINFORCED, arc, FRONT_ARC) else 0


@rule("tactical.7.2-heat-resistant")
def heat_resistance(unit: Unit, weapon: Weapon | None) -> int:
    """What resistant armor adds against shaped charges and beams: bazookas, mortars, grenades, missiles, lasers."""
    rating = unit.card.perks.get(HEAT, 0)
    return rating if rating and weapon is not None and weapon.heat else 0


@rule("tactical.7.2-weak-facing")
@heeds("tactical.2.3.4-armor", "tactical.3.5.2", "tactical.7.2-reinforced-armor", "tactical.7.2-heat-resistant")
def armor_of(_state: State, unit: Unit, arc: str = "", weapon: Weapon | None = None) -> int:
    """The Armor in the way of an attack: of a weak facing half of what is left, rounded up; then what perks add."""
    base = base_armor(unit)
    if unit.card.has(WEAK_FACING) and is_struck(unit, WEAK_FACING, arc, REAR_ARC):
        base = (base + 1) // 2
    return max(1, base + reinforcement(unit, arc) + heat_resistance(unit, weapon))


# --- 2.6.10: damage against armor: nothing, Light, Heavy, Overkill. The same functions for play and odds

NONE, OVERKILL = "none", "overkill"
LEVELS = (NONE, LIGHT, HEAVY, OVERKILL)
"""By how many times the damage holds the armor."""
MOST = len(LEVELS) - 1
LEVEL_WORDS = {NONE: "no damage", LIGHT: "Light Damage", HEAVY: "Heavy Damage", OVERKILL: "an Overkill"}


def steps(multiplier: int, armor: int) -> Against:
    """An attack against an armor, as the shared arithmetic takes it: how far each margin goes, and how often."""
    return Against(multiplier, armor, MOST)


@rule("tactical.2.6.10")
@heeds("tactical.3.5")
def level_of(amount: int, armor: int) -> str:
    """What so much damage does to so much armor: below it nothing; only the worst that it reaches counts."""
    return LEVELS[steps_of(steps(1, armor), max(0, amount))]


@rule("tactical.2.3.4-armor")
def thresholds(armor: int) -> tuple[int, int, int]:
    """The damage from which on a hit is Light, Heavy, an Overkill."""
    return armor, 2 * armor, 3 * armor


@heeds("tactical.2.6.10", "tactical.2.3.4-armor")
def damage_level(
    state: State, unit: Unit, amount: int, armor_bonus: int = 0, *, arc: str = "", weapon: Weapon | None = None
) -> str:
    """What so much damage would do to a vehicle as it is now, struck from an arc by a weapon."""
    return level_of(amount, armor_of(state, unit, arc, weapon) + armor_bonus)


@rule("tactical.2.6.10-light")
@heeds("tactical.2.6.10-heavy", "tactical.2.6.10-overkill")
def counters_after(light: int, heavy: int, level: str) -> tuple[int, int]:
    """The counters after one more result: two Lights are taken off for a Heavy, and two Heavies are an Overkill."""
    if level == LIGHT:
        light += 1
    elif level == HEAVY:
        heavy += 1
    return (0, heavy + 1) if light == 2 else (light, heavy)
