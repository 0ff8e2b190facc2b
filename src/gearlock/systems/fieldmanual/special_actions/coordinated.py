"""Coordinated Attack: a Combat Group Leader nominates a target, and its group finds it easier to hit."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event
from gearlock.systems.fieldmanual.electronic_warfare.comms import in_auto_comm
from gearlock.systems.fieldmanual.leaders.leaders import is_group_leader
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_lock
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.special_actions.events import NOMINATED, AttackCoordinated, TargetNominated
from gearlock.systems.fieldmanual.special_actions.orders import Coordinate
from gearlock.systems.fieldmanual.state import COORDINATED, FIELDED, State, Unit, opponent

RULE = "fieldmanual.coordinated-attack"


@heeds("fieldmanual.active-lock")
def _is_free(state: State, unit: Unit, target: str) -> bool:
    """Whether the free Action of an Active Lock on the target pays for it."""
    now = state.activation
    return now is not None and now.unit == unit.id and now.free == target


@rule("fieldmanual.coordinated-attack")
@heeds("fieldmanual.leaders")
def refuse_coordination(state: State, order: Coordinate) -> Refusal | None:
    """Why a target cannot be nominated: by a leader, once a round, with Lock, and for an Action."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not is_group_leader(state, unit):
        return Refusal("leader", RULE, f"The {unit.name} leads no Combat Group.")
    if unit.token(NOMINATED):
        return Refusal("again", RULE, f"The {unit.name} has nominated a target in this round.")
    if target is None or target.seat == unit.seat or target.status != FIELDED:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if not has_lock(state, unit, target):
        return Refusal("lock", RULE, f"The {unit.name} has no Lock on the {target.name}.")
    return None if _is_free(state, unit, order.target) else refuse_idle(unit, 1, RULE)


@heeds("fieldmanual.coordinated-attack", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_coordination(ctx: Ctx[State], order: Coordinate) -> Script[None]:
    """A Comm Event; blocked it serves only those of the group who are in the leader's Auto Comm, itself included."""
    ctx.emit(TargetNominated(order.unit, order.target, _is_free(ctx.state, ctx.state.units[order.unit], order.target)))
    passed = yield from resolve_comm_event(ctx, order.unit, "Coordinated Attack")
    state, unit = ctx.state, ctx.state.units[order.unit]
    mates = (other for other in state.fielded(unit.seat) if other.squad == unit.squad)
    heard = () if passed else tuple(other.id for other in mates if in_auto_comm(state, unit, other))
    ctx.emit(AttackCoordinated(order.unit, order.target, heard, not passed))


def offer_coordination(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy in Lock, where there is somebody to profit."""
    if not unit.rank or unit.token(NOMINATED):
        return
    for target in state.fielded(opponent(unit.seat)):
        order = Coordinate(unit.id, target.id)
        if f"{COORDINATED}:{unit.seat}:{unit.squad}" in target.tokens or refuse_coordination(state, order):
            continue
        yield Target(f"Coordinated Attack on the {target.name}", order, RULE, target.id)
