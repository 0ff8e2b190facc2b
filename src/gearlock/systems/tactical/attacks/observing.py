"""3.4.3: indirect fire: forward observers, and what they see for others."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.events import FireObserved, ObservingBegun
from gearlock.systems.tactical.attacks.orders import Observe
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import band_of, fires_indirectly
from gearlock.systems.tactical.damage.condition import can_use, refuse_comms
from gearlock.systems.tactical.line_of_sight.looks import look, refuse_sight, sees
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT
from gearlock.systems.tactical.sensors.communication import resolve_communication
from gearlock.systems.tactical.state import OBSERVED, SKIRMISH_SCALE, State, Unit, opponent
from gearlock.systems.tactical.switches import INDIRECT_FIRE

RULE = "tactical.3.4.3"


@heeds("tactical.3.4.3", "tactical.3.5.1-auxiliary")
def observers_of(state: State, firer: Unit, target: Unit) -> list[Unit]:
    """The friends of a firer who have observed a target this round, are still there, in touch, and still see it."""
    prefix = f"{OBSERVED}:"
    names = [name[len(prefix) :] for name in target.tokens if name.startswith(prefix)]
    found = [state.units[name] for name in names if name in state.units]
    friends = [unit for unit in found if unit.seat == firer.seat and unit.id != firer.id and unit.is_fielded]
    return [unit for unit in friends if refuse_comms(unit) is None and sees(state, unit, target)]


def refuse_observing(state: State, order: Observe, only: str = "") -> Refusal | None:
    """Why a unit cannot observe a target: an Action, communications, and sight of its own."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or (only and target.id != only):
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy that can be observed now.")
    if not state.switch(INDIRECT_FIRE):
        return Refusal("indirect", RULE, "Indirect fire is not in use in this battle.")
    if target.token(f"{OBSERVED}:{unit.id}"):
        return Refusal("again", RULE, f"The {unit.name} observes the {target.name} already, for everybody.")
    return refuse_acting(unit, hanging=True) or refuse_comms(unit) or refuse_sight(state, unit, target)


@rule("tactical.3.4.3")
@heeds("tactical.3.3.1-ecm")
def resolve_observing(ctx: Ctx[State], order: Observe) -> Script[None]:
    """An Action, and a Communication roll under enemy ECM; then any number of friends may fire by it this round."""
    ctx.emit(ObservingBegun(order.unit, order.target))
    if (yield from resolve_communication(ctx, order.unit, "forward observation", is_action=True)):
        ctx.emit(FireObserved(order.unit, order.target))


@heeds("tactical.3.4.3")
def own_terrain(state: State, target: Unit) -> int:
    """The Obscurement of the terrain a target is in by itself: its value; at skirmish scale a point for the type."""
    points = OBSCUREMENT[state.scale].get(terrain_under(state, target), 0)
    return min(1, points) if state.scale == SKIRMISH_SCALE else points


@heeds("tactical.3.4.3")
def freed(pair: Pair) -> int:
    """What an indirect hit gains: all the Obscurement of the roll but that of the terrain of who is hit."""
    if pair.observer is None:
        return 0
    penalty = look(pair.state, pair.observer, pair.aimed).penalty
    return penalty - min(penalty, own_terrain(pair.state, pair.target))


def could_fire_for(state: State, firer: Unit, target: Unit) -> bool:
    """Whether a friend has an indirect weapon for a target that it could still fire this round."""
    if firer.actions < 1:
        return False
    far = distance(state, firer, target)
    guns = [mount for mount in firer.card.weapons if fires_indirectly(mount.weapon) and can_use(firer, mount) is None]
    return any(band_of(mount.weapon, far) is not None for mount in guns)


def offer_observing(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy it sees that somebody could fire at by its word."""
    if not state.switch(INDIRECT_FIRE) or refuse_acting(unit, hanging=True) is not None:
        return
    for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
        friends = [friend for friend in state.fielded(unit.seat) if friend.id != unit.id]
        if not any(could_fire_for(state, friend, target) for friend in friends):
            continue
        order = Observe(unit.id, target.id)
        if refuse_observing(state, order, only) is None:
            yield Pick(f"{unit.name}: observe the {target.name} for indirect fire", order, RULE)
