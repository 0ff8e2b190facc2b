"""Airstrikes: what happens when they are called, fly and fall."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import told
from gearlock.systems.fieldmanual.damage.events import PARTING
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    CALLED_BY,
    COMBAT,
    DESTROYED,
    LEFT,
    NO_GROUP,
    READY,
    SEATS,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.support.events import ANYWHERE, MOVED, TURNED
from gearlock.systems.fieldmanual.support.sheet import key_of
from gearlock.systems.fieldmanual.under_way import Activation


class AirstrikeCalled(Event, frozen=True, tag="airstrike-called"):
    """An airstrike is ready for the Support phase of this round; by any edge but the enemy's, or the home edge."""

    reveals = True
    unit: str
    seat: str
    choice: int
    card: str
    name: str
    caller: str
    anywhere: bool

    @heeds("fieldmanual.airstrike-call")
    def change(self, state: State) -> None:
        """It waits for the phase of airstrikes, for all to know."""
        key = key_of(self.seat, self.choice)
        state.facts[key] = told(state.facts[key], SEATS)
        state.points[f"used:{key}"] = 1
        unit = Unit(self.unit, self.seat, self.name, state.stock[self.card], group=NO_GROUP, status=READY)
        unit.mode, unit.band, unit.actions = unit.card.primary, COMBAT, unit.card.actions
        unit.tokens = {f"{CALLED_BY}:{self.caller}": 1, **({ANYWHERE: 1} if self.anywhere else {})}
        state.units[self.unit] = unit


class AirstrikePlaced(Event, frozen=True, tag="airstrike-placed"):
    """An airstrike appeared at a table edge."""

    unit: str
    x: int
    y: int
    facing: int
    plain = True

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """It is over the table's edge."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing, unit.status = self.x, self.y, self.facing, ALOFT


class FlightBegun(Event, frozen=True, tag="flight-begun"):
    """An airstrike makes its move."""

    unit: str
    plain = True

    def change(self, state: State) -> None:
        """It is its turn to fly."""
        state.activation = Activation(self.unit, begun=True, banded=True)
        state.activation.figure = self.unit


class Flew(Event, frozen=True, tag="flew"):
    """An airstrike flew on by an inch."""

    unit: str
    x: int
    y: int
    gone: int

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """It is elsewhere."""
        unit = state.units[self.unit]
        unit.x, unit.y = self.x, self.y
        if state.activation is not None:
            state.activation.gone[self.unit] = self.gone


class FlightEnded(Event, frozen=True, tag="flight-ended"):
    """An airstrike has made its move, perhaps with a Turn; the other side is next."""

    unit: str
    facing: int
    turned: bool = False

    @heeds("fieldmanual.airstrike-move")
    def change(self, state: State) -> None:
        """Its move is over, perhaps with a Turn."""
        unit = state.units[self.unit]
        unit.facing, unit.tokens[MOVED] = self.facing, 1
        if self.turned:
            unit.tokens[TURNED] = unit.tokens.get(TURNED, 0) + 1
        state.activation, state.declared = None, []


class PassEnded(Event, frozen=True, tag="pass-ended"):
    """All airstrikes have moved once; they begin again."""

    def change(self, state: State) -> None:
        """Everybody may fly once more."""
        for unit in state.units.values():
            unit.tokens.pop(MOVED, None)


class AirstrikeLeft(Event, frozen=True, tag="airstrike-left"):
    """An airstrike left the table, and is gone for this battle."""

    unit: str

    def change(self, state: State) -> None:
        """It is gone for the game."""
        unit = state.units[self.unit]
        unit.status, unit.actions = LEFT, 0
        state.activation, state.declared = None, []


class AirstrikeCrashed(Event, frozen=True, tag="airstrike-crashed"):
    """An airstrike that was shot down struck the ground; or was blown to pieces in the air, with no point."""

    unit: str
    x: int = -1
    y: int = -1
    direction: int = 0
    distance: int = 0

    @heeds("fieldmanual.airstrike-damage")
    def change(self, state: State) -> None:
        """It is gone, and so is its last shot."""
        unit = state.units[self.unit]
        unit.status = DESTROYED
        unit.tokens.pop(PARTING, None)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation, state.declared = None, []
