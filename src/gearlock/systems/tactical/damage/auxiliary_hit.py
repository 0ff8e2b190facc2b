"""3.5.1: auxiliary systems that are hit: as many as a die says, by odd and even."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.blows import Blow, striker_seat
from gearlock.systems.tactical.damage.choosing import resolve_which, system_name
from gearlock.systems.tactical.damage.condition import (
    AUX,
    TURRET_RING,
    WRECKED,
    aux_systems,
    is_aux_gone,
)
from gearlock.systems.tactical.damage.events import PerkUsedUp, SystemHarmed, SystemSpared
from gearlock.systems.tactical.damage.systems import RUINED
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.line_of_sight.fittings import BACKUP, SENSORS, aux_loss, has_backup
from gearlock.systems.tactical.state import LIGHT, State, Unit

RULE = "tactical.3.5.1-auxiliary"


def aux_in_reach(unit: Unit, level: str) -> list[str]:
    """The auxiliary systems that a level of damage can harm: what is left of them, and a turret only from Heavy on."""
    left = [system for system in aux_systems(unit) if not is_aux_gone(unit, system)]
    return [system for system in left if level != LIGHT or system != TURRET_RING]


@heeds("tactical.3.5.1-auxiliary", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table")
def resolve_auxiliary_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Light takes 1 off as many systems as the die says, Heavy destroys as many; exposed ones all go."""
    if not aux_in_reach(ctx.state.units[unit_id], level):
        ctx.emit(SystemSpared(unit_id, "no auxiliary system is left to be hit", RULE))
        return
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "auxiliary systems", 1, seat, unit_id, RULE)
    systems = aux_in_reach(ctx.state.units[unit_id], level)
    count = len(systems) if level == RUINED else face
    for system in (yield from resolve_which(ctx, unit_id, blow, systems, RULE, count)):
        harm_aux(ctx, unit_id, system, level)


@heeds("tactical.7.2-backup-sensors", "tactical.3.5.1-auxiliary")
def harm_aux(ctx: Ctx[State], unit_id: str, system: str, level: str) -> None:
    """1 off a system, or all of it; backup sensors take what would harm the Sensors, once."""
    unit = ctx.state.units[unit_id]
    if system == SENSORS and has_backup(unit):
        ctx.emit(PerkUsedUp(unit_id, BACKUP, "tactical.7.2-backup-sensors"))
        return
    left = WRECKED - aux_loss(unit, system)
    points = 1 if level == LIGHT else left
    gone = "destroyed" if points == left else "1 less"
    ctx.emit(SystemHarmed(unit_id, AUX + system, points, f"{system_name(unit, system)} {gone}", RULE))
