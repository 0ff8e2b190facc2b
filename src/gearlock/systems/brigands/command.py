"""7: commanders, Formation and the Rerolls that Command Points buy."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.events import Rerolled
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.orders import Reroll
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

FORMATION = 6 * INCH


@rule("brigands.7.1", "brigands.7.2")
def commander_of(state: State, seat: str) -> Unit | None:
    """The highest ranking Commander of a seat that is in play."""
    best: Unit | None = None
    for unit in state.units.values():
        fit = unit.seat == seat and unit.rank and unit.status == FIELDED
        if fit and (best is None or RANKS[unit.rank] > RANKS[best.rank]):
            best = unit
    return best


@rule("brigands.7.3", "brigands.A4")
def is_in_formation(unit: Unit, leader: Unit) -> bool:
    """With itself always; in the introductory game otherwise within 6 in of the Combat Group Leader."""
    return unit is leader or gap(unit.body, leader.body) <= FORMATION


@rule("brigands.7.4", "brigands.7.4a")
def reroll_giver(state: State, unit: Unit) -> Unit | None:
    """The Commander who could spend a Command Point on this model's roll."""
    leader = commander_of(state, unit.seat)
    if leader is None or leader.command <= 0 or not is_in_formation(unit, leader):
        return None
    return leader


@rule("brigands.1.2i", "brigands.7.4a")
def offer_reroll(ctx: Ctx[State], unit_id: str, what: str, shown: str) -> Script[bool]:
    """Ask whether a Command Point is spent on this model's roll; the point is gone as soon as it is named."""
    unit = ctx.state.units[unit_id]
    giver = reroll_giver(ctx.state, unit)
    if giver is None:
        return False
    question = Ask(
        unit.seat, "reroll", unit_id, (what,), "brigands.7.4a", f"{unit.name}, {what}: {shown}. Reroll?", optional=True
    )
    order = yield from ask(question)
    if not isinstance(order, Reroll):
        return False
    ctx.emit(Rerolled(unit_id, giver.id))
    return True
