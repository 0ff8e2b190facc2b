"""Passengers of a killed transport: a die for each of them, and whoever survives stands beside it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.damage.harm import destroy, inflict, stun
from gearlock.systems.fieldmanual.state import DESTROYED, IN_PLAY, State, Unit
from gearlock.systems.fieldmanual.transports.events import Disembarked, PassengerTested
from gearlock.systems.fieldmanual.transports.events import Place as Spot
from gearlock.systems.fieldmanual.transports.orders import GetOut
from gearlock.systems.fieldmanual.transports.places import CONTACT, first_places, places_outside, spots_around
from gearlock.systems.fieldmanual.transports.room import Home, passengers
from gearlock.systems.fieldmanual.transports.transport import home_of, refuse_facing
from gearlock.table.measure import INCH

RULE = "fieldmanual.transport-destroyed"
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


def _settle(ctx: Ctx[State], name: str, carrier: str) -> Script[None]:
    """Roll, take the damage, and put down whoever is left."""
    unit, home = ctx.state.units[name], ctx.state.units[carrier]
    more = 1 if home.status == DESTROYED else 0
    roll = Roll("passengers", 1, 6, 1, unit.seat, name, RULE)

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
    order = yield from ask(Ask(unit.seat, BAIL, name, (carrier,), RULE, prompt))
    assert isinstance(order, GetOut) and order.x is not None and order.y is not None, f"{order} gets nobody out"  # noqa: PT018
    found = places_outside(ctx.state, ctx.state.units[name], ctx.state.units[carrier], order.x, order.y)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    ctx.emit(Disembarked(name, carrier, found, order.facing, False, True))


def nearest_places(state: State, unit: Unit, home: Home) -> tuple[Spot, ...] | None:
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
        return Refusal("unit", RULE, f"The question is about {asked.unit}.")
    if order.x is None or order.y is None:
        return Refusal("place", RULE, "Say where it gets out.")
    found = places_outside(state, unit, home, order.x, order.y)
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


def offer_bail(state: State, asked: Ask) -> Iterator[Option]:
    """Anywhere in contact."""
    unit = state.units[asked.unit]
    yield Place(f"The {unit.name} gets out", GetOut(unit.id), RULE, unit=unit.id, zone="reach")
