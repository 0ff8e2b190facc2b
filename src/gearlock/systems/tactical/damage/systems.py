"""3.5.1: the Systems Damage Table: what a die strikes, what flaws and called shots make of it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.state import HEAVY, LIGHT, Unit

FIRE_CONTROL_HIT, STRUCTURE_HIT, CREW_HIT, MOVEMENT_HIT, AUXILIARY_HIT = (
    "fire control", "structure", "crew", "movement", "auxiliary",
)  # fmt: skip
SYSTEMS = (FIRE_CONTROL_HIT, STRUCTURE_HIT, CREW_HIT, MOVEMENT_HIT, AUXILIARY_HIT)
"""By their numbers on the table, from 1."""
TWICE = 6
RUINED = "ruined"
"""A level beyond Heavy that only exposed components know: the component is destroyed."""
WEAK_POINT = "Weak Point"
EXPOSED, EXPOSED_FIRE_CONTROL = "Exposed", "Exposed Fire Control Systems"
FRAGILE = "Fragile Chassis"
LAST_ROW = 7
PRECISE = 3
TINY, SYSTEM = "tiny target", "system"


@rule("tactical.3.4.2")
def system_at(face: int, called: str = "") -> str:
    """The system that a number strikes; empty for a 6, which means two more rolls, or the target of a called shot."""
    return SYSTEMS[face - 1] if face < TWICE else called


@heeds("tactical.3.4.2-precision")
def precision_result(margin: int) -> str:
    """What a shot at something tiny strikes: the thing from 3 on, below that the system it sits on, or nothing."""
    return TINY if margin >= PRECISE else SYSTEM if margin > 0 else ""


@heeds("tactical.7.2-card-only-perks")
def settled_location(unit: Unit, blow: Blow) -> int:
    """The number on the table that no die decides: one that was given, or a weak point that the margin finds."""
    needed = unit.card.flaws.get(WEAK_POINT, 0) or unit.card.perks.get(WEAK_POINT, 0)
    named = unit.card.details.get(WEAK_POINT, "").lower()
    if not blow.location and needed and blow.margin >= needed:
        return next((SYSTEMS.index(system) + 1 for system in SYSTEMS if named and system.startswith(named)), 0)
    return blow.location


@rule("tactical.7.2-exposed-auxiliary")
def worsened(unit: Unit, system: str, level: str) -> str:
    """The level at which a system is harmed: one step worse for a component that is exposed.

    Fire Control that is exposed goes by a flaw of its own. What does not get through the armor is never rolled for.
    """
    names = [name for name in unit.card.flaws if name.startswith(EXPOSED) and name != EXPOSED_FIRE_CONTROL]
    words = [f"{name} {unit.card.details.get(name, '')}".lower() for name in names]
    if not any(system in word for word in words):
        return level
    return HEAVY if level == LIGHT else RUINED


@rule("tactical.7.2-exposed-fire-control")
@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-a")
def fire_control_row(unit: Unit, level: str, face: int) -> int:
    """The row of Subtable A: 1 more for Heavy Damage, 1 more for exposed systems; the last row for what is above."""
    return min(LAST_ROW, face + (level != LIGHT) + unit.card.has(EXPOSED_FIRE_CONTROL))


@rule("tactical.7.2-fragile-chassis")
@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def structure_row(unit: Unit, level: str, face: int) -> int:
    """The row of Subtable B: 1 more for Heavy Damage, 1 more for a fragile chassis; the last row for what is above."""
    return min(LAST_ROW, face + (level != LIGHT) + unit.card.has(FRAGILE))
