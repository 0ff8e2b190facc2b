"""What happens to passengers."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import ABOARD, DISEMBARKED, FIELDED, HIDING, HULL_DOWN, STATIONARY, State

Place = tuple[str, int, int, int]
"""A model or base, and where it is put."""


class Embarked(Event, frozen=True, tag="embarked"):
    """A model got into something: off the table in a transport, or to fight on from a building or bunker."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    cost: int
    fights: bool

    @heeds("fieldmanual.transports", "fieldmanual.infantry-structures", "fieldmanual.perk-large-doors")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit, self.cost)
        for part in state.bases(unit):
            part.status = FIELDED if self.fights else ABOARD
            part.carrier, part.x, part.y, part.z = self.carrier, self.x, self.y, self.z
            for token in [name for name in part.tokens if name.startswith((HULL_DOWN, HIDING))]:
                del part.tokens[token]
        if state.activation is not None and state.is_active(unit):
            state.activation.path = ()


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model got out: where it and its bases stand now. `halted`: moving takes an Action in this round."""

    unit: str
    carrier: str
    places: tuple[Place, ...]
    facing: int
    halted: bool
    thrown: bool = False
    late: bool = False
    """Whether its Combat Group has been activated without it: it is Used for this round."""

    @heeds("fieldmanual.transports", "fieldmanual.transport-destroyed", "fieldmanual.perk-large-doors")
    def change(self, state: State) -> None:
        for name, x, y, z in self.places:
            unit = state.units[name]
            unit.status, unit.carrier, unit.facing = FIELDED, "", self.facing
            unit.x, unit.y, unit.z = x, y, z
            unit.used = unit.used or self.late
            if self.thrown or not state.is_active(unit):
                unit.band = STATIONARY
            for token in [name for name in unit.tokens if name.startswith((HULL_DOWN, HIDING))]:
                del unit.tokens[token]
        if self.halted:
            mark(state, state.units[self.unit], DISEMBARKED)


class SteppedOff(Event, frozen=True, tag="stepped-off"):
    """A model that got out in this round spent an Action to be able to move."""

    unit: str

    @heeds("fieldmanual.transports")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, DISEMBARKED, 0)


class PassengerTested(Event, frozen=True, tag="passenger-tested"):
    """The die of a passenger whose transport was killed, and what it comes to: stun, one box, two, or destroyed."""

    unit: str
    carrier: str
    face: int
    total: int
    effect: str
