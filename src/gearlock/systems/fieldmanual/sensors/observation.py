"""Forward Observation: a target under Active Lock is shown to friends, and Designated by who has a designator."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event
from gearlock.systems.fieldmanual.electronic_warfare.comms import in_auto_comm
from gearlock.systems.fieldmanual.lock_and_cover.concealment import concealment
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.sensors.active_lock import eye_of, has_active_lock, refuse_target
from gearlock.systems.fieldmanual.sensors.events import ObservationBegun, Observed
from gearlock.systems.fieldmanual.sensors.orders import ForwardObserve
from gearlock.systems.fieldmanual.state import State, Unit, opponent

RULE = "fieldmanual.forward-observation"
DESIGNATOR = "Target Designator"


@heeds("fieldmanual.active-lock")
def is_free(state: State, unit: Unit, target: str) -> bool:
    """Whether the free Action of an Active Lock on this target is still to be used."""
    now = state.activation
    return now is not None and now.unit == unit.id and now.free == target


@rule("fieldmanual.forward-observation")
def refuse_observation(state: State, order: ForwardObserve) -> Refusal | None:
    """Why a target cannot be observed: no Active Lock on it, or neither its free Action nor another one is left."""
    unit = state.units[order.unit]
    if fault := refuse_target(state, unit, order.target, order.drone, RULE):
        return fault
    target = state.units[order.target]
    if not has_active_lock(unit, target):
        message = f"The {unit.name} has no Active Lock on the {target.name}: that comes before a Forward Observation."
        return Refusal("lock", RULE, message)
    return None if is_free(state, unit, order.target) else refuse_idle(unit, 1, RULE)


@rule("fieldmanual.perk-target-designator", "fieldmanual.perk-drone-recon")
def designates(state: State, unit: Unit, target: Unit, drone: bool) -> bool:
    """Whether an observation Designates its target: the designator's rating is not below its Concealment.

    A Recon Drone looks from where it is, with its own designator in place of its owner's.
    """
    eye = eye_of(state, unit, drone) or unit
    rating = eye.perk(DESIGNATOR)
    return bool(rating) and concealment(state, eye, target) <= rating


@heeds("fieldmanual.forward-observation", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_observation(ctx: Ctx[State], order: ForwardObserve) -> Script[tuple[str, ...] | None]:
    """Pay and communicate. Gives back who may use it: None for the whole side, else who heard it in spite of ECM."""
    free = is_free(ctx.state, ctx.state.units[order.unit], order.target)
    ctx.emit(ObservationBegun(order.unit, order.target, free))
    eye = eye_of(ctx.state, ctx.state.units[order.unit], order.drone)
    source = eye.id if order.drone and eye is not None else ""
    passed = yield from resolve_comm_event(ctx, order.unit, "Forward Observation", source)
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    heard = () if passed else hearers(ctx.state, unit)
    if passed or heard:
        ctx.emit(Observed(unit.id, target.id, designates(ctx.state, unit, target, order.drone), not passed, heard))
    return None if passed else heard


@heeds("fieldmanual.auto-comm")
def hearers(state: State, unit: Unit) -> tuple[str, ...]:
    """The friends that profit from a Comm Event of a model though it was blocked, itself included."""
    return tuple(other.id for other in state.fielded(unit.seat) if in_auto_comm(state, unit, other))


def offer_observations(state: State, unit: Unit) -> Iterator[Option]:
    """Every target under Active Lock, by itself and by its drone."""
    for target in state.fielded(opponent(unit.seat)):
        if not has_active_lock(unit, target) or target.token(f"observed:{unit.id}"):
            continue
        for drone in (False, True):
            order = ForwardObserve(unit.id, target.id, drone)
            if refuse_observation(state, order) is None:
                label = f"Forward Observe the {target.name}{' by the drone' if drone else ''}"
                yield Target(label, order, RULE, target.id)
