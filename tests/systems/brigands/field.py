"""Battles laid out for tests: who stands where, on which ground, with which dice to come."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.positions import Position
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.forces.upgrades import ready
from gearlock.systems.brigands.models import model_cards, weapons_table
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.mapwriting import write_map
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

EAST, NORTH, WEST, SOUTH = 0, 900, 1800, 2700
BASE = 591
"""Radius of a 30 mm base in mils."""

Stand = tuple[str, float, float, int]
"""A model, its place in inches and its facing."""


def mil(inches: float) -> int:
    return round(inches * 1000)


def piece(kind: str, x0: float, y0: float, x1: float, y1: float, top: float = 0.0, **more: object) -> Piece:
    outline = rectangle(mil(x0), mil(y0), mil(x1), mil(y1))
    fields: dict[str, object] = {"rating": "heavy", "name": kind, **more}
    return Piece(f"{kind}-{x0}-{y0}", kind=kind, outline=outline, top=mil(top), **fields)  # type: ignore[arg-type]


def water(x0: float, y0: float, x1: float, y1: float, depth: float) -> Piece:
    return piece("water", x0, y0, x1, y1, rating="", props={"depth": mil(depth)})


def ground(*pieces: Piece) -> Ground:
    return Ground(48_000, 48_000, pieces)


def lay(
    red: Iterable[Stand],
    blue: Iterable[Stand] = (),
    *dice: Iterable[int],
    on: Ground | None = None,
    turn: str = "red",
    command: int = 0,
    rounds: int = 12,
) -> Battle[State]:
    """A battle in the Action Phase of Round 1: these models in these places, nobody activated yet.

    Without Command Points unless they are given, so that nobody is asked about Rerolls.
    """
    position = stage("intro", on, turn=turn, rounds=rounds)
    for seat, side in (("red", list(red)), ("blue", list(blue) or [("hunter", 46, 46, SOUTH)])):
        for number, (model, x, y, facing) in enumerate(side, 1):
            points = 0 if number > 1 else command
            position.model(f"{seat}-{number}", model, at=(x, y, 0), facing=facing / 10, command=points)
    return position.battle(Scripted(*dice))


def stage(scenario: str, on: Ground | None = None, **settings: object) -> Position:
    """A position on this ground with nobody on it yet."""
    field = "48x48" if on is None else write_map(msgspec.structs.replace(on, name="field"))
    return Position("brigands", scenario=scenario, map=field, **settings)


def again(battle: Battle[State], *dice: Iterable[int]) -> Battle[State]:
    """The same position, changed by hand since, taken up anew with other dice."""
    return Battle.begin(SYSTEM, battle.setup, Scripted(*dice), battle.state.clone())


def give(battle: Battle[State], *orders: Order) -> list[Event]:
    """Give orders to whoever is asked, one after another; returns all that happened."""
    events: list[Event] = []
    for order in orders:
        events += battle.answer(battle.waiting_for()[0], order)
    return events


def code(battle: Battle[State], order: Order) -> str:
    """The code of the refusal, or nothing. Tests move models by hand, so nothing noted before holds."""
    battle.state.notes.clear()
    refusal = battle.refuse(battle.waiting_for()[0], order)
    return "" if refusal is None else refusal.code


def remodel(unit: Unit, **changes: object) -> None:
    """Give a unit another stat line, changed in some entries."""
    card = msgspec.structs.replace(model_cards()["hunter"], **changes)
    unit.line = ready(card, weapons_table())
    unit.hull, unit.structure = unit.line.hull, unit.line.structure


def alter(unit: Unit, **changes: object) -> None:
    """Change a unit's line as it is ready for play; others of its kind keep theirs."""
    unit.line = copy(unit.line)
    for name, value in changes.items():
        setattr(unit.line, name, value)


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
