"""Paths made up at random, for bots and tests."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Chooser
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.movement.orders import Move
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.objectives.wanted_places import goals_of, onward
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, neighbours, step

MARCHING = 0.5


ERRAND = 0.3
"""How often a unit that objectives call goes there the shortest way."""


STRAIGHT = (0, 1, -1)
"""Turns a march may take at each step, straight on first."""


def wander(state: State, unit: Unit, chooser: Chooser, way: str = "") -> tuple[Hex, ...]:
    """A random path within the movement value that never turns back on itself and avoids what is known to be closed.

    Half of the time it is a march: all movement points spent, each step as near to one direction as the ground allows.
    """
    points, kind = stride(state, unit, way)
    marching = chooser.random() < MARCHING
    ahead = chooser.randrange(0, 6)
    left = points if marching else chooser.randrange(0, points + 1)
    enemies = known_enemies(state, unit.seat)
    path: list[Hex] = []
    at = unit.hex
    while left:
        around = [step(at, ahead + turn) for turn in STRAIGHT] if marching else neighbours(at)
        onward = [
            hex_
            for hex_ in around
            if 0 < state.land.cost(hex_, kind) <= left and hex_ not in enemies and hex_ not in path
        ]
        if not onward:
            break
        at = onward[0] if marching else chooser.choice(onward)
        path.append(at)
        left -= state.land.cost(at, kind)
    return tuple(path)


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, _attempt: int) -> Order:
    """A walk, now and then the shortest way to where objectives call."""
    unit = state.units[order.unit]
    called = not order.way and bool(goals_of(state, unit)) and chooser.random() < ERRAND
    path = onward(state, unit, stride(state, unit).points) if called else wander(state, unit, chooser, order.way)
    return Move(order.unit, path, chooser.randrange(0, 6), way=order.way)
