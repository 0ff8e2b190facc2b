"""8.5: Forward Observation. A model with Comms, or a Recon Drone, shows others where to fire."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.exchange import end_exchange, resolve_strikes, settle_wounds
from gearlock.systems.brigands.comms.comms_rating import FORWARD_OBSERVATION, has_comms
from gearlock.systems.brigands.dice_on_table import Observation
from gearlock.systems.brigands.electronic_warfare.contest import resolve_contest
from gearlock.systems.brigands.electronic_warfare.origin import offer_origin_fire
from gearlock.systems.brigands.forward_observation.chaining import resolve_chains
from gearlock.systems.brigands.forward_observation.events import ObservationReceived, Observed
from gearlock.systems.brigands.forward_observation.orders import Observe
from gearlock.systems.brigands.forward_observation.receiving import receivers_of, resolve_designation
from gearlock.systems.brigands.lock_and_cover.cover import look_at_point
from gearlock.systems.brigands.lock_and_cover.sensing import has_line_of_sight, senses_point
from gearlock.systems.brigands.lock_and_cover.sharing import refuse_lock_on
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import TOP_SPEED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap

RECON_DRONE = "recon-drone"


@rule("brigands.8.5c")
@heeds("brigands.8.5", "brigands.8.2a", "brigands.1.7b")
def refuse_observer(origin: Unit) -> Refusal | None:
    """Why a model cannot observe now. A Recon Drone needs neither Comms nor a posture, but an Action of its own."""
    if origin.controller and origin.line.id != RECON_DRONE:
        return Refusal("drone", "brigands.8.5c", f"Only Recon Drones observe; the {origin.name} is none.")
    if not origin.controller and not has_comms(origin):
        return Refusal("comms", "brigands.8.5", f"The {origin.name} has no Comms to observe with.")
    if origin.posture == TOP_SPEED:
        return Refusal("posture", "brigands.8.5", f"The {origin.name} is at Top Speed, too fast to observe.")
    if not payment(origin):
        return Refusal("no-action", "brigands.1.6b", f"The {origin.name} has no Action or token left.", {"actions": 0})
    return None


@heeds("brigands.8.5", "brigands.4.3-sensor-lock", "brigands.4.3b")
def refuse_observe(state: State, order: Observe) -> Refusal | None:
    """Why this cannot be observed: it must be an enemy model or a point, in Sensor Lock of the Origin."""
    origin = state.units[order.unit]
    refusal = refuse_observer(origin)
    if refusal is not None:
        return refusal
    if order.aim is not None:
        return _refuse_point(state, origin, order)
    target = state.units.get(order.target)
    if target is None or not target.is_fielded or target.seat == origin.seat:
        return Refusal("target", "brigands.8.5", f"{order.target or 'Nobody'} is no enemy in play.")
    return refuse_lock_on(state, origin, target, order.sharer, "brigands.8.5")


@heeds("brigands.8.5", "brigands.4.3-sensor-lock")
def _refuse_point(state: State, origin: Unit, order: Observe) -> Refusal | None:
    """Why a point cannot be observed. Only Lock on models is shared, and a model's own place is observed as a model."""
    assert order.aim is not None, "a point is observed"
    point = Body(*order.aim)
    if order.target or order.sharer:
        message = "A model or a point is observed, not both; sensors are shared on models alone."
        return Refusal("target", "brigands.8.5", message)
    if not (0 <= point.x <= state.ground.width and 0 <= point.y <= state.ground.height and 0 <= point.z <= 12_000):
        return Refusal("point", "brigands.5.4a", "The point lies off the table.")
    if not senses_point(state, origin, point, attacking=False):
        return Refusal("lock", "brigands.8.5", f"The {origin.name} has no Sensor Lock on the point.")
    for other in state.units.values():
        if other.is_fielded and gap(point, other.body) == 0:
            instead = "choose another" if other.seat == origin.seat else "observe that model instead"
            return Refusal("point", "brigands.8.5", f"The point lies in the {other.name}: {instead}.")
    return None


@rule("brigands.trait.td")
@heeds("brigands.8.5", "brigands.8.5b")
def observation_of(state: State, order: Observe) -> Observation:
    """What an order would observe, and whether a Target Designator with sight of it marks it."""
    origin = state.units[order.unit]
    designated = False
    if origin.has("TD"):
        if order.aim is not None:
            designated = look_at_point(state, origin, Body(*order.aim)).sight
        else:
            designated = has_line_of_sight(state, origin, state.units[order.target])
    return Observation(origin.id, order.target, order.aim, designated)


@rule("brigands.8.5")
@heeds("brigands.8.5a", "brigands.8.5b", "brigands.8.5c", "brigands.8.1b", "brigands.6.3")
def resolve_observation(ctx: Ctx[State], order: Observe) -> Script[None]:
    """Observe, send it to a friend past enemy ECM, or from a drone to its controller, and let Receivers chain attacks.

    Snap Fire at the Origin is rolled when the Observation takes effect and hurts when all is done: neither stops the
    other. Who the Observation does not reach gets nothing, but the Origin always has its own.
    """
    seen = observation_of(ctx.state, order)
    origin_id, targets = seen.origin, (seen.target,) if seen.target else ()
    cost, controller = payment(ctx.state.units[origin_id]), ctx.state.units[origin_id].controller
    ctx.emit(Observed(origin_id, seen.target, cost, seen.point, seen.designated, order.sharer))
    sent_to = controller or (yield from resolve_designation(ctx, origin_id))
    answers = yield from offer_origin_fire(ctx, origin_id, targets, order.sharer)
    arrived = sent_to in ("", controller)
    if not arrived:
        arrived = yield from resolve_contest(ctx, origin_id, sent_to, FORWARD_OBSERVATION)
    origin, reached = ctx.state.units[origin_id], ctx.state.units[sent_to] if sent_to and arrived else None
    received = tuple(unit.id for unit in receivers_of(ctx.state, origin, reached))
    ctx.emit(ObservationReceived(origin_id, received, sent_to, arrived))
    wounds = yield from resolve_strikes(ctx, answers)
    yield from resolve_chains(ctx)
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)
