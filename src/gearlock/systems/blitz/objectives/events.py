"""4 and 16.0: what happens to a scenario and its objectives."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.mechanics.secrets import Sealed, told
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.objectives.slots import (
    DONE,
    HELD,
    MARKER,
    OBJECTIVE,
    PRIMARY,
    TAKEN,
    TARGET,
    Slot,
)
from gearlock.systems.blitz.state import State

LAST = "last round by"


class ParameterRolled(Event, frozen=True, tag="parameter-rolled"):
    """A die decided about zones, rounds or conditions."""

    kind: str
    face: int
    result: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, self.kind: self.result}
        if self.kind == "rounds":
            state.rounds = int(self.result)


class ScenarioSettled(Event, frozen=True, tag="scenario-settled"):
    """The scenario is known; deployment zones are next."""

    def change(self, state: State) -> None:
        state.phase = "sides"


class ObjectivesSet(Event, frozen=True, tag="objectives-set"):
    """The objectives of a seat, rolled for all to see or chosen in secret."""

    seat: str
    names: tuple[str, ...]
    faces: tuple[int, ...] = ()
    secret: bool = False

    def change(self, state: State) -> None:
        knows = (self.seat,) if self.secret else SEATS
        for number, name in enumerate(self.names, 1):
            state.facts[Slot(self.seat, number).key(OBJECTIVE)] = Sealed(name, knows)


class PrimarySet(Event, frozen=True, tag="primary-set"):
    """A seat has chosen the objective that counts double."""

    seat: str
    number: int

    def change(self, state: State) -> None:
        state.facts[f"{PRIMARY}:{self.seat}"] = Sealed(str(self.number), (self.seat,))


class ObjectivesShown(Event, frozen=True, tag="objectives-shown"):
    """Objectives that cannot stay secret, because markers are placed for them, or because the battle is over."""

    reveals = True
    keys: tuple[str, ...]

    def change(self, state: State) -> None:
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """An objective marker lies on the table."""

    seat: str
    number: int
    name: str
    x: int
    y: int
    plain = True

    def change(self, state: State) -> None:
        state.markers[self.name] = (self.x, self.y)


class MarkerChosen(Event, frozen=True, tag="marker-chosen"):
    """A seat has chosen which of two markers is real."""

    seat: str
    number: int
    name: str

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(MARKER)] = Sealed(self.name, (self.seat,))


class MarkersSettled(Event, frozen=True, tag="markers-settled"):
    """All markers lie there; reserves are declared next."""

    def change(self, state: State) -> None:
        state.phase = "reserves"


class TargetDrawn(Event, frozen=True, tag="target-drawn"):
    """Whom an objective is about: a model by its id, a combat group by its number, or nobody."""

    seat: str
    number: int
    target: str
    face: int = 0

    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        state.facts[slot.key(TARGET)] = Sealed(self.target, state.facts[slot.key(OBJECTIVE)].knows)


class Noted(Event, frozen=True, tag="noted"):
    """Who is on the table at a moment that objectives are drawn from."""

    what: str
    names: tuple[str, ...]

    def change(self, state: State) -> None:
        state.points.update({f"{self.what}:{name}": 1 for name in self.names})


class MarkersChecked(Event, frozen=True, tag="markers-checked"):
    """A Cleanup phase: who controls which marker, and for how many in a row."""

    held: tuple[tuple[str, str], ...]

    def change(self, state: State) -> None:
        for marker, by in self.held:
            for seat in SEATS:
                key = f"{HELD}:{marker}:{seat}"
                state.points[key] = state.points.get(key, 0) + 1 if seat == by else 0
                if state.points[key] >= 2:
                    state.points[f"{TAKEN}:{marker}:{seat}"] = 1


class Achieved(Event, frozen=True, tag="objective-achieved"):
    """An objective is achieved, and shown."""

    reveals = True
    seat: str
    number: int

    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        state.points[slot.key(DONE)] = 1
        for key in (slot.key(OBJECTIVE), slot.key(TARGET), slot.key(MARKER)):
            if key in state.facts:
                state.facts[key] = told(state.facts[key], SEATS)


class LastDeclared(Event, frozen=True, tag="last-declared"):
    """The winner of initiative declared this round the last."""

    seat: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, LAST: self.seat}
