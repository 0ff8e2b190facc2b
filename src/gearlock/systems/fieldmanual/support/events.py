"""Support: what happens when it is bought and used."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.fieldmanual.command.pool import fill_pool
from gearlock.systems.fieldmanual.deployment.groups import INFILTRATES
from gearlock.systems.fieldmanual.state import DOCKED, NO_GROUP, RESERVE, SEATS, WAITING, State, Unit
from gearlock.systems.fieldmanual.support.sheet import ROUND, key_of

ALLOCATION = "allocation"
"""`State.points` counts how many allocations of Support Points are over: "allocation:red"."""
FIRST_SHOWN = "allocation:shown"


class Bought(Event, frozen=True, tag="support-bought"):
    """A side wrote a choice on its sheet, in secret."""

    seat: str
    number: int
    choice: str
    group: int = 0
    round: int = 0
    plain = True

    @heeds("fieldmanual.step5-support-points", "fieldmanual.guaranteed-reserve")
    def change(self, state: State) -> None:
        state.facts[key_of(self.seat, self.number)] = Sealed(self.choice, (self.seat,))
        if self.round:
            state.facts[f"{ROUND}:{self.seat}:{self.group}"] = Sealed(str(self.round), (self.seat,))


class AllocationTurn(Event, frozen=True, tag="allocation-turn"):
    """A side allocates its Support Points."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class Allocated(Event, frozen=True, tag="support-allocated"):
    """A side has finished an allocation."""

    seat: str

    def change(self, state: State) -> None:
        key = f"{ALLOCATION}:{self.seat}"
        state.points[key] = state.points.get(key, 0) + 1


class SupportShown(Event, frozen=True, tag="support-shown"):
    """Choices that everybody knows from now on."""

    reveals = True
    keys: tuple[str, ...]
    first: bool = False
    """What both allocated first; from now on what is written stays unseen."""

    def change(self, state: State) -> None:
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)
        if self.first:
            state.points[FIRST_SHOWN] = 1


class AssetRaised(Event, frozen=True, tag="asset-raised"):
    """A Defensive Asset of a side waits to be deployed."""

    unit: str
    seat: str
    card: str
    name: str
    infiltrates: bool = False

    @heeds("fieldmanual.defensive-assets")
    def change(self, state: State) -> None:
        unit = Unit(self.unit, self.seat, self.name, state.stock[self.card], group=NO_GROUP, status=WAITING)
        unit.arrival = INFILTRATES if self.infiltrates else ""
        state.units[self.unit] = unit


class DroneAssigned(Event, frozen=True, tag="drone-assigned"):
    """A model got an AA drone, and carries it docked."""

    unit: str
    owner: str
    card: str
    name: str

    @heeds("fieldmanual.aa-drone")
    def change(self, state: State) -> None:
        owner = state.units[self.owner]
        drone = Unit(self.unit, owner.seat, self.name, state.stock[self.card], group=owner.group, status=DOCKED)
        drone.parent = drone.carrier = owner.id
        state.units[self.unit] = drone


class ArrivalSettled(Event, frozen=True, tag="arrival-settled"):
    """A Combat Group will infiltrate, or is held in reserve."""

    seat: str
    group: int
    reserve: bool

    @heeds("fieldmanual.reserves", "fieldmanual.infiltrators")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.seat == self.seat and unit.group == self.group:
                if not self.reserve:
                    unit.arrival = INFILTRATES
                elif unit.status == WAITING:
                    unit.status = RESERVE


class SupportSettled(Event, frozen=True, tag="support-settled"):
    """All Support Points are spent or lost, Command Points lie ready; zones are chosen next."""

    red: int
    blue: int

    @heeds("fieldmanual.cp-pool", "fieldmanual.buy-command-points")
    def change(self, state: State) -> None:
        fill_pool(state, "red", self.red)
        fill_pool(state, "blue", self.blue)
        state.phase, state.turn, state.winner = "sides", "", ""
