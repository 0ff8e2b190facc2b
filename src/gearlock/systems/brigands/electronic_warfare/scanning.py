"""8.2f: Detailed Scan, a close look at an enemy that some objectives ask for."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.exchange import end_exchange
from gearlock.systems.brigands.comms.comms_rating import DETAILED_SCAN
from gearlock.systems.brigands.electronic_warfare.acting import declare, refuse_mark, refuse_user, settle_answers
from gearlock.systems.brigands.electronic_warfare.contest import resolve_contest
from gearlock.systems.brigands.electronic_warfare.events import Scanned
from gearlock.systems.brigands.electronic_warfare.orders import DetailedScan
from gearlock.systems.brigands.lock_and_cover.sensing import sensor_range
from gearlock.systems.brigands.state import TOP_SPEED, State
from gearlock.table.inches import gap
from gearlock.table.measure import inches

RULE = "brigands.8.2f"


@rule("brigands.8.2f")
@heeds("brigands.8.2a", "brigands.11.3-scan")
def refuse_scan(state: State, order: DetailedScan) -> Refusal | None:
    """Why an enemy cannot be scanned: Comms, an Action, posture, Sensor Lock, half the range of the sensors.

    A wreck is an enemy still.
    """
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "Comms", DETAILED_SCAN, RULE)
    if refusal is not None:
        return refusal
    if unit.stance == TOP_SPEED:
        return Refusal("posture", RULE, f"The {unit.name} is too fast for a Detailed Scan: Braced or Combat Speed.")
    refusal = refuse_mark(state, unit, order.target, False, RULE, order.sharer, wrecks=True)
    if refusal is not None:
        return refusal
    target, reach = state.units[order.target], sensor_range(unit) // 2
    far = gap(unit.body, target.body)
    if far <= reach:
        return None
    message = (
        f"The {target.name} is {inches(far)} in away; a Detailed Scan reaches {inches(reach)} in, half the sensors."
    )
    return Refusal("range", RULE, message, {"distance": far, "range": reach})


@heeds("brigands.8.2f", "brigands.8.1b")
def resolve_scan(ctx: Ctx[State], order: DetailedScan) -> Script[None]:
    """Draw fire, get through or be jammed, and tell whether the Scan succeeded. The Action is spent either way."""
    answers = yield from declare(ctx, order.unit, DETAILED_SCAN, order.target, order.sharer)
    success = yield from resolve_contest(ctx, order.unit, "", DETAILED_SCAN)
    yield from settle_answers(ctx, answers)
    ctx.emit(Scanned(order.unit, order.target, success))
    end_exchange(ctx)
