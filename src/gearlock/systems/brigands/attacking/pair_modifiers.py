"""5.3 and 5.5: the dice that lie between an attacker and its target. Each rule is a number; `modifiers` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.dice import skill_dice
from gearlock.systems.brigands.flying.airborne import AA_DICE
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc, is_wholly_behind, was_behind
from gearlock.systems.brigands.state import FIELDED, NO_GROUP, WRECK, State, Unit
from gearlock.systems.brigands.weapons import MELEE, Weapon
from gearlock.table.inches import gap


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
