"""Moves: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Path, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.systems.hex100.actions.pool import payment, refuse_payment
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.movement.move_action import refuse_move
from gearlock.systems.hex100.movement.orders import Disengage, Move
from gearlock.systems.hex100.movement.ramming import legal_rams
from gearlock.systems.hex100.movement.walk import engaged_with, is_facing, refuse_disengagement
from gearlock.systems.hex100.movement.ways import WAYS, refuse_way, stride
from gearlock.systems.hex100.movement_types import refuse_another_move
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import neighbours, sides_toward

BAD_FACING = Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")


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
