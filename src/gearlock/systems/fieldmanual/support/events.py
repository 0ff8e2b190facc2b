"""Support: what happens when it is bought and used."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.fieldmanual.command.pool import fill_pool
from gearlock.systems.fieldmanual.deployment.groups import INFILTRATES
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import (
    COMBAT,
    DOCKED,
    FIELDED,
    NO_GROUP,
    RESERVE,
    SEATS,
    WAITING,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.support.sheet import ROUND, key_of
from gearlock.systems.fieldmanual.under_way import Activation

ALLOCATION = "allocation"
"""`State.points` counts how many allocations of Support Points are over: "allocation:red"."""
FIRST_SHOWN = "allocation:shown"
STAGE = "support stage"
"""Where `State.switches` says which phase of Step 3 is under way."""
TRIED, DROP, MOVED = "reserves tried", "drop", "has flown"
STRIKE, FRIENDLY = "strike", "friendly fire"
ANYWHERE, TURNED, ASSIGNED = "any edge", "turns made", "action assigned"
OFF_TABLE = "off table"
"""The status of guns that nobody sees."""


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


class StageBegun(Event, frozen=True, tag="support-stage-begun"):
    """A phase of Step 3: reserves, airstrikes that are placed and fly, artillery."""

    stage: str
    seat: str

    @heeds("fieldmanual.support-events")
    def change(self, state: State) -> None:
        state.switches = {**state.switches, STAGE: self.stage}
        state.turn, state.group = self.seat, 0


class SupportTurn(Event, frozen=True, tag="support-turn"):
    """The other side is next in Step 3."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class SupportEnded(Event, frozen=True, tag="support-ended"):
    """Step 3 is over."""

    def change(self, state: State) -> None:
        state.switches = {key: value for key, value in state.switches.items() if key != STAGE}
        for unit in state.units.values():
            unit.tokens.pop(MOVED, None)


class ReservesTried(Event, frozen=True, tag="reserves-tried"):
    """A Combat Group in reserve was called, and comes or not; its schedule is known from now on."""

    reveals = True
    seat: str
    group: int
    comes: bool
    keys: tuple[str, ...] = ()

    @heeds("fieldmanual.reserves", "fieldmanual.guaranteed-reserve")
    def change(self, state: State) -> None:
        state.points[f"{TRIED}:{self.seat}:{self.group}"] = state.round
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)
        if self.comes:
            state.turn, state.group = self.seat, self.group


class ReservesHeld(Event, frozen=True, tag="reserves-held"):
    """A side brings in nobody else in this round."""

    seat: str

    def change(self, state: State) -> None:
        state.points[f"{TRIED}:{self.seat}"] = state.round


class Entered(Event, frozen=True, tag="entered"):
    """A model came onto the table by an edge; its Actions are spent, what it has moved counts from the edge."""

    unit: str
    spots: tuple[tuple[str, int, int, int], ...]
    facing: int
    band: str
    mode: str

    @heeds("fieldmanual.reserves")
    def change(self, state: State) -> None:
        for name, x, y, z in self.spots:
            part = state.units[name]
            part.x, part.y, part.z, part.facing, part.status = x, y, z, self.facing, FIELDED
            part.band, part.mode, part.actions, part.used = self.band, self.mode, 0, True
        state.activation = Activation(self.unit, begun=True, banded=True)
        for name, *_ in self.spots:
            width = 2 * state.units[name].card.radius
            state.activation.spent[name] = state.activation.gone[name] = state.activation.straight[name] = width
        _dock(state, self.unit)


class EntryEnded(Event, frozen=True, tag="entry-ended"):
    """A model that came onto the table has made its move."""

    unit: str

    def change(self, state: State) -> None:
        state.activation, state.declared = None, []


class DropPointChosen(Event, frozen=True, tag="drop-point-chosen"):
    """A Combat Group comes down around a point."""

    seat: str
    group: int
    x: int
    y: int

    def change(self, state: State) -> None:
        state.markers[f"{DROP}:{self.seat}:{self.group}"] = (self.x, self.y)


class Dropped(Event, frozen=True, tag="dropped"):
    """A model came down from the air, at Combat Speed and with its Actions spent; astray or not."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    direction: int = 0
    distance: int = 0
    length: int = 0

    @heeds("fieldmanual.airdrop")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.band, unit.mode, unit.actions, unit.used = COMBAT, unit.card.primary, 0, True
        _dock(state, self.unit)


class DropEnded(Event, frozen=True, tag="drop-ended"):
    """All of a Combat Group are down."""

    seat: str
    group: int

    def change(self, state: State) -> None:
        state.markers.pop(f"{DROP}:{self.seat}:{self.group}", None)


def _dock(state: State, owner: str) -> None:
    """Drones come with their owner."""
    for drone in state.units.values():
        if drone.parent == owner and drone.status == RESERVE:
            drone.status, drone.carrier = DOCKED, owner


class GunsReady(Event, frozen=True, tag="guns-ready"):
    """The guns of a side stand somewhere beyond its home edge, whether they will fire or not."""

    unit: str
    seat: str
    card: str
    x: int
    y: int

    def change(self, state: State) -> None:
        guns = state.units.get(self.unit)
        if guns is None:
            name = f"{self.seat.title()} artillery"
            guns = Unit(self.unit, self.seat, name, state.stock[self.card], group=NO_GROUP, status=OFF_TABLE)
            state.units[self.unit] = guns
        guns.x, guns.y = self.x, self.y


class CallPaid(Event, frozen=True, tag="call-paid"):
    """A model spent an Action, or the free one of its Active Lock, on a call for support."""

    unit: str
    what: str
    free: bool = False

    def change(self, state: State) -> None:
        if self.free and state.activation is not None:
            state.activation.free = ""
        else:
            pay(state, state.units[self.unit])


class StrikeCalled(Event, frozen=True, tag="strike-called"):
    """An artillery strike is on its way to a point; everybody hears of it."""

    reveals = True
    seat: str
    number: int
    """Of the strike in this round."""
    choice: int
    """On the sheet of the side; 0 for fire that somebody sends the wrong way."""
    written: str
    unit: str
    target: str
    x: int
    y: int

    @heeds("fieldmanual.artillery-call")
    def change(self, state: State) -> None:
        if self.choice:
            key = key_of(self.seat, self.choice)
            state.facts[key] = told(state.facts[key], SEATS)
            state.points[f"used:{key}"] = state.points.get(f"used:{key}", 0) + 1
        state.facts[f"{STRIKE}:{self.seat}:{self.number}"] = Sealed(f"{self.written}/{self.target}", SEATS)
        state.markers[f"{STRIKE}:{self.seat}:{self.number}"] = (self.x, self.y)


class FireCorrected(Event, frozen=True, tag="fire-corrected"):
    """The observer's Leadership: what comes off the scatter, or off the attack."""

    seat: str
    number: int
    margin: int

    @heeds("fieldmanual.artillery-call")
    def change(self, state: State) -> None:
        state.points[f"{STRIKE}:{self.seat}:{self.number}"] = self.margin


class StrikeLanded(Event, frozen=True, tag="strike-landed"):
    """An artillery strike came down at a point, on target or not."""

    seat: str
    number: int
    weapon: str
    x: int
    y: int
    direction: int = 0
    distance: int = 0
    length: int = 0

    @heeds("fieldmanual.artillery-resolve")
    def change(self, state: State) -> None:
        name = f"{STRIKE}:{self.seat}:{self.number}"
        state.markers.pop(name, None)
        state.facts.pop(name, None)
        state.points.pop(name, None)


class FriendlyFireRolled(Event, frozen=True, tag="friendly-fire-rolled"):
    """The die of friendly fire, and who directs it if it comes."""

    face: int
    seat: str = ""

    @heeds("fieldmanual.event-friendly-fire")
    def change(self, state: State) -> None:
        state.points[FRIENDLY] = state.round
        state.turn = self.seat or state.turn


class ActionAssigned(Event, frozen=True, tag="action-assigned"):
    """The Action of a turret is set aside for this round."""

    unit: str
    weapon: str
    round: int
    plain = True

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[ASSIGNED] = self.round
