"""5.5: what changes the dice of an attack: every rule once, in two lists that play, odds, cards and bots all read."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse, Sum
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacking.pair_modifiers import (
    Pair,
    anti_air_dice,
    attack_skill_dice,
    back_dice,
    cover_dice,
    defence_skill_dice,
    engaged_dice,
    engagers,
    frag_dice,
    shield_dice,
)
from gearlock.systems.brigands.dice import BASE_DICE, standard_modifiers, step_of
from gearlock.systems.brigands.ecm_defense import defense_modifiers, is_foiled
from gearlock.systems.brigands.flying.airborne import airborne_modifiers, is_anti_air
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.systems.brigands.traits import charge_modifiers, mind_modifiers, stable_modifiers
from gearlock.systems.brigands.weapons import INDIRECT, MELEE, Weapon, range_modifier


class Strike(NamedTuple):
    """One attack roll to be made: who, with what, at whom, and what the ground and the distance say about it."""

    attacker: str
    weapon: str
    category: str
    target: str
    optimal: bool
    cover: int = 0
    secondary: bool = False
    observer: str = ""
    """The Origin of the Forward Observation it is chained to."""
    guided: bool = False
    """A Target Designator leads a Guided weapon to it."""


class Use(NamedTuple):
    """A weapon as it is used: in which way, at which range, and on what terms."""

    weapon: Weapon
    category: str
    optimal: bool
    secondary: bool = False
    guided: bool = False


class Duel(NamedTuple):
    """Both sides of a Strike: their modifier lines and the pools that come of them."""

    attack: list[Modifier]
    defence: list[Modifier]
    pools: Pools


@rule("brigands.wtrait.burst", "brigands.wtrait.precise")
def weapon_modifiers(use: Use) -> list[Modifier]:
    """Dice and results the weapon's own traits give."""
    lines: list[Modifier] = []
    traits = use.weapon.traits
    if "Burst" in traits:
        lines.append(dice(traits["Burst"], f"Burst:{traits['Burst']}", "brigands.wtrait.burst"))
    if "Precise" in traits:
        lines.append(result(1, "Precise", "brigands.wtrait.precise"))
    return lines


@rule("brigands.8.5b", "brigands.wtrait.guided")
@heeds("brigands.trait.td")
def band_modifiers(use: Use) -> list[Modifier]:
    """What the range gives or takes. A Guided weapon with a Target Designator on the target has a die instead."""
    if use.guided:
        return [] if use.secondary else [dice(1, "Guided by Target Designator", "brigands.8.5b")]
    change, bonus = range_modifier(use.category, use.optimal)
    if not change and not bonus:
        return []
    label = f"{use.category}, {'Optimal' if use.optimal else 'Suboptimal'} range"
    lines = [dice(change, label, "brigands.5.5a")] if change else []
    return [*lines, result(bonus, label, "brigands.5.5a")] if bonus else lines


@heeds("brigands.5.4")
def secondary_modifiers(use: Use) -> list[Modifier]:
    """A die less for a Secondary Target."""
    return [dice(-1, "Secondary Target", "brigands.5.4")] if use.secondary else []


@rule("brigands.trait.brawler")
def brawler_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """Dice a model has in melee, attacking and defending; some models are clumsy and lose them."""
    rating = unit.trait("Brawler")
    return [dice(rating, f"Brawler:{rating}", "brigands.trait.brawler")] if rating else []


@rule("brigands.2.4a")
def climbing_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die less, attacking and defending, for a model on a face; Climbers are at home there."""
    if not unit.hanging or unit.trait("Climber"):
        return []
    return [dice(-1, "Climbing", "brigands.2.4a")]


@heeds("brigands.5.5c")
def unarmed_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die less for a model that is attacked in melee and has nothing to fight with."""
    return [dice(-1, "no melee weapon", "brigands.5.5c")] if unit.line.reach < 0 else []


def attack_posture(_state: State, unit: Unit) -> list[Modifier]:
    """Standard Modifiers of the attacker."""
    return standard_modifiers(unit, attacking=True)


def defence_posture(_state: State, unit: Unit) -> list[Modifier]:
    """Standard Modifiers of the defender."""
    return standard_modifiers(unit, attacking=False)


def in_melee(use: Use) -> bool:
    """Whether a weapon strikes hand to hand."""
    return use.category == MELEE


def at_range(use: Use) -> bool:
    """Whether a weapon shoots."""
    return use.category != MELEE


@rule("brigands.wtrait.spray")
def is_stopped_by_cover(use: Use) -> bool:
    """Whether Cover helps against a weapon: not in melee, nor against Spray."""
    return use.category != MELEE and "Spray" not in use.weapon.traits


@heeds("brigands.trait.shield", "brigands.wtrait.spray")
def is_stopped_by_shields(use: Use) -> bool:
    """Whether Shields help against a weapon: not against what takes no notice of cover."""
    return use.category != INDIRECT and "Spray" not in use.weapon.traits


def is_stopped_by_ecm(use: Use) -> bool:
    """Whether ECM Defense helps against a weapon."""
    return is_foiled(use.weapon, use.category)


def has_frag(use: Use) -> bool:
    """Whether a weapon is made for Infantry."""
    return "Frag" in use.weapon.traits


def has_anti_air(use: Use) -> bool:
    """Whether a weapon is made for what flies."""
    return is_anti_air(use.weapon)


ENGAGED: OfPair[Use, Pair] = OfPair(engaged_dice, "Engaged by another", "brigands.5.3")

ATTACK: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(attack_posture),
    OfModel(stable_modifiers),
    OfModel(mind_modifiers),
    OfUse(band_modifiers),
    OfUse(weapon_modifiers),
    OfModel(climbing_modifiers),
    OfModel(brawler_modifiers, in_melee),
    OfModel(charge_modifiers, in_melee),
    OfPair(frag_dice, "Frag:{}", "brigands.wtrait.frag", has_frag),
    OfPair(anti_air_dice, "Anti-Air", "brigands.wtrait.aa", has_anti_air),
    OfPair(back_dice, "Back Attack", "brigands.5.5b", at_range),
    OfPair(back_dice, "Back Attack", "brigands.5.5c", in_melee),
    ENGAGED,
    OfUse(secondary_modifiers),
    OfPair(attack_skill_dice, "better Gunnery", "brigands.1.2g", at_range),
    OfPair(attack_skill_dice, "better Piloting", "brigands.1.2g", in_melee),
)
"""Every rule that changes the attacker's roll, in the order of its lines."""

COVER = {1: "Light Defensive Cover", 2: "Heavy Defensive Cover"}
DEFENCE: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(defence_posture),
    OfModel(climbing_modifiers),
    OfModel(airborne_modifiers),
    OfPair(cover_dice, COVER, "brigands.4.4-defensive", is_stopped_by_cover),
    OfModel(defense_modifiers, is_stopped_by_ecm),
    OfModel(mind_modifiers),
    OfPair(shield_dice, "Shield:{}", "brigands.trait.shield", is_stopped_by_shields),
    OfModel(brawler_modifiers, in_melee),
    OfModel(unarmed_modifiers, in_melee),
    OfPair(defence_skill_dice, "better Piloting", "brigands.1.2g"),
)
"""Every rule that changes the defender's roll, in the order of its lines."""


@rule("brigands.5.5b", "brigands.5.5c")
def duel_of(state: State, strike: Strike) -> Duel:
    """The modifier lines and pools of both sides. A wreck rolls no dice that anything could change."""
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    weapon, category = attacker.line.weapons[strike.weapon], strike.category
    rivals = [other.id for other in engagers(state, attacker)]
    pair = Pair(state, attacker, target, weapon, category, strike.cover, rivals, strike.observer)
    use = Use(weapon, category, strike.optimal, strike.secondary, strike.guided)
    attack = ATTACK.lines(state, attacker, use, pair)
    defence = DEFENCE.lines(state, target, use, pair) if target.status != WRECK else []
    return Duel(attack, defence, pools_of(pair, sum_of(attack), sum_of(defence)))


@heeds("brigands.1.2d", "brigands.5.4a", "brigands.5.6e", "brigands.A6.1")
def pools_of(pair: Pair, attack: Sum, defence: Sum) -> Pools:
    """The pools that dice and results add up to. Area weapons roll at least one die; a wreck always comes to 1."""
    state, target = pair.state, pair.target
    dice, guard = BASE_DICE + attack[0], 0 if target.status == WRECK else BASE_DICE + defence[0]
    steps = step_of(state, pair.skill), step_of(state, target.line.piloting)
    return Pools(max(1 if pair.weapon.area else 0, dice), max(0, guard), attack[1], defence[1], *steps)
