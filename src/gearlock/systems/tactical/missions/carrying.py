"""4.1.2: what units do about objects: pick up, destroy, carry off the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.cards import GEAR, INFANTRY
from gearlock.systems.tactical.damage.losing import riders
from gearlock.systems.tactical.missions.events import ObjectTaken, ObjectWrecked, TableLeft
from gearlock.systems.tactical.missions.orders import LeaveTable, TakeObject, WreckObject
from gearlock.systems.tactical.missions.things import OBJECT, carrier_of, name_of, object_at
from gearlock.systems.tactical.movement.limits import is_kept
from gearlock.systems.tactical.speed import MP, most_mp
from gearlock.systems.tactical.state import SEATS, State, Unit, opponent
from gearlock.table.measure import INCH

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
    if is_kept(state, unit):
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
