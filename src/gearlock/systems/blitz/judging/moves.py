"""What moves, postures and waiting would mean: the best attack from there, and the danger of being there."""

from __future__ import annotations

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.judging.danger import noted
from gearlock.systems.blitz.air.orders import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.orders import StandBy
from gearlock.systems.blitz.deployment.orders import Declare, Deploy, Drop, Reposition
from gearlock.systems.blitz.drones.orders import SendDrone
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of
from gearlock.systems.blitz.impacts_and_falling.falls import fall_dice
from gearlock.systems.blitz.judging.certain import moved, played
from gearlock.systems.blitz.judging.danger import best_worth, danger, danger_here, danger_seen
from gearlock.systems.blitz.judging.errands import errand_hope, errand_worth, marker_worth
from gearlock.systems.blitz.judging.reckoning import reckoning_of
from gearlock.systems.blitz.judging.signals import preview_test
from gearlock.systems.blitz.movement.climbing import trace_climb
from gearlock.systems.blitz.movement.danger import danger_test, freeing_test
from gearlock.systems.blitz.movement.events import Jumped, Moved, TurnBought
from gearlock.systems.blitz.movement.gaits import moves_of
from gearlock.systems.blitz.movement.jumping import trace_jump
from gearlock.systems.blitz.movement.movement import judge
from gearlock.systems.blitz.movement.orders import Climb, ComeFree, EndMove, ExtraTurn, Move
from gearlock.systems.blitz.objectives.orders import PlaceMarker
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.shown.route import Going, route_of
from gearlock.systems.blitz.state import HIDING, POSTURES, State, Unit
from gearlock.table.measure import turned

WORTH_OF_A_MOVE = 0.01
WORTH_OF_A_REACTION = 0.25
WORTH_OF_FREEDOM = 0.1


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def there(state: State, unit: Unit, shown: Preview, order: Order) -> Preview:
    """An order that leaves a model where it is, with the danger of that."""
    return msgspec.structs.replace(beside(state, unit, shown, order), ends=pose_of(unit))


def beside(state: State, unit: Unit, shown: Preview, order: Order) -> Preview:
    """An order about somebody else, with the danger to the model that gives it."""
    here = danger_seen(state, unit) if gives_away(state, unit, order) else danger_here(state, unit)
    return msgspec.structs.replace(shown, risks=shown.risks + here, lasting=here)


@heeds("blitz.18.1")
def gives_away(state: State, unit: Unit, order: Order) -> bool:
    """Whether an order gives away a model that hides."""
    return HIDING in unit.tokens and HIDING not in played(state, order).units[unit.id].tokens


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the active model where it is, with the danger of that, so that orders can be compared."""

    def preview(state: State, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or getattr(order, "unit", "") != active.id:
            return meant
        return there(state, active, meant, order)

    return preview


def preview_deploy(_state: State, _seat: str, order: Deploy | Drop) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_marker(state: State, seat: str, order: PlaceMarker) -> Preview:
    """Whoever places a marker wants it near."""
    return Preview(gives=marker_worth(state, seat, order.x, order.y), spot=(order.x, order.y, 0))


def preview_posture(state: State, _seat: str, order: Activate) -> Preview:
    """What the posture gives an attack from where the model stands, and a little for each move it allows."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.posture not in POSTURES:
        return Preview()
    poised = unit.clone()
    poised.posture, poised.tall = order.posture, order.tall
    gives = best_worth(state.with_unit(poised), poised, reckoning_of(state))
    moves = moves_of(poised, order.posture)
    gives += WORTH_OF_A_MOVE * moves + errand_hope(state, unit, moves * unit.line.move)
    return Preview(gives=gives, hoped=gives, ends=pose_of(unit))


def preview_pose(state: State, _seat: str, order: Going | ExtraTurn) -> Preview:
    """The best attack there is from where the order ends, what getting there serves, and the danger of that place."""
    unit = state.units.get(order.unit)
    if unit is None or state.activation is None or state.activation.unit != unit.id:
        return Preview()
    perils, route = 0.0, None
    if isinstance(order, ExtraTurn):
        event: Event = TurnBought(unit.id, order.gait, turned(unit.facing, order.angle))
    else:
        end = _traced(state, order)
        if isinstance(end, Refusal):
            return Preview(notes=(end.message,))
        event, perils, route = end, _perils(state, unit, order, end), route_of(state, order, end)
    after = moved(state, unit.id, event)
    mover, others = after.units[unit.id], reckoning_of(state)
    lasting, hoped = danger(after, mover, others), best_worth(after, mover, others)
    gives = hoped + errand_worth(state, unit, mover)
    return Preview(gives=gives, risks=lasting + perils, hoped=hoped, lasting=lasting, ends=pose_of(mover), route=route)


def _perils(state: State, unit: Unit, order: Going, end: Moved | Jumped) -> float:
    """What falls, and tests for dangerous ground, cost on average on the way."""
    lost = fall_dice(end.fall) * min(6, skill_of(unit, PILOT) - 1) / 6
    if isinstance(order, Move):
        found = judge(state, order)
        if not isinstance(found, Refusal):
            halts = len(found[0].halts())
            if halts:
                odds = preview_test(danger_test(state, unit, order.gait), 0.0).odds
                lost += halts * (1 - odds.p_hit) if odds is not None else 0.0
    return lost / max(1, unit.line.bulk)


def _traced(state: State, order: Going) -> Moved | Jumped | Refusal:
    """Where an order of movement would lead."""
    if isinstance(order, Move):
        found = judge(state, order)
        return found if isinstance(found, Refusal) else found[-1]
    return trace_climb(state, order) if isinstance(order, Climb) else trace_jump(state, order)


def preview_declaring(_state: State, _seat: str, order: Declare) -> Preview:
    """Bots rather have their units on the table from the beginning."""
    return Preview(gives=0.1 if order.way in ("", "pathfinders") else 0.0)


def preview_reposition(_state: State, _seat: str, order: Reposition) -> Preview:
    """Bots come nearer, and in."""
    return Preview(gives=-0.001 * order.change, ends=(order.x, order.y, 0))


def preview_waiting(state: State, _seat: str, order: EndActivation | EndMove) -> Preview:
    """The danger of staying where one is."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None or not unit.is_fielded else there(state, unit, Preview(), order)


@heeds("blitz.10.3")
def preview_standing_by(state: State, _seat: str, order: StandBy) -> Preview:
    """Actions kept are worth a part of what they could do now; it stays braced as long as it has them."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    lasting = noted(state.notes, ("danger on standby", unit.id), lambda: _danger_played(state, order))
    kept = WORTH_OF_A_REACTION * best_worth(state, unit)
    return Preview(gives=kept, risks=lasting, lasting=lasting, ends=pose_of(unit))


def _danger_played(state: State, order: StandBy) -> float:
    after = played(state, order)
    return danger(after, after.units[order.unit])


def preview_freeing(state: State, _seat: str, order: ComeFree) -> Preview:
    """The roll that frees a model."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None else preview_test(freeing_test(state, unit), WORTH_OF_FREEDOM, flat=True)


def preview_drone(state: State, seat: str, order: SendDrone) -> Preview:
    """What the drone could do from where it is."""
    drone, unit = state.units.get(order.drone), state.units.get(order.unit)
    if drone is None or unit is None:
        return Preview()
    ready = drone.clone()
    ready.actions = ready.line.actions
    shown = preview_posture(state.with_unit(ready), seat, Activate(drone.id, order.posture))
    return beside(state, unit, shown, order)


def preview_hand_over(state: State, _seat: str, order: HandOver) -> Preview:
    """Nothing gained, and a little worse than to be done: whoever shares the activation goes on then anyway."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here + WORTH_OF_A_MOVE, lasting=here, ends=pose_of(unit))


def preview_flight(state: State, _seat: str, order: Circle | Strafe | ResumeCircling | Land | TakeOff) -> Preview:
    """A little for moving at all; a pass is worth more to who has bombs or guns for it."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    worth = {Circle: 1, Strafe: 3, ResumeCircling: 0, Land: 0, TakeOff: 4}[type(order)] * WORTH_OF_A_MOVE
    return Preview(gives=worth, ends=pose_of(unit))
