"""Embarking and disembarking: the transport is Stationary; getting in, or moving after getting out, is an Action."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.combined_models.cohesion import stragglers
from gearlock.systems.fieldmanual.lock_and_cover.arcs import is_behind
from gearlock.systems.fieldmanual.lock_and_cover.shelters import is_blind
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import ABOARD, DISEMBARKED, FIELDED, NO_GROUP, STATIONARY, State, Unit
from gearlock.systems.fieldmanual.transports.events import Disembarked, Embarked, SteppedOff
from gearlock.systems.fieldmanual.transports.orders import Disembark, Embark, GetOut, StepOff
from gearlock.systems.fieldmanual.transports.places import CONTACT, apart, places_outside
from gearlock.systems.fieldmanual.transports.room import Home, home_named, is_structure, passengers, refuse_room
from gearlock.table.measure import FULL_TURN
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Piece

RULE, STRUCTURES = "fieldmanual.transports", "fieldmanual.infantry-structures"


@rule("fieldmanual.perk-large-doors")
def has_large_doors(home: Home) -> bool:
    """Whether getting in takes no Action, nor moving after one got out; a Blind has no doors at all."""
    return isinstance(home, Unit) and bool(home.perk("Large Doors") or is_blind(home))


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


@heeds("fieldmanual.transports")
def refuse_step(state: State, order: StepOff) -> Refusal | None:
    """Why a model spends no Action for moving: it did not get out in this round, or has none."""
    unit = state.units[order.unit]
    if not unit.token(DISEMBARKED):
        return Refusal("moving", RULE, f"The {unit.name} did not get out in this round: it moves without an Action.")
    return refuse_idle(unit, 1, RULE)


@heeds("fieldmanual.transports")
def resolve_step(ctx: Ctx[State], order: StepOff) -> None:
    """It may move now."""
    ctx.emit(SteppedOff(order.unit))
