"""2.3.4, 3.5.2: armor: what is left of it, and what stands in the way from each side and against each weapon."""

from __future__ import annotations

import re

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.weapons import Weapon
from gearlock.table.measure import bearing, turn_between

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
