"""Scenarios: what happens to missions and objectives."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.fieldmanual.missions.slots import DONE, MISSION, OBJECTIVE, TARGET, Slot
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import LEFT, SEATS, State

ESCAPED = "escaped"
"""A token on who left by the enemy's edge as it was told to."""
SCOUTED = "scouted"
UNENDING = 99
"""Rounds of a battle whose length is variable."""


class TableRolled(Event, frozen=True, tag="table-rolled"):
    """A die of the scenario generator, and what it means."""

    kind: str
    face: int
    means: str
    rule: str = ""


class EffectsSettled(Event, frozen=True, tag="effects-settled"):
    """All Table Effects and Unusual Events of this battle."""

    effects: tuple[str, ...]

    @heeds("fieldmanual.step2-table", "fieldmanual.event-variable-time")
    def change(self, state: State) -> None:
        state.switches = {**state.switches, "effects": " ".join(self.effects)}
        if "variable-time" in self.effects:
            state.rounds = UNENDING


class ZonesSettled(Event, frozen=True, tag="zones-settled"):
    """The kind of deployment zones; missions follow."""

    kind: str

    def change(self, state: State) -> None:
        state.switches, state.phase = {**state.switches, "zones": self.kind}, "mission"


class MissionRolled(Event, frozen=True, tag="mission-rolled"):
    """The type of a side's mission."""

    seat: str
    face: int
    mission: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, f"{MISSION}:{self.seat}": self.mission}


class ObjectivesTurn(Event, frozen=True, tag="objectives-turn"):
    """A side writes its objectives down."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class ObjectiveChosen(Event, frozen=True, tag="objective-chosen"):
    """A side took an objective, in secret."""

    seat: str
    number: int
    name: str
    plain = True

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(OBJECTIVE)] = Sealed(self.name, (self.seat,))


class ObjectivesRevealed(Event, frozen=True, tag="objectives-revealed"):
    """Both sides have chosen, and show their objectives; support is chosen next."""

    reveals = True
    keys: tuple[str, ...]

    @heeds("fieldmanual.objective-points")
    def change(self, state: State) -> None:
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)
        state.phase, state.turn = "allocation", ""


class ObjectiveSettled(Event, frozen=True, tag="objective-settled"):
    """What an objective is about: a Combat Group, a model, a piece of terrain, or nothing."""

    seat: str
    number: int
    target: str

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(TARGET)] = Sealed(self.target, SEATS)


class Prepared(Event, frozen=True, tag="battle-prepared"):
    """All is settled: the first round begins."""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.winner = "round", "", ""


class Escaped(Event, frozen=True, tag="escaped"):
    """A model left the table by the enemy's edge."""

    unit: str

    @heeds("fieldmanual.obj-escape")
    def change(self, state: State) -> None:
        for part in state.bases(state.units[self.unit]):
            part.status, part.actions, part.used = LEFT, 0, True
            part.tokens[ESCAPED] = 1
        state.activation, state.declared = (state.interrupted.pop() if state.interrupted else None), []


class Scouted(Event, frozen=True, tag="scouted"):
    """A model Forward Observed what an objective is about; the second time in a row it is done."""

    unit: str
    seat: str
    number: int
    round: int

    @heeds("fieldmanual.obj-scout")
    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        key = f"{slot.key(SCOUTED)}:{self.unit}"
        if self.round > 1 and state.points.get(key) == self.round - 1:
            state.points[slot.key(DONE)] = 1
        state.points[key] = self.round


class ObservationPaid(Event, frozen=True, tag="observation-paid"):
    """A model spent an Action on observing what an objective is about."""

    unit: str

    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class LengthRolled(Event, frozen=True, tag="length-rolled"):
    """The die of a variable time limit: the next round is the last, or not."""

    face: int
    last: int = 0

    @heeds("fieldmanual.event-variable-time")
    def change(self, state: State) -> None:
        if self.last:
            state.rounds = self.last
