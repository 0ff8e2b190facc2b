"""4.1.4: MacAllen Network: a tunnel that its owner finds, and anybody may use from then on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.movement.entering import resolve_landed
from gearlock.systems.tactical.movement.ground import is_in_water, price_of
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.passage import CLIFF
from gearlock.systems.tactical.movement.room import has_room, level_below
from gearlock.systems.tactical.movement.towing import towed_of
from gearlock.systems.tactical.plots import NETWORK, bought
from gearlock.systems.tactical.speed import MP, most_mp
from gearlock.systems.tactical.state import FALLEN, State, Unit
from gearlock.systems.tactical.subplots.field_events import TUNNEL, TunnelDug, TunnelTaken
from gearlock.systems.tactical.subplots.orders import Dig, TakeTunnel
from gearlock.table.measure import INCH, advance, distance, inches_text

RULE: Final = "tactical.4.1.4-macallen-tunnel"
REACH: Final = INCH
"""From the rim of a base to an opening."""


class Exit(NamedTuple):
    """Where a unit comes out, and the thousandths of MP and mils that took."""

    x: int
    y: int
    z: int
    cost: int


def left_to_dig(state: State, seat: str) -> int:
    """How many tunnels a side knows of that nobody has opened."""
    return bought(state, seat, NETWORK) - state.points.get(f"tunnels:{seat}", 0)


@heeds("tactical.4.1.4-macallen-tunnel")
def refuse_going_down(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot go underground at all now."""
    refusal = refuse_unmoving(state, unit)
    if refusal is not None:
        return refusal
    if unit.token(FALLEN) or towed_of(state, unit) is not None or is_in_water(state, unit.x, unit.y):
        return Refusal("stance", RULE, f"The {unit.name} goes underground upright, without a load and on dry ground.")
    return None


@heeds("tactical.4.1.4-macallen-tunnel", "tactical.2.6.5")
def find_exit(state: State, unit: Unit, x: int, y: int, what: str) -> Exit | Refusal:
    """Where a unit comes out at a place: an inch underground costs 1 MP, and there must be room for it."""
    now, length = state.activation, distance(unit.x, unit.y, x, y)
    assert now is not None, "somebody is being activated"
    cost = length * MP // INCH
    if now.spent - now.road + cost > most_mp(unit, now):
        left = inches_text(max(0, most_mp(unit, now) - (now.spent - now.road)))
        message = f"{what} is {inches_text(length)} in away; the {unit.name} has {left} MP left, 1 for each inch."
        return Refusal("movement", RULE, message, {"length": length})
    z = level_below(state, x, y, unit.z + CLIFF - 1)
    type_ = ground_type(state, x, y)
    if type_ in WATERS or price_of(state, unit, type_) is None:
        return Refusal("ground", RULE, f"The {unit.name} cannot come out there: choose dry ground that is open to it.")
    if not has_room(state, unit, x, y, z):
        return Refusal("room", RULE, f"{what} is not free: there is no room for the {unit.name} to come out.")
    return Exit(x, y, z, cost)


@rule("tactical.4.1.4-macallen-tunnel")
def find_way(state: State, order: Dig) -> Exit | Refusal:
    """A new tunnel: in at the place of the unit, straight ahead, and out after whole inches of its choice."""
    unit = state.units[order.unit]
    if left_to_dig(state, unit.seat) <= 0:
        return Refusal("tunnel", RULE, "Your side knows of no tunnel, or has opened it already.")
    refusal = refuse_going_down(state, unit)
    if refusal is not None:
        return refusal
    if order.inches < 1:
        return Refusal("inches", RULE, "A tunnel is 1 in long at least.", {"inches": order.inches})
    return find_exit(state, unit, *advance(unit.x, unit.y, unit.facing, order.inches * INCH), "The exit")


def refuse_dig(state: State, order: Dig) -> Refusal | None:
    """Why a unit cannot go underground so."""
    found = find_way(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_dig(ctx: Ctx[State], order: Dig) -> Script[None]:
    """In here, out there; both openings stay."""
    found, now = find_way(ctx.state, order), ctx.state.activation
    assert isinstance(found, Exit) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    seat = ctx.state.units[order.unit].seat
    number = 1 + sum(1 for name in ctx.state.markers if name.startswith(TUNNEL)) // 2
    where, was = (found.x, found.y, found.z), _place_of(ctx.state, order.unit)
    ctx.emit(TunnelDug(order.unit, seat, number, *where, now.spent + found.cost, now.gone + order.inches * INCH))
    yield from resolve_landed(ctx, order.unit, was)


def _place_of(state: State, unit_id: str) -> tuple[int, int]:
    return state.units[unit_id].x, state.units[unit_id].y


def other_end(opening: str) -> str:
    """The other opening of a tunnel."""
    name, _, end = opening.rpartition(":")
    return f"{name}:{'out' if end == 'in' else 'in'}"


@heeds("tactical.4.1.4-macallen-tunnel")
def find_passage(state: State, order: TakeTunnel) -> Exit | Refusal:
    """A tunnel that lies open: from an opening within an inch to its other one, whoever found it."""
    unit, spot = state.units[order.unit], state.markers.get(order.opening)
    if spot is None or not order.opening.startswith(TUNNEL):
        return Refusal("opening", RULE, f"There is no opening '{order.opening[:40]}'.")
    refusal = refuse_going_down(state, unit)
    if refusal is not None:
        return refusal
    if distance(unit.x, unit.y, *spot) > unit.card.radius + REACH:
        return Refusal("reach", RULE, f"The opening is not within an inch of the {unit.name}: go there first.")
    return find_exit(state, unit, *state.markers[other_end(order.opening)], "The other opening")


def refuse_tunnel(state: State, order: TakeTunnel) -> Refusal | None:
    """Why a unit cannot go through a tunnel."""
    found = find_passage(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_tunnel(ctx: Ctx[State], order: TakeTunnel) -> Script[None]:
    """Out at the other end."""
    found, now = find_passage(ctx.state, order), ctx.state.activation
    assert isinstance(found, Exit) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    where, gone = (found.x, found.y, found.z), now.gone + found.cost * INCH // MP
    was = _place_of(ctx.state, order.unit)
    ctx.emit(TunnelTaken(order.unit, order.opening, *where, now.spent + found.cost, gone))
    yield from resolve_landed(ctx, order.unit, was)


def offer_tunnels(state: State, unit: Unit) -> Iterator[Option]:
    """Each length of a new tunnel, and each opening within reach."""
    now, digs = state.activation, left_to_dig(state, unit.seat) > 0
    openings = [name for name in state.markers if name.startswith(TUNNEL)]
    if now is None or not (digs or openings) or refuse_going_down(state, unit) is not None:
        return
    most = max(0, most_mp(unit, now) - (now.spent - now.road)) // MP
    for inches in range(1, most + 1) if digs else ():
        if refuse_dig(state, Dig(unit.id, inches)) is None:
            yield Pick(f"Go underground, and come out {inches} in straight ahead", Dig(unit.id, inches), RULE)
    for opening in openings:
        order = TakeTunnel(unit.id, opening)
        if refuse_tunnel(state, order) is None:
            yield Pick(f"Take the tunnel from {opening}", order, RULE)
