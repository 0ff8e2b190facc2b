"""Scout: Forward Observation of a terrain piece or a Static model from within the observer's Detect rating."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event
from gearlock.systems.fieldmanual.lock_and_cover.locks import sees_point
from gearlock.systems.fieldmanual.missions.events import ObservationPaid, Scouted
from gearlock.systems.fieldmanual.missions.orders import Scout
from gearlock.systems.fieldmanual.missions.progress import distance_to_target
from gearlock.systems.fieldmanual.missions.slots import DONE, SCOUT, Slot, has_objective, target_of
from gearlock.systems.fieldmanual.missions.targets import middle_of
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.measure import INCH, inches_text

RULE = "fieldmanual.obj-scout"


def spot_of(state: State, target: str) -> tuple[int, int, int] | None:
    """Where a target is, as somebody would look at it: its middle, half way up."""
    if target in state.units:
        unit = state.units[target]
        return unit.x, unit.y, unit.z + unit.height // 2
    piece = next((piece for piece in state.ground.pieces if piece.id == target), None)
    return None if piece is None else (*middle_of(piece), (piece.base + piece.top) // 2)


@heeds("fieldmanual.obj-scout", "fieldmanual.forward-observation")
def refuse_scout(state: State, order: Scout) -> Refusal | None:
    """Why a model cannot observe a target: too far for its Detect rating, out of sight, or no Action left."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not being activated.")
    slot = Slot(unit.seat, order.number)
    spot = spot_of(state, target_of(state, slot)) if slot in has_objective(state, unit.seat, SCOUT) else None
    if spot is None:
        return Refusal("objective", RULE, f"Objective {order.number} of yours is nothing to scout.")
    idle = refuse_idle(unit)
    if idle is not None:
        return idle
    away = distance_to_target(state, unit.body, target_of(state, slot))
    if away > unit.card.detect * INCH:
        message = (
            f"It is {inches_text(away)} in away; the {unit.name} scouts from within its Detect, {unit.card.detect} in."
        )
        return Refusal("range", RULE, message, {"distance": away})
    if target_of(state, slot) in state.units and not sees_point(state, unit, *spot):
        return Refusal("sight", RULE, f"The {unit.name} does not see it.")
    return None


def offer_scouting(state: State, unit: Unit) -> Iterator[Option]:
    """What is to be scouted and can be from here."""
    for slot in has_objective(state, unit.seat, SCOUT):
        order = Scout(unit.id, slot.number)
        if not state.points.get(slot.key(DONE)) and refuse_scout(state, order) is None:
            yield Pick(f"Scout objective {slot.number}", order, RULE)


@heeds("fieldmanual.obj-scout", "fieldmanual.comm-events")
def resolve_scout(ctx: Ctx[State], order: Scout) -> Script[None]:
    """An Action and a Comm Event; unless that is blocked, the observation counts."""
    seat = ctx.state.units[order.unit].seat
    ctx.emit(ObservationPaid(order.unit))
    if (yield from resolve_comm_event(ctx, order.unit, "forward observation")):
        ctx.emit(Scouted(order.unit, seat, order.number, ctx.state.round))
