"""4.1.2: missions in secret: what each side is to do, when it is done, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.placing.zones import marked_zones
from gearlock.mechanics.secrets import Sealed, is_known, told
from gearlock.systems.tactical.damage.condition import (
    MP,
    actions_now,
    is_crewless,
    is_immobile,
    most_mp,
    perk,
    refuse_comms,
)
from gearlock.systems.tactical.damage.damage import riders
from gearlock.systems.tactical.datacards import GEAR, INFANTRY
from gearlock.systems.tactical.movement.ground import is_kept as is_kept_there
from gearlock.systems.tactical.scenario_generator.tables import (
    ALL_FORCES,
    CAPTURE,
    COMMUNICATIONS,
    DEFEND,
    DESTROY,
    DISABLE,
    ECM,
    PROVIDE,
    TERRAIN,
    VEHICLE,
)
from gearlock.systems.tactical.scenario_generator.tables import OBJECT as ABOUT_OBJECT
from gearlock.systems.tactical.state import HIDDEN, LEFT, SEATS, State, Unit, opponent
from gearlock.systems.tactical.switches import INFANTRY_HOLDS
from gearlock.systems.tactical.victory_points import FOR_A_MISSION, TAKEN, began_for
from gearlock.table.measure import INCH


class Bid(Order, frozen=True, tag="bid"):
    """Offer to fight with so little Threat Value."""

    tv: int


class Prioritise(Order, frozen=True, tag="prioritise"):
    """Split the Priority Points in secret."""

    scouting: int = 0
    troops: int = 0
    support: int = 0


class TakeRight(Order, frozen=True, tag="take-right"):
    """With a minor advantage of scouting: set up the field, or choose the home edge."""

    right: str


class SetField(Order, frozen=True, tag="set-field"):
    """Say along which pair of edges the battle is fought."""

    axis: str


class ChooseEdge(Order, frozen=True, tag="choose-edge"):
    """Choose one's home edge of that pair."""

    edge: str


class LeaveBehind(Order, frozen=True, tag="leave-behind"):
    """A unit stays at home, since the side may not field so much."""

    unit: str


class TakeObject(Order, frozen=True, tag="take-object"):
    """Pick up the object of a side that lies within reach."""

    unit: str
    owner: str


class WreckObject(Order, frozen=True, tag="wreck-object"):
    """Destroy the object of a side that lies within reach."""

    unit: str
    owner: str


class LeaveTable(Order, frozen=True, tag="leave-table"):
    """Go off the table by the edge the unit stands at."""

    unit: str
    edge: str


# --- 4.1.2: a side's mission as three sealed facts: type, objective and time limit

TYPE, OBJECTIVE, LIMIT = "mission", "objective", "limit"
PARTS: Final = (TYPE, OBJECTIVE, LIMIT)
PART_WORDS: Final = {TYPE: "mission type", OBJECTIVE: "mission objective", LIMIT: "time limit"}
OFFENSIVE: Final = (CAPTURE, DESTROY, DISABLE)
HELD: Final = (CAPTURE, DEFEND, PROVIDE)
"""Types that are a matter of rounds."""
MISSION_VP: Final = FOR_A_MISSION
ROUNDS_HELD: Final = 3


class Mission(NamedTuple):
    """What a side is to do."""

    type: str
    objective: str
    limit: str

    def text(self) -> str:
        """In a few words."""
        whose = "the enemy's" if self.type in OFFENSIVE else "your own"
        return f"{self.type} {whose} {self.objective if self.objective == ECM else self.objective.lower()}"


def key(part: str, seat: str) -> str:
    """The name of a fact."""
    return f"{part}:{seat}"


def mission_of(state: State, seat: str) -> Mission | None:
    """The mission of a side; None in a battle without missions, or before it is rolled."""
    facts = [state.facts.get(key(part, seat)) for part in PARTS]
    if any(fact is None for fact in facts):
        return None
    return Mission(*(fact.value for fact in facts if fact is not None))


def has_missions(state: State) -> bool:
    """Whether both sides have one."""
    return all(mission_of(state, seat) is not None for seat in SEATS)


def known_parts(state: State, about: str, seat: str | None) -> dict[str, str]:
    """The parts of a side's mission that a seat knows."""
    found = {part: state.facts.get(key(part, about)) for part in PARTS}
    return {part: fact.value for part, fact in found.items() if fact is not None and is_known(fact, seat)}


@rule("tactical.4.1.2-reading")
def owner_of(kind: str, seat: str) -> str:
    """Whose objective it is: the enemy's for Capture, Destroy and Disable, one's own for Defend and Provide."""
    return opponent(seat) if kind in OFFENSIVE else seat


@rule("tactical.4.1.2-vehicle")
def vital(state: State, seat: str) -> Unit | None:
    """The vehicle of a side that matters, lost or not: the one of the highest Threat Value, the first of equal ones.

    It is one the side began with and stays the same: neither who comes over nor who is called in takes its place.
    """
    own = [unit for unit in state.units.values() if began_for(state, unit) == seat and unit.group]
    machines = [unit for unit in own if not unit.is_infantry] or own
    return max(machines, key=lambda unit: unit.tv or unit.card.tv, default=None)


class PhaseFollows(Event, frozen=True, tag="phase-follows"):
    """The next part of the preparations."""

    phase: str
    turn: str = ""
    """Who decides openly there."""

    def change(self, state: State) -> None:
        state.phase, state.turn = self.phase, self.turn


class BidMade(Event, frozen=True, tag="bid-made"):
    """A side offers to fight with less."""

    seat: str
    tv: int

    @heeds("tactical.4.1.1-bidding")
    def change(self, state: State) -> None:
        state.points[f"bid:{self.seat}"] = self.tv
        state.turn = opponent(self.seat)


class BiddingEnded(Event, frozen=True, tag="bidding-ended"):
    """A side goes no lower: it is left over and takes the basic total, whatever it had offered before."""

    seat: str
    tv: int

    @heeds("tactical.4.1.1-bidding")
    def change(self, state: State) -> None:
        state.points.pop(f"bid:{self.seat}", None)
        state.phase, state.turn = "missions", ""


class MissionRolled(Event, frozen=True, tag="mission-rolled"):
    """A side has its mission, in secret."""

    seat: str
    type: str
    objective: str
    limit: str

    @heeds("tactical.4.1")
    def change(self, state: State) -> None:
        for part, value in ((TYPE, self.type), (OBJECTIVE, self.objective), (LIMIT, self.limit)):
            state.facts[key(part, self.seat)] = Sealed(value, (self.seat,))


class SubplotRolled(Event, frozen=True, tag="subplot-rolled"):
    """A subplot of a side, which counts as its buyer."""

    seat: str
    name: str
    paid: bool = False
    """Bought with a slice of Threat Value."""

    @heeds("tactical.4.1.4", "tactical.4.1.1-subplots-galore")
    def change(self, state: State) -> None:
        for what in ("subplot", "paid") if self.paid else ("subplot",):
            key = f"{what}:{self.seat}:{self.name}"
            state.points[key] = state.points.get(key, 0) + 1


class PrioritiesShown(Event, frozen=True, tag="priorities-shown"):
    """Both sides show how they split their Priority Points; by side scouting, troops, support."""

    reveals = True
    red: tuple[int, int, int]
    blue: tuple[int, int, int]
    tv: dict[str, int]
    """What each side may field."""
    support: dict[str, int]
    """What each side may spend on support."""

    @heeds("tactical.4.1.3", "tactical.4.1.3-troops", "tactical.4.1.3-support")
    def change(self, state: State) -> None:
        for seat, split in (("red", self.red), ("blue", self.blue)):
            names = ("scouting", "troops", "priority support")
            state.points |= {f"{name}:{seat}": points for name, points in zip(names, split, strict=True)}
            state.points |= {f"TV:{seat}": self.tv[seat], f"support:{seat}": self.support[seat]}
        state.phase, state.turn = "edges", ""


class FieldSet(Event, frozen=True, tag="field-set"):
    """The field is set up: along which pair of edges the battle is fought."""

    seat: str
    axis: str
    next: str
    """Who chooses the home edge."""

    def change(self, state: State) -> None:
        state.turn = self.next
        state.switches = {**state.switches, "axis": self.axis}


class EdgeChosen(Event, frozen=True, tag="edge-chosen"):
    """A side has its home edge, the enemy the one across the table; objects and places lie in each half."""

    seat: str
    edge: str
    across: str
    markers: dict[str, tuple[int, int]]
    ambush: str = ""
    """Who wins the Initiative of the first round."""
    hides: str = ""
    """Who may hide its units anywhere in its half."""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        if self.ambush:
            state.points[f"ambush:{self.ambush}"] = 1
        if self.hides:
            state.points[f"hides:{self.hides}"] = 1
        homes = {self.seat: self.edge, opponent(self.seat): self.across}
        state.homes, state.zones = homes, {**state.zones, **(marked_zones(state.ground) or homes)}
        state.markers = {**state.markers, **self.markers}
        state.phase, state.turn = "troops", ""


class EdgesKept(Event, frozen=True, tag="edges-kept"):
    """The scenario says who comes from where; of scouting an ambush is left."""

    ambush: str = ""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        if self.ambush:
            state.points[f"ambush:{self.ambush}"] = 1
        state.phase, state.turn = "troops", ""


class MissionTold(Event, frozen=True, tag="mission-told"):
    """A seat learns parts of the mission of the other."""

    reveals = True
    about: str
    to: str
    parts: tuple[str, ...] = PARTS

    @heeds("tactical.4.1.3-scouting", "tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        for part in self.parts:
            name = key(part, self.about)
            state.facts[name] = told(state.facts[name], (self.to,))


class LeftBehind(Event, frozen=True, tag="left-behind"):
    """A unit stays at home."""

    unit: str

    @heeds("tactical.4.1.3-troops", "tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        """Of a Commander or a Second both are named anew."""
        seat, _, number = self.unit.rpartition("-")
        if state.units[self.unit].rank:
            for unit in state.units.values():
                unit.rank = "" if unit.seat == seat else unit.rank
        state.points[TAKEN + seat] = max(state.points.get(TAKEN + seat, 0), int(number))
        del state.units[self.unit]


class LimitsTold(Event, frozen=True, tag="limits-told"):
    """Five rounds are over: dice about the end are rolled openly, so the time limits that need them are known."""

    reveals = True
    about: tuple[str, ...] = SEATS
    """Whose they are."""

    @heeds("tactical.4.1", "tactical.4.1.2-time-random", "tactical.4.1.2-time-increasing")
    def change(self, state: State) -> None:
        for seat in self.about:
            state.facts[key(LIMIT, seat)] = told(state.facts[key(LIMIT, seat)], SEATS)


class LimitRolled(Event, frozen=True, tag="limit-rolled"):
    """A die about how long a side's mission lasts; `ends` is its last round, 0 while that is open."""

    seat: str
    face: int
    threshold: int = 0
    ends: int = 0

    @heeds("tactical.4.1.2-time-random", "tactical.4.1.2-time-increasing")
    def change(self, state: State) -> None:
        if self.ends:
            state.points[f"ends:{self.seat}"] = self.ends


class MissionsJudged(Event, frozen=True, tag="missions-judged"):
    """The end of a round: for how many rounds each side has had what it wants, and whose mission is settled."""

    held: dict[str, int]
    settled: dict[str, bool]

    @heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.2-provide")
    def change(self, state: State) -> None:
        state.points |= {f"held:{seat}": rounds for seat, rounds in self.held.items()}
        state.points |= {f"settled:{seat}": 1 if done else -1 for seat, done in self.settled.items()}


class MissionDone(Event, frozen=True, tag="mission-done"):
    """A side whose time limit is its objective has fulfilled its mission and says so: one more round is played."""

    reveals = True
    seat: str
    last: int

    @heeds("tactical.4.1.2-time-objective")
    def change(self, state: State) -> None:
        for part in PARTS:
            state.facts[key(part, self.seat)] = told(state.facts[key(part, self.seat)], SEATS)
        state.points["last round"] = min(self.last, state.points.get("last round", self.last))


class ObjectTaken(Event, frozen=True, tag="object-taken"):
    """A unit picked up the object of a side."""

    unit: str
    owner: str

    @heeds("tactical.4.1.2-object")
    def change(self, state: State) -> None:
        mark = name_of(OBJECT, self.owner)
        for unit in state.units.values():
            unit.tokens.pop(mark, None)
        unit = state.units[self.unit]
        unit.tokens[mark] = 1
        unit.actions -= 1


class ObjectWrecked(Event, frozen=True, tag="object-wrecked"):
    """A unit destroyed the object of a side."""

    unit: str
    owner: str

    @heeds("tactical.4.1.2-destroy")
    def change(self, state: State) -> None:
        mark = name_of(OBJECT, self.owner)
        for unit in state.units.values():
            unit.tokens.pop(mark, None)
        state.markers = {name: at for name, at in state.markers.items() if name != mark}
        state.points[GONE + self.owner] = 1
        state.units[self.unit].actions -= 1


class TableLeft(Event, frozen=True, tag="table-left"):
    """A unit went off the table; `delivered` are the owners of objects it brought out by the enemy's home edge."""

    unit: str
    edge: str
    escaped: bool = False
    delivered: tuple[str, ...] = ()

    @heeds("tactical.4.1.2-provide")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.actions, unit.done = LEFT, 0, True
        if self.escaped:
            unit.tokens[ESCAPED] = 1
        for owner in self.delivered:
            state.points[DELIVERED + owner] = 1
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation = state.interrupted.pop() if state.interrupted else None


# --- Places that a map marks: what a duel or patrols are fought for first. Battles of the book have missions

LESSONS: Final = ("duel", "skirmish")


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario in LESSONS


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: who belongs to a combat group and stands on the table."""
    if not has_marked(state):
        return []
    return [unit for seat in SEATS for unit in state.fielded(seat) if unit.group and not unit.carrier]


# --- 4.1.2: where objectives are, and who is near them: objects and places of both sides, whoever wants them

OBJECT, PLACE = "object", "place"
GONE: Final = "gone:"
DELIVERED: Final = "delivered:"
"""Counted in `State.points`: an object that is destroyed, and one that left by the edge of its owner's enemy."""
NEAR_METRES: Final = 5
"""Parts of a kilometre within which something is held: 200 m."""


def name_of(kind: str, seat: str) -> str:
    """The name of a marker, and of the token on who carries it."""
    return f"{kind}:{seat}"


@heeds("tactical.4.1.2-object")
def carrier_of(state: State, owner: str) -> Unit | None:
    """Who has the object of a side, out of action or not."""
    mark = name_of(OBJECT, owner)
    return next((unit for unit in state.units.values() if unit.token(mark)), None)


@rule("tactical.4.1.2-object")
def object_at(state: State, owner: str) -> tuple[int, int] | None:
    """Where the object of a side is: where it lies, or with who carries it; nowhere once it is destroyed or away."""
    if state.points.get(GONE + owner) or state.points.get(DELIVERED + owner):
        return None
    carrier = carrier_of(state, owner)
    if carrier is not None:
        return None if carrier.status == LEFT else (carrier.x, carrier.y)
    return state.markers.get(name_of(OBJECT, owner))


@rule("tactical.4.1.2-terrain-objective")
def place_of(state: State, owner: str) -> tuple[int, int] | None:
    """The middle of the feature of 50 by 50 m that matters."""
    return state.markers.get(name_of(PLACE, owner))


def square_of(state: State, owner: str) -> int:
    """How wide that feature is in mils: 50 m."""
    return state.kilometre() // 20 if owner else 0


@heeds("tactical.4.1.2-disable", "tactical.4.1.2-capture")
def is_disabled(unit: Unit) -> bool:
    """Out of action, or able neither to move nor to act."""
    if unit.is_lost or is_crewless(unit):
        return True
    return not unit.is_infantry and is_immobile(unit) and actions_now(unit) <= 0


@heeds("tactical.4.1.2-capture")
def holders(state: State, seat: str) -> list[Unit]:
    """The vehicles of a side on the table that can hold something; squads only where players agreed on it."""
    squads = state.switch(INFANTRY_HOLDS)
    return [unit for unit in state.fielded(seat) if (squads or not unit.is_infantry) and not is_disabled(unit)]


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend")
def is_near(state: State, unit: Unit, x: int, y: int) -> bool:
    """Whether a unit is within 200 m of a place."""
    reach = state.kilometre() // NEAR_METRES
    return (unit.x - x) ** 2 + (unit.y - y) ** 2 <= reach * reach


@rule("tactical.4.1.2-communications")
def can_call(state: State, seat: str) -> bool:
    """Whether a side has clear communications: a vehicle whose Communication system works."""
    return any(refuse_comms(unit) is None for unit in holders(state, seat) if not unit.is_infantry)


@rule("tactical.4.1.2-ecm")
def can_jam(state: State, seat: str) -> bool:
    """Whether a side has ECM cover: a vehicle whose ECM works."""
    return any(perk(unit, "ECM") for unit in holders(state, seat))


# --- 4.1.2: whether what a mission asks for is so at this moment

Spot = tuple[int, int]
ESCAPED: Final = "escaped"
"""A token on who left by the enemy's home edge."""


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend")
def is_held(state: State, seat: str, spot: Spot | None) -> bool:
    """Whether a side holds a place: a vehicle of its own within 200 m and none of the enemy's."""
    if spot is None:
        return False
    mine = any(is_near(state, unit, *spot) for unit in holders(state, seat))
    return mine and not any(is_near(state, unit, *spot) for unit in holders(state, opponent(seat)))


@rule("tactical.4.1.2-all-forces")
def present(state: State, seat: str) -> list[Unit]:
    """All forces of a side: whatever it has on the table, seen or hidden."""
    return [unit for unit in state.in_play(seat) if unit.is_fielded or unit.status == HIDDEN]


@heeds("tactical.4.1.3-scouting")
def spot_of(state: State, objective: str, owner: str, seat: str) -> Spot | None:
    """Where a thing is that has a place, as a side sees it: of what the enemy hides nobody knows where it is."""
    if objective == ABOUT_OBJECT:
        return object_at(state, owner)
    if objective == TERRAIN:
        return place_of(state, owner)
    unit = vital(state, owner)
    if unit is None or unit.is_lost or unit.status == LEFT or (unit.status == HIDDEN and seat != owner):
        return None
    return unit.x, unit.y


@heeds("tactical.4.1.2-capture", "tactical.4.1.3-scouting")
def is_taken(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side holds a unit of the enemy's: not one that nobody has found."""
    return unit.status != HIDDEN and is_held(state, seat, (unit.x, unit.y))


@heeds("tactical.4.1.2-defend", "tactical.4.1.3-scouting")
def is_kept(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side holds a unit of its own: what is hidden nobody takes from it, whoever goes past."""
    return unit.status == HIDDEN or is_held(state, seat, (unit.x, unit.y))


@rule("tactical.4.1.2-capture")
def captured(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing is held; a condition if one has it and the enemy has not; all forces where each is taken.

    Who is destroyed or gone is not taken: of an enemy with nobody left on the table there is nothing to hold.
    """
    enemy = opponent(seat)
    if objective == COMMUNICATIONS:
        return can_call(state, seat) and not can_call(state, enemy)
    if objective == ECM:
        return can_jam(state, seat) and not can_jam(state, enemy)
    if objective == ALL_FORCES:
        theirs = present(state, enemy)
        return bool(theirs) and all(is_taken(state, seat, unit) for unit in theirs)
    return is_held(state, seat, spot_of(state, objective, enemy, seat))


@rule("tactical.4.1.2-defend")
def defended(state: State, seat: str, objective: str) -> bool:
    """One's own thing is held and still there; a condition if one has it; all forces where no enemy is near any."""
    if objective == COMMUNICATIONS:
        return can_call(state, seat)
    if objective == ECM:
        return can_jam(state, seat)
    if objective == ALL_FORCES:
        own = present(state, seat)
        return bool(own) and all(is_kept(state, seat, unit) for unit in own)
    matters = vital(state, seat) if objective == VEHICLE else None
    if matters is not None and matters.status == HIDDEN:
        return is_kept(state, seat, matters)
    return is_held(state, seat, spot_of(state, objective, seat, seat))


@rule("tactical.4.1.2-destroy")
def destroyed(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing is no more. A place cannot be destroyed: it is denied to the enemy by holding it."""
    enemy = opponent(seat)
    if objective == ALL_FORCES:
        return not present(state, enemy)
    if objective == ABOUT_OBJECT:
        return bool(state.points.get(GONE + enemy))
    if objective == VEHICLE:
        unit = vital(state, enemy)
        return unit is None or unit.is_lost
    return _denied(state, seat, objective)


@rule("tactical.4.1.2-disable")
def disabled(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing can neither move nor act."""
    enemy = opponent(seat)
    if objective == ALL_FORCES:
        return all(is_disabled(unit) for unit in present(state, enemy))
    if objective == ABOUT_OBJECT:
        return bool(state.points.get(GONE + enemy))
    if objective == VEHICLE:
        unit = vital(state, enemy)
        return unit is None or (unit.status != LEFT and is_disabled(unit))
    return _denied(state, seat, objective)


def _denied(state: State, seat: str, objective: str) -> bool:
    enemy = opponent(seat)
    if objective == COMMUNICATIONS:
        return not can_call(state, enemy)
    if objective == ECM:
        return not can_jam(state, enemy)
    return is_held(state, seat, place_of(state, enemy))


@rule("tactical.4.1.2-provide")
def provided(state: State, seat: str, objective: str) -> bool:
    """One's own item went out by the enemy's home edge; a condition, or the way to a place, is kept as in Defend."""
    if objective == ABOUT_OBJECT:
        return bool(state.points.get(DELIVERED + seat))
    if objective == VEHICLE:
        unit = vital(state, seat)
        return unit is not None and unit.seat == seat and bool(unit.token(ESCAPED))
    if objective == ALL_FORCES:
        own = [unit for unit in state.units.values() if unit.seat == seat]
        return any(unit.token(ESCAPED) for unit in own) and not present(state, seat)
    return defended(state, seat, objective)


JUDGES: Final[dict[str, Callable[[State, str, str], bool]]] = {
    CAPTURE: captured, DEFEND: defended, DESTROY: destroyed, DISABLE: disabled, PROVIDE: provided,
}  # fmt: skip


def is_so(state: State, seat: str, mission: Mission) -> bool:
    """Whether what a mission asks for is so now."""
    return JUDGES[mission.type](state, seat, mission.objective)


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.2-provide")
def needs_rounds(mission: Mission) -> bool:
    """Whether it has to be so for three rounds: what is held or kept, not what is delivered once and for all."""
    if mission.type == PROVIDE:
        return mission.objective in (COMMUNICATIONS, ECM, TERRAIN)
    return mission.type in (CAPTURE, DEFEND)


@heeds("tactical.4.1.2-destroy", "tactical.4.1.2-disable", "tactical.4.1.2-provide", "tactical.4.2.2")
def is_for_good(state: State, seat: str, mission: Mission) -> bool:
    """Whether nothing can undo what a mission asked for: the thing is destroyed, or out beyond the enemy's line."""
    if mission.objective not in (ABOUT_OBJECT, VEHICLE) or mission.type not in (DESTROY, DISABLE, PROVIDE):
        return False
    done = destroyed if mission.type == DISABLE else JUDGES[mission.type]
    return done(state, seat, mission.objective)


def is_possible(state: State, seat: str, kind: str, objective: str) -> bool:
    """Whether there is such a thing at the beginning: ECM only where its owner has any."""
    return objective != ECM or can_have_ecm(state, owner_of(kind, seat))


def can_have_ecm(state: State, seat: str) -> bool:
    """Whether a side brings ECM."""
    return any(unit.card.rating("ECM") for unit in state.units.values() if unit.seat == seat)


# --- 4.1.2: what units do about objects: pick up, destroy, carry off the table

OBJECTIVE_RULE, PROVIDE_RULE = "tactical.4.1.2-object", "tactical.4.1.2-provide"
REACH: Final = INCH
"""From the rim of a base."""
EDGES: Final = ("south", "north", "west", "east")
LEAVING: Final = "leaving"
"""A switch of battles in which units may go off the table."""


def _refuse_reach(state: State, ask: Ask, unit_id: str, owner: str) -> Refusal | None:
    """Why a unit being activated cannot lay hands on an object."""
    unit = state.units.get(unit_id)
    if unit is None or unit.seat != ask.seat or unit.id != ask.unit:
        return Refusal("unit", OBJECTIVE_RULE, f"{unit_id or 'Nobody'} is not being activated.")
    spot = object_at(state, owner) if owner in SEATS else None
    if spot is None:
        return Refusal("object", OBJECTIVE_RULE, "There is no such object on the table.")
    if unit.actions <= 0:
        return Refusal("actions", OBJECTIVE_RULE, f"The {unit.name} has no Action left for it.")
    far = unit.card.radius + REACH
    if (unit.x - spot[0]) ** 2 + (unit.y - spot[1]) ** 2 > far * far:
        return Refusal("reach", OBJECTIVE_RULE, f"The object of {owner} is not within an inch of the {unit.name}.")
    carrier = carrier_of(state, owner)
    if carrier is not None and carrier.is_fielded and carrier.id != unit_id:
        return Refusal("carried", OBJECTIVE_RULE, f"The {carrier.name} carries it.")
    return None


@heeds("tactical.4.1.2-object")
def refuse_take(state: State, ask: Ask, order: TakeObject) -> Refusal | None:
    """A Gear or a squad picks up what lies near, with an Action."""
    refusal = _refuse_reach(state, ask, order.unit, order.owner)
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    if unit.card.kind not in (GEAR, INFANTRY):
        return Refusal("hands", OBJECTIVE_RULE, "Only a Gear or an infantryman can carry it.")
    if unit.token(name_of(OBJECT, order.owner)):
        return Refusal("carried", OBJECTIVE_RULE, f"The {unit.name} has it already.")
    return None


@heeds("tactical.4.1.2-destroy", "tactical.4.1.2-disable")
def refuse_wreck(state: State, ask: Ask, order: WreckObject) -> Refusal | None:
    """An enemy's object that lies near is destroyed with an Action."""
    if order.owner == ask.seat:
        return Refusal("object", OBJECTIVE_RULE, "That is your own side's object.")
    return _refuse_reach(state, ask, order.unit, order.owner)


def resolve_take(ctx: Ctx[State], order: TakeObject) -> None:
    """It has it now."""
    ctx.emit(ObjectTaken(order.unit, order.owner))


def resolve_wreck(ctx: Ctx[State], order: WreckObject) -> None:
    """It is no more."""
    ctx.emit(ObjectWrecked(order.unit, order.owner))


def edge_distance(state: State, unit: Unit, edge: str) -> int:
    """Mils from the rim of a base to a table edge."""
    wide, high = state.ground.width, state.ground.height
    far = {"south": unit.y, "north": high - unit.y, "west": unit.x, "east": wide - unit.x}[edge]
    return far - unit.card.radius


@heeds("tactical.4.1.2-provide", "tactical.4.1.2-time-none", "tactical.4.3.3")
def refuse_leave(state: State, ask: Ask, order: LeaveTable) -> Refusal | None:
    """Off the table goes who has Movement Points left at an edge; not in battles that keep everybody on it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != ask.unit or unit.seat != ask.seat:
        return Refusal("unit", PROVIDE_RULE, f"{order.unit or 'Nobody'} is not being activated.")
    if not state.switch(LEAVING):
        return Refusal("stay", PROVIDE_RULE, "Nobody leaves the table in this battle.")
    if is_kept_there(state, unit):
        return Refusal("limit", "tactical.4.3.3", f"The {unit.name} has to stay where its scenario keeps it.")
    if order.edge not in EDGES:
        return Refusal("edge", PROVIDE_RULE, f"An edge is {', '.join(EDGES)}, not '{order.edge}'.")
    if edge_distance(state, unit, order.edge) > INCH:
        return Refusal("edge", PROVIDE_RULE, f"The {unit.name} is not within an inch of the {order.edge} edge.")
    now = state.activation
    if now is None or now.halted or now.spent + MP > most_mp(unit, now):
        return Refusal("mp", PROVIDE_RULE, f"The {unit.name} has no Movement Point left to go.")
    return None


def resolve_leave(ctx: Ctx[State], order: LeaveTable) -> None:
    """It is gone, with whatever it carries and whoever rides in it."""
    state, seat = ctx.state, ctx.state.units[order.unit].seat
    escaped = order.edge == state.homes[opponent(seat)]
    own = name_of(OBJECT, seat)
    for unit in [*riders(state, order.unit), state.units[order.unit]]:
        brought = (seat,) if escaped and unit.token(own) else ()
        ctx.emit(TableLeft(unit.id, order.edge, escaped, brought))


def offer_carrying(state: State, unit: Unit) -> Iterator[Option]:
    """Objects within reach, and the way off the table."""
    ask = Ask(unit.seat, "act", unit.id)
    for owner in SEATS if state.markers or any(carrier_of(state, seat) for seat in SEATS) else ():
        take, wreck = TakeObject(unit.id, owner), WreckObject(unit.id, owner)
        if refuse_take(state, ask, take) is None:
            yield Pick(f"Pick up the object of {owner}", take, OBJECTIVE_RULE)
        if refuse_wreck(state, ask, wreck) is None:
            yield Pick(f"Destroy the object of {owner}", wreck, OBJECTIVE_RULE)
    for edge in EDGES if state.switch(LEAVING) else ():
        leave = LeaveTable(unit.id, edge)
        if refuse_leave(state, ask, leave) is None:
            yield Pick(f"Leave the table by the {edge} edge", leave, PROVIDE_RULE)
