"""3.5: detailed damage: armor lost, then rolls on the Systems Damage Table."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.damage.auxiliary_hit import resolve_auxiliary_hit
from gearlock.systems.tactical.damage.blows import Blow, striker_seat, weapon_of
from gearlock.systems.tactical.damage.crew_hit import resolve_crew_hit
from gearlock.systems.tactical.damage.events import ArmorLost
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.movement_hit import resolve_movement_hit
from gearlock.systems.tactical.damage.structure_hit import resolve_structure_hit
from gearlock.systems.tactical.damage.systems import (
    AUXILIARY_HIT,
    CREW_HIT,
    FIRE_CONTROL_HIT,
    MOVEMENT_HIT,
    STRUCTURE_HIT,
    settled_location,
    system_at,
    worsened,
)
from gearlock.systems.tactical.damage.weapons_hit import resolve_fire_control_hit
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.state import HEAVY, IN_PLAY, LIGHT, State
from gearlock.systems.tactical.weapons import HAYWIRE

LOCATION = "Systems Damage Table"
ARMOR_COST = {LIGHT: 1, HEAVY: 2}
HITS: dict[str, Callable[[Ctx[State], str, str, Blow], Script[None]]] = {
    FIRE_CONTROL_HIT: resolve_fire_control_hit,
    STRUCTURE_HIT: resolve_structure_hit,
    CREW_HIT: resolve_crew_hit,
    MOVEMENT_HIT: resolve_movement_hit,
    AUXILIARY_HIT: resolve_auxiliary_hit,
}
TABLES = {LIGHT: "tactical.3.5.1-light-table", HEAVY: "tactical.3.5.1-heavy-table"}


@rule("tactical.3.5")
@heeds("tactical.3.5.2", "tactical.2.6.10-overkill", "tactical.3.5.1")
def resolve_detailed(ctx: Ctx[State], unit_id: str, level: str, blow: Blow, face: int = 0) -> Script[None]:
    """Light costs 1 Armor, Heavy 2, and systems are struck; without Armor, or three times its Armor at once: destroyed.

    `face` is the first number on the table, where a die that was thrown for cover has shown it.
    """
    if level not in ARMOR_COST:
        lose(ctx, unit_id, blow, rule_id="tactical.3.5")
        return
    left = base_armor(ctx.state.units[unit_id])
    points = min(ARMOR_COST[level], left)
    ctx.emit(ArmorLost(unit_id, points, left - points))
    if points == left:
        lose(ctx, unit_id, blow, rule_id="tactical.3.5.1")
    else:
        yield from resolve_systems(ctx, unit_id, level, blow, face)


@rule("tactical.7.2.2-haywire", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table")
@heeds("tactical.3.5.1", "tactical.3.4.2")
def resolve_systems(ctx: Ctx[State], unit_id: str, level: str, blow: Blow, face: int = 0) -> Script[None]:
    """A roll on the table, two for a discharge; each 6 is two more, or finds what a called shot was meant for."""
    weapon = weapon_of(ctx.state, blow)
    rolls = 2 if weapon is not None and weapon.has(HAYWIRE) else 1
    face = settled_location(ctx.state.units[unit_id], blow) or face
    while rolls and ctx.state.units[unit_id].status in IN_PLAY:
        rolls -= 1
        if not face:
            seat = striker_seat(ctx.state, blow, unit_id)
            (face,) = yield from throw_dice(ctx, LOCATION, 1, seat, unit_id, TABLES[level])
        system, face = system_at(face, blow.called), 0
        if system:
            harm = worsened(ctx.state.units[unit_id], system, level)
            yield from HITS[system](ctx, unit_id, harm, blow)
        else:
            rolls += 2
