"""3.2.1: falling off a cliff, or being carried over its edge."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.falling import resolve_fall
from gearlock.systems.tactical.movement.cliffs import CLEAR_OF, inches_of, is_cliff
from gearlock.systems.tactical.movement.entering import resolve_down
from gearlock.systems.tactical.movement.feats import FellDown
from gearlock.systems.tactical.movement.room import level_below, room_near
from gearlock.systems.tactical.speed import allowance
from gearlock.systems.tactical.state import COMBAT, State, Unit
from gearlock.table.measure import advance


@heeds("tactical.3.2.1-falling", "tactical.2.6.5-water")
def resolve_plunge(ctx: Ctx[State], unit_id: str, foot: tuple[int, int, int], inches: int) -> Script[None]:
    """A unit falls to the foot of a cliff, beside whoever stands there; its move is over."""
    x, y, z = foot
    unit = ctx.state.units[unit_id]
    spent, before = allowance(unit, COMBAT, unit.mode), (unit.x, unit.y, unit.z)
    ctx.emit(FellDown(unit_id, *room_near(ctx.state, unit, x, y, z), z, inches, spent))
    yield from resolve_fall(ctx, unit_id, inches)
    if ctx.state.units[unit_id].is_fielded:
        yield from resolve_down(ctx, unit_id, before)


@heeds("tactical.3.2.1-falling", "tactical.2.6.5-top-speed-turn")
def foot_ahead(state: State, unit: Unit) -> tuple[tuple[int, int, int], int] | None:
    """Where a unit that slides straight over an edge comes down, and how many inches below; None without a cliff."""
    x, y = advance(unit.x, unit.y, unit.facing, unit.card.radius + CLEAR_OF)
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return None
    z = level_below(state, x, y, unit.z - 1)
    return ((x, y, z), inches_of(unit.z - z)) if is_cliff(unit.z - z) else None
