"""Positions for the tests: a drawn map, machines on it, whose turn it is; every battle played is proved at the end."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.script import Ctx
from gearlock.kernel.system import Setup
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.deployment.events import Deployed
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.events import DroneFielded, ModeSet
from gearlock.systems.hex100.forces.units import Machine, Recipe, build_machine, machines
from gearlock.systems.hex100.movement.walk import engaged_with
from gearlock.systems.hex100.setup.scenario import begin
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.events import Activated, DeploymentEnded, InitiativeRolled, PhaseBegan
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


def setup(drawing: str, red: list[Place], blue: list[Place], objectives: bool = False) -> Setup:
    drawn = drawing.strip("\n")
    data: dict[str, Any] = {"map": f"name = 'test'\nmap = '''\n{drawn}\n'''\n{LEGEND}", "budget": 3000, "turns": 10}
    data["objectives"] = objectives
    for seat, places in (("red", red), ("blue", blue)):
        force = [machines()[each] if isinstance(each, str) else each for each, _, _ in places]
        data[seat] = msgspec.json.decode(msgspec.json.encode(force))
    return Setup("test", 0, {}, data)


class Position:
    """Red is first and red-1 acts, unless said otherwise; both sides have looked."""

    def __init__(
        self, drawing: str, red: list[Place], blue: list[Place], acting: str = "red-1", objectives: bool = False
    ) -> None:
        self.setup = setup(drawing, red, blue, objectives)
        self.ctx: Ctx[State] = Ctx(begin(self.setup), BOOK.apply)
        self.ctx.emit(InitiativeRolled("red", (90, 10)))
        for seat, places in (("red", red), ("blue", blue)):
            for number, (_, (column, row), facing) in enumerate(places, 1):
                self.ctx.emit(Deployed(f"{seat}-{number}", *from_offset(column, row), facing))
        self.ctx.emit(DeploymentEnded(()))
        seat = acting.partition("-")[0]
        for each in {"red": ("red",), "blue": ("red", "blue")}[seat]:
            self.ctx.emit(PhaseBegan(1, each, ()))
        look_again(self.ctx)
        self.ctx.emit(Activated(acting, engaged_with(self.state, self.state.units[acting])))

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
