"""4.3: the six printed scenarios: conditions and forces, what each of them is about, and who counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import is_known
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.damage.condition import actions_now, is_crewless, is_immobile, refuse_comms
from gearlock.systems.tactical.datacards import GEAR
from gearlock.systems.tactical.ground_targets import PointFired
from gearlock.systems.tactical.line_of_sight.seeing import look_at_point
from gearlock.systems.tactical.line_of_sight.terrain import RUBBLE
from gearlock.systems.tactical.movement.ground import KEPT
from gearlock.systems.tactical.scenario_generator.missions import ESCAPED, is_disabled
from gearlock.systems.tactical.state import (
    EVADING,
    FIELDED,
    KEPT_SLOW,
    LEFT,
    NEEDED,
    NO_EVASION,
    NO_GROUP,
    RESERVE,
    SEATS,
    STATIONARY,
    STUNNED,
    VETERAN,
    WAITING,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.support.buying import CallAnswered
from gearlock.systems.tactical.support_assets import ARTILLERY, BARRED
from gearlock.systems.tactical.switches import (
    ACTIVE_SENSORS,
    CLIFFS,
    DAY,
    DETAILED_DAMAGE,
    FOG,
    HEAVY_RAIN,
    HULL_DOWN_POSITIONS,
    NIGHT,
    STRUCTURES,
    TIME,
    WEATHER,
    WEATHER_RULES,
)
from gearlock.systems.tactical.victory_points import CALLED_IN, EARNED
from gearlock.table.measure import INCH, distance
from gearlock.table.terrain import Piece


class KeepBack(Order, frozen=True, tag="keep-back"):
    """Say which combat group is late."""

    group: int


class NameStevens(Order, frozen=True, tag="name-stevens"):
    """Say who drives with Colonel Stevens, the Commander, and who is Second in Command."""

    unit: str
    second: str = ""


class PlaceChit(Order, frozen=True, tag="place-chit"):
    """Put a chit on the table."""

    x: int = 0
    y: int = 0


class NoteVehicle(Order, frozen=True, tag="note-vehicle"):
    """Note in secret which chit is the vehicle."""

    chit: str


class BeginHullDown(Order, frozen=True, tag="begin-hull-down"):
    """Begin the battle in a hull-down position."""

    unit: str
    terrain: str
    whole: bool = False


# --- 4.3: what is printed of the six scenarios: conditions, forces, where they are placed, and how long it lasts
# The South is red and comes from the south edge, the North is blue. Their maps are lost: ours are drawn after the
# text.

SOUTH, NORTH = "red", "blue"
RIDGE, BRIDGEHEAD, VILLAGE = "king-of-the-ridge", "pressure-point", "cornered"
LAST_STAND, CONVOY, CHITS = "back-against-the-wall", "come-out-come-out", "opportunity-knocks"
NO_LIMIT_ROUNDS: Final = 20
"""Rounds there is time for in scenarios that print no limit, where players say nothing else."""
PLACED_FIRST, BEGIN_HULL_DOWN = "places all first", "begins hull-down"
"""Switches: the seat that places everything first, and the seat that may begin hull-down."""
MAP_DRAWN: Final = "map drawn after the text"
"""A switch: the table is ours and no player's."""
RESERVE_ROLE, NEEDED_ROLE, TRUCK_ROLE, STRANDED_ROLE = "reserve", "needed", "truck", "stranded"
"""What the units of an extra group are: still to come, bound to the scenario, trucks, or the vehicle behind a chit."""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A printed scenario. Zones are words for `movement/ground.py`; `pieces` must lie on any map it is played on."""

    id: str
    title: str
    rule: str
    about: str
    goal: str
    north: tuple[str, ...]
    south: tuple[str, ...]
    extras: tuple[tuple[str, str, int, str], ...] = ()
    """Groups that come on top of the forces: seat, model, how many, role."""
    priorities: dict[str, int]
    rounds: int = 0
    """The last round as printed; 0 where none is."""
    modules: tuple[str, ...] = ()
    """Advanced modules that the text cannot be played without."""
    switches: dict[str, str] = {}
    zones: dict[str, str]
    """By seat, or by seat and the number of an extra group counted from 1: `blue+1`."""
    pieces: tuple[str, ...] = ()


PRINTED: Final[dict[str, Printed]] = {
    one.id: one
    for one in (
        Printed(
            id=RIDGE,
            title="King of the Ridge",
            rule="tactical.4.3.1",
            about="The North holds a ridge and waits for a Mammoth; the South has to drive it off.",
            goal="South: alone on the ridge for 3 rounds, or no Northern vehicle left that moves (4 VP, 6 if the "
            "Mammoth came). North: on the ridge at the end of round 15, or the South driven off (4 VP).",
            north=("General Purpose Squadron", "Fire Support Squadron"),
            south=("Recon Cadre", "Fire Support Cadre"),
            extras=((NORTH, "Mammoth", 1, RESERVE_ROLE),),
            priorities={SOUTH: 5, NORTH: 5},
            rounds=15,
            modules=(HULL_DOWN_POSITIONS,),
            switches={TIME: DAY, BEGIN_HULL_DOWN: NORTH},
            zones={SOUTH: "south 3", NORTH: "on ridge", f"{NORTH}+1": "north 3"},
            pieces=("ridge",),
        ),
        Printed(
            id=BRIDGEHEAD,
            title="Pressure Point",
            rule="tactical.4.3.2",
            about="In heavy rain both sides want the other side of a chasm; one Northern squadron is late.",
            goal="Half of one's units across the chasm for 4 rounds in a row, or no enemy left (4 VP). Whoever fires "
            "on the bridge loses.",
            north=("General Purpose Squadron", "Strike Squadron"),
            south=("General Purpose Cadre", "Strike Cadre"),
            priorities={SOUTH: 6, NORTH: 5},
            modules=(CLIFFS, STRUCTURES, WEATHER_RULES),
            switches={TIME: DAY, WEATHER: HEAVY_RAIN},
            zones={SOUTH: "south 3", NORTH: "on north-bank"},
            pieces=("south-bank", "north-bank", "bridge"),
        ),
        Printed(
            id=VILLAGE,
            title="Cornered!",
            rule="tactical.4.3.3",
            about="A Mammoth is trapped in a village; a Strike Squadron guards it until round 12.",
            goal="South: the Mammoth and two Gears destroyed before round 12 (5 VP). North: the Mammoth lives (4 VP, "
            "5 if every building stands).",
            north=("Strike Squadron",),
            south=("General Purpose Cadre", "Fire Support Cadre"),
            extras=((NORTH, "Mammoth", 1, NEEDED_ROLE),),
            priorities={SOUTH: 5, NORTH: 4},
            rounds=11,
            modules=(STRUCTURES,),
            switches={TIME: DAY},
            zones={
                SOUTH: "edges but town 3", NORTH: "near town 5", f"{NORTH}:{KEPT}": "near town 5",
                f"{NORTH}+1": "on square", f"{NORTH}+1:{KEPT}": "on town",
            },
            pieces=("town", "square"),
        ),
        Printed(
            id=LAST_STAND,
            title="Back Against the Wall",
            rule="tactical.4.3.4",
            about="Colonel Mayak Stevens leads the last defense of the North against a full attack.",
            goal="South: more than half of the North destroyed (8 VP); 5 VP to a losing South that kills Stevens. "
            "North: no attacker left (5 VP, 2 without Stevens).",
            north=("Recon Squadron", "Strike Squadron"),
            south=("Recon Cadre", "Fire Support Cadre", "Naga"),
            priorities={SOUTH: 6, NORTH: 5},
            modules=(DETAILED_DAMAGE,),
            switches={TIME: DAY, PLACED_FIRST: SOUTH},
            zones={SOUTH: "south 3", NORTH: "half north"},
        ),
        Printed(
            id=CONVOY,
            title="Come Out, Come Out, Wherever You Are",
            rule="tactical.4.3.5",
            about="Eight trucks with medical supplies have to cross a clearing in the fog; the South lies in wait.",
            goal="North: 1 VP for each truck off the south edge. South: 1 VP for each truck destroyed, and 2 for half "
            "of the escorts or 3 for all of them.",
            north=("Recon Squadron", "Strike Squadron"),
            south=("General Purpose Cadre", "Strike Cadre"),
            extras=((NORTH, "Truck", 8, TRUCK_ROLE),),
            priorities={SOUTH: 5, NORTH: 4},
            modules=(WEATHER_RULES,),
            switches={TIME: DAY, WEATHER: FOG, PLACED_FIRST: NORTH},
            zones={SOUTH: "south of clearing", NORTH: "north 3"},
            pieces=("clearing",),
        ),
        Printed(
            id=CHITS,
            title="Opportunity Knocks",
            rule="tactical.4.3.6",
            about="By night the North looks for a stranded C3 vehicle: four chits, and only the South knows which.",
            goal="North: a Gear stands beside the vehicle for 2 full rounds and does nothing else, within 10 rounds "
            "(5 VP, 7 with 75% left). South: it does not (4 VP), and 2 VP for 75% of the North. Who destroys it loses.",
            north=("Recon Squadron", "Strike Squadron"),
            south=("Recon Cadre", "General Purpose Cadre"),
            extras=((SOUTH, "C3 Vehicle", 1, STRANDED_ROLE),),
            priorities={SOUTH: 5, NORTH: 5},
            rounds=10,
            modules=(ACTIVE_SENSORS, WEATHER_RULES),
            switches={TIME: NIGHT, f"{BARRED}both": ARTILLERY},
            zones={SOUTH: "south 3", NORTH: "north 5"},
        ),
    )
}  # fmt: skip
"""The six by id."""


def printed_of(state: State) -> Printed | None:
    """The printed scenario that is played, if it is one."""
    return PRINTED.get(state.scenario)


def is_played(state: State, name: str) -> bool:
    """Whether this very scenario is played."""
    return state.scenario == name


# --- 4.3: who counts: on the table and working, lost, gone, and where on the map

BEGAN = "began:"
"""Counted in `State.points`: the units a side took the field with, those still to come among them."""


def force_of(state: State, seat: str) -> list[Unit]:
    """All units of a side that fight, lost or not; trucks and what lies behind a chit do not."""
    return [unit for unit in state.units.values() if unit.seat == seat and fights(unit)]


@heeds("tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6", "tactical.4.2.2-spending")
def took_the_field(state: State, unit: Unit) -> bool:
    """Whether a unit counts for halves and percentages: who was called in later does not."""
    return not state.points.get(CALLED_IN + unit.id)


@heeds("tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def lost_of(state: State, seat: str) -> int:
    """How many of those that a side took the field with are destroyed."""
    return lost(unit for unit in force_of(state, seat) if took_the_field(state, unit))


def fights(unit: Unit) -> bool:
    """Whether a unit is one of the force, and neither a truck nor what a chit stood for."""
    return unit.group != NO_GROUP and not unit.token(NO_EVASION)


def working(state: State, seat: str) -> list[Unit]:
    """The units of a side on the table that can still do something."""
    return [unit for unit in state.fielded(seat) if unit.group != NO_GROUP and not is_disabled(unit)]


def lost(units: Iterable[Unit]) -> int:
    """How many are destroyed."""
    return sum(unit.is_lost for unit in units)


def on_piece(state: State, unit: Unit, name: str) -> bool:
    """Whether the middle of a base is on a piece of terrain."""
    return state.ground.piece(name).contains(unit.x, unit.y)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.4")
def is_driven_off(state: State, seat: str) -> bool:
    """Whether a side has nobody left that works on the table, and nobody still to come."""
    if any(unit.status in (RESERVE, WAITING) and unit.group != NO_GROUP for unit in state.in_play(seat)):
        return False
    return not working(state, seat)


@heeds("tactical.4.3.1")
def is_stopped(unit: Unit) -> bool:
    """Whether a vehicle is destroyed, away, without a crew, or cannot move any more."""
    return unit.is_lost or unit.status == LEFT or is_crewless(unit) or (not unit.is_infantry and is_immobile(unit))


# --- 4.3.1: King of the Ridge

ALONE: Final = "alone on the ridge"
ROUNDS_ALONE, FIRST_ROLL, ARRIVES_ON = 3, 6, 4
WIN, FOR_THE_MAMMOTH = 4, 2
ROLLING, CAME = "mammoth called", "mammoth came"
"""Counted in `State.points`: dice are rolled for the Mammoth from round 6 on; it has come."""


def has_ridge(state: State, seat: str) -> bool:
    """Whether a side has a working unit on the ridge."""
    return any(on_piece(state, unit, "ridge") for unit in working(state, seat))


@heeds("tactical.4.3.1")
def is_called(state: State) -> bool:
    """Whether a die is rolled for the Mammoth in this round: from round 6 on, if the North was on the ridge then."""
    if state.points.get(CAME) or state.round < FIRST_ROLL:
        return False
    return bool(state.points.get(ROLLING)) or (state.round == FIRST_ROLL and has_ridge(state, NORTH))


@heeds("tactical.4.3.1")
def arrives(face: int, now: int) -> bool:
    """Whether a die brings the Mammoth: 4 or more, and 1 more on the die for each round after the sixth."""
    return face + now - FIRST_ROLL >= ARRIVES_ON


@heeds("tactical.4.3.1")
def rounds_alone(state: State) -> int:
    """For how many rounds the South has been alone on the ridge, at the end of this one."""
    alone = has_ridge(state, SOUTH) and not has_ridge(state, NORTH)
    return state.points.get(ALONE, 0) + 1 if alone else 0


@heeds("tactical.4.3.1")
def are_all_stopped(state: State) -> bool:
    """Whether no Northern vehicle that has come is left that could move."""
    return all(is_stopped(unit) for unit in force_of(state, NORTH) if unit.status not in (RESERVE, WAITING))


@rule("tactical.4.3.1")
def judge_ridge(state: State) -> Verdict | None:
    """The South takes the ridge or the Northern force; the North drives it off, or is there after the last round."""
    taken = state.points.get(ALONE, 0) >= ROUNDS_ALONE
    broken, beaten = are_all_stopped(state), is_driven_off(state, SOUTH)
    if (taken or broken) and beaten:
        return drawn("nobody is left to hold the ridge")
    if taken or broken:
        points = WIN + (FOR_THE_MAMMOTH if state.points.get(CAME) else 0)
        why = "the South has held the ridge alone for 3 rounds" if taken else "no Northern vehicle is left that moves"
        return won_by(SOUTH, points, why)
    if beaten:
        return won_by(NORTH, WIN, "the South has been driven off")
    if not state.finished:
        return None
    if has_ridge(state, NORTH):
        return won_by(NORTH, WIN, "the North is still on the ridge")
    return drawn("the North has lost the ridge, and the South has not held it for 3 rounds")


# --- 4.3.2: Pressure Point

ACROSS: Final = "across:"
ROUNDS_ACROSS, FIRST_ROLL_BRIDGE, ARRIVES_ON_BRIDGE, WIN_BRIDGE = 4, 4, 5, 4
FAR_BANK: Final = {SOUTH: "north-bank", NORTH: "south-bank"}


@heeds("tactical.4.3.2")
def arrives_bridge(face: int, now: int) -> bool:
    """Whether a die at the end of a round brings the late squadron: 5 or more, 1 more each round after the fourth."""
    return face + now - FIRST_ROLL_BRIDGE >= ARRIVES_ON_BRIDGE


@heeds("tactical.4.3.2")
def is_across(state: State, seat: str) -> bool:
    """Whether half of the units that a side began with, or more, work on the other side of the chasm."""
    own = (unit for unit in working(state, seat) if took_the_field(state, unit))
    over = sum(on_piece(state, unit, FAR_BANK[seat]) for unit in own)
    return 0 < state.points.get(BEGAN + seat, 0) <= 2 * over


@heeds("tactical.4.3.2")
def rounds_across(state: State) -> dict[str, int]:
    """For how many rounds in a row each side has been across, at the end of this one."""
    return {ACROSS + seat: state.points.get(ACROSS + seat, 0) + 1 if is_across(state, seat) else 0 for seat in SEATS}


def is_part_of_bridge(piece: Piece) -> bool:
    """Whether a piece is the bridge, or an inch of it, standing or fallen."""
    return piece.id.partition(":")[0] == "bridge"


def is_bridge(state: State, x: int, y: int) -> bool:
    """Whether a point is on the bridge, also where the shot has brought it down."""
    return any(is_part_of_bridge(piece) for piece in state.ground.pieces_at(x, y))


@heeds("tactical.4.3.2")
def who_fired_on_it(state: State, events: Sequence[Event]) -> str:
    """The side that has aimed at the bridge itself, also by a salvo that it called for.

    Fire that strays onto it, or meets who stands there, is none.
    """
    shots = (
        event for event in events if isinstance(event, PointFired) or (isinstance(event, CallAnswered) and event.heard)
    )
    return next((state.units[shot.unit].seat for shot in shots if is_bridge(state, shot.x, shot.y)), "")


@rule("tactical.4.3.2")
def judge_bridge(state: State) -> Verdict | None:
    """Half of one's force across for four rounds, or no enemy left; whoever fires on the bridge loses."""
    fired = by_forfeit(state, WIN_BRIDGE, "the enemy has fired on the bridge")
    if fired is not None:
        return fired
    won = {}
    for seat, enemy in ((SOUTH, NORTH), (NORTH, SOUTH)):
        if state.points.get(ACROSS + seat, 0) >= ROUNDS_ACROSS:
            won[seat] = "half of its force has been across for 4 rounds"
        elif is_driven_off(state, enemy):
            won[seat] = "no enemy is left"
    if len(won) == 1:
        ((seat, why),) = won.items()
        return won_by(seat, WIN_BRIDGE, why)
    return drawn("neither side has the bridge") if won or state.finished else None


# --- 4.3.3: Cornered: the Mammoth in the village

GEARS_TOO: Final = 2
SOUTH_WIN, NORTH_WIN, UNHARMED = 5, 4, 1


@heeds("tactical.4.3.3")
def is_mammoth_alive(state: State) -> bool:
    """Whether the Mammoth survives: not destroyed, and with somebody of its crew alive."""
    striders = [unit for unit in force_of(state, NORTH) if unit.token(NEEDED)]
    return any(not unit.is_lost and not is_crewless(unit) for unit in striders)


@heeds("tactical.4.3.3")
def gears_lost(state: State) -> int:
    """The Northern Gears that are destroyed."""
    return lost(unit for unit in force_of(state, NORTH) if unit.card.kind == GEAR and not unit.token(NEEDED))


@heeds("tactical.4.3.3", "tactical.3.2.5-urban")
def buildings_lost(state: State) -> int:
    """The buildings of the village that lie in rubble."""
    return sum(RUBBLE in piece.props for piece in state.ground.pieces)


@rule("tactical.4.3.3")
def judge_village(state: State) -> Verdict | None:
    """The South has to destroy the Mammoth and two Gears before round 12; the North wins if the Mammoth survives."""
    alive = is_mammoth_alive(state)
    if not alive and gears_lost(state) >= GEARS_TOO:
        return won_by(SOUTH, SOUTH_WIN, "the Mammoth and two Gears or more are destroyed")
    beaten = is_driven_off(state, SOUTH)
    if not state.finished and not beaten:
        return None
    if not alive:
        return drawn("the Mammoth is lost, but not two of its escort")
    fallen = buildings_lost(state)
    why = "the Mammoth lives" + (", and every building stands" if not fallen else "")
    return won_by(NORTH, NORTH_WIN + (0 if fallen else UNHARMED), why)


# --- 4.3.4: Back Against the Wall

STEVENS: Final = "stevens"
"""A token on who drives with Colonel Mayak Stevens."""
SOUTH_WIN_LAST_STAND, FOR_STEVENS, NORTH_WIN_LAST_STAND, WITHOUT_STEVENS = 8, 5, 5, 2
LEVEL: Final = VETERAN


def stevens(state: State) -> Unit | None:
    """The vehicle of Colonel Stevens, lost or not."""
    return next((unit for unit in state.units.values() if unit.token(STEVENS)), None)


@heeds("tactical.4.3.4")
def is_stevens_dead(state: State) -> bool:
    """Whether he was killed: his vehicle is destroyed, or its crew."""
    unit = stevens(state)
    return unit is not None and (unit.is_lost or is_crewless(unit))


@heeds("tactical.4.3.4")
def gives_orders(state: State) -> bool:
    """Whether Stevens brings his Command Point this round: alive, not stunned, with Communications that work."""
    unit = stevens(state)
    if unit is None or not unit.is_fielded or is_stevens_dead(state):
        return False
    return not unit.token(STUNNED) and refuse_comms(unit) is None


@heeds("tactical.4.3.4")
def is_half_gone(state: State) -> bool:
    """Whether more than half of the units the North began with are destroyed."""
    return 2 * lost_of(state, NORTH) > state.points.get(BEGAN + NORTH, 0) > 0


@rule("tactical.4.3.4")
def judge_last_stand(state: State) -> Verdict | None:
    """The South wins at once by destroying more than half of the North; the North when no attacker is left."""
    dead = is_stevens_dead(state)
    if is_half_gone(state):
        return won_by(SOUTH, SOUTH_WIN_LAST_STAND, "more than half of the North is destroyed")
    if is_driven_off(state, SOUTH):
        why = "the attack is beaten off" + (", but Stevens is dead" if dead else "")
        points, other = (WITHOUT_STEVENS, FOR_STEVENS) if dead else (NORTH_WIN_LAST_STAND, 0)
        return won_by(NORTH, points, why, other)
    if state.finished or is_driven_off(state, NORTH):
        return drawn("the attack has neither broken the North nor been beaten off")
    return None


# --- 4.3.5: Come Out, Come Out, Wherever You Are

HALF_THE_ESCORT, ALL_OF_IT = 2, 3
FIRST_LOSS: Final = "first truck lost"
"""Counted in `State.points`: the round in which the first truck was lost."""


def trucks(state: State) -> list[Unit]:
    """All trucks, wherever they are."""
    return [unit for unit in state.units.values() if unit.token(NO_EVASION)]


@heeds("tactical.4.3.5")
def trucks_through(state: State) -> int:
    """Trucks that have left by the south edge; once no enemy is left all that still drive get there."""
    through = sum(bool(unit.token(ESCAPED)) for unit in trucks(state))
    if not is_driven_off(state, SOUTH):
        return through
    return through + sum(unit.is_fielded and not is_immobile(unit) for unit in trucks(state))


@heeds("tactical.4.3.5")
def points_for_escorts(state: State) -> int:
    """2 points when half of the escorts are destroyed, 3 in their place when all are."""
    began, gone = state.points.get(BEGAN + NORTH, 0), lost_of(state, NORTH)
    if not began or 2 * gone < began:
        return 0
    return ALL_OF_IT if gone >= began else HALF_THE_ESCORT


@heeds("tactical.4.3.5", "tactical.4.2.2")
def earned_so_far(state: State) -> dict[str, int]:
    """Points that are earned by now and may be spent in a campaign: for trucks that are out or lost, for escorts."""
    south = lost(trucks(state)) + points_for_escorts(state)
    return {EARNED + SOUTH: south, EARNED + NORTH: sum(bool(unit.token(ESCAPED)) for unit in trucks(state))}


@heeds("tactical.4.3.5")
def is_let_loose(state: State) -> bool:
    """Whether the trucks may go to Top Speed from this round on: at the end of an earlier one one of them was lost."""
    return bool(state.points.get(FIRST_LOSS)) and any(unit.token(KEPT_SLOW) for unit in trucks(state))


@rule("tactical.4.3.5")
def judge_convoy(state: State) -> Verdict | None:
    """Points for trucks through and trucks destroyed, once none is left on the table or nobody to stop them."""
    on_the_way = any(unit.is_fielded and not is_immobile(unit) for unit in trucks(state))
    if on_the_way and not state.finished and not is_driven_off(state, SOUTH):
        return None
    through, gone = trucks_through(state), lost(trucks(state))
    south = gone + points_for_escorts(state)
    why = f"{through} trucks got through, {gone} are destroyed"
    return Verdict(higher(south, through), south, through, why)


# --- 4.3.6: Opportunity Knocks

CHIT, TRUTH = "chit:", "c3 chit"
"""The markers, and the sealed fact which of them is the vehicle."""
COUNT, APART, UNAIDED = 4, 10 * INCH, 20 * INCH
TOUCH: Final = INCH // 4
"""Bases within a quarter of an inch are in contact."""
UPLOAD: Final = "upload"
"""A token: full rounds that a Gear has stood beside the vehicle and done nothing."""
FULL_ROUNDS: Final = 2
PLANTED: Final = "virus planted"
NORTH_WIN_CHITS, FORCE_KEPT, SOUTH_WIN_CHITS, FORCE_BROKEN = 5, 2, 4, 2


def chits(state: State) -> dict[str, tuple[int, int]]:
    """The chits that nobody has identified yet, and where they lie."""
    return {name: at for name, at in state.markers.items() if name.startswith(CHIT)}


def vehicle(state: State) -> Unit | None:
    """The C3 vehicle, identified or not."""
    return next((unit for unit in state.units.values() if unit.group == NO_GROUP and unit.token(NEEDED)), None)


@heeds("tactical.4.3.6")
def identified_from(state: State, unit: Unit) -> list[str]:
    """The chits a Northern unit identifies from where it is: in line of sight by night, within unaided sight.

    An Active Sensor sweep and hearing tell nothing: only the look at the place counts.
    """
    if unit.seat != NORTH or not unit.is_fielded:
        return []
    near = [(name, at) for name, at in chits(state).items() if distance(unit.x, unit.y, *at) <= UNAIDED]
    return [name for name, at in near if look_at_point(state, unit, *at).reason is None]


def is_touching(unit: Unit, other: Unit) -> bool:
    """Whether two bases are in contact."""
    return distance(unit.x, unit.y, other.x, other.y) <= unit.card.radius + other.card.radius + TOUCH


@heeds("tactical.4.3.6")
def uploads(state: State, unit: Unit) -> bool:
    """Whether a Gear has spent this whole round at the vehicle: in contact, without moving, all its Actions unspent."""
    target = vehicle(state)
    if target is None or target.status != FIELDED or unit.card.kind != GEAR or not unit.is_fielded:
        return False
    idle = unit.actions >= actions_now(unit) > 0 and not unit.token(EVADING) and not unit.fired
    still = unit.went == STATIONARY and not unit.moved
    return idle and still and is_touching(unit, target)


@heeds("tactical.4.3.6")
def uploaded(state: State) -> dict[str, int]:
    """Full rounds in a row that each Northern Gear has spent so, at the end of this one."""
    north = force_of(state, NORTH)
    return {unit.id: unit.token(UPLOAD) + 1 if uploads(state, unit) else 0 for unit in north}


@heeds("tactical.4.3.6")
def force_points(state: State) -> tuple[int, int]:
    """What the Northern losses are worth: to the South when 75% are destroyed, to the North when 75% survive."""
    began, gone = state.points.get(BEGAN + NORTH, 0), lost_of(state, NORTH)
    return FORCE_BROKEN if 4 * gone >= 3 * began > 0 else 0, FORCE_KEPT if 4 * (began - gone) >= 3 * began else 0


@rule("tactical.4.3.6")
def judge_chits(state: State) -> Verdict | None:
    """The North wins with the virus, at once; the South after round 10, or when nobody is left to plant it.

    Who destroys the vehicle has lost.
    """
    broken, kept = force_points(state)
    loser = forfeiter(state)
    if state.points.get(PLANTED) or loser == SOUTH:
        why = "the South has destroyed its own vehicle" if loser else "the virus is planted"
        return won_by(NORTH, NORTH_WIN_CHITS + kept, why, broken)
    if loser or state.finished or is_driven_off(state, NORTH):
        why = "the North has destroyed the vehicle" if loser else "no virus was planted"
        return won_by(SOUTH, SOUTH_WIN_CHITS + broken, why)
    return None


@heeds("tactical.4.3.6")
def known_vehicle(state: State, seat: str | None) -> str:
    """The chit that is the vehicle, for who knows it; empty for others."""
    fact = state.facts.get(TRUTH)
    return fact.value if fact is not None and is_known(fact, seat) else ""


# --- What a scenario comes to: who has won, and the Victory Points of both sides

FORFEIT = "forfeit:"
"""Counted in `State.points`: the side has done what loses the game by itself."""


class Verdict(NamedTuple):
    """The winner, nobody after a draw, with the points of the South and the North, and why."""

    winner: str
    south: int
    north: int
    why: str

    @property
    def points(self) -> dict[str, int]:
        """By seat."""
        return {SOUTH: self.south, NORTH: self.north}


def won_by(seat: str, points: int, why: str, other: int = 0) -> Verdict:
    """One side has won with so many points; the other has these."""
    south, north = (points, other) if seat == SOUTH else (other, points)
    return Verdict(seat, south, north, why)


def drawn(why: str) -> Verdict:
    """Nobody has done what it had to."""
    return Verdict("", 0, 0, why)


def forfeiter(state: State) -> str:
    """The side that has lost by a forbidden deed; empty for neither."""
    return next((seat for seat in (SOUTH, NORTH) if state.points.get(FORFEIT + seat)), "")


def by_forfeit(state: State, points: int, why: str) -> Verdict | None:
    """The other side has won, if somebody did what loses the game."""
    loser = forfeiter(state)
    return won_by(opponent(loser), points, why) if loser else None
