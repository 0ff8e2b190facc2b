"""18.5: what happens to passengers."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.movement.events import leave_cover
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import ALOFT, FIELDED, HANGING, RIDING, SET_DOWN, STANDBY, THROWN_OUT, State

UNLOADED = "unloaded at"
"""The mark of an activation in which passengers were set down, with the place of the transport."""
GOT_OUT = "got out"
"""The mark of an activation in which a model left a fortification by itself."""


class Embarked(Event, frozen=True, tag="embarked"):
    """Models are aboard: of a vehicle they are off the table, in a fortification they fight on."""

    units: tuple[str, ...]
    carrier: str
    fights: bool = False

    @heeds("blitz.18.5", "blitz.18.3")
    def change(self, state: State) -> None:
        carrier = state.units[self.carrier]
        for name in self.units:
            unit = state.units[name]
            unit.status = FIELDED if self.fights else RIDING
            unit.carrier, unit.place = carrier.id, ""
            unit.x, unit.y, unit.z = carrier.x, carrier.y, carrier.z
            unit.tokens.pop(HANGING, None)
            leave_cover(unit)
            if not self.fights:
                unit.tokens.pop(STANDBY, None)
            if ALOFT in carrier.tokens:
                unit.tokens[ALOFT] = 1
        if state.activation is not None and state.activation.unit in self.units:
            state.activation.moves, state.activation.stopped = 0, True


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model left what carried it. `paid` actions it cost; `halted`: it moves no more this round; `lost`: the rest."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    facing: int
    paid: int = 0
    halted: bool = False
    lost: bool = False

    @heeds("blitz.18.5", "blitz.18.5b")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.paid)
        unit.status, unit.carrier, unit.place = FIELDED, "", ""
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        unit.tokens.pop(ALOFT, None)
        leave_cover(unit)
        if self.halted:
            unit.tokens[SET_DOWN] = 1
        if self.lost:
            unit.actions = 0
            unit.tokens.pop(STANDBY, None)
            unit.tokens[THROWN_OUT] = 1
        carrier, now = state.units.get(self.carrier), state.activation
        if carrier is not None and now is not None and now.unit == self.carrier:
            now.marks.append(f"{UNLOADED} {carrier.x},{carrier.y}")
        if carrier is not None and now is not None and now.unit == self.unit:
            now.marks.append(GOT_OUT)


class BuildingEntered(Event, frozen=True, tag="building-entered"):
    """Infantry is in a building, at a height."""

    unit: str
    piece: str
    x: int
    y: int
    z: int

    @heeds("blitz.18.5a")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.x, unit.y, unit.z = self.piece, self.x, self.y, self.z
        leave_cover(unit)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.moves, state.activation.stopped = 0, True
