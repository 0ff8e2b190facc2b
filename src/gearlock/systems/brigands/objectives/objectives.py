"""11.3: Objectives: their markers, what achieves and loses them, and who is left to do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.objectives.progress import GroundWorth, Progress, is_held, largest_share, near_by_seat
from gearlock.systems.brigands.lock_and_cover.sight import look_at_point, senses_point
from gearlock.systems.brigands.models import Model, ModelCard
from gearlock.systems.brigands.places import is_in_zone
from gearlock.systems.brigands.state import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    CASUALTIES,
    DEMOLITIONS,
    FIELDED,
    GONE,
    HOLD,
    LEAD_BY_EXAMPLE,
    NO_GROUP,
    SCAN,
    WIPE_THEM_OUT,
    WRECK,
    Pursuit,
    State,
    Unit,
    objectives,
    opponent,
)
from gearlock.table.bodies import point
from gearlock.table.inches import gap
from gearlock.table.measure import INCH


class ChooseObjective(Order, frozen=True, tag="choose-objective"):
    """Choose an Objective by name; to wipe them out, say which of several equally dear enemy Combat Groups."""

    name: str
    group: int = 0


class PlaceMarker(Order, frozen=True, tag="place-marker"):
    """Put a marker of an Objective on the table."""

    x: int = 0
    y: int = 0


class ObjectiveChosen(Event, frozen=True, tag="objective-chosen"):
    """A seat chose an Objective; the model or enemy Combat Group it is about, where it is about one."""

    seat: str
    name: str
    target: str = ""
    group: int = 0

    def change(self, state: State) -> None:
        state.pursuits.append(Pursuit(self.seat, self.name, self.target, self.group))


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """A marker was put on the table for a seat's Objective; a Demolitions target is a model of whoever places it."""

    seat: str
    name: str
    x: int
    y: int
    unit: str = ""

    @heeds("brigands.11.3-demolitions")
    def change(self, state: State) -> None:
        """A marker more; a Demolitions target takes the field for whoever does not want it destroyed."""
        markers = (*_pursuit(state, self.seat, self.name).markers, (self.x, self.y))
        _change(state, self.seat, self.name, markers=markers)
        if self.unit:
            seat = opponent(self.seat)
            target = Unit(self.unit, seat, f"{seat.title()} {TARGET.name}", TARGET, group=NO_GROUP, squad=0)
            target.status, target.x, target.y, target.hull = FIELDED, self.x, self.y, TARGET.hull
            state.units[target.id] = target


class ObjectivesSettled(Event, frozen=True, tag="objectives-settled"):
    """All Objectives are chosen and all markers lie; deployment follows."""

    def change(self, state: State) -> None:
        state.phase = "roll-off"


class MarkerCaptured(Event, frozen=True, tag="marker-captured"):
    """A model of the seat that wants it took a Capture marker off the table."""

    seat: str
    unit: str
    x: int
    y: int

    @heeds("brigands.11.3-capture")
    def change(self, state: State) -> None:
        """The marker is off the table."""
        pursuit = _pursuit(state, self.seat, CAPTURE)
        left = tuple(marker for marker in pursuit.markers if marker != (self.x, self.y))
        _change(state, self.seat, CAPTURE, markers=left, captured=pursuit.captured + 1)


class ObjectiveAchieved(Event, frozen=True, tag="objective-achieved"):
    """As the table lies now, a seat has what its Objective asks for."""

    seat: str
    name: str

    def change(self, state: State) -> None:
        _change(state, self.seat, self.name, achieved=True)


class ObjectiveLost(Event, frozen=True, tag="objective-lost"):
    """A seat no longer has what its Objective asks for."""

    seat: str
    name: str

    def change(self, state: State) -> None:
        _change(state, self.seat, self.name, achieved=False)


def _change(state: State, seat: str, name: str, **changes: Any) -> None:
    state.pursuits = [
        replace(pursuit, **changes) if (pursuit.seat, pursuit.name) == (seat, name) else pursuit
        for pursuit in state.pursuits
    ]


def _pursuit(state: State, seat: str, name: str) -> Pursuit:
    return next(pursuit for pursuit in state.pursuits if (pursuit.seat, pursuit.name) == (seat, name))


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """The agreed number of Rounds has been played."""

    def change(self, state: State) -> None:
        state.finished = True


# --- Places that a map marks: what lessons are fought for besides Hull. Full battles have Objectives


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: no drones and no Fortifications; nobody in a full battle."""
    if state.full or not state.ground.marked:
        return []
    fielded = (unit for unit in state.units.values() if unit.is_fielded and unit.line.type != "Fortification")
    return [unit for unit in fielded if not is_drone(unit)]


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and not state.full


# --- 11.3: who is left of a Force, and the Actions its models stand for


def is_left(unit: Unit) -> bool:
    """Not destroyed: in play, riding in a transport, or still to come."""
    return unit.status not in (WRECK, GONE)


def is_drone(unit: Unit) -> bool:
    """A drone belongs to the model that controls it, and counts for nothing but Casualties."""
    return bool(unit.controller)


def actions_of(units: Iterator[Unit]) -> int:
    """The Actions that models stand for, spent or not; drones stand for none."""
    return sum(unit.line.actions for unit in units if not is_drone(unit))


def group_of(state: State, seat: str, group: int) -> Iterator[Unit]:
    """The models a Combat Group began with."""
    return (unit for unit in state.units.values() if unit.seat == seat and unit.group == group)


@heeds("brigands.11.3")
def has_somebody(state: State, seat: str) -> bool:
    """Whether a seat has a model left that could still act; drones alone and a Demolitions target are nobody."""
    return any(
        unit.seat == seat and unit.group != NO_GROUP and is_left(unit) and not is_drone(unit)
        for unit in state.units.values()
    )


# --- 11.3: Casualties, the Objective of every battle and the judge of ties


@heeds("brigands.11.3-casualties")
def worth_left(state: State, seat: str) -> int:
    """The TV of a seat's models that are left, without the Crippled and Fortifications. Haywire does not count."""
    left = (unit for unit in state.units.values() if unit.seat == seat and is_left(unit))
    return sum(unit.tv for unit in left if unit.hull > 0 and unit.line.type != "Fortification")


@rule("brigands.11.3-casualties")
def casualties_winner(state: State) -> str:
    """The seat with more TV left; nobody if both have the same."""
    red, blue = worth_left(state, "red"), worth_left(state, "blue")
    return "" if red == blue else "red" if red > blue else "blue"


# --- 11.3: Objectives of position: Break the Line, Hold and Capture

CAPTURES = 2
"""Of three markers so many must be taken."""


@rule("brigands.11.3-break-the-line")
def breaking_the_line(state: State, pursuit: Pursuit) -> Progress:
    """One Combat Group has half its starting Actions or more in the enemy zone; a base stands wholly in it."""
    groups = {unit.group for unit in state.units.values() if unit.seat == pursuit.seat and unit.group != NO_GROUP}
    best, of = largest_share(
        (
            actions_of(unit for unit in group_of(state, pursuit.seat, group) if _is_through(state, unit)),
            actions_of(group_of(state, pursuit.seat, group)),
        )
        for group in sorted(groups)
    )
    words = f"{best} of {of} Actions of a Combat Group in the enemy zone" if best else "nobody in the enemy zone"
    return Progress(2 * best >= of, words, min(1.0, 2 * best / of))


def _is_through(state: State, unit: Unit) -> bool:
    return unit.is_fielded and is_in_zone(state, opponent(unit.seat), unit.body)


@rule("brigands.11.3-hold")
def hold_on(state: State, marker: tuple[int, int]) -> dict[str, int]:
    """The Actions worth of models each seat has within 6 in of a marker; drones and Fortifications hold nothing."""
    spot, reach = point(*marker), objectives()[HOLD].reach * INCH
    able = (unit for unit in state.units.values() if unit.is_fielded and unit.line.type != "Fortification")
    near = near_by_seat(spot, reach, able, ("red", "blue"))
    return {seat: actions_of(iter(units)) for seat, units in near.items()}


@heeds("brigands.11.3-hold")
def holding_ground(state: State, pursuit: Pursuit) -> Progress:
    """Both markers have more Actions of the seat around them than of the enemy."""
    holds = [hold_on(state, marker) for marker in pursuit.markers]
    held = sum(is_held(hold, pursuit.seat) for hold in holds)
    needed = objectives()[HOLD].markers
    return Progress(held == needed, f"{held} of {needed} markers controlled", held / needed, held, needed)


@heeds("brigands.11.3-capture")
def capturing(_state: State, pursuit: Pursuit) -> Progress:
    """Two of the three markers are taken."""
    words = f"{pursuit.captured} of {CAPTURES} markers captured"
    return Progress(
        pursuit.captured >= CAPTURES, words, min(1.0, pursuit.captured / CAPTURES), pursuit.captured, CAPTURES
    )


@heeds("brigands.11.3-capture", "brigands.11.3-demolitions")
def can_capture(state: State, unit: Unit, marker: tuple[int, int]) -> bool:
    """Within 2 in of a marker, with Sensor Lock on it or in sight of it. Drones capture nothing.

    Nor does a Demolitions target, which its owner could place beside the markers it is to capture.
    """
    spot, reach = point(*marker), objectives()[CAPTURE].reach * INCH
    if not unit.is_fielded or is_drone(unit) or unit.group == NO_GROUP or gap(unit.body, spot) > reach:
        return False
    return senses_point(state, unit, spot, attacking=False) or look_at_point(state, unit, spot).sight


def legal_captures(state: State) -> Iterator[MarkerCaptured]:
    """Every marker that is taken if the Round ends now, with the first model that takes it."""
    for pursuit in state.pursuits:
        for marker in pursuit.markers if pursuit.name == CAPTURE else ():
            taker = next((unit for unit in state.fielded(pursuit.seat) if can_capture(state, unit, marker)), None)
            if taker is not None:
                yield MarkerCaptured(pursuit.seat, taker.id, *marker)


@rule("brigands.11.3-capture")
def capture_markers(ctx: Ctx[State]) -> None:
    """The Round ends: markers are taken. What lies there still when two are won may be taken all the same."""
    for capture in list(legal_captures(ctx.state)):
        ctx.emit(capture)


# --- 11.3: Scan. What Detailed Scans have found out about the enemy

NEEDED = 3
FEW = 2
"""Against a Force of so few Units the models may be of the same Unit."""


@heeds("brigands.11.3-scan")
def scans_that_count(state: State, seat: str) -> int:
    """Enemy models a seat has scanned, one of each Unit unless the enemy has only two; wrecks are models too."""
    enemies = [unit for unit in state.units.values() if unit.seat == opponent(seat) and unit.group != NO_GROUP]
    scanned = [unit for unit in enemies if unit.scanned]
    if len({unit.squad for unit in enemies}) <= FEW:
        return len(scanned)
    return len({unit.squad for unit in scanned})


@heeds("brigands.11.3-scan")
def scanning(state: State, pursuit: Pursuit) -> Progress:
    """Three enemy models have been scanned."""
    count = scans_that_count(state, pursuit.seat)
    done = min(count, NEEDED)
    return Progress(count >= NEEDED, f"{done} of {NEEDED} models scanned", now=done, full=NEEDED)


@rule("brigands.11.3-scan")
def scannable_wrecks(state: State, seat: str) -> Iterator[Unit]:
    """The enemy wrecks that a seat could still learn something from; only its Objective sends it there."""
    if any(pursuit.seat == seat and pursuit.name == SCAN for pursuit in state.pursuits):
        for unit in state.units.values():
            if unit.status == WRECK and unit.seat != seat and not unit.scanned:
                yield unit


def counts_as_new(state: State, seat: str, unit_id: str) -> bool:
    """Whether a scan of this enemy would bring a seat one further."""
    unit = state.units[unit_id]
    if unit.scanned or unit.group == NO_GROUP or unit.seat == seat:
        return False
    before = scans_that_count(state, seat)
    if before >= NEEDED:
        return False
    after = state.clone()
    after.units[unit_id].scanned = True
    return scans_that_count(after, seat) > before


# --- 11.3: Objectives of destruction: Assassinate, Wipe Them Out, Demolitions and Lead by Example


@rule("brigands.11.3-assassinate")
def assassination(state: State, pursuit: Pursuit) -> Progress:
    """The enemy Force Commander of the first hour is destroyed; whoever takes over is safe."""
    target = state.units.get(pursuit.target)
    if target is None:
        return Progress(False, "the enemy has no Force Commander")
    if is_left(target):
        return Progress(False, f"the {target.name} lives")
    return Progress(True, f"the {target.name} is destroyed")


@heeds("brigands.11.3-wipe-them-out")
def wiping_out(state: State, pursuit: Pursuit) -> Progress:
    """The marked Combat Group is down to half its starting Actions or less."""
    enemy = opponent(pursuit.seat)
    begun = actions_of(group_of(state, enemy, pursuit.group))
    left = actions_of(unit for unit in group_of(state, enemy, pursuit.group) if is_left(unit))
    return Progress(2 * left <= begun, f"{enemy} Combat Group {pursuit.group} has {left} of {begun} Actions")


@rule("brigands.11.3-demolitions")
def demolition(state: State, pursuit: Pursuit) -> Progress:
    """The Fortification is destroyed, by whomever."""
    target = state.units.get(pursuit.target)
    if target is None:
        return Progress(False, "the target is not placed")
    if is_left(target):
        return Progress(False, f"the target has Hull {target.hull} of {target.line.hull}")
    return Progress(True, "the target is destroyed")


@rule("brigands.11.3-lead-by-example")
def example(state: State, pursuit: Pursuit) -> Progress:
    """What the Duelist destroyed cost as much as the Duelist itself; drones are no trophies."""
    duelist = state.units[pursuit.target]
    fallen = (unit for unit in state.units.values() if unit.slayer == duelist.id and unit.seat != duelist.seat)
    trophies = sum(unit.tv for unit in fallen if not is_drone(unit))
    gone = "" if is_left(duelist) else ", and is destroyed"
    return Progress(trophies >= duelist.tv, f"the Duelist has destroyed {trophies} of {duelist.tv} TV{gone}")


# --- 11.3: Demolitions. The Fortification that is to be blown up: a model of no Combat Group that never acts

TARGET = Model(
    ModelCard(
        id="demolitions-target",
        name="Demolitions target",
        faction="",
        tv=0,
        ua=(),
        move={},
        armor=8,
        hull=8,
        structure=0,
        actions=0,
        gunnery=0,
        piloting=0,
        sensors=0,
        weapons=(),
        traits=(),
        type="Fortification",
        height=2,
        base_mm=40,
        source="11.3",
    ),
    {},
)
"""The same in every battle: Armor 8, Hull 8 without Structure, on a 40 mm base and 2 in tall."""


@heeds("brigands.11.3-demolitions")
def target_id(seat: str) -> str:
    """The id of the target a seat places for its opponent."""
    return f"{seat}-demolitions"


# --- 11.3: progress. Every chosen Objective as the table lies, and the moments when one is achieved or lost

_STANDINGS: dict[str, Callable[[State, Pursuit], Progress]] = {
    ASSASSINATE: assassination,
    SCAN: scanning,
    BREAK_THE_LINE: breaking_the_line,
    HOLD: holding_ground,
    CAPTURE: capturing,
    WIPE_THEM_OUT: wiping_out,
    DEMOLITIONS: demolition,
    LEAD_BY_EXAMPLE: example,
}

FLEETING = (BREAK_THE_LINE, HOLD)
"""What counts only when the battle ends, and may be lost again until then."""
GROUND = (BREAK_THE_LINE, HOLD, CAPTURE)
"""What is won by standing somewhere."""
WORTH = GroundWorth(whole=1.5, on_the_way=0.6)


def standing_of(state: State, pursuit: Pursuit) -> Progress:
    """How a chosen Objective stands as the table lies."""
    return _STANDINGS[pursuit.name](state, pursuit)


@heeds("brigands.11.3")
def won_by(state: State, seat: str) -> list[str]:
    """The Objectives that a seat wins as the table lies, Casualties the last of them."""
    mine = (pursuit for pursuit in state.pursuits if pursuit.seat == seat)
    won = [pursuit.name for pursuit in mine if standing_of(state, pursuit).achieved]
    return [*won, CASUALTIES] if casualties_winner(state) == seat else won


def ground_worth(state: State, seat: str) -> float:
    """What the ground a seat holds is worth to it, less the enemy's, in shares of a model.

    What may be lost again counts by how near the end of the battle is; half an Objective is less than half of it.
    """
    total = 0.0
    for pursuit in state.pursuits:
        if pursuit.name not in GROUND:
            continue
        held = WORTH.of(standing_of(state, pursuit))
        lasts = state.round / state.rounds if pursuit.name in FLEETING else 1.0
        total += held * lasts if pursuit.seat == seat else -held * lasts
    return total


def note_progress(ctx: Ctx[State]) -> None:
    """Say what has been achieved or lost since somebody last looked; what is won for good is not looked at again."""
    for pursuit in list(ctx.state.pursuits):
        if pursuit.achieved and pursuit.name not in FLEETING:
            continue
        achieved = standing_of(ctx.state, pursuit).achieved
        if achieved and not pursuit.achieved:
            ctx.emit(ObjectiveAchieved(pursuit.seat, pursuit.name))
        elif pursuit.achieved and not achieved:
            ctx.emit(ObjectiveLost(pursuit.seat, pursuit.name))
