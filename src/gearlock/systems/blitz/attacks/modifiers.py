"""8.2d, 10.6 and 11.1: every modifier of an attack and of the defense against it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import Pools
from gearlock.systems.blitz.attacks.pairs import (
    Pair,
    additional_dice,
    adjacent_dice,
    agile_dice,
    attack_brawl,
    attack_skill,
    charge_dice,
    defence_brawl,
    defence_skill,
    elevation_dice,
    engaged_dice,
    exposed_hull_dice,
    flak_dice,
    flank_dice,
    frag_dice,
    hard_dice,
    interference_dice,
    overwhelm_dice,
    shield_dice,
    shielded_hull_dice,
    stealth_dice,
)
from gearlock.systems.blitz.dice_tests.tests import habit_lines, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import (
    BASE_DICE,
    GUN,
    PILOT,
    crippled_modifiers,
    dice_of,
    standard_modifiers,
)
from gearlock.systems.blitz.models import BALLISTIC, BEAM, INDIRECT, MELEE, MISSILE, Weapon
from gearlock.systems.blitz.state import AUTOPILOT, BRACED, COMBAT, WRECK, State, Unit

DIRECT, INDIRECTLY, GUIDED = "", "indirect", "guided"
"""How an attack is aimed: with lock of one's own, chained to an observation, or guided onto the target."""


class Use(NamedTuple):
    """A weapon as it is used: in which range, at a secondary target of a split, aimed how, with a designator's dice."""

    weapon: Weapon
    optimal: bool = True
    split: bool = False
    mode: str = DIRECT
    designator: int = 0
    frag: bool = True
    """Whether dice for infantry are among these."""


def attack_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Damage, posture, orders and habits of who shoots."""
    return modifiers_of(state, unit, GUN)


@heeds("blitz.11.1", "blitz.trait.fragile")
def strike_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Damage, posture, orders and habits of who strikes; fragile weapons spoil a blow as well."""
    lines = standard_modifiers(unit, PILOT)
    crippled = crippled_modifiers(unit, PILOT)
    spoiled = crippled_modifiers(unit, PILOT, striking=True)
    return [*spoiled, *lines[len(crippled) :], *habit_lines(state, unit, PILOT, False)]


def defence_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Damage, posture, orders and habits of who defends itself; a wreck has none of them."""
    return [] if unit.status == WRECK else modifiers_of(state, unit, PILOT, True)


@rule("blitz.trait.stable")
def stable_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die for a stable platform in combat posture."""
    steady = unit.has("Stable") and unit.stance == COMBAT
    return [dice(1, "Stable platform", "blitz.trait.stable")] if steady else []


@rule("blitz.wtrait.precise")
def precise_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A further die for a precise weapon while braced."""
    return [dice(1, "Precise while braced", "blitz.wtrait.precise")] if unit.stance == BRACED else []


@rule("blitz.trait.autopilot")
def autopilot_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die less for who flies on autopilot."""
    return [dice(-1, "Autopilot", "blitz.trait.autopilot")] if AUTOPILOT in unit.tokens else []


@rule("blitz.11.0a")
def defenceless_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die less in melee for who has nothing to fight with."""
    armed = unit.line.reach >= 0 or unit.status == WRECK
    return [] if armed else [dice(-1, "No melee weapon", "blitz.11.0a")]


@rule("blitz.8.5a", "blitz.8.5c", "blitz.8.5e")
@heeds("blitz.8.5b", "blitz.8.2d", "blitz.14.2b")
def band_modifiers(use: Use) -> list[Modifier]:
    """What the range takes: a die when it is not optimal, two from missiles, none from beams, blows or guided fire."""
    if use.optimal or use.mode == GUIDED:
        return []
    lost = {BALLISTIC: 1, INDIRECT: 1, MISSILE: 2, BEAM: 0, MELEE: 0}.get(use.weapon.category, 0)
    return [dice(-lost, "Sub-optimal range", "blitz.8.2d")] if lost else []


@rule("blitz.8.5d", "blitz.wtrait.if")
@heeds("blitz.14.2a", "blitz.14.2b", "blitz.trait.td")
def aim_modifiers(use: Use) -> list[Modifier]:
    """A die less for indirect fire; guided fire has the designator's dice instead."""
    if use.mode == GUIDED:
        rule_id = "blitz.14.2b"
        return [dice(use.designator, "Target designator", rule_id)] if use.designator else []
    if use.weapon.category == INDIRECT or use.mode == INDIRECTLY:
        return [dice(-1, "Indirect fire", "blitz.8.5d")]
    return []


@rule("blitz.10.6", "blitz.wtrait.burst")
def burst_modifiers(use: Use) -> list[Modifier]:
    """The dice of a burst."""
    rating = use.weapon.traits.get("Burst", 0)
    return [dice(rating, "Burst", "blitz.10.6")] if rating else []


@heeds("blitz.10.5")
def split_modifiers(use: Use) -> list[Modifier]:
    """A die less for every target of a split but the first."""
    return [dice(-1, "Secondary target", "blitz.10.5")] if use.split else []


def in_melee(use: Use) -> bool:
    """Whether a weapon strikes hand to hand."""
    return use.weapon.is_melee


def at_range(use: Use) -> bool:
    """Whether a weapon shoots."""
    return not use.weapon.is_melee


def is_precise(use: Use) -> bool:
    """Whether a weapon gains more from being braced."""
    return "Precise" in use.weapon.traits and use.mode == DIRECT and use.weapon.category != INDIRECT


def has_frag(use: Use) -> bool:
    """Whether a weapon is made for infantry, and these dice are counted."""
    return "Frag" in use.weapon.traits and use.frag


def has_flak(use: Use) -> bool:
    """Whether a weapon is made for what flies."""
    return "Flak" in use.weapon.traits


@heeds("blitz.8.2d")
def can_look_down(use: Use) -> bool:
    """Whether height helps: not indirect fire, nor blows."""
    return use.mode == DIRECT and use.weapon.category != INDIRECT and not use.weapon.is_melee


@rule("blitz.wtrait.spray")
def is_spray(use: Use) -> bool:
    """Whether only full heavy cover helps against a weapon."""
    return "Spray" in use.weapon.traits


def is_stopped_by_cover(use: Use) -> bool:
    """Whether all cover dice help against a weapon."""
    return not is_spray(use)


ATTACK: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(attack_modifiers, at_range),
    OfModel(strike_modifiers, in_melee),
    OfModel(defenceless_modifiers, in_melee),
    OfModel(stable_modifiers, at_range),
    OfModel(precise_modifiers, is_precise),
    OfUse(band_modifiers),
    OfUse(aim_modifiers),
    OfUse(burst_modifiers),
    OfUse(split_modifiers),
    OfPair(flank_dice, "Flanked", "blitz.8.2d", at_range),
    OfPair(flank_dice, "Flanked", "blitz.11.1", in_melee),
    OfPair(elevation_dice, "Elevation", "blitz.8.2d", can_look_down),
    OfPair(frag_dice, "Frag against infantry", "blitz.wtrait.frag", has_frag),
    OfPair(flak_dice, "Flak", "blitz.wtrait.flak", has_flak),
    OfPair(engaged_dice, "Engaged by another", "blitz.11.0d", at_range),
    OfPair(overwhelm_dice, "Overwhelm", "blitz.11.1", in_melee),
    OfPair(attack_brawl, "Brawler", "blitz.trait.brawler", in_melee),
    OfPair(charge_dice, "Charge at a ready model", "blitz.15.5c"),
)
"""Every rule that changes the attacker's dice, in the order of its lines."""

DEFENCE: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(defence_modifiers),
    OfModel(autopilot_modifiers),
    OfModel(defenceless_modifiers, in_melee),
    OfPair(adjacent_dice, "Adjacent cover", "blitz.7.3b", is_stopped_by_cover),
    OfPair(additional_dice, "Additional cover", "blitz.7.3b", is_stopped_by_cover),
    OfPair(hard_dice, "Full heavy cover", "blitz.wtrait.spray", is_spray),
    OfPair(stealth_dice, "Stealth", "blitz.7.6-stealth", is_stopped_by_cover),
    OfPair(agile_dice, "Agile", "blitz.trait.agile"),
    OfPair(shield_dice, "Shield", "blitz.trait.shield", is_stopped_by_cover),
    OfPair(shielded_hull_dice, "Hull down behind the shield", "blitz.trait.shield", is_stopped_by_cover),
    OfPair(interference_dice, "Sensor interference", "blitz.14.5c", is_stopped_by_cover),
    OfPair(exposed_hull_dice, "Hull down without cover", "blitz.18.2"),
    OfPair(defence_brawl, "Brawler", "blitz.trait.brawler", in_melee),
)
"""Every rule that changes the defender's dice, in the order of its lines."""


@heeds("blitz.18.2", "blitz.9.5")
def is_caught(defence: Iterable[Modifier]) -> bool:
    """Whether a defence was that of a model hull down in the open: it counts as braced in every respect."""
    return any(line.rule == "blitz.18.2" for line in defence)


COVER = ("blitz.7.3b", "blitz.wtrait.spray")
"""The rules whose dice terrain itself has in its defence."""


class Duel(NamedTuple):
    """One attack on one target: the lines of both sides, and the pools they add up to."""

    attack: list[Modifier]
    defence: list[Modifier]
    pools: Pools


@heeds("blitz.8.2d", "blitz.8.2e-g", "blitz.9.3", "blitz.9.4", "blitz.18.3b")
def duel_of(state: State, use: Use, pair: Pair, more: Iterable[Modifier] = ()) -> Duel:
    """The modifier lines and pools of both sides, the attacker's with these more.

    A wreck and terrain roll one die, and that of their cover.
    """
    attack = [*ATTACK.lines(state, pair.attacker, use, pair), *more]
    wreck, terrain = pair.target.status == WRECK, pair.target.line.type == "Structure"
    defence = DEFENCE.lines(state, pair.target, use, pair)
    if wreck or terrain:
        defence = [line for line in defence if line.rule in COVER]
    guard = dice_of(defence, 1 if wreck or terrain else BASE_DICE)
    skills = attack_skill(pair, use.optimal), defence_skill(pair)
    return Duel(attack, defence, Pools(dice_of(attack), guard, 0, 0, *skills))
