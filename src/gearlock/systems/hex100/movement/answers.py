"""Moves: what may be answered and guessed at, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Path, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Chooser
from gearlock.systems.hex100.actions.pool import payment, refuse_payment
from gearlock.systems.hex100.contacts import known_enemies, name_for, place_name
from gearlock.systems.hex100.movement.move_action import refuse_move
from gearlock.systems.hex100.movement.orders import Disengage, Move
from gearlock.systems.hex100.movement.ramming import legal_rams
from gearlock.systems.hex100.movement.walk import engaged_with, is_facing, refuse_disengagement
from gearlock.systems.hex100.movement.ways import WAYS, refuse_way, stride
from gearlock.systems.hex100.movement_types import refuse_another_move
from gearlock.systems.hex100.objectives.wanted_places import goals_of, onward
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, neighbours, sides_toward, step

BAD_FACING = Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")
MARCHING = 0.5
ERRAND = 0.3
"""How often a unit that objectives call goes there the shortest way."""
STRAIGHT = (0, 1, -1)
"""Turns a march may take at each step, straight on first."""


def refuse_reserved_move(state: State, ask: Ask, order: Move) -> Refusal | None:
    if order.unit != ask.unit:
        return Refusal("not-triggered", "hex100.reserve", "Another unit holds the reserved move.")
    return _refuse_path(state, state.units[order.unit], order)


def _refuse_path(state: State, unit: Unit, order: Move) -> Refusal | None:
    if not is_facing(order.facing) or not (order.start == -1 or is_facing(order.start)):
        return BAD_FACING
    return refuse_move(state, unit, order)


def refuse_move_now(state: State, unit: Unit, order: Move) -> Refusal | None:
    return refuse_payment(unit, "move") or refuse_another_move(unit) or _refuse_path(state, unit, order)


def refuse_disengage(state: State, unit: Unit, order: Disengage) -> Refusal | None:
    if not is_facing(order.facing):
        return BAD_FACING
    refusal = refuse_payment(unit, "move") or refuse_another_move(unit)
    return refusal or refuse_disengagement(state, unit, (order.q, order.r))


def move_option(state: State, unit: Unit) -> Path:
    budget = stride(state, unit).points
    return Path("Move", Move(unit.id, (), unit.facing), "hex100.move-action", unit=unit.id, budget=budget)


def _disengagements(state: State, unit: Unit) -> Iterator[Option]:
    if not engaged_with(state, unit):
        return
    for hex_ in neighbours(unit.hex):
        if refuse_disengagement(state, unit, hex_) is None:
            order = Disengage(unit.id, *hex_, unit.facing)
            yield Pick(f"Disengage to {place_name(*hex_)}", order, "hex100.disengage")


def offer_moves(state: State, unit: Unit) -> Iterator[Option]:
    """A move, and careful steps away from enemies in melee."""
    if payment(unit, "move") and refuse_another_move(unit) is None:
        yield move_option(state, unit)
        yield from _disengagements(state, unit)


def offer_reserved_move(state: State, ask: Ask) -> Iterator[Option]:
    """The move that was held back, in any way there is."""
    unit = state.units[ask.unit]
    yield move_option(state, unit)
    yield from moves_and_rams(state, unit)
    yield decline("Stay", ask.rule)


def offer_other_moves(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    if payment(unit, "move") and refuse_another_move(unit) is None:
        yield from moves_and_rams(state, unit)


def moves_and_rams(state: State, unit: Unit) -> Iterator[Option]:
    """Other ways to move, and enemies within reach of a ram."""
    for name, way in WAYS.items():
        if refuse_way(state, unit, name) is None:
            order = Move(unit.id, (), unit.facing, way=name)
            yield Path(way.label, order, way.rule, unit=unit.id, budget=stride(state, unit, name).points)
    for enemy, path in legal_rams(state, unit):
        contact = state.contacts[unit.seat][enemy.id]
        ahead = sides_toward(path[-1], enemy.hex)[0]
        label = f"Ram {name_for(state, unit.seat, enemy.id)}"
        yield Pick(label, Move(unit.id, path, ahead, ram=contact), "hex100.ramming")


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
