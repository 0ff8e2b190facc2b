"""Satellite Uplink: an Action and a Comm Event for a Command Point."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.events import PointGained, UplinkUsed
from gearlock.systems.fieldmanual.command.orders import Uplink
from gearlock.systems.fieldmanual.command.pool import most_points, points_left
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event
from gearlock.systems.fieldmanual.electronic_warfare.rolls import UPLINK
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import State, Unit

RULE = "fieldmanual.perk-satellite-uplink"


@rule("fieldmanual.perk-satellite-uplink")
def refuse_uplink(state: State, order: Uplink) -> Refusal | None:
    """A working uplink, an Action, and a pool that is not as full as it was at the start."""
    unit = state.units[order.unit]
    if not unit.perk(UPLINK):
        return Refusal("perk", RULE, f"The {unit.name} has no working Satellite Uplink.")
    if idle := refuse_idle(unit):
        return idle
    have, most = points_left(state, unit.seat), most_points(state, unit.seat)
    if have < most:
        return None
    message = f"You have {have} Command Points, and an uplink brings no more than the {most} you began with."
    return Refusal("full", RULE, message, {"points": have, "most": most})


@heeds("fieldmanual.perk-satellite-uplink")
def resolve_uplink(ctx: Ctx[State], order: Uplink) -> Script[None]:
    """Pay, communicate, and gain the point if nobody blocks it."""
    ctx.emit(UplinkUsed(order.unit))
    if (yield from resolve_comm_event(ctx, order.unit, "satellite uplink")):
        ctx.emit(PointGained(order.unit))


def offer_uplink(state: State, unit: Unit) -> Iterator[Option]:
    """The uplink, where it brings something."""
    order = Uplink(unit.id)
    if unit.perk(UPLINK) and refuse_uplink(state, order) is None:
        yield Pick("Satellite Uplink: gain a Command Point", order, RULE)
