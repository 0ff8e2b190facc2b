"""Step 5: Support Points, everything they can be spent on, and the sheet it is written on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import Sealed, is_known, told
from gearlock.systems.fieldmanual.army.upgrades import support_options
from gearlock.systems.fieldmanual.command_points.tests import fill_pool
from gearlock.systems.fieldmanual.deployment import INFILTRATES
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import (
    COMBAT,
    DOCKED,
    FIELDED,
    NO_GROUP,
    SEATS,
    WAITING,
    Activation,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.state import RESERVE as IN_RESERVE


class Buy(Order, frozen=True, tag="buy-support"):
    """Buy a support option: for a Combat Group or a model where it is for one; guided, or infiltrating."""

    option: str
    group: int = 0
    unit: str = ""
    guided: bool = False
    infiltrates: bool = False
    round: int = 0
    """When a guaranteed reserve arrives."""


class EndAllocation(Order, frozen=True, tag="end-allocation"):
    """Buy nothing more in this allocation."""


class BringIn(Order, frozen=True, tag="bring-in"):
    """Try to bring in a Combat Group that is held in reserve."""

    group: int


class Enter(Order, frozen=True, tag="enter"):
    """Come onto the table by a home edge, at Combat or Top Speed; a Combined Model with all its Bases."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    band: str = "combat"
    mode: str = ""


class AirDrop(Order, frozen=True, tag="air-drop"):
    """Choose the point around which a Combat Group is dropped."""

    group: int
    x: int = 0
    y: int = 0


class DropModel(Order, frozen=True, tag="drop-model"):
    """Drop a model at a spot, facing some way."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class CallArtillery(Order, frozen=True, tag="call-artillery"):
    """Forward Observe a model under Active Lock, or a place on the table, for a strike of an artillery choice."""

    unit: str
    number: int
    """Of the choice, as it stands on the sheet."""
    target: str = ""
    x: int = 0
    y: int = 0


class CorrectFire(Order, frozen=True, tag="correct-fire"):
    """Roll Leadership to correct the strike that was just called."""

    unit: str


class Shell(Order, frozen=True, tag="shell"):
    """Choose a type of artillery and a point for fire that somebody sends the wrong way."""

    option: str
    x: int = 0
    y: int = 0


class FireStrike(Order, frozen=True, tag="fire-strike"):
    """Choose which of the strikes that were called comes down next."""

    number: int


class CallAirstrike(Order, frozen=True, tag="call-airstrike"):
    """Call in an airstrike by its number on the sheet."""

    unit: str
    number: int


class PlaceAirstrike(Order, frozen=True, tag="place-airstrike"):
    """Put an airstrike that was called at a table edge, facing in."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class TakeFlight(Order, frozen=True, tag="take-flight"):
    """Choose the airstrike that moves next."""

    unit: str


class Fly(Order, frozen=True, tag="fly"):
    """Fly straight on for so many inches."""

    unit: str
    inches: int = 1


class EndFlight(Order, frozen=True, tag="end-flight"):
    """End the move of an airstrike, perhaps with a Turn of up to 60 degrees, in tenths of a degree."""

    unit: str
    angle: int = 0


class AssignAction(Order, frozen=True, tag="assign-action"):
    """Set the Action of a turret aside: for Reaction Fire, or with a weapon to stand by."""

    unit: str
    weapon: str = ""


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
                    unit.status = IN_RESERVE


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
        if drone.parent == owner and drone.status == IN_RESERVE:
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


# --- Step 5: Support Points, and everything they can be spent on

FIGHTER, FIGHTER_BOMBER, BOMBER = AIRSTRIKES = ("fighter", "fighter-bomber", "bomber")
LIGHT, MEDIUM, HEAVY = ARTILLERY = ("light-artillery", "medium-artillery", "heavy-artillery")
ASSETS: Final = ("hac-turret", "hrp-turret", "aa-turret", "observation-bunker", "heavy-bunker", "blind")
AA_DRONE, COMMAND_POINT, INFILTRATORS = "aa-drone", "command-point", "infiltrators"
RESERVE, GUARANTEED = "reserve", "guaranteed-reserve"
GUIDED, INFILTRATION = (support_options()[name].sp for name in ("guided", INFILTRATORS))
"""What it adds to guide the strikes of a choice, and to let a group or an asset infiltrate."""
BOMBERS_FROM = 3


class Choice(NamedTuple):
    """What is bought at once: an option, for which group or model, guided or infiltrating, and for which round."""

    option: str
    group: int = 0
    unit: str = ""
    guided: bool = False
    infiltrates: bool = False

    def written(self) -> str:
        """As it stands on the sheet."""
        marks = "guided" * self.guided + "infiltrates" * self.infiltrates
        return f"{self.option}|{self.group or ''}|{self.unit}|{marks}"


def read_choice(text: str) -> Choice:
    """A choice as it was written."""
    option, group, unit, marks = text.split("|")
    return Choice(option, int(group or 0), unit, marks == "guided", marks == "infiltrates")


@rule("fieldmanual.step5-support-points")
def support_points(level: int, tv: int) -> int:
    """The Priority Level, and one for every full 500 TV."""
    return level + tv // 500


def first_half(points: int) -> int:
    """What must be spent at least in the first allocation: half of it, rounded up."""
    return -(-points // 2)


OPTIONS: Final = (
    *AIRSTRIKES, *ARTILLERY, AA_DRONE, COMMAND_POINT, INFILTRATORS, RESERVE, GUARANTEED, *ASSETS,
)  # fmt: skip
"""Everything that can be bought, in the order players see it; prices stand in data/support.toml."""


@rule("fieldmanual.buy-command-points")
@heeds("fieldmanual.airstrike-types", "fieldmanual.artillery-types", "fieldmanual.infiltrators", "fieldmanual.reserves")
@heeds("fieldmanual.guaranteed-reserve", "fieldmanual.aa-drone", "fieldmanual.aa-turret", "fieldmanual.asset-blind")
@heeds("fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret", "fieldmanual.asset-observation-bunker")
@heeds("fieldmanual.asset-heavy-bunker", "fieldmanual.defensive-assets")
def cost_of(choice: Choice) -> int:
    """The Support Points of a choice; a Command Point is one, to infiltrate is two more, to be guided one more."""
    return (
        support_options()[choice.option].sp
        + GUIDED * choice.guided
        + INFILTRATION * (choice.infiltrates and choice.option in ASSETS)
    )


def cost_of_all(choices: Iterable[Choice]) -> int:
    """What some choices cost together."""
    return sum(map(cost_of, choices))


def groups_of(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side."""
    mine = (unit.group for unit in state.units.values() if unit.seat == seat and not unit.parent)
    return sorted({group for group in mine if group != NO_GROUP})


def models_of(state: State, seat: str, group: int) -> list[Unit]:
    """The models of a Combat Group; every Base of a Combined Model."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group == group)
    return [unit for unit in mine if not unit.parent]


def has_drone(state: State, unit: Unit) -> bool:
    """Whether a model has a drone on its card, or one was bought for it."""
    listed = any("Drone" in perk for perk in unit.card.perks)
    return listed or any(other.parent == unit.id for other in state.units.values())


# --- Step 5: the sheet on which a side has written what it bought: facts by seat and number, some known to it alone
# `State.facts` holds under "support:red:1" a choice, under "round:red:2" the round in which group 2 arrives by
# itself.

SUPPORT, ROUND, STRIKES = "support", "round", "strikes"
LEVEL, LIMIT = "PL", "limit"
UNSEEN = (*AIRSTRIKES, *ARTILLERY)
"""Choices of the second allocation that show themselves only when they are used."""


def key_of(seat: str, number: int) -> str:
    """Where a choice is kept."""
    return f"{SUPPORT}:{seat}:{number}"


def entries(state: State, seat: str) -> Iterator[tuple[int, Sealed[str]]]:
    """Everything a side has bought, by number."""
    number = 1
    while (found := state.facts.get(key_of(seat, number))) is not None:
        yield number, found
        number += 1


def choices(state: State, seat: str) -> list[Choice]:
    """What a side has bought, whoever knows it."""
    return [read_choice(fact.value) for _, fact in entries(state, seat)]


def known_choices(state: State, seat: str, reader: str | None) -> list[Choice]:
    """What a reader knows a side to have bought."""
    return [read_choice(fact.value) for _, fact in entries(state, seat) if is_known(fact, reader)]


def points_of(state: State, seat: str) -> int:
    """The Support Points of a side."""
    level, limit = state.switches.get(f"{LEVEL}:{seat}", "0"), state.switches.get(LIMIT, "0")
    return support_points(int(level), int(limit))


def level_of(state: State, seat: str) -> int:
    """A side's Priority Level."""
    return int(state.switches.get(f"{LEVEL}:{seat}", "0"))


def points_left(state: State, seat: str) -> int:
    """Support Points a side has not spent yet."""
    return points_of(state, seat) - cost_of_all(choices(state, seat))


def used_key(seat: str, number: int) -> str:
    """Where `State.points` counts how much of a choice has been used."""
    return f"used:{key_of(seat, number)}"
