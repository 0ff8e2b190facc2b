"""5.3 and 5.5: what changes the dice of an attack: each rule once, read by play, odds, cards and bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse, Sum
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.chain_of_command import charge_modifiers, mind_modifiers, stable_modifiers
from gearlock.systems.brigands.dice import BASE_DICE, skill_dice, standard_modifiers, step_of
from gearlock.systems.brigands.ecm_defense import defense_modifiers, is_foiled
from gearlock.systems.brigands.lock_and_cover.sight import is_in_arc, is_wholly_behind, was_behind
from gearlock.systems.brigands.models import INDIRECT, MELEE, Weapon, range_modifier
from gearlock.systems.brigands.state import FIELDED, NO_GROUP, WRECK, State, Unit
from gearlock.systems.brigands.vtols import AA_DICE, airborne_modifiers, is_anti_air
from gearlock.table.inches import gap

# --- 5.3 and 5.5: the dice that lie between an attacker and its target. Each rule is a number; `modifiers` lists them


class Pair:
    """One model that attacks another: all that the rules between the two ask about."""

    __slots__ = ("attacker", "category", "cover", "observer", "rivals", "skill", "state", "target", "weapon")

    def __init__(
        self, state: State, attacker: Unit, target: Unit, weapon: Weapon, category: str, cover: int,
        rivals: Sequence[str], observer: str = "",
    ) -> None:  # fmt: skip
        self.state, self.attacker, self.target, self.weapon, self.category = state, attacker, target, weapon, category
        self.cover, self.observer = cover, observer
        self.skill = attacking_skill(attacker, category)
        self.rivals = rivals
        """Who Engages the attacker."""


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
        if engages(other, unit):
            yield other


@heeds("brigands.5.3")
def engages(other: Unit, unit: Unit) -> bool:
    """Whether one model Engages another."""
    reach = other.line.reach
    if reach < 0 or other.seat == unit.seat or other.status != FIELDED:
        return False
    return gap(other.body, unit.body) <= reach


@rule("brigands.5.3")
def engaged_dice(pair: Pair) -> int:
    """A die less for an Engaged model that attacks something it is not Engaged by."""
    target = pair.target
    if not pair.rivals or engages(target, pair.attacker):
        return 0
    return -1 if any(rival != target.id for rival in pair.rivals) else 0


@heeds("brigands.5.5b", "brigands.5.5c", "brigands.9.1-attack")
def is_from_behind(pair: Pair) -> bool:
    """Whether an attack comes from behind; wrecks, Infantry and Demolitions targets have no back.

    Ranged: the attacker wholly in the Back Arc. Melee: any part, now and at first.
    """
    attacker, target = pair.attacker, pair.target
    if attacker is target or not _has_back(target):
        return False
    if pair.category == MELEE:
        return was_behind(pair.state, attacker, target)
    return is_wholly_behind(attacker.body, target)


def _has_back(target: Unit) -> bool:
    return not (target.status == WRECK or target.line.type == "Infantry" or target.group == NO_GROUP)


@heeds("brigands.5.5b", "brigands.5.5c", "brigands.8.5-chain")
def back_dice(pair: Pair) -> int:
    """Dice of an attack from behind. For a chained attack it is enough that the observer is there."""
    target = pair.target
    if not is_from_behind(pair):
        observed = pair.observer and pair.attacker is not target and _has_back(target)
        if not observed or not is_wholly_behind(pair.state.units[pair.observer].body, target):
            return 0
    return 2 if target.line.type == "Vehicle" else 1


@rule("brigands.wtrait.frag")
def frag_dice(pair: Pair) -> int:
    """Dice of a weapon that is made for Infantry."""
    return pair.weapon.traits["Frag"] if pair.target.line.type == "Infantry" else 0


@rule("brigands.wtrait.aa")
def anti_air_dice(pair: Pair) -> int:
    """The dice of an anti-air weapon against an Airborne model."""
    return AA_DICE if pair.target.airborne else 0


@heeds("brigands.1.2c")
def attacking_skill(attacker: Unit, category: str) -> int:
    """The skill an attack is rolled with: Piloting in melee, else Gunnery. Who is attacked always has Piloting."""
    return attacker.line.piloting if category == MELEE else attacker.line.gunnery


@heeds("brigands.1.2c", "brigands.1.2g")
def attack_skill_dice(pair: Pair) -> int:
    """The attacker's Skill Advantage. Wrecks have no skill to be better than."""
    if pair.target.status == WRECK:
        return 0
    return skill_dice(pair.state, pair.skill, pair.target.line.piloting)


@heeds("brigands.1.2c", "brigands.1.2g")
def defence_skill_dice(pair: Pair) -> int:
    """The defender's Skill Advantage."""
    return skill_dice(pair.state, pair.target.line.piloting, pair.skill)


@rule("brigands.4.4-defensive")
def cover_dice(pair: Pair) -> int:
    """The Defensive Cover that the ground gives."""
    return pair.cover


@rule("brigands.trait.shield")
def shield_dice(pair: Pair) -> int:
    """Dice against what comes through the Front Arc and not from behind."""
    attacker, target = pair.attacker, pair.target
    if "Shield" not in target.line.traits or attacker is target:
        return 0
    rating = target.trait("Shield")
    return rating if rating and is_in_arc(target, "F", attacker.body) and not is_from_behind(pair) else 0


# --- 5.5: what changes the dice of an attack: every rule once, in two lists that play, odds, cards and bots all read


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
    ours, theirs = step_of(state, pair.skill), step_of(state, target.line.piloting)
    return Pools(max(1 if pair.weapon.area else 0, dice), max(0, guard), attack[1], defence[1], ours, theirs)
