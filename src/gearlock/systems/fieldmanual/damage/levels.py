"""Damage levels: what the last filled box takes from a model, and what perks and flaws change about it."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.dice_tests.tests import damage_lines
from gearlock.systems.fieldmanual.state import Unit

LIGHT, HEAVY, CRITICAL = "L", "H", "C"
LEVELS = {"": "undamaged", "S": "Sturdy", LIGHT: "Light", HEAVY: "Heavy", CRITICAL: "Critical"}


@heeds("fieldmanual.damage-critical", "fieldmanual.combined-scenario-damage")
def is_critical(card: Card, boxes: int) -> bool:
    """Whether so many filled boxes are critical damage: the last is, or is Heavy on a track without Critical."""
    level = card.boxes[min(boxes, len(card.boxes)) - 1] if boxes and card.boxes else ""
    return level == CRITICAL or (level == HEAVY and CRITICAL not in card.boxes)


@rule("fieldmanual.damage-light", "fieldmanual.damage-sturdy")
def terrain_lines(unit: Unit) -> list[Modifier]:
    """What Light damage takes off tests of Difficult and Dangerous terrain, and nothing else; Sturdy takes nothing.

    Heavy and Critical damage hinder these tests as any other (`damage_lines`).
    """
    return [result(-1, "Light damage", "fieldmanual.damage-light")] if unit.level == LIGHT else []


@rule("fieldmanual.flaw-exposed-movement")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical", "fieldmanual.speed-top")
def refuse_top_speed(unit: Unit) -> Refusal | None:
    """Why damage keeps a model from Top Speed: Heavy and Critical any, Light those with exposed movement."""
    if unit.level in (HEAVY, CRITICAL):
        rule_id = "fieldmanual.damage-heavy" if unit.level == HEAVY else "fieldmanual.damage-critical"
    elif unit.level == LIGHT and unit.perk("Exposed Movement"):
        rule_id = "fieldmanual.flaw-exposed-movement"
    else:
        return None
    words = f"The {unit.name} has {LEVELS[unit.level]} damage: it may no longer go at Top Speed."
    return Refusal("damaged", rule_id, words, {"level": unit.level})


@rule("fieldmanual.perk-shielded-weapons", "fieldmanual.flaw-exposed-firecon")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
def attack_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off Attack rolls: with shielded weapons one less, with exposed fire control from Light on."""
    if unit.perk("Shielded Weapons"):
        return _one_less(unit, "fieldmanual.perk-shielded-weapons")
    if unit.level == LIGHT and unit.perk("Exposed FireCon"):
        return [result(-1, "Light damage, exposed fire control", "fieldmanual.flaw-exposed-firecon")]
    return damage_lines(unit)


@rule("fieldmanual.perk-rugged-movement")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
def defense_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off Defense rolls, in melee too: with rugged movement one less."""
    if unit.perk("Rugged Movement"):
        return _one_less(unit, "fieldmanual.perk-rugged-movement")
    return damage_lines(unit)


def _one_less(unit: Unit, rule_id: str) -> list[Modifier]:
    """Nothing at Heavy, -1 at Critical damage."""
    return [result(-1, "Critical damage", rule_id)] if unit.level == CRITICAL else []
