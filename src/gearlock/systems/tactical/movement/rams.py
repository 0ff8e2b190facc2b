"""2.6.8: ramming as an order: a turn, a straight way into contact, and where the rammer stops."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.line_of_sight.measuring import touches
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.melee.ramming import resolve_collision
from gearlock.systems.tactical.melee.walls import resolve_wall_struck
from gearlock.systems.tactical.movement.course import Course
from gearlock.systems.tactical.movement.entering import resolve_entered
from gearlock.systems.tactical.movement.events import RAMMING, Halted, RamBegun, RamOver, RanPast, WayTaken
from gearlock.systems.tactical.movement.ground import price_of
from gearlock.systems.tactical.movement.moving import judge, refuse_unmoving
from gearlock.systems.tactical.movement.orders import Move, Ram
from gearlock.systems.tactical.movement.passage import obstacles, refuse_passage
from gearlock.systems.tactical.movement.ram_walls import (
    closed_piece,
    closed_pieces,
    part_met,
    touches_wall,
    way_into_wall,
)
from gearlock.systems.tactical.speed import MP, most_mp
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.table.inches import footprints_overlap
from gearlock.table.measure import INCH, advance, bearing, distance, turn_between, turned
from gearlock.table.path import Path, Stride

RULE = "tactical.2.6.8-ramming"
LEAST = INCH // 10
"""The shortest way into a target."""
FINE, HALF_ROUND = 50, 1800
ASTRAY = INCH // 20
"""How far the end of a way of many inches may lie from where it was aimed."""


def way_into(unit: Unit, target: Unit) -> Path:
    """The turn towards a target, and straight on until the bases touch."""
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, target.x, target.y))
    reach = unit.card.radius + target.card.radius
    return ((angle, max(0, distance(unit.x, unit.y, target.x, target.y) - reach)),)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.3", "tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def judge_ram(state: State, order: Ram) -> Course | Refusal:
    """The way into the target; or why there is none: an Action, MP, something else in the way, contact already."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    wall = closed_piece(state, order.target) if target is None else None
    if unit is None or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if wall is None and (target is None or not target.is_fielded or target.seat == unit.seat or target.carrier):
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if unit.is_infantry:
        return Refusal("infantry", RULE, f"{unit.name} is a squad, and rams nobody.")
    refusal = refuse_unmoving(state, unit) or refuse_acting(unit)
    if refusal is not None:
        return refusal
    path = way_of(state, order)
    if path[0][1] < LEAST:
        name = state.ground.piece(order.target).name if target is None else target.name
        return Refusal("contact", RULE, f"The {unit.name} is in contact with the {name}: it has no way to ram.")
    return judge(state, Move(unit.id, path))


def way_of(state: State, order: Ram) -> Path:
    """The way of a ram, into a unit or into a building or wall: as far as it does not bar the way itself.

    A way is gone inch by inch to whole mils, so that its end may lie a little before or behind where it was aimed.
    """
    unit, target = state.units[order.unit], state.units.get(order.target)
    into = way_into_wall(state, unit, state.ground.piece(order.target)) if target is None else way_into(unit, target)
    angle, length = into[0]
    low, high = max(0, length - ASTRAY), length + ASTRAY
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if bars_its_way(state, order, ((angle, middle),)) else (middle, high)
    return ((angle, low),)


def bars_its_way(state: State, order: Ram, path: Path) -> bool:
    """Whether what is to be rammed is the first thing that stands in the way."""
    found = judge(state, Move(order.unit, path))
    return isinstance(found, Refusal) and order.target in (found.facts.get("unit"), found.facts.get("piece"))


def refuse_ram(state: State, order: Ram) -> Refusal | None:
    """Why a unit cannot be rammed."""
    found = judge_ram(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_ram(ctx: Ctx[State], order: Ram) -> None:
    """Set out: the way is gone inch by inch, under Snap Fire; what happens at its end `resolve_contact` tells."""
    path = way_of(ctx.state, order)
    ctx.emit(RamBegun(order.unit, order.target))
    ctx.emit(WayTaken(order.unit, path))


@heeds("tactical.2.6.8-ramming")
def resolve_contact(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The end of a way on which somebody was to be rammed: a collision if they touch, and no further this round.

    Who misses goes on for an inch if it has the Movement Points for it.
    """
    now = ctx.state.activation
    name = next((mark.removeprefix(RAMMING) for mark in now.marks if mark.startswith(RAMMING)), "") if now else ""
    if now is None or now.unit != unit_id or now.path or not name:
        return
    met = is_met(ctx.state, unit_id, name)
    ctx.emit(RamOver(unit_id, name, met))
    if not met:
        return
    if name in ctx.state.units:
        hit = yield from resolve_collision(ctx, unit_id, name, is_action=True)
        if not hit and ctx.state.units[unit_id].is_fielded:
            yield from resolve_running_past(ctx, unit_id, name)
    else:
        part = part_met(ctx.state.units[unit_id], ctx.state.ground.piece(name))
        yield from resolve_wall_struck(ctx, unit_id, part, is_action=True)
    ctx.emit(Halted(unit_id, "rammed"))


def is_met(state: State, unit_id: str, name: str) -> bool:
    """Whether a rammer has come into contact with what it was to ram."""
    unit, target = state.units[unit_id], state.units.get(name)
    if target is not None:
        return unit.is_fielded and target.is_fielded and touches(unit, target)
    wall = closed_piece(state, name)
    return unit.is_fielded and wall is not None and touches_wall(unit, wall)


@heeds("tactical.2.6.8-ramming")
def resolve_running_past(ctx: Ctx[State], unit_id: str, target_id: str) -> Script[None]:
    """An inch further, round the base of who was missed: where there is room, and Movement Points for it."""
    unit, target, now = ctx.state.units[unit_id], ctx.state.units[target_id], ctx.state.activation
    assert now is not None, "only the active unit moves"
    price = MP * (price_of(ctx.state, unit, terrain_under(ctx.state, unit)) or 1)
    if now.spent + price > most_mp(unit, now):
        return
    before = unit.x, unit.y
    for x, y in places_past(unit, target):
        end = room_at(ctx.state, unit, x, y)
        if end is not None:
            ctx.emit(RanPast(unit_id, x, y, end, INCH, now.spent + price))
            yield from resolve_entered(ctx, unit_id, *before)
            return


def places_past(unit: Unit, target: Unit) -> Iterator[tuple[int, int]]:
    """Places in contact with a target an inch further, first to its left, then to its right."""
    back = bearing(target.x, target.y, unit.x, unit.y)
    reach = unit.card.radius + target.card.radius + 1
    for side in (-1, 1):
        for angle in range(FINE, HALF_ROUND + 1, FINE):
            x, y = advance(target.x, target.y, turned(back, side * angle), reach)
            if distance(unit.x, unit.y, x, y) >= INCH:
                yield x, y
                break


def room_at(state: State, unit: Unit, x: int, y: int) -> int | None:
    """The elevation there, if the unit can stand there."""
    there = unit.clone()
    there.x, there.y = x, y
    if any(footprints_overlap(there.body, other.body) for other in obstacles(state, unit)):
        return None
    found = refuse_passage(state, there, Stride(x, y, x, y, 0))
    return None if isinstance(found, Refusal) else found


def offer_rams(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy it could drive into."""
    if unit.is_infantry or refuse_unmoving(state, unit) is not None or refuse_acting(unit) is not None:
        return
    for target in state.fielded(opponent(unit.seat)):
        order = Ram(unit.id, target.id)
        if refuse_ram(state, order) is None:
            yield Target(f"Ram the {target.name}", order, RULE, target.id, "ram")
    for piece in closed_pieces(state):
        order = Ram(unit.id, piece.id)
        if refuse_ram(state, order) is None:
            yield Pick(f"Run into the {piece.name}", order, RULE)
