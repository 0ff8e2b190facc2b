"""Where a move, a jump or a posture could lead: outlines of the ground that is reached in straight lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import Band
from gearlock.kernel.system import Aim
from gearlock.mechanics.going.reach import farthest, longest, rays
from gearlock.systems.blitz.movement.events import Moved
from gearlock.systems.blitz.movement.gaits import gaits_of, moves_of
from gearlock.systems.blitz.movement.jumping import trace_jump
from gearlock.systems.blitz.movement.movement import CAUTIOUS, budget_left, trace
from gearlock.systems.blitz.movement.orders import Jump, Move
from gearlock.systems.blitz.movement.pointing import legs_to
from gearlock.systems.blitz.movement.stretch import name_of
from gearlock.systems.blitz.rounds.orders import Activate
from gearlock.systems.blitz.state import BRACED, POSTURES, Activation, State, Unit
from gearlock.table.measure import INCH, advance, inches_text

RAYS = 60
"""Directions in which a move is tried out."""
FEW_RAYS = 36
"""The same for a posture, of which several moves are to be seen at a glance."""


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:  # noqa: ARG001 - a survey is asked so
    """How far a model gets straight ahead in every direction it can turn to; with turns to spare it gets farther round.

    A posture leads as far as the moves it allows, one band for each move in each way the model moves.
    """
    order = option.order
    if isinstance(order, Move):
        unit = state.units[order.unit]
        most = CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)
        ends = [_farthest(state, unit, order, angle, most) for angle in rays(RAYS)]
        outline = tuple((end.x, end.y) for end in ends)
        return (Band(f"{name_of(order.gait)} move, {inches_text(most)} in", outlines=(outline,)),)
    if isinstance(order, Jump):
        return (_jumps(state, state.units[order.unit]),)
    return tuple(_postured(state, order)) if isinstance(order, Activate) and order.posture in POSTURES else ()


def _jumps(state: State, unit: Unit) -> Band:
    """A powered jump goes straight ahead or back."""
    most = unit.trait("Jetpack") * INCH

    def lands(sign: int, length: int) -> bool:
        return not isinstance(trace_jump(state, Jump(unit.id, sign * length)), Refusal)

    ends = [advance(unit.x, unit.y, unit.facing, sign * longest(most, partial(lands, sign))) for sign in (1, -1)]
    return Band(f"Jetpack, {inches_text(most)} in", outlines=((*ends, (unit.x, unit.y)),))


def _postured(state: State, order: Activate) -> Iterator[Band]:
    """A band for each move of a posture; the second goes on from where the first ends, straight ahead."""
    there = state.units[order.unit].clone()
    there.posture, there.tall = order.posture, order.tall
    moves = moves_of(there, order.posture)
    if there.stance == BRACED:
        return
    for gait in gaits_of(there.line):
        fronts = [(_activated(state, there, moves), there)] * FEW_RAYS
        length = 0
        for number in range(1, moves + 1):
            length += max(budget_left(front, unit, gait) for front, unit in fronts)
            fronts = [_gone(front, unit, gait, ray) for (front, unit), ray in zip(fronts, rays(FEW_RAYS), strict=True)]
            outline = tuple((unit.x, unit.y) for _, unit in fronts)
            which = f"{number} {name_of(gait)} move{'s' if number > 1 else ''}"
            yield Band(f"{which}, {inches_text(length)} in", outlines=(outline,))


def _activated(state: State, unit: Unit, moves: int) -> State:
    """The battle as it is when a model begins to move."""
    after = state.with_unit(unit)
    after.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves)
    return after


def _gone(state: State, unit: Unit, gait: str, angle: int) -> tuple[State, Unit]:
    """The model after a move as far as it gets along a ray, ready for another."""
    end = _farthest(state, unit, Move(unit.id, gait, last=True), angle, budget_left(state, unit, gait))
    there = unit.clone()
    there.x, there.y, there.z, there.facing = end.x, end.y, end.z, end.facing
    return _activated(state, there, 1), there


def _farthest(state: State, unit: Unit, order: Move, angle: int, most: int) -> Moved | Unit:
    """Where a model comes to along a ray; itself if it does not get away."""

    def go(x: int, y: int) -> Moved | Refusal:
        path = legs_to(state, unit, order.gait, Aim(x, y), most)
        return trace(state, Move(unit.id, order.gait, path, order.last, order.cautious, order.drop))

    return farthest(unit, angle, most, go) or unit
