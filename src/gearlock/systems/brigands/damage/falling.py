"""2.5: falling, and the Marginal Hits that come in numbers: of a fall here, of fire and the like elsewhere."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.command.command_points import fill_vacancies
from gearlock.systems.brigands.damage.damage import fall_of, harmed
from gearlock.systems.brigands.damage.marginal_hits import resolve_marginal_hits
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.measure import INCH


@heeds("brigands.2.5")
def hits_of_fall(unit: Unit, height: int) -> int:
    """Marginal Hits of a fall: whole inches beyond the model's Piloting."""
    return max(0, (height - unit.line.piloting * INCH) // INCH)


@rule("brigands.2.5")
def resolve_fall(ctx: Ctx[State], unit_id: str, height: int, z: int) -> Script[None]:
    """A model drops from its feet to the surface and takes what it has coming. A fall never overkills."""
    unit = ctx.state.units[unit_id]
    hits = hits_of_fall(unit, height) if unit.status == FIELDED else 0
    ctx.emit(fall_of(ctx.state, unit_id, height, hits, z))
    if hits:
        damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, hits, "fall")
        if damage:
            ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, "fall", attack=False))
            fill_vacancies(ctx)
