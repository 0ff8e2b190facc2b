"""5.3 and 5.5: what changes the dice of an attack. The same lines serve the roll, the odds, the preview and the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.dice import bonus_of, dice, pool_of, result, skill_advantage, standard_modifiers, step_of
from gearlock.systems.brigands.ecm_defense import defense_modifiers, is_foiled
from gearlock.systems.brigands.flying.airborne import airborne_modifiers, anti_air_modifiers
from gearlock.systems.brigands.lock_and_cover.arcs import is_wholly_behind, was_behind
from gearlock.systems.brigands.state import FIELDED, NO_GROUP, WRECK, State, Unit
from gearlock.systems.brigands.traits import charge_modifiers, mind_modifiers, shield_modifiers, stable_modifiers
from gearlock.systems.brigands.weapons import MELEE, Weapon, range_modifier
from gearlock.table.inches import gap


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


class Duel(NamedTuple):
    """Both sides of a Strike: their modifier lines and the pools that come of them."""

    attack: list[Modifier]
    defence: list[Modifier]
    pools: Pools


@heeds("brigands.5.3")
def engagers(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies that Engage a model: those it is in melee range of, whichever way they face."""
    x, y, seat, body = unit.x, unit.y, unit.seat, unit.body
    for other in state.units.values():
        reach = other.line.reach
        if reach < 0 or other.seat == seat or other.status != FIELDED:
            continue
        far = reach + body.radius + (other.line.radius if other.shell is None else other.shell[0])
        if abs(other.x - x) > far or abs(other.y - y) > far:
            continue  # too far even in plan, as almost everybody is
        if gap(other.body, body) <= reach:
            yield other


@rule("brigands.5.3")
def engaged_modifiers(state: State, unit: Unit, target: Unit) -> list[Modifier]:
    """A die less for an Engaged model that attacks something it is not Engaged by."""
    rivals = [other.id for other in engagers(state, unit)]
    return [dice(-1, "Engaged by another", "brigands.5.3")] if rivals and target.id not in rivals else []


@heeds("brigands.5.5b", "brigands.5.5c", "brigands.9.1-attack", "brigands.8.5-chain")
def back_dice(state: State, attacker: Unit, target: Unit, melee: bool, observer: str = "") -> int:
    """Dice of an attack from behind. Ranged: the attacker wholly in the Back Arc. Melee: any part, now and at first.

    For a chained attack it is enough that the observer is there. Infantry and Demolitions targets have no back.
    """
    if attacker is target or target.status == WRECK or target.line.type == "Infantry" or target.group == NO_GROUP:
        return 0
    behind = was_behind(state, attacker, target) if melee else is_wholly_behind(attacker.body, target)
    if not behind and not (observer and is_wholly_behind(state.units[observer].body, target)):
        return 0
    return 2 if target.line.type == "Vehicle" else 1


def back_modifiers(state: State, attacker: Unit, target: Unit, melee: bool, observer: str = "") -> list[Modifier]:
    """The line of an attack from behind."""
    count = back_dice(state, attacker, target, melee, observer)
    return [dice(count, "Back Attack", "brigands.5.5c" if melee else "brigands.5.5b")] if count else []


@rule("brigands.wtrait.burst", "brigands.wtrait.precise")
def weapon_modifiers(weapon: Weapon) -> list[Modifier]:
    """Dice and results the weapon's own traits give."""
    lines: list[Modifier] = []
    if "Burst" in weapon.traits:
        lines.append(dice(weapon.traits["Burst"], f"Burst:{weapon.traits['Burst']}", "brigands.wtrait.burst"))
    if "Precise" in weapon.traits:
        lines.append(result(1, "Precise", "brigands.wtrait.precise"))
    return lines


@rule("brigands.wtrait.frag")
def frag_modifiers(weapon: Weapon, target: Unit) -> list[Modifier]:
    """Dice of a weapon that is made for Infantry."""
    if "Frag" not in weapon.traits or target.line.type != "Infantry":
        return []
    return [dice(weapon.traits["Frag"], f"Frag:{weapon.traits['Frag']}", "brigands.wtrait.frag")]


@rule("brigands.8.5b", "brigands.wtrait.guided")
@heeds("brigands.trait.td")
def _band_modifiers(strike: Strike) -> list[Modifier]:
    """What the range gives or takes. A Guided weapon with a Target Designator on the target has a die instead."""
    if strike.guided:
        return [] if strike.secondary else [dice(1, "Guided by Target Designator", "brigands.8.5b")]
    change, bonus = range_modifier(strike.category, strike.optimal)
    label = f"{strike.category}, {'Optimal' if strike.optimal else 'Suboptimal'} range"
    lines = [dice(change, label, "brigands.5.5a")] if change else []
    return [*lines, result(bonus, label, "brigands.5.5a")] if bonus else lines


@rule("brigands.trait.brawler")
def brawler_modifiers(unit: Unit) -> list[Modifier]:
    """Dice a model has in melee, attacking and defending; some models are clumsy and lose them."""
    rating = unit.trait("Brawler")
    return [dice(rating, f"Brawler:{rating}", "brigands.trait.brawler")] if rating else []


@heeds("brigands.5.5b", "brigands.5.5c")
def own_modifiers(state: State, strike: Strike) -> list[Modifier]:
    """The lines of an attack that do not depend on who or what is attacked."""
    attacker = state.units[strike.attacker]
    lines = standard_modifiers(attacker, attacking=True) + stable_modifiers(attacker) + mind_modifiers(state, attacker)
    lines += _band_modifiers(strike)
    lines += weapon_modifiers(attacker.line.weapons[strike.weapon])
    lines += climbing_modifiers(attacker)
    return (
        lines + brawler_modifiers(attacker) + charge_modifiers(state, attacker) if strike.category == MELEE else lines
    )


@heeds("brigands.1.2c")
def attacking_skill(attacker: Unit, category: str) -> int:
    """The skill an attack is rolled with: Piloting in melee, else Gunnery. Who is attacked always has Piloting."""
    return attacker.line.piloting if category == MELEE else attacker.line.gunnery


@rule("brigands.5.5b", "brigands.5.5c")
@heeds("brigands.1.2c", "brigands.5.4")
def attack_modifiers(state: State, strike: Strike) -> list[Modifier]:
    """Every line that changes the attacker's roll. Wrecks have no skill to be better than."""
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    melee = strike.category == MELEE
    lines = own_modifiers(state, strike)
    lines += frag_modifiers(attacker.line.weapons[strike.weapon], target)
    lines += anti_air_modifiers(attacker.line.weapons[strike.weapon], target)
    lines += back_modifiers(state, attacker, target, melee, strike.observer)
    lines += engaged_modifiers(state, attacker, target)
    if strike.secondary:
        lines.append(dice(-1, "Secondary Target", "brigands.5.4"))
    if target.status != WRECK:
        skill, name = attacking_skill(attacker, strike.category), "Piloting" if melee else "Gunnery"
        lines += skill_advantage(state, skill, target.line.piloting, f"better {name}")
    return lines


@rule("brigands.4.4-defensive", "brigands.wtrait.spray")
@heeds("brigands.5.5b", "brigands.5.5c")
def defence_modifiers(state: State, strike: Strike) -> list[Modifier]:
    """Every line that changes the defender's roll. Cover is no help in melee."""
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    if target.status == WRECK:
        return []
    melee = strike.category == MELEE
    lines = standard_modifiers(target, attacking=False) + climbing_modifiers(target) + airborne_modifiers(target)
    weapon = attacker.line.weapons[strike.weapon]
    if strike.cover and not melee and "Spray" not in weapon.traits:
        label = "Heavy Defensive Cover" if strike.cover == 2 else "Light Defensive Cover"
        lines.append(dice(strike.cover, label, "brigands.4.4-defensive"))
    if is_foiled(weapon, strike.category):
        lines += defense_modifiers(state, target)
    lines += mind_modifiers(state, target)
    if "Shield" in target.line.traits and not back_modifiers(state, attacker, target, melee):
        lines += shield_modifiers(attacker, target, weapon, strike.category)
    lines += brawler_modifiers(target) if melee else []
    if melee and target.line.reach < 0:
        lines.append(dice(-1, "no melee weapon", "brigands.5.5c"))
    skill = attacking_skill(attacker, strike.category)
    return lines + skill_advantage(state, target.line.piloting, skill, "better Piloting")


@heeds("brigands.5.4a", "brigands.5.6e", "brigands.A6.1")
def duel_of(state: State, strike: Strike) -> Duel:
    """The modifier lines and pools of both sides. Area weapons roll at least one die; a wreck always comes to 1."""
    attack, defence = attack_modifiers(state, strike), defence_modifiers(state, strike)
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    area = attacker.line.weapons[strike.weapon].area
    guard = 0 if target.status == WRECK else pool_of(defence)
    steps = step_of(state, attacking_skill(attacker, strike.category)), step_of(state, target.line.piloting)
    pools = Pools(pool_of(attack, 1 if area else 0), guard, bonus_of(attack), bonus_of(defence), *steps)
    return Duel(attack, defence, pools)


@rule("brigands.2.4a")
def climbing_modifiers(unit: Unit) -> list[Modifier]:
    """A die less, attacking and defending, for a model on a face; Climbers are at home there."""
    if not unit.hanging or unit.trait("Climber"):
        return []
    return [dice(-1, "Climbing", "brigands.2.4a")]
