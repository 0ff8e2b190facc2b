"""Transports: getting in, getting out, infantry in buildings and bunkers, and passengers of what is killed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.asks import Place as PlaceOption
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.placing.spots import stand_at
from gearlock.systems.fieldmanual.combined_models import stragglers
from gearlock.systems.fieldmanual.command_points.tests import resolve_other
from gearlock.systems.fieldmanual.damage.damage import destroy, inflict, stun
from gearlock.systems.fieldmanual.datacards import GEAR, INFANTRY, STRIDER, TANK, VEHICLE
from gearlock.systems.fieldmanual.lock_and_cover.looks import is_behind, is_blind
from gearlock.systems.fieldmanual.movement.terrain import CLIFF, CLOSED, dearest, obstacles
from gearlock.systems.fieldmanual.paying import mark, pay, refuse_idle
from gearlock.systems.fieldmanual.state import (
    ABOARD,
    DESTROYED,
    DISEMBARKED,
    FIELDED,
    HIDING,
    HULL_DOWN,
    IN_PLAY,
    NO_GROUP,
    STATIONARY,
    WALKER,
    State,
    Unit,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, inches_text, turn_between
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

Place = tuple[str, int, int, int]
"""A model or base, and where it is put."""


EFFECTS = {"stun": "a Stun counter", "one": "one box", "two": "two boxes", "destroyed": "Destroyed"}


def carrier_name(state: State, carrier: str) -> str:
    """What a transport or building is called."""
    held = state.units.get(carrier)
    if held is not None:
        return held.name
    return next((piece.name for piece in state.ground.pieces if piece.id == carrier), carrier)


# --- What carries whom: the capacity of transports, buildings and bunkers, and who is in them

TRANSPORT: Final = "Transport"

BLIND_SIZE: Final = 14

BUNKER_ROOM: Final = 2
"""Squads in a bunker."""

NO_LIMIT: Final = 99

WORDS: Final = {
    "infantry": INFANTRY, "squad": INFANTRY, "troop": INFANTRY, "gear": GEAR, "strider": STRIDER, "tank": TANK,
    "vehicle": VEHICLE,
}  # fmt: skip
"""What a card says of passengers, and the kinds of models that means."""

Home = Unit | Piece
"""A transport or bunker; a building."""


class Room(NamedTuple):
    """How many models something carries, and which kinds; none named means any."""

    most: int
    kinds: frozenset[str]


def home_named(state: State, name: str) -> Home | None:
    """A model on the table or a building, by its id."""
    unit = state.units.get(name)
    if unit is not None:
        return unit if unit.status == FIELDED else None
    return next((piece for piece in state.ground.pieces if piece.id == name and is_building(piece)), None)


@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-heavy-bunker", "fieldmanual.asset-observation-bunker")
def is_structure(home: Home) -> bool:
    """Whether who is inside fights on from there: buildings, and Static models without weapons of their own."""
    if isinstance(home, Piece) or is_blind(home):
        return True
    return home.is_static and not home.card.weapons and "Bunker" in home.card.name


@rule("fieldmanual.perk-transport")
@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-heavy-bunker")
def room_of(home: Home) -> Room:
    """The capacity of a transport as its card lists it; two squads in a bunker, any number in a building.

    A map may say how many squads a building holds (`squads`).
    """
    if isinstance(home, Piece):
        return Room(int(home.props.get("squads", NO_LIMIT)), frozenset((INFANTRY,)))
    if is_blind(home):
        return Room(1, frozenset())
    if is_structure(home):
        return Room(BUNKER_ROOM, frozenset((INFANTRY,)))
    words = home.card.details.get(TRANSPORT, "").lower()
    return Room(home.perk(TRANSPORT), frozenset(kind for word, kind in WORDS.items() if word in words))


def passengers(state: State, home: Home) -> list[Unit]:
    """Who is in something: each Combined Model once, by its first base that is left."""
    inside = (unit for unit in state.units.values() if unit.carrier == home.id and unit.status in (ABOARD, FIELDED))
    return [unit for unit in inside if not unit.team or _first_inside(state, unit) == unit.id]


def _first_inside(state: State, unit: Unit) -> str:
    return next(part.id for part in state.parts(unit) if part.carrier == unit.carrier and part.status in IN_PLAY)


@heeds("fieldmanual.perk-transport", "fieldmanual.transports", "fieldmanual.infantry-structures")
@heeds("fieldmanual.asset-blind")
def refuse_room(state: State, unit: Unit, home: Home) -> Refusal | None:
    """Why something does not carry a model: no transport, the wrong kind, or full."""
    rule_id = "fieldmanual.infantry-structures" if is_structure(home) else "fieldmanual.perk-transport"
    room, inside = room_of(home), passengers(state, home)
    if not room.most:
        return Refusal("transport", rule_id, f"The {home.name} carries nobody.")
    if room.kinds and unit.card.kind not in room.kinds:
        message = f"The {home.name} carries {', '.join(sorted(room.kinds))}, not the {unit.name}."
        return Refusal("kind", rule_id, message, {"kind": unit.card.kind})
    if is_blind(home) and unit.card.size > BLIND_SIZE:
        message = f"The {unit.name} is of Size {unit.card.size}; a Blind takes one model of Size {BLIND_SIZE} or less."
        return Refusal("size", "fieldmanual.asset-blind", message, {"size": unit.card.size})
    if is_structure(home) and not is_blind(home) and set(unit.card.rows) != {WALKER}:
        message = f"The {unit.name} has a movement upgrade: only infantry on foot enters the {home.name}."
        return Refusal("mounted", rule_id, message)
    if len(inside) >= room.most:
        message = f"The {home.name} carries {room.most} and is full."
        return Refusal("full", rule_id, message, {"most": room.most})
    return None


# --- Where passengers are put: in contact with what they leave, on ground that holds them

CONTACT: Final = 10
"""Mils that two bases in contact may be apart by rounding."""

STEPS: Final = 72
"""Directions around something that are tried for a place."""

RULES = dict.fromkeys(("table", "terrain", "overlap", "impassable", "far"), "fieldmanual.transports")


def apart(home: Home, body: Body) -> int:
    """How far from what it left a model would stand."""
    if isinstance(home, Piece):
        return max(0, distance_to(home.outline, body.x, body.y) - body.radius)
    return plan_gap(body, home.body)


def stand_outside(
    state: State, unit: Unit, home: Home, x: int, y: int, reach: int = CONTACT, taken: tuple[Body, ...] = ()
) -> Body | Refusal:
    """A model put down outside of something it was in, or why it cannot be there."""
    level = home.base if isinstance(home, Piece) else home.z
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, level), RULES)
    if isinstance(found, Refusal):
        return found
    body = found.body
    away = apart(home, body)
    if away > reach or found.inside:
        message = f"That is {inches_text(away)} in from the {home.name}: one gets out in contact with it."
        return Refusal("far", "fieldmanual.transports", message, {"distance": away})
    if abs(body.z - level) >= CLIFF:
        return Refusal("terrain", "fieldmanual.transports", f"There is a cliff between the {home.name} and that place.")
    others = [other for other in obstacles(state, unit) if other.carrier == "" and other.id not in _own(state, unit)]
    there = overlapped(body, others)
    if there is not None:
        return Refusal("overlap", "fieldmanual.transports", f"The {there.name} stands there.", {"unit": there.id})
    if any(_touch(body, other) for other in taken):
        return Refusal("overlap", "fieldmanual.transports", "Another base of it stands there.")
    return _refuse_ground(state, unit, body) or body


def _own(state: State, unit: Unit) -> set[str]:
    return {part.id for part in state.parts(unit)}


def _touch(a: Body, b: Body) -> bool:
    reach = a.radius + b.radius
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach


@heeds("fieldmanual.terrain-impassable", "fieldmanual.terrain-deep-water")
def _refuse_ground(state: State, unit: Unit, body: Body) -> Refusal | None:
    reach = body.radius
    for piece in state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        if piece.top < body.z or not footprint_overlaps(Body(body.x, body.y, 0, reach), piece.outline):
            continue
        if dearest((piece,), unit, unit.mode or unit.card.primary)[0] == CLOSED:
            return Refusal(
                "impassable", "fieldmanual.transports", f"The {piece.name} is impassable: nobody gets out there."
            )
    return None


def spots_around(home: Home, radius: int, toward: int = 0, extra: int = 0) -> Iterator[tuple[int, int]]:
    """Places in contact with something all around it, those in one direction first."""
    middle = _middle(home)
    turns = sorted(range(STEPS), key=lambda step: (abs(turn_between(0, step * FULL_TURN // STEPS)), step))
    for step in turns:
        angle = (toward + step * FULL_TURN // STEPS) % FULL_TURN
        if not isinstance(home, Piece):
            yield advance(middle.x, middle.y, angle, middle.radius + radius + extra + 1)
            continue
        reach, near, far = radius + extra + 1, 0, middle.radius + radius + extra + INCH
        while far - near > 1:
            half = (near + far) // 2
            beyond = distance_to(home.outline, *advance(middle.x, middle.y, angle, half)) >= reach
            near, far = (near, half) if beyond else (half, far)
        yield advance(middle.x, middle.y, angle, far)


def _middle(home: Home) -> Body:
    if not isinstance(home, Piece):
        return home.body
    x0, y0, x1, y1 = bounds(home.outline)
    return Body((x0 + x1) // 2, (y0 + y1) // 2, home.base, max(x1 - x0, y1 - y0) * 3 // 4)


@heeds("fieldmanual.transports", "fieldmanual.combined-cohesion")
def places_outside(
    state: State, unit: Unit, home: Home, x: int, y: int, reach: int = CONTACT
) -> tuple[Place, ...] | Refusal:
    """Where a model and all bases of its squad would stand, the first at a place and the others around from there."""
    inside = [part for part in state.parts(unit) if part.carrier == home.id and not part.is_lost]
    first = stand_outside(state, inside[0], home, x, y, reach)
    if isinstance(first, Refusal):
        return first
    found, middle = [first], _middle(home)
    toward = bearing(middle.x, middle.y, x, y)
    for part in inside[1:]:
        body = _next_place(state, part, home, toward, tuple(found))
        if body is None:
            message = f"There is no room around the {home.name} for all bases of the {unit.name} from there on."
            return Refusal("room", "fieldmanual.transports", message)
        found.append(body)
    return tuple((part.id, body.x, body.y, body.z) for part, body in zip(inside, found, strict=True))


def _next_place(state: State, part: Unit, home: Home, toward: int, taken: tuple[Body, ...]) -> Body | None:
    for extra in (0, INCH, 2 * INCH):
        for spot in spots_around(home, part.card.radius, toward, extra):
            body = stand_outside(state, part, home, *spot, CONTACT + extra, taken)
            if isinstance(body, Body) and any(plan_gap(body, other) <= 2 * INCH for other in taken):
                return body
    return None


def first_places(state: State, unit: Unit, home: Home) -> Iterator[tuple[int, int]]:
    """Places for the first base from which everybody finds room."""
    for spot in spots_around(home, unit.card.radius):
        if not isinstance(places_outside(state, unit, home, *spot), Refusal):
            yield spot


# --- Embarking and disembarking: the transport is Stationary; getting in, or moving after getting out, is an Action

RULE, STRUCTURES = "fieldmanual.transports", "fieldmanual.infantry-structures"


@rule("fieldmanual.perk-large-doors")
def has_large_doors(home: Home) -> bool:
    """Whether getting in takes no Action, nor moving after one got out; a Blind has no doors at all."""
    return isinstance(home, Unit) and bool(home.perk("Large Doors") or is_blind(home))


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport, or as infantry into a building or bunker: `carrier` is a model or a piece of terrain."""

    unit: str
    carrier: str


@rule("fieldmanual.transports", "fieldmanual.infantry-structures")
def refuse_embark(state: State, order: Embark) -> Refusal | None:
    """Why a model cannot get in: in contact, into what is Stationary, with room for it, not held by enemies.

    Of a squad one base in contact is enough if the others are in Cohesion with it.
    """
    unit, home = state.units[order.unit], home_named(state, order.carrier)
    if home is None or (isinstance(home, Unit) and home.id in {part.id for part in state.parts(unit)}):
        return Refusal("transport", RULE, f"'{order.carrier}' is nothing on this table that one could get into.")
    if unit.carrier or not unit.is_fielded or unit.is_static:
        return Refusal("inside", RULE, f"The {unit.name} cannot get into anything now.")
    if refusal := refuse_room(state, unit, home) or _refuse_host(state, unit, home):
        return refusal
    if all(apart(home, base.body) > CONTACT or _is_above(base, home) for base in state.bases(unit)):
        return Refusal("contact", RULE, f"The {unit.name} moves into contact with the {home.name} first.")
    if is_blind(home) and isinstance(home, Unit) and not is_behind(home, unit.x, unit.y):
        message = f"The {home.name} is open on its rear side: go in from there."
        return Refusal("side", "fieldmanual.asset-blind", message)
    if stragglers(state, unit):
        return Refusal("cohesion", RULE, f"Some bases of the {unit.name} are out of Cohesion: it gets in as a whole.")
    return None if has_large_doors(home) else refuse_idle(unit, 1, RULE)


def _is_above(unit: Unit, home: Home) -> bool:
    low, high = (home.base, home.top) if isinstance(home, Piece) else (home.z, home.body.top)
    return unit.z >= high or unit.body.top <= low


def _refuse_host(state: State, unit: Unit, home: Home) -> Refusal | None:
    """Why what it would get into does not take it in: moving, an enemy's, or with enemies in it."""
    if isinstance(home, Unit) and not is_structure(home):
        if home.seat != unit.seat:
            return Refusal("enemy", RULE, f"The {home.name} is an enemy's.")
        if home.band != STATIONARY:
            message = f"The {home.name} is not Stationary: nobody gets in or out."
            return Refusal("speed", RULE, message, {"speed": home.band})
        if passengers(state, unit):
            return Refusal("loaded", RULE, f"The {unit.name} carries others itself.")
    if any(other.seat != unit.seat for other in passengers(state, home)):
        return Refusal("enemy", STRUCTURES, f"Enemies hold the {home.name}.")
    return None


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


def embarked(state: State, event: Embarked, _seat: str | None) -> Line:
    """In."""
    text = f"{state.units[event.unit].name} gets into {carrier_name(state, event.carrier)}."
    return Line(text, (event.unit,), "fieldmanual.infantry-structures" if event.fights else "fieldmanual.transports")


@heeds("fieldmanual.transports", "fieldmanual.infantry-structures", "fieldmanual.perk-large-doors")
def resolve_embark(ctx: Ctx[State], order: Embark) -> None:
    """It is aboard, or in the building."""
    home = home_named(ctx.state, order.carrier)
    assert home is not None, "the order was judged before"
    if isinstance(home, Piece):
        x0, y0, x1, y1 = bounds(home.outline)
        x, y, z = (x0 + x1) // 2, (y0 + y1) // 2, home.base
    else:
        x, y, z = home.x, home.y, home.z
    cost = 0 if has_large_doors(home) else 1
    ctx.emit(Embarked(order.unit, home.id, x, y, z, cost, is_structure(home)))


def refuse_facing(facing: int) -> Refusal | None:
    """Why this is no facing."""
    if 0 <= facing < FULL_TURN:
        return None
    return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": facing})


@heeds("fieldmanual.transports", "fieldmanual.perk-transport")
def refuse_unloading(state: State, unit: Unit) -> Refusal | None:
    """Why a transport sets nobody down now: it is the active one, Stationary, with somebody aboard."""
    if state.activation is None or state.activation.extra or not state.is_active(unit):
        return Refusal("activation", RULE, f"The {unit.name} sets passengers down in its own activation.")
    if is_structure(unit) or not passengers(state, unit):
        return Refusal("empty", RULE, f"The {unit.name} carries nobody it could set down.")
    if unit.band != STATIONARY:
        message = f"The {unit.name} is not Stationary: nobody gets in or out."
        return Refusal("speed", RULE, message, {"speed": unit.band})
    return None


class Disembark(Order, frozen=True, tag="disembark"):
    """A transport sets a passenger down in contact with it; the other bases of a squad stand beside the first."""

    unit: str
    passenger: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


@heeds("fieldmanual.transports")
def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why a passenger cannot be set down there."""
    unit, rider = state.units[order.unit], state.units.get(order.passenger)
    if refusal := refuse_unloading(state, unit):
        return refusal
    if rider is None or rider.carrier != unit.id or rider.status != ABOARD:
        return Refusal("passenger", RULE, f"{order.passenger or 'Nobody'} is not aboard the {unit.name}.")
    if order.x is None or order.y is None:
        return Refusal("place", RULE, "Say where it is set down.")
    found = places_outside(state, rider, unit, order.x, order.y)
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


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


def disembarked(state: State, event: Disembarked, _seat: str | None) -> Line:
    """Out."""
    text = f"{state.units[event.unit].name} gets out of {carrier_name(state, event.carrier)}."
    rule_id = "fieldmanual.transport-destroyed" if event.thrown else "fieldmanual.transports"
    return Line(text, (event.unit,), rule_id)


@heeds("fieldmanual.transports", "fieldmanual.perk-large-doors")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> None:
    """It stands beside the transport, and moving takes an Action in this round."""
    unit, rider = ctx.state.units[order.unit], ctx.state.units[order.passenger]
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    places = places_outside(ctx.state, rider, unit, order.x, order.y)
    assert not isinstance(places, Refusal), f"this was not checked: {places}"
    halted, late = not has_large_doors(unit), has_missed(ctx.state, rider)
    ctx.emit(Disembarked(rider.id, unit.id, places, order.facing, halted, late=late))


@heeds("fieldmanual.transports", "fieldmanual.activation", "fieldmanual.sub-squads-small-game")
def has_missed(state: State, rider: Unit) -> bool:
    """Whether the Combat Group or Sub-squad of a passenger has been activated in this round while it was aboard."""
    if rider.used or rider.group == NO_GROUP or rider.squad == state.group:
        return rider.used
    return any(unit.used for unit in state.fielded(rider.seat) if unit.squad == rider.squad)


def home_of(state: State, unit: Unit) -> Home | None:
    """What a model is in, whatever became of it."""
    if not unit.carrier:
        return None
    held = state.units.get(unit.carrier)
    return held if held is not None else state.ground.piece(unit.carrier)


class GetOut(Order, frozen=True, tag="get-out"):
    """Leave the building or bunker one is in, or the transport that was just killed."""

    unit: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


@heeds("fieldmanual.infantry-structures", "fieldmanual.transports")
def refuse_leave(state: State, order: GetOut) -> Refusal | None:
    """Why infantry cannot come out of a building or bunker there."""
    unit = state.units[order.unit]
    home = home_of(state, unit)
    if home is None or unit.status != FIELDED:
        return Refusal("inside", STRUCTURES, f"The {unit.name} is in no building or bunker.")
    if order.x is None or order.y is None:
        return Refusal("place", STRUCTURES, "Say where it comes out.")
    found = places_outside(state, unit, home, order.x, order.y)
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


@heeds("fieldmanual.infantry-structures", "fieldmanual.transports")
def resolve_leave(ctx: Ctx[State], order: GetOut) -> None:
    """It stands outside, and moving takes an Action in this round."""
    unit = ctx.state.units[order.unit]
    home = home_of(ctx.state, unit)
    assert home is not None and order.x is not None and order.y is not None, "judged before"  # noqa: PT018 - one fact
    places = places_outside(ctx.state, unit, home, order.x, order.y)
    assert not isinstance(places, Refusal), f"this was not checked: {places}"
    ctx.emit(Disembarked(unit.id, home.id, places, order.facing, True))


class StepOff(Order, frozen=True, tag="step-off"):
    """Spend the Action that lets a model move in the round in which it got out."""

    unit: str


@heeds("fieldmanual.transports")
def refuse_step(state: State, order: StepOff) -> Refusal | None:
    """Why a model spends no Action for moving: it did not get out in this round, or has none."""
    unit = state.units[order.unit]
    if not unit.token(DISEMBARKED):
        return Refusal("moving", RULE, f"The {unit.name} did not get out in this round: it moves without an Action.")
    return refuse_idle(unit, 1, RULE)


class SteppedOff(Event, frozen=True, tag="stepped-off"):
    """A model that got out in this round spent an Action to be able to move."""

    unit: str

    @heeds("fieldmanual.transports")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, DISEMBARKED, 0)


def stepped_off(state: State, event: SteppedOff, _seat: str | None) -> Line:
    """On its way."""
    text = f"{state.units[event.unit].name} spends an Action to move on from where it got out."
    return Line(text, (event.unit,), "fieldmanual.transports")


@heeds("fieldmanual.transports")
def resolve_step(ctx: Ctx[State], order: StepOff) -> None:
    """It may move now."""
    ctx.emit(SteppedOff(order.unit))


# --- Passengers of a killed transport: a die for each of them, and whoever survives stands beside it

BAIL = "get out"
"""The question where a passenger gets out of a transport that was killed."""

STUNNED, ONE, TWO, LOST = "stun", "one", "two", "destroyed"


@rule("fieldmanual.transport-destroyed")
def casualty_of(total: int) -> str:
    """What a passenger's die does: 1 to 3 a Stun counter, 4 and 5 a box, 6 two boxes, 7 destroys it."""
    return STUNNED if total <= 3 else ONE if total <= 5 else TWO if total == 6 else LOST


@heeds("fieldmanual.transport-destroyed")
def stranded(state: State) -> Unit | None:
    """The first model still in a transport, building model or bunker that is Dead or Destroyed."""
    for home in state.units.values():
        if home.is_lost:
            found = passengers(state, home)
            if found:
                return found[0]
    return None


@heeds("fieldmanual.transport-destroyed")
def resolve_casualties(ctx: Ctx[State]) -> Script[None] | None:
    """Settle the fate of one passenger of a killed transport; None if there is none."""
    unit = stranded(ctx.state)
    return None if unit is None else _settle(ctx, unit.id, unit.carrier)


class PassengerTested(Event, frozen=True, tag="passenger-tested"):
    """The die of a passenger whose transport was killed, and what it comes to: stun, one box, two, or destroyed."""

    unit: str
    carrier: str
    face: int
    total: int
    effect: str


def tested(state: State, event: PassengerTested, _seat: str | None) -> Line:
    """What became of who was inside."""
    die = f"{event.face}" if event.face == event.total else f"{event.face} + 1"
    text = f"{state.units[event.unit].name} in {carrier_name(state, event.carrier)}: {die}, {EFFECTS[event.effect]}."
    return Line(text, (event.unit,), "fieldmanual.transport-destroyed")


def _settle(ctx: Ctx[State], name: str, carrier: str) -> Script[None]:
    """Roll, take the damage, and put down whoever is left."""
    unit, home = ctx.state.units[name], ctx.state.units[carrier]
    more = 1 if home.status == DESTROYED else 0
    roll = Roll("passengers", 1, 6, 1, unit.seat, name, "fieldmanual.transport-destroyed")

    def tell(faces: Faces) -> None:
        ctx.emit(PassengerTested(name, carrier, faces[0], faces[0] + more, casualty_of(faces[0] + more)))

    (face,) = yield from resolve_other(
        ctx, roll, tell, held=lambda faces: casualty_of(faces[0] + more) == casualty_of(1 + more)
    )
    effect = casualty_of(face + more)
    inside = [part.id for part in ctx.state.parts(unit) if part.carrier == carrier]
    if effect == STUNNED:
        stun(ctx, name, "its transport was killed")
    elif effect == LOST:
        for each in inside:
            yield from destroy(ctx, each, "killed in its transport", home.slayer)
    else:
        yield from inflict(ctx, name, 1 if effect == ONE else 2, "killed in its transport", home.slayer)
    left = [each for each in inside if ctx.state.units[each].status in IN_PLAY]
    if left:
        yield from _bail_out(ctx, left[0], carrier)


@heeds("fieldmanual.transport-destroyed")
def _bail_out(ctx: Ctx[State], name: str, carrier: str) -> Script[None]:
    """Its player says where it stands, in contact with the transport; where there is no room, as near as there is."""
    unit, home = ctx.state.units[name], ctx.state.units[carrier]
    if next(first_places(ctx.state, unit, home), None) is None:
        places = nearest_places(ctx.state, unit, home)
        if places is None:
            for part in [part.id for part in ctx.state.parts(unit) if part.carrier == carrier]:
                yield from destroy(ctx, part, "no room to get out", home.slayer)
            return
        ctx.emit(Disembarked(name, carrier, places, home.facing, False, True))
        return
    prompt = f"The {unit.name} gets out of the {home.name}: where does it stand, in contact with it?"
    order = yield from ask(Ask(unit.seat, BAIL, name, (carrier,), "fieldmanual.transport-destroyed", prompt))
    assert isinstance(order, GetOut) and order.x is not None and order.y is not None, f"{order} gets nobody out"  # noqa: PT018
    found = places_outside(ctx.state, ctx.state.units[name], ctx.state.units[carrier], order.x, order.y)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    ctx.emit(Disembarked(name, carrier, found, order.facing, False, True))


def nearest_places(state: State, unit: Unit, home: Home) -> tuple[Place, ...] | None:
    """Where everybody finds room as near to the transport as can be; None if there is none within 12 in."""
    for extra in range(INCH, 13 * INCH, INCH):
        for spot in spots_around(home, unit.card.radius, 0, extra):
            found = places_outside(state, unit, home, *spot, CONTACT + extra)
            if not isinstance(found, Refusal):
                return found
    return None


def refuse_bail(state: State, asked: Ask, order: GetOut) -> Refusal | None:
    """In contact with the transport, with room for everybody."""
    unit = state.units[asked.unit]
    home = home_of(state, unit)
    if order.unit != asked.unit or home is None:
        return Refusal("unit", "fieldmanual.transport-destroyed", f"The question is about {asked.unit}.")
    if order.x is None or order.y is None:
        return Refusal("place", "fieldmanual.transport-destroyed", "Say where it gets out.")
    found = places_outside(state, unit, home, order.x, order.y)
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


def offer_bail(state: State, asked: Ask) -> Iterator[Option]:
    """Anywhere in contact."""
    unit = state.units[asked.unit]
    yield PlaceOption(
        f"The {unit.name} gets out", GetOut(unit.id), "fieldmanual.transport-destroyed", unit=unit.id, zone="reach"
    )


# --- What is offered

SPOTS = 12
"""Places among which a guess is made."""


def offer_transport(state: State, unit: Unit) -> Iterator[Option]:
    """What is beside a model to get into, its own passengers, the way out of where it is, and the Action for moving."""
    if unit.token(DISEMBARKED) and refuse_step(state, StepOff(unit.id)) is None:
        yield Pick("Spend an Action to move on from where it got out", StepOff(unit.id), RULE)
    if not unit.carrier and unit.is_fielded:
        yield from _ways_in(state, unit)
    if refuse_unloading(state, unit) is None:
        for rider in passengers(state, unit):
            if rider.status == ABOARD and next(first_places(state, rider, unit), None) is not None:
                template = Disembark(unit.id, rider.id)
                yield PlaceOption(f"Set the {rider.name} down", template, RULE, unit=rider.id, zone="reach")
    home = home_of(state, unit)
    if home is not None and unit.status == FIELDED and next(first_places(state, unit, home), None) is not None:
        yield PlaceOption(f"Come out of the {home.name}", GetOut(unit.id), STRUCTURES, unit=unit.id, zone="reach")


def _ways_in(state: State, unit: Unit) -> Iterator[Option]:
    near: list[Home] = [other for other in state.fielded(unit.seat) if other.perk("Transport") or other.is_static]
    near += [piece for piece in state.ground.pieces if unit.is_infantry and is_building(piece)]
    for home in near:
        order = Embark(unit.id, home.id)
        if refuse_embark(state, order) is None:
            yield Pick(f"Get into the {home.name}", order, RULE if isinstance(home, Unit) else STRUCTURES)


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    """Any side of the transport."""
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = list(islice(first_places(state, rider, carrier), SPOTS))
    return Disembark(carrier.id, rider.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def guess_get_out(state: State, _ask: Ask, order: GetOut, chooser: Chooser, _attempt: int) -> Order | None:
    """Any side of what it is in."""
    unit = state.units[order.unit]
    home = home_of(state, unit)
    spots = list(islice(first_places(state, unit, home), SPOTS)) if home is not None else []
    return GetOut(unit.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order:
    """Where somebody pointed, or right beside it: the nearest place that takes it."""
    rider, carrier = state.units[order.passenger], state.units[order.unit]
    facing = carrier.facing if spot.facing is None else spot.facing % FULL_TURN
    return Disembark(order.unit, order.passenger, *_nearest(state, rider, carrier, spot), facing)


def aim_get_out(state: State, _ask: Ask, order: GetOut, spot: Aim) -> Order:
    """As above."""
    unit = state.units[order.unit]
    facing, home = unit.facing if spot.facing is None else spot.facing % FULL_TURN, home_of(state, unit)
    return GetOut(order.unit, *((spot.x, spot.y) if home is None else _nearest(state, unit, home, spot)), facing)


def _nearest(state: State, unit: Unit, home: Home, spot: Aim) -> tuple[int, int]:
    spots = list(first_places(state, unit, home))
    return min(spots, key=lambda at: (at[0] - spot.x) ** 2 + (at[1] - spot.y) ** 2) if spots else (spot.x, spot.y)


# --- The contents of the chapter

TRANSPORTS: Chapter[State] = Chapter(
    "Transports",
    orders=(
        OrderRules(Embark, "act", by_order(refuse_embark), resolve_embark),
        OrderRules(Disembark, "act", by_order(refuse_disembark), resolve_disembark, guess_disembark, aim=aim_disembark),
        OrderRules(GetOut, "act", by_order(refuse_leave), resolve_leave, guess_get_out, aim=aim_get_out),
        OrderRules(GetOut, BAIL, refuse_bail),
        OrderRules(StepOff, "act", by_order(refuse_step), resolve_step),
    ),
    events={
        Embarked: embarked,
        Disembarked: disembarked,
        SteppedOff: stepped_off,
        PassengerTested: tested,
    },
)
