"""What happens when units move. What is used is told in totals of the activation."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.events import note_attacker
from gearlock.systems.tactical.state import CLIMBING, CONCEALED, FALLEN, HULL_DOWN, State, Unit
from gearlock.systems.tactical.under_way import DARING, Activation
from gearlock.table.path import Path

BOARDING, LEAVING = "boarding", "leaving"
"""Men of a squad who are through the door of a transport, by the squad behind a colon."""
STUCK, FAST = "stuck", "stuck fast"
"""Rounds for which the ground holds it; 1 for who has to be towed out."""


def under_way(state: State) -> Activation:
    """The activation in which somebody moves."""
    assert state.activation is not None, "only the active unit moves"
    return state.activation


@heeds("tactical.3.2.4")
def leave_cover(unit: Unit) -> None:
    """Nothing of a hull-down position is left."""
    for token in [name for name in unit.tokens if name.partition(":")[0] in (HULL_DOWN, CONCEALED)]:
        del unit.tokens[token]


@heeds("tactical.3.2.4")
def place(state: State, unit: Unit, x: int, y: int, z: int) -> None:
    """Put a unit somewhere, with whoever rides in it. Who moves is no longer hull-down."""
    if (unit.x, unit.y, unit.z) != (x, y, z):
        leave_cover(unit)
        for token in [name for name in unit.tokens if name.partition(":")[0] in (BOARDING, LEAVING)]:
            del unit.tokens[token]
    unit.x, unit.y, unit.z = x, y, z
    for other in state.units.values():
        if other.carrier == unit.id:
            other.x, other.y, other.z = x, y, z


@heeds("tactical.3.2.7", "tactical.7.2-poor-off-road")
def pull_out(state: State, towed: Unit, spot: tuple[int, int, int]) -> None:
    """What is towed has been pulled along; nothing holds it any more."""
    if spot != (towed.x, towed.y, towed.z):
        towed.tokens.pop(STUCK, None)
        towed.tokens.pop(FAST, None)
    place(state, towed, *spot)


class WayTaken(Event, frozen=True, tag="way-taken"):
    """A unit set out on a way."""

    unit: str
    path: Path
    daring: bool = False
    plain = True

    def change(self, state: State) -> None:
        """The rest of the way is what lies before it."""
        now = under_way(state)
        now.path = self.path
        now.marks = [mark for mark in now.marks if mark != DARING] + ([DARING] if self.daring else [])


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved on by an inch or less, or by more where nobody could have answered."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    gone: int
    since_turn: int
    backward: bool = False
    road: int = 0
    path: Path = ()
    cliff: bool = False
    """A squad went down a cliff on the way."""
    towed: tuple[str, int, int, int] | None = None
    """What it has in tow, and where that is now."""

    @heeds("tactical.3.2.3", "tactical.3.2.1-climbing-penalty")
    def change(self, state: State) -> None:
        """It stands elsewhere; a fallen walker has stood up with the first Movement Point, not by a free turn."""
        unit, now = state.units[self.unit], under_way(state)
        if self.spent > now.spent:
            unit.tokens.pop(FALLEN, None)
        unit.facing = self.facing
        place(state, unit, self.x, self.y, self.z)
        now.spent, now.gone, now.since_turn, now.road = self.spent, self.gone, self.since_turn, self.road
        now.backward, now.path = self.backward, self.path
        if self.cliff:
            unit.tokens[CLIMBING] = 2
        if self.towed is not None:
            pull_out(state, state.units[self.towed[0]], self.towed[1:])


class Stopped(Event, frozen=True, tag="stopped"):
    """Something ended a way before its time: the unit stays where it is and may be ordered on."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        under_way(state).path = ()


class Halted(Event, frozen=True, tag="halted"):
    """A unit moves no further in this activation."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path, now.halted = (), True


class Skidded(Event, frozen=True, tag="skidded"):
    """A unit slid straight on before it turned; this costs it no Movement Points."""

    unit: str
    x: int
    y: int
    z: int
    length: int

    @heeds("tactical.2.6.5-top-speed-turn")
    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now = under_way(state)
        now.gone += self.length
        now.since_turn += self.length


class ModeSwitched(Event, frozen=True, tag="mode-switched"):
    """A unit changed over to another movement system."""

    unit: str
    mode: str
    plain = True

    @heeds("tactical.2.6.5-switch-mode")
    def change(self, state: State) -> None:
        state.units[self.unit].mode = self.mode
        under_way(state).switched = True


class SpeedShifted(Event, frozen=True, tag="speed-shifted"):
    """A unit declared another speed for the next round; its move is over, and Top Speed counts from now on."""

    unit: str
    to: str
    paid: bool = False
    plain = True

    @heeds("tactical.2.6.5-top-speed", "tactical.3.8.1-speed-shift")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        unit.next_speed, now.halted, now.path = self.to, True, ()
        unit.actions -= int(self.paid)


RAMMING = "ram:"
"""A mark of an activation: whom the unit on its way is about to ram."""


class RamBegun(Event, frozen=True, tag="ram-begun"):
    """A unit sets out to ram another: an Action."""

    unit: str
    target: str

    @heeds("tactical.2.6.8-ramming", "tactical.2.6.3")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        under_way(state).marks.append(RAMMING + self.target)


class RamOver(Event, frozen=True, tag="ram-over"):
    """The way of a ram has ended: in a collision, or before it."""

    unit: str
    target: str
    met: bool

    @heeds("tactical.3.8.3-map")
    def change(self, state: State) -> None:
        """Who was run into has been attacked."""
        if self.met and self.target in state.units:
            note_attacker(state, state.units[self.unit], state.units[self.target])
        now = under_way(state)
        now.marks = [mark for mark in now.marks if not mark.startswith(RAMMING)]
        now.path = ()


class RanPast(Event, frozen=True, tag="ran-past"):
    """A ram that missed went on for an inch past its target."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    spent: int

    @heeds("tactical.2.6.8-ramming")
    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now = under_way(state)
        now.gone, now.spent = now.gone + self.length, self.spent
