"""What happens when models move. What is used is told in totals of the activation."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.electronic_warfare.observed import fade
from gearlock.systems.fieldmanual.melee.engagement import melee_mark, note_foes
from gearlock.systems.fieldmanual.movement.bands import CLIMBED
from gearlock.systems.fieldmanual.movement.course import mark_of_test
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import CLIMBING, HIDING, HULL_DOWN, STATIONARY, STUN, TOP, State, Unit
from gearlock.systems.fieldmanual.under_way import Activation
from gearlock.table.path import Path

HALTED, JUMPED = "halted", "jumped"
"""Marks of an activation: who has stopped for good, and how far somebody jumped."""


def under_way(state: State) -> Activation:
    """The activation in which somebody moves."""
    assert state.activation is not None, "only the active model moves"
    return state.activation


@heeds("fieldmanual.transports")
@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation")
def place(state: State, unit: Unit, x: int, y: int, z: int) -> None:
    """Put a model somewhere, with whoever rides in it. Active Locks and observations on it are over, if it moves."""
    if (unit.x, unit.y, unit.z) != (x, y, z):
        fade(unit)
    unit.x, unit.y, unit.z = x, y, z
    for other in state.units.values():
        if other.carrier == unit.id:
            other.x, other.y, other.z = x, y, z


class WayTaken(Event, frozen=True, tag="way-taken"):
    """A model set out on a way. With whom it was in melee then is noted when it first moves."""

    unit: str
    figure: str
    path: Path
    aside: bool = False
    engaged: tuple[str, ...] = ()
    plain = True

    def change(self, state: State) -> None:
        """The rest of the way is what lies before it."""
        now = under_way(state)
        now.figure, now.path, now.aside, now.begun = self.figure, self.path, self.aside, True
        note_foes(now, self.figure, self.engaged)


class Moved(Event, frozen=True, tag="moved"):
    """A figure moved on by an inch or less, or by more where nobody could have answered."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    gone: int
    straight: int
    turns: int
    path: Path = ()
    tested: tuple[str, ...] = ()

    def change(self, state: State) -> None:
        """It stands elsewhere; what is left of its way and its movement is noted."""
        unit, now = state.units[self.unit], under_way(state)
        unit.facing = self.facing
        place(state, unit, self.x, self.y, self.z)
        now.spent[self.unit], now.gone[self.unit] = self.spent, self.gone
        now.straight[self.unit], now.turns[self.unit] = self.straight, self.turns
        now.path = self.path
        own = mark_of_test(self.unit)
        now.marks = [each for each in now.marks if not each.startswith(own)]
        now.marks += [mark_of_test(self.unit, piece) for piece in self.tested]


class Parted(Event, frozen=True, tag="parted"):
    """A figure left the Melee Range of an enemy it was in melee with."""

    unit: str
    other: str

    def change(self, state: State) -> None:
        name, now = melee_mark(self.unit, self.other), under_way(state)
        now.marks = [each for each in now.marks if each != name]


class Stopped(Event, frozen=True, tag="stopped"):
    """Something ended a way before its time: the figure stays where it is and may be ordered on."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        under_way(state).path = ()


class Halted(Event, frozen=True, tag="halted"):
    """A figure moves no further in this activation; `band` is the speed it has then, empty for the one it had."""

    unit: str
    band: str = ""

    @heeds("fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge")
    def change(self, state: State) -> None:
        now, unit = state.activation, state.units[self.unit]
        if now is not None and state.is_active(unit):
            now.path = ()
            now.marks.append(f"{HALTED}:{self.unit}")
        for part in state.parts(unit) if self.band else ():
            part.band = self.band


class QuicklyTurned(Event, frozen=True, tag="quickly-turned"):
    """A model took a Stun counter to turn at once, and perhaps to slow down."""

    unit: str
    facing: int
    band: str
    plain = True

    @heeds("fieldmanual.rapid-deceleration")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        mark(state, unit, STUN)
        unit.facing, now.begun = self.facing, True
        for part in state.parts(unit):
            part.band = self.band


class Climbed(Event, frozen=True, tag="climbed"):
    """A figure climbed along a cliff, or onto or off its top; `hangs` where it could not finish."""

    unit: str
    piece: str
    x: int
    y: int
    z: int
    spent: int
    gone: int
    hangs: bool
    engaged: tuple[str, ...] = ()

    @heeds("fieldmanual.perk-arms", "fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        place(state, unit, self.x, self.y, self.z)
        now.spent[self.unit], now.gone[self.unit], now.begun = self.spent, self.gone, True
        now.marks += [CLIMBED] * (CLIMBED not in now.marks)
        note_foes(now, self.unit, self.engaged)
        hold_on(unit, self.hangs)


@heeds("fieldmanual.perk-arms", "fieldmanual.hull-down", "fieldmanual.hiding")
def hold_on(unit: Unit, hangs: bool) -> None:
    """Whoever climbs is out of its cover, and hangs on the cliff where it could not finish. For `change` alone."""
    for token in (HULL_DOWN, HIDING, CLIMBING):
        unit.tokens.pop(token, None)
    if hangs:
        unit.tokens[CLIMBING] = 1


class Jumped(Event, frozen=True, tag="jumped"):
    """A figure jumped on its Jump Jets, which pushed it up a Speed Band."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    band: str
    paid: bool
    engaged: tuple[str, ...] = ()

    @heeds("fieldmanual.perk-jump-jets", "fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        """Jump Jet movement is movement: it pays for turns and counts as moved."""
        unit, now, name = state.units[self.unit], under_way(state), self.unit
        place(state, unit, self.x, self.y, self.z)
        now.gone[name] = now.gone.get(name, 0) + self.length
        now.straight[name] = now.straight.get(name, 0) + self.length
        now.marks.append(f"{JUMPED}:{name}:{self.length}")
        note_foes(now, name, self.engaged)
        now.begun = True
        if self.paid:
            pay(state, unit)
        for part in state.parts(unit):
            push_on(part, self.band)


@heeds("fieldmanual.perk-jump-jets", "fieldmanual.hull-down", "fieldmanual.hiding")
def push_on(unit: Unit, band: str) -> None:
    """Jump Jets bring a model to a higher speed and out of the cover it cannot keep at that. For `change` alone."""
    unit.band = band
    if band != STATIONARY:
        unit.tokens.pop(HULL_DOWN, None)
    if band == TOP:
        unit.tokens.pop(HIDING, None)


class Fell(Event, frozen=True, tag="fell"):
    """A model went over a cliff and lies at its foot, or was pushed aside to where there is room."""

    unit: str
    x: int
    y: int
    z: int
    height: int = 0

    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)
