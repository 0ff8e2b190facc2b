"""Positions for the tests: a drawn map, machines on it, whose turn it is; every battle played is proved at the end."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.positions import Position as LaidOut
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import begin
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.kinds import DroneFielded, ModeSet
from gearlock.systems.hex100.forces.cards import Machine, Recipe, build_machine
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, from_offset

LEGEND = """
[legend]
"." = "open"
"w" = "light woods"
"W" = "dense woods"
"b" = "broken ground"
"r" = "rubble"
"B" = "building"
"s" = "swamp"
"~" = "water"
"^" = "cliff"
[zones.north]
rows = [0, 0]
[zones.south]
rows = [0, 0]
"""
PLAYED: list[Battle[State]] = []
"""Battles to be proved when a test ends."""

E, NE, NW, W, SW, SE = range(6)
Place = tuple[str | Machine, tuple[int, int], int]
"""A machine (or its id), column and row, facing."""


def plain(columns: int = 16, rows: int = 9) -> str:
    return "\n".join("." * columns for _ in range(rows))


def machine(unit: str, *mounts: list[str], drones: tuple[str, ...] = ()) -> Machine:
    """A machine to order, with items on its hardpoints in the order of the card."""
    items = tuple(tuple(each) for each in mounts)
    return build_machine(Recipe("made", f"Test {unit}", unit, items, drones=drones))


def stage(drawing: str, red: list[Place], blue: list[Place], **settings: object) -> LaidOut:
    """These machines on a drawn map."""
    drawn = drawing.strip("\n")
    position = LaidOut("hex100", map=f"name = 'test'\nmap = '''\n{drawn}\n'''\n{LEGEND}", **settings)
    for seat, places in (("red", red), ("blue", blue)):
        for number, (each, place, facing) in enumerate(places, 1):
            made = {"card": msgspec.to_builtins(each)} if isinstance(each, Machine) else {"model": each}
            position.model(f"{seat}-{number}", at=place, facing=facing, **made)
    return position


class Position:
    """Red is first and red-1 acts, unless said otherwise; both sides have looked. It may be changed before play."""

    def __init__(
        self, drawing: str, red: list[Place], blue: list[Place], acting: str = "red-1", objectives: bool = False
    ) -> None:
        self.setup = stage(drawing, red, blue, active=acting, objectives=objectives).setup()
        self.ctx: Ctx[State] = Ctx(begin(self.setup), BOOK.apply)

    @property
    def state(self) -> State:
        return self.ctx.state

    def unit(self, id_: str) -> Unit:
        return self.state.units[id_]

    def field(
        self, drone: str, place: tuple[int, int], mode: str = "", *, point: Hex | None = None, charge: str = ""
    ) -> Unit:
        """Put a drone on the map in a mode, facing east, its turn still to come; both sides look."""
        self.ctx.emit(DroneFielded(drone, *from_offset(*place), E))
        self.ctx.emit(ModeSet(drone, mode, point, charge))
        look_again(self.ctx)
        return self.unit(drone)

    def play(self, *dice: tuple[int, ...]) -> Battle[State]:
        """A battle from here, with these dice and no others."""
        battle = Battle.begin(SYSTEM, self.setup, Scripted(*dice), self.state)
        PLAYED.append(battle)
        return battle


def at(column: int, row: int) -> Hex:
    return from_offset(column, row)


def east(unit: Unit, steps: int) -> tuple[Hex, ...]:
    """A path of so many hexes to the east."""
    return tuple((unit.q + step, unit.r) for step in range(1, steps + 1))


def events(battle: Battle[State], kind: type) -> list[Any]:
    return [event for entry in battle.entries for event in entry.events if isinstance(event, kind)]


def code(battle: Battle[State], seat: str, order: Any) -> str:
    """The code of a refusal, or nothing."""
    refusal = battle.refuse(seat, order)
    return refusal.code if refusal else ""
