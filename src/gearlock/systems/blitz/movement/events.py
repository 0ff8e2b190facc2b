"""What happens when models move. Sums are those of one stretch of a move."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import (
    COMBAT,
    FIELDED,
    HANGING,
    HIDING,
    HULL_DOWN,
    IMMOBILISED,
    WRECK,
    Activation,
    State,
    Unit,
)

OVER = "over"
"""The mark of an activation that something on the way has ended."""
JUMPED, TRIED = "powered jump", "came free"


def begin_move(unit: Unit, now: Activation, gait: str) -> None:
    """The first thing in a move counts it; its movement type stays with the model."""
    if now.gait:
        return
    now.moves -= 1
    now.gait = unit.gait = gait
    now.begun.append(gait)


def leave_cover(unit: Unit) -> None:
    """Who moves is neither hidden nor hull down any more."""
    unit.tokens.pop(HIDING, None)
    unit.tokens.pop(HULL_DOWN, None)


@heeds("blitz.18.2")
def has_turned_twice(now: Activation) -> bool:
    """Whether it has turned more than once in its activation: a move before this one that went nowhere was a turn."""
    return now.turns + now.free + now.paid + len(now.begun) > 2


@rule("blitz.trait.attached")
@heeds("blitz.18.6", "blitz.trait.mcv")
def carry_along(state: State, unit: Unit) -> None:
    """The components of a vehicle are wherever its core is, and who rides in it as well."""
    for other in state.units.values():
        aboard = other.carrier == unit.id
        if aboard or (other.parent == unit.id and other.line.type != "Drone" and other.status in (FIELDED, WRECK)):
            other.x, other.y, other.z = unit.x, unit.y, unit.z
            other.facing = other.facing if aboard else unit.facing


class Moved(Event, frozen=True, tag="moved"):
    """A model went along a path. `met` are the mils it went over each piece of terrain, `risked` its dangers now."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    advanced: int
    straight: int
    turns: int = 0
    free: int = 0
    is_open: bool = True
    on_road: bool = False
    closed: bool = False
    through: tuple[tuple[int, int], ...] = ()
    met: tuple[tuple[str, int], ...] = ()
    risked: tuple[tuple[str, int], ...] = ()
    place: str = ""
    fall: int = 0
    cautious: bool = False

    @heeds("blitz.6.3a", "blitz.18.1", "blitz.18.2", "blitz.6.5f")
    def change(self, state: State) -> None:
        """It is there, and its move has so much less in it."""
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model moves"
        begin_move(unit, now, self.gait)
        unit.x, unit.y, unit.z, unit.facing, unit.place = self.x, self.y, self.z, self.facing, self.place
        carry_along(state, unit)
        if self.place:
            unit.tokens[HANGING] = 1
        else:
            unit.tokens.pop(HANGING, None)
        now.spent += self.spent
        now.advanced += self.advanced
        now.straight = self.straight
        now.turns += self.turns
        now.free += self.free
        now.is_open = now.is_open and self.is_open
        now.on_road = now.on_road and self.on_road
        now.closed = now.closed or self.closed
        now.risked = dict(self.risked)
        if not self.cautious and (self.advanced or has_turned_twice(now)):
            leave_cover(unit)


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """A move is over."""

    unit: str
    advanced: int

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, f"{self.unit} is not active"
        now.gait, now.is_open, now.on_road, now.closed = "", True, True, False
        now.spent = now.advanced = now.turns = now.paid = now.free = 0
        now.risked = {}


class TurnBought(Event, frozen=True, tag="turn-bought"):
    """A model spent an action on one more turn."""

    unit: str
    gait: str
    facing: int

    @heeds("blitz.6.1a", "blitz.18.2")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model turns"
        begin_move(unit, now, self.gait)
        unit.facing = self.facing
        carry_along(state, unit)
        pay(unit)
        now.paid += 1
        now.straight = 0
        if has_turned_twice(now):
            leave_cover(unit)


class Jumped(Event, frozen=True, tag="jumped"):
    """A powered jump, and how far the model falls at its end."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    fall: int = 0

    @heeds("blitz.trait.jetpack")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model jumps"
        unit.x, unit.y, unit.z, unit.place = self.x, self.y, self.z, ""
        carry_along(state, unit)
        unit.tokens.pop(HANGING, None)
        now.marks.append(JUMPED)
        leave_cover(unit)


class Immobilised(Event, frozen=True, tag="immobilised"):
    """A model is stuck. That changes its posture, so its activation is over."""

    unit: str

    @heeds("blitz.6.6a", "blitz.3.2a-table")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[IMMOBILISED] = 1
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.moves = 0
            state.activation.marks.append(OVER)


class FreeingTried(Event, frozen=True, tag="freeing-tried"):
    """An immobilised model tried to come free."""

    unit: str
    free: bool

    @heeds("blitz.6.6a")
    def change(self, state: State) -> None:
        """Free again, it has the one move of combat posture left."""
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model comes free"
        now.marks.append(TRIED)
        if self.free:
            unit.tokens.pop(IMMOBILISED, None)
            unit.posture, now.moves = COMBAT, 1


class Forced(Event, frozen=True, tag="forced"):
    """A model was pushed straight; `left` is what of the distance it could not be moved, `against` what stopped it."""

    unit: str
    x: int
    y: int
    z: int
    moved: int
    left: int = 0
    against: str = ""
    fall: int = 0

    @heeds("blitz.6.4a", "blitz.18.1", "blitz.18.2")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if (unit.x, unit.y) != (self.x, self.y):
            leave_cover(unit)
        unit.x, unit.y, unit.z, unit.place = self.x, self.y, self.z, ""
        carry_along(state, unit)
        unit.tokens.pop(HANGING, None)
