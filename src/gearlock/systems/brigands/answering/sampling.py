"""Completing open options at random to legal orders, for bots and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.answering.legality import refuse
from gearlock.systems.brigands.answering.pointing import legs_to
from gearlock.systems.brigands.beginning.deployment import Spot, legal_spots, links_of, tiers
from gearlock.systems.brigands.beginning.zones import faces
from gearlock.systems.brigands.companions.answers import COMPANIONS_GUESSES
from gearlock.systems.brigands.companions.transport import way_to_transport
from gearlock.systems.brigands.machines.mending import way_to_patient
from gearlock.systems.brigands.moving.climbing import can_climb
from gearlock.systems.brigands.moving.collapse import height_in
from gearlock.systems.brigands.moving.footholds import approach, climb_towards, nearest_face
from gearlock.systems.brigands.moving.movement import budget_left, turns_left
from gearlock.systems.brigands.moving.terrain import is_building
from gearlock.systems.brigands.objectives.answers import OBJECTIVES_GUESSES
from gearlock.systems.brigands.objectives.errands import errand_spot
from gearlock.systems.brigands.observation.answers import OBSERVATION_GUESSES
from gearlock.systems.brigands.setting.special import boxes
from gearlock.systems.brigands.sighting.arcs import is_in_arc
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.measure import FULL_TURN, INCH, RIGHT_ANGLE, bearing, distance, turn_between
from gearlock.table.path import walk

TRIES = 6
PLACES = 40
"""Spots tried to deploy at before all of them are searched."""
STRIDE = 7919
"""A prime, so that steps of it through a list meet every entry far from the one before."""


def sample(state: State, ask: Ask, option: Option, chooser: Chooser) -> Order | None:
    """A legal order from an open option; None if a few tries found none."""
    guess = _GUESSES.get(type(option.order))
    if guess is None:
        return option.order
    for attempt in range(PLACES if isinstance(option.order, o.Deploy) else TRIES):
        order = guess(state, option.order, chooser, attempt)
        if order is None:
            return None
        if refuse(state, ask, order) is None:
            return order
    return _any_spot(state, option.order, chooser) if isinstance(option.order, o.Deploy) else None


def _guess_deploy(state: State, order: o.Deploy, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere in the zone, near the leader once there is one, facing the enemy's side more or less."""
    unit = state.units[order.unit]
    places = list(boxes(state, unit, unit.aside))
    x0, y0, x1, y1 = places[0] if len(places) == 1 else chooser.choice(places)
    links, reach = links_of(state, unit), 7 * INCH
    link = chooser.choice(links) if links else None
    x = chooser.randrange(x0, x1) if link is None else link.x + chooser.randrange(-reach, reach)
    y = chooser.randrange(y0, y1) if link is None else link.y + chooser.randrange(-reach, reach)
    facing = faces(state, unit.seat) + chooser.randrange(-450, 451)
    return o.Deploy(unit.id, x, y, facing % FULL_TURN)


def _any_spot(state: State, deploy: o.Deploy, chooser: Chooser) -> Order | None:
    """Where guessing failed: a free spot of the grid, in the best way there is one."""
    unit = state.units[deploy.unit]

    def scattered(grid: Iterable[Spot]) -> Iterator[Spot]:
        spots = list(grid)
        start = chooser.randrange(0, len(spots)) if spots else 0
        stride = STRIDE if len(spots) % STRIDE else 1
        return (spots[(start + number * stride) % len(spots)] for number in range(len(spots)))

    for tier in tiers(unit):
        for x, y in legal_spots(state, unit, tier, scattered):
            return o.Deploy(unit.id, x, y, faces(state, unit.seat))
    return None


def _guess_move(state: State, order: o.Move, chooser: Chooser, attempt: int) -> Order:
    """A turn and an advance, sometimes backward; who may turn again may do so at the end. Later guesses are shorter.

    Now and then Recovery models go to a friend in need, Infantry to a transport, anybody to where an Objective is won.
    """
    unit = state.units[order.unit]
    budget = budget_left(state, unit, order.gait) >> attempt // 2
    if attempt == 0 and order.gait == "W" and not order.drop and can_climb(unit) and chooser.randrange(0, 4) == 0:
        wall = nearest_face(state, unit, budget)
        if wall is not None:
            return o.Move(order.unit, order.gait, approach(unit, wall), order.last)
    if attempt == 0 and (unit.has("Recovery") or unit.has("Transportable")) and chooser.randrange(0, 2) == 0:
        way = way_to_patient(state, unit, budget) if unit.has("Recovery") else way_to_transport(state, unit, budget)
        if way is not None:
            return o.Move(order.unit, order.gait, way, order.last, order.drop)
    if attempt == 0 and state.pursuits and chooser.randrange(0, 3) == 0:
        spot = errand_spot(state, unit, chooser)
        if spot is not None:
            return o.Move(order.unit, order.gait, legs_to(state, unit, order.gait, Aim(*spot)), order.last, order.drop)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    back = chooser.randrange(0, 8) == 0
    length = chooser.randrange(0, budget + 1)
    legs = [(angle, -(length // 2) if back else length)]
    turns = turns_left(state, unit, order.gait)
    if turns > 1 and chooser.randrange(0, 4):
        legs.append((_last_turn(state, unit, legs[0], chooser), 0))
    if turns <= 0:
        legs = [(0, legs[0][1])]
    return o.Move(order.unit, order.gait, tuple(legs), order.last, order.drop)


def _last_turn(state: State, unit: Unit, leg: o.Leg, chooser: Chooser) -> int:
    """Towards an enemy as a rule, now and then some other way."""
    enemies = list(state.fielded(opponent(unit.seat)))
    if not enemies or chooser.randrange(0, 4) == 0:
        return chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    end, enemy = walk(unit.x, unit.y, unit.facing, (leg,)), chooser.choice(enemies)
    turn = turn_between(end.facing, bearing(end.x, end.y, enemy.x, enemy.y))
    return max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn))


def _guess_climb(state: State, order: o.Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the face, or on the top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return climb_towards(state, order, x, y)


def _guess_jump(state: State, order: o.Jump, chooser: Chooser, _attempt: int) -> Order:
    power = state.units[order.unit].trait("Jetpack") * INCH
    length = chooser.randrange(1, power + 1)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    return o.Jump(order.unit, angle, length if chooser.randrange(0, 8) else -length)


def _guess_slide(state: State, order: o.Slide, chooser: Chooser, _attempt: int) -> Order:
    most = state.units[order.unit].trait("Thrusters") * INCH
    return o.Slide(order.unit, chooser.randrange(-most, most + 1))


def _guess_turn(state: State, order: o.Turn, chooser: Chooser, _attempt: int) -> Order:
    return o.Turn(order.unit, _last_turn(state, state.units[order.unit], (0, 0), chooser))


def _guess_point(state: State, order: o.Attack, chooser: Chooser, _attempt: int) -> Order | None:
    """A point of the ground between two enemies or near one that the weapon bears on; None if there is none."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    enemies = [
        enemy
        for enemy in state.fielded(opponent(unit.seat))
        if distance(unit.x, unit.y, enemy.x, enemy.y) <= weapon.most and is_in_arc(unit, weapon.arc, enemy.body)
    ]
    if not enemies:
        return None
    enemy, area = chooser.choice(enemies), weapon.area
    near = [other for other in enemies if other is not enemy and _apart(enemy, other) <= 2 * area]
    other = chooser.choice(near) if near else enemy
    reach = INCH if near else 3 * INCH
    x = (enemy.x + other.x) // 2 + chooser.randrange(-reach, reach)
    y = (enemy.y + other.y) // 2 + chooser.randrange(-reach, reach)
    return o.Attack(order.unit, order.weapon, order.category, (), (x, y, 0))


def _apart(unit: Unit, other: Unit) -> int:
    return distance(unit.x, unit.y, other.x, other.y)


def _guess_building(state: State, order: o.Demolish, chooser: Chooser, _attempt: int) -> Order | None:
    """A building with enemies in it or on it; now and then any other."""
    taken = _taken_buildings(state, opponent(state.units[order.unit].seat))
    if not taken and chooser.randrange(0, 8) == 0:
        taken = [piece.id for piece in state.ground.pieces if is_building(piece)]
    return o.Demolish(order.unit, order.weapon, order.category, chooser.choice(taken)) if taken else None


def _taken_buildings(state: State, seat: str) -> list[str]:
    """The buildings that models of a seat are in or on, noted."""
    key = (_taken_buildings, seat)
    known: list[str] | None = state.notes.get(key)
    if known is None:
        models, buildings = list(state.fielded(seat)), [piece for piece in state.ground.pieces if is_building(piece)]
        known = [piece.id for piece in buildings if any(height_in(piece, model) for model in models)]
        state.notes[key] = known
    return known


_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {
    o.Deploy: _guess_deploy,
    o.Move: _guess_move,
    o.Turn: _guess_turn,
    o.Climb: _guess_climb,
    o.Jump: _guess_jump,
    o.Slide: _guess_slide,
    o.Attack: _guess_point,
    o.Demolish: _guess_building,
    **OBSERVATION_GUESSES,
    **COMPANIONS_GUESSES,
    **OBJECTIVES_GUESSES,
}
