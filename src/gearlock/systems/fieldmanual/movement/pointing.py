"""Moves completed towards a spot that somebody pointed at, turned as the mode and the speed allow."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim
from gearlock.mechanics.going import legs, partly
from gearlock.mechanics.going.legs import Pace
from gearlock.mechanics.going.partly import TRIES, along, begun, nearest_part
from gearlock.systems.fieldmanual.movement.climbing import pointed_climb
from gearlock.systems.fieldmanual.movement.jumping import power_of
from gearlock.systems.fieldmanual.movement.least import WORTH
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.movement.reach import mp_left
from gearlock.systems.fieldmanual.movement.turning import TURN, moves_freely, price_of_turn, turns_in, turns_left
from gearlock.systems.fieldmanual.state import GROUND, REVERSE, STATIONARY, State, Unit
from gearlock.table.measure import HALF_TURN, advance, bearing, distance, turn_between, turned
from gearlock.table.path import Path
from gearlock.table.polygon import Point

MOST_LEGS = 30
BARS = ("cliff", "edge", "table", "structure")
"""Refusals of ground in the way that no longer way gets around."""
STRAIGHT = 10
"""A degree off is straight enough."""


def mils_left(state: State, unit: Unit) -> int:
    """How far a figure could get at best: an inch an MP, two on roads for who is quick on them."""
    left = mp_left(state, unit)
    return 2 * left if unit.mode == GROUND and unit.band != STATIONARY and _has_roads(state) else left


def _has_roads(state: State) -> bool:
    return any(piece.kind == "road" for piece in state.ground.pieces)


@heeds("fieldmanual.turns", "fieldmanual.speed-reverse")
def steered(state: State, unit: Unit, stops: Sequence[Point], facing: int | None, length: int) -> Path:
    """Legs towards places for who must pay for its turns: it turns as soon as it may, and goes straight till then."""
    now = state.activation
    assert now is not None, "only the active model moves"
    x, y, ahead = unit.x, unit.y, unit.facing
    straight, made = now.straight.get(unit.id, 0), now.turns.get(unit.id, 0)
    back, price, standing = unit.band == REVERSE, price_of_turn(unit), unit.band == STATIONARY
    path: list[tuple[int, int]] = []

    def turn_by(angle: int) -> int:
        nonlocal straight, made, ahead
        most = TURN * min(3, turns_left(unit, straight, made))
        angle = max(-most, min(most, angle)) if abs(angle) > STRAIGHT else 0
        ahead = turned(ahead, angle)
        if standing:
            made += turns_in(angle)
        else:
            straight -= turns_in(angle) * price
        return angle

    for to_x, to_y in stops:
        while length >= WORTH and distance(x, y, to_x, to_y) >= WORTH and len(path) < MOST_LEGS:
            heading = turned(ahead, HALF_TURN) if back else ahead
            wanted = turn_between(heading, bearing(x, y, to_x, to_y))
            angle = turn_by(wanted)
            far = min(length, distance(x, y, to_x, to_y))
            if abs(wanted - angle) > STRAIGHT:
                if standing or not price:
                    far = min(far, max(0, along(wanted - angle, far)))
                else:
                    far = min(far, max(WORTH, price - straight))
            path.append((angle, -far if back else far))
            if not far:
                break
            x, y = advance(x, y, ahead, -far if back else far)
            straight, length = straight + far, length - far
    if facing is not None:
        path.append((turn_by(turn_between(ahead, facing)), 0))
    return tuple(leg for leg in path if leg != (0, 0))


@heeds("fieldmanual.move-through")
def as_far(state: State, order: Move, tries: int = TRIES) -> Move | Refusal:
    """A move as far as it can be gone: to where movement ends, or something is in the way."""

    def refuse(path: Path) -> Refusal | None:
        found = judge(state, Move(order.unit, path, order.figure, order.aside))
        return found if isinstance(found, Refusal) else None

    refusal = refuse(order.legs)
    if refusal is not None and _is_barred(state, order):
        return refusal
    found = partly.as_far(order.legs, refuse, WORTH, tries)
    return found if isinstance(found, Refusal) else Move(order.unit, found, order.figure, order.aside)


def _is_barred(state: State, order: Move) -> bool:
    """Whether a way is barred from its first bit on, and so all of it. Where one cannot stop, one may still go on."""
    found = judge(state, Move(order.unit, begun(order.legs, WORTH), order.figure, order.aside))
    return isinstance(found, Refusal) and found.code in BARS and found.rule != "fieldmanual.infantry-structures"


def way_to(state: State, order: Move, spot: Aim) -> Move:
    """Towards the spot by its waypoints, or as near to it as turns allow; whether it can be gone is not asked."""
    unit = state.units[order.figure or order.unit]
    stops, length = (*spot.via, (spot.x, spot.y)), mils_left(state, unit)
    if order.aside or moves_freely(unit):
        path = legs.legs_to(unit, stops, None, Pace(length, MOST_LEGS, HALF_TURN))
        return Move(order.unit, from_front(path) if order.aside else path, order.figure, order.aside)
    path = nearest_part(unit, steered(state, unit, stops, None, length), spot.x, spot.y)
    return Move(order.unit, path, order.figure)


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """Towards the spot by its waypoints, as far as it goes; then to the facing that was asked for."""
    unit, way = state.units[order.figure or order.unit], way_to(state, order, spot)
    if order.aside:
        return as_far(state, way)
    if not way.legs and spot.facing is not None:
        return Move(order.unit, _last_turn(state, unit, (), spot.facing), order.figure)
    found = as_far(state, way)
    if isinstance(found, Refusal) or spot.facing is None:
        return found
    turned_too = Move(order.unit, found.legs + _last_turn(state, unit, found.legs, spot.facing), order.figure)
    return found if isinstance(judge(state, turned_too), Refusal) else turned_too


def from_front(path: Path) -> Path:
    """Legs whose turns follow each other, as legs whose turns are all seen from the front of who keeps its facing."""
    found: list[tuple[int, int]] = []
    total = 0
    for angle, length in path:
        total = turned(total, angle)
        found.append((turn_between(0, total), length))
    return tuple(leg for leg in found if leg[1])


def _last_turn(state: State, unit: Unit, path: Path, facing: int) -> Path:
    """A turn at the end of a path, as wide as is allowed there."""
    now = state.activation
    ahead = turned(unit.facing, sum(angle for angle, _ in path))
    angle = turn_between(ahead, facing)
    if moves_freely(unit) or now is None:
        return ((angle, 0),) if angle else ()
    gone, made = sum(abs(length) for _, length in path), sum(turns_in(turn) for turn, _ in path)
    straight = now.straight.get(unit.id, 0) + gone - made * price_of_turn(unit)
    most = TURN * min(3, turns_left(unit, straight, now.turns.get(unit.id, 0) + made))
    angle = max(-most, min(most, angle))
    return ((angle, 0),) if angle else ()


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the cliff, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """As far ahead as the spot lies."""
    unit = state.units[order.figure or order.unit]
    return Jump(order.unit, min(power_of(unit), distance(unit.x, unit.y, spot.x, spot.y)), order.figure)


def aim_quick(state: State, _ask: Ask, order: Decelerate | QuickTurn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for, as far as it goes."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    most = TURN if isinstance(order, Decelerate) else 2 * TURN
    return type(order)(order.unit, max(-most, min(most, turn_between(unit.facing, toward))))
