"""Open options completed at random: places to deploy in, hexes to shell, paths to walk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import Ask, Option, Path, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Chooser
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.answering.refusals import refuse
from gearlock.systems.hex100.briefings.arriving import places_for
from gearlock.systems.hex100.briefings.errands import goals_of, onward, sites_to_raze
from gearlock.systems.hex100.drones.answers import DRONE_GUESSES
from gearlock.systems.hex100.hiding.answers import HIDING_GUESSES
from gearlock.systems.hex100.moving.movement import known_enemies
from gearlock.systems.hex100.moving.ways import stride
from gearlock.systems.hex100.mustering.equipment import find_weapon
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.answers import WARDING_GUESSES
from gearlock.table.hexes import Hex, disc, distance, neighbours, step

TRIES = 12
MARCHING = 0.5
ERRAND = 0.3
"""How often a unit that objectives call goes there the shortest way."""
STRAIGHT = (0, 1, -1)
"""Turns a march may take at each step, straight on first."""
CLOSE_BY = 0.8
"""How often a hex to shell is looked for beside a known enemy."""


def sample(state: State, ask: Ask, option: Option, chooser: Chooser) -> Order | None:
    """Complete an open option at random to a legal order; a finite one is its own answer."""
    if not isinstance(option, Path | Place):
        return option.order
    for _ in range(TRIES):
        order = _completed(state, ask, option.order, chooser)
        if refuse(state, ask, order) is None:
            return order
    return None


def _completed(state: State, ask: Ask, order: Order, chooser: Chooser) -> Order:
    guess = _GUESSES.get(type(order))
    if guess is not None:
        return guess(state, ask, order, chooser)
    if isinstance(order, o.Deploy):
        # Sorted, because a set has no order that all machines agree on.
        q, r = chooser.choice(sorted(places_for(state, order.unit)))
        return o.Deploy(order.unit, q, r, chooser.randrange(0, 6), order.load)
    if isinstance(order, o.Bombard):
        return o.Bombard(order.unit, order.weapon, *_shelled(state, order, chooser), order.pay)
    assert isinstance(order, o.Move), "moves are the only other open orders"
    unit = state.units[order.unit]
    called = not order.way and bool(goals_of(state, unit)) and chooser.random() < ERRAND
    path = onward(state, unit, stride(state, unit).points) if called else wander(state, unit, chooser, order.way)
    return o.Move(order.unit, path, chooser.randrange(0, 6), way=order.way)


def _shelled(state: State, order: o.Bombard, chooser: Chooser) -> Hex:
    """A hex to shell: mostly one whose blast would reach a known enemy, now and then any."""
    unit = state.units[order.unit]
    found = find_weapon(state, unit, order.weapon)
    reach, radius = (found[1].range, max(1, found[1].radius)) if found else (0, 1)
    wanted = (
        [hex_ for hex_ in sites_to_raze(state, unit, found[1]) if distance(unit.hex, hex_) <= reach] if found else []
    )
    if wanted and chooser.random() < ERRAND:
        return chooser.choice(wanted)
    near = [hex_ for hex_ in known_enemies(state, unit.seat) if distance(unit.hex, hex_) <= reach + radius]
    if near and chooser.random() < CLOSE_BY:
        _, *around = disc(chooser.choice(near), radius)
        return chooser.choice(around)
    return unit.q + chooser.randrange(-reach, reach + 1), unit.r + chooser.randrange(-reach, reach + 1)


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


_GUESSES: dict[type[Order], Callable[[State, Ask, Any, Chooser], Order]] = {
    **HIDING_GUESSES,
    **WARDING_GUESSES,
    **DRONE_GUESSES,
}
