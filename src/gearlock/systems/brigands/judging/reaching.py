"""Where a Move, a Jump or a posture could lead: outlines of the ground that is reached in straight lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import Band
from gearlock.kernel.system import Aim
from gearlock.mechanics.going.reach import farthest, longest, rays
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.flight import trace_jump
from gearlock.systems.brigands.movement.movement import WAYS, budget_left, moves_of, trace
from gearlock.systems.brigands.movement.orders import Jump, Move
from gearlock.systems.brigands.movement.pointing import jump_to, legs_to
from gearlock.systems.brigands.rounds.answers import POSTURES
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.state import Activation, State, Unit
from gearlock.table.measure import INCH, advance, inches_text
from gearlock.table.polygon import Point

RAYS = 60
"""Directions in which a Move is tried out."""
FEW_RAYS = 36
"""The same for a posture, of which several Moves are to be seen at a glance."""


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:  # noqa: ARG001 - a survey is asked so
    """How far a model gets straight ahead in every direction; with Turns to spare it may get round a corner too.

    A posture leads as far as the Moves it allows, one band for each Move in each way the model moves.
    """
    order = option.order
    if isinstance(order, Move):
        unit, most = state.units[order.unit], budget_left(state, state.units[order.unit], order.gait)
        label = f"{WAYS[order.gait]} Move, {inches_text(most)} in"
        ends = [_farthest(state, unit, order.gait, angle, order.drop) for angle in rays(RAYS)]
        return (Band(label, outlines=(tuple((end.x, end.y) for end in ends),)),)
    if isinstance(order, Jump):
        unit = state.units[order.unit]
        most = unit.trait("Jetpack") * INCH

        def jumps(angle: int, length: int) -> bool:
            x, y = advance(unit.x, unit.y, angle, length)
            return not isinstance(trace_jump(state, jump_to(unit, Aim(x, y))), Refusal)

        landings = tuple(advance(unit.x, unit.y, ray, longest(most, partial(jumps, ray))) for ray in rays(RAYS))
        return (Band(f"Jetpack, {inches_text(most)} in", outlines=(landings,)),)
    return tuple(_postured(state, order)) if isinstance(order, Activate) and order.posture in POSTURES else ()


def _postured(state: State, order: Activate) -> Iterator[Band]:
    """A band for each Move of a posture; the second goes on from where the first ends, straight ahead."""
    there = state.units[order.unit].clone()
    there.posture, there.tall = order.posture, order.tall
    if order.airborne != there.airborne:
        there.airborne = order.airborne
        high = altitude_at(state.ground, there.x, there.y)
        there.z = high if there.airborne else surface_at(state.ground, there.x, there.y, there.z)
    moves = moves_of(order.posture)
    for gait in there.line.move:
        fronts = [(_activated(state, there, moves), there)] * FEW_RAYS
        length = 0
        for number in range(1, moves + 1):
            length += max(budget_left(front, unit, gait) for front, unit in fronts)
            fronts = [_gone(front, unit, gait, ray) for (front, unit), ray in zip(fronts, rays(FEW_RAYS), strict=True)]
            outline: tuple[Point, ...] = tuple((unit.x, unit.y) for _, unit in fronts)
            which = f"{number} {WAYS[gait]} Move{'s' if number > 1 else ''}"
            yield Band(f"{which}, {inches_text(length)} in", outlines=(outline,))


def _activated(state: State, unit: Unit, moves: int) -> State:
    """The battle as it is when a model begins to move."""
    after = state.with_unit(unit)
    after.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves)
    return after


def _gone(state: State, unit: Unit, gait: str, angle: int) -> tuple[State, Unit]:
    """The model after a Move as far as it gets along a ray, ready for another."""
    end = _farthest(state, unit, gait, angle)
    there = unit.clone()
    there.x, there.y, there.z, there.facing, there.inside = end.x, end.y, end.z, end.facing, end.inside
    return _activated(state, there, 1), there


def _farthest(state: State, unit: Unit, gait: str, angle: int, drop: bool = False) -> Moved | Unit:
    """Where a model comes to along a ray; itself if it does not get away."""

    def go(x: int, y: int) -> Moved | Refusal:
        return trace(state, Move(unit.id, gait, legs_to(state, unit, gait, Aim(x, y)), True, drop))

    return farthest(unit, angle, budget_left(state, unit, gait), go) or unit
