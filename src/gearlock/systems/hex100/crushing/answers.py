"""Ramming, blades and jumps: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Path, Pick
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.crushing.ramming import legal_rams
from gearlock.systems.hex100.movement_types import refuse_another_move
from gearlock.systems.hex100.moving.orders import Move
from gearlock.systems.hex100.moving.ways import WAYS, refuse_way, stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import sides_toward


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
