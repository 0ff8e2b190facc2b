"""6.4a: forced movement: straight, without turns or interruption, until something stops it or the ground ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import body_at
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.forms import is_area, is_incline, is_solid
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.impacts_and_falling.falls import resolve_fall
from gearlock.systems.blitz.impacts_and_falling.impacts import Impact, resolve_impact
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.lock_and_cover.looks import DICE, rating_class
from gearlock.systems.blitz.movement.events import Forced
from gearlock.systems.blitz.movement.giving_way import make_room
from gearlock.systems.blitz.movement.passage import girth_of, obstacles
from gearlock.systems.blitz.movement.sweeping import spans_of_line
from gearlock.systems.blitz.movement.terrain import IMPASSABLE, going_of, is_high, step_of
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.inches import is_on_table
from gearlock.table.measure import INCH, advance
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.terrain import Piece


class Stop(NamedTuple):
    """How far a push goes before something ends it, and what that is: a model, a piece, nothing at the table's edge."""

    at: int
    against: str = ""
    swallows: bool = False


class Push(NamedTuple):
    """A push worked out: where the model ends, what is left of the distance, what it struck, how far it falls."""

    event: Forced
    swallowed: str = ""


def stride_of(unit: Unit, direction: int, mils: int) -> Stride:
    """Straight from where a model is."""
    x, y = advance(unit.x, unit.y, direction, mils)
    return Stride(unit.x, unit.y, x, y, mils)


@rule("blitz.6.4a")
@heeds("blitz.13.1", "blitz.13.2", "blitz.12.1")
def push(state: State, unit: Unit, direction: int, mils: int, without: tuple[str, ...] = ()) -> Push:
    """What comes of forcing a model so far; `without` are models that move along with it."""
    stops = sorted(_stops(state, unit, direction, mils, without))
    stop = stops[0] if stops else Stop(mils)
    edge = _edge(state, unit, stride_of(unit, direction, stop.at))
    if edge is not None:
        return _over_the_edge(state, unit, direction, min(stop.at, edge + unit.line.radius + 1))
    x, y = advance(unit.x, unit.y, direction, stop.at)
    z = _level(state, unit, x, y)
    event = Forced(unit.id, x, y, z, stop.at, mils - stop.at, "" if stop.swallows else stop.against)
    return Push(event, stop.against if stop.swallows else "")


def _stops(state: State, unit: Unit, direction: int, mils: int, without: tuple[str, ...]) -> Iterator[Stop]:
    """Everything that would stop a push, and how soon."""
    radius, ground = unit.line.radius, built(state)
    whole = stride_of(unit, direction, mils)

    def far(blocks: Callable[[Stride], bool]) -> int:
        return longest_free(unit, direction, mils, blocks)

    if not _is_on_table(state, unit, whole):
        yield Stop(far(lambda stride: not _is_on_table(state, unit, stride)))
    for other in obstacles(state, unit):
        body = other.body
        level = body.z < unit.body.top and unit.z < body.top and other.id not in without
        if level and sweeps_body(whole, radius, body):
            yield Stop(far(lambda stride, body=body: sweeps_body(stride, radius, body)), other.id)  # type: ignore[misc]
    box = (min(whole.x0, whole.x1) - radius, min(whole.y0, whole.y1) - radius)
    for piece in ground.pieces_near(*box, max(whole.x0, whole.x1) + radius, max(whole.y0, whole.y1) + radius):
        deadly = is_area(piece) and not unit.z and _is_impassable(piece, unit)
        if (deadly or _is_wall(piece, unit)) and sweeps_outline(whole, radius, piece.outline):
            at = far(lambda stride, piece=piece: sweeps_outline(stride, radius, piece.outline))  # type: ignore[misc]
            yield Stop(at, piece.id, deadly)


def _is_on_table(state: State, unit: Unit, stride: Stride) -> bool:
    return is_on_table(body_at(unit, stride.x1, stride.y1, 0), built(state).width, built(state).height)


def _is_impassable(piece: Piece, unit: Unit) -> bool:
    return going_of(piece, unit, unit.gait or unit.line.gait).type == IMPASSABLE


@heeds("blitz.13.2", "blitz.6.5c")
def _is_wall(piece: Piece, unit: Unit) -> bool:
    """Whether a solid stops who is driven into it: at least half as high as the model; over less it is pushed."""
    return is_solid(piece) and is_high(piece.top, unit) and piece.base < unit.body.top


def longest_free(unit: Unit, direction: int, mils: int, blocks: Callable[[Stride], bool]) -> int:
    """The greatest whole length that is not blocked, taking it that what is in the way stays in the way."""
    low, high = 0, mils
    if not blocks(stride_of(unit, direction, mils)):
        return mils
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if blocks(stride_of(unit, direction, middle)) else (middle, high)
    return low


def _level(state: State, unit: Unit, x: int, y: int) -> int:
    """The surface a model comes to stand on."""
    most = unit.z + step_of(unit, unit.gait or unit.line.gait)
    return max(slope_at(built(state), x, y), surface_at(built(state), x, y, most))


@heeds("blitz.13.1")
def _edge(state: State, unit: Unit, stride: Stride) -> int | None:
    """Where the ground ends under the middle of a model, so that it falls a full inch; down a slope nobody falls."""
    if not stride.length:
        return None
    solids = [p for p in built(state).pieces_near(stride.x0, stride.y0, stride.x1, stride.y1) if is_solid(p)]
    marks = sorted({out for piece in solids for _, out in spans_of_line(stride, [piece.outline])})
    for mark in marks:
        x, y = advance_along(stride, min(mark + 2, stride.length))
        inclined = any(is_incline(piece) for piece in built(state).pieces_at(x, y))
        if unit.z - _level(state, unit, x, y) >= INCH and not inclined:
            return mark
    return None


def advance_along(stride: Stride, mark: int) -> tuple[int, int]:
    """The place so many mils along a stride."""
    x = stride.x0 + (stride.x1 - stride.x0) * mark // stride.length
    return x, stride.y0 + (stride.y1 - stride.y0) * mark // stride.length


@heeds("blitz.13.1")
def _over_the_edge(state: State, unit: Unit, direction: int, at: int) -> Push:
    """It comes down beside the edge, at the nearest place that is free; there its movement ends."""
    x, y = advance(unit.x, unit.y, direction, at)
    z = _level(state, unit, x, y)
    low = unit.clone()
    low.x, low.y, low.z = x, y, z
    others = obstacles(state, unit)
    x, y = resting_place(built(state), low, z, girth_of(unit), others)
    return Push(Forced(unit.id, x, y, z, at, 0, "", unit.z - z))


@heeds("blitz.6.4a", "blitz.13.1", "blitz.13.2", "blitz.6.5b")
def settle_push(ctx: Ctx[State], pushed: Push, by: str = "") -> Script[None]:
    """Let a push happen that was worked out, with what comes of it."""
    event, swallowed = pushed
    unit_id = event.unit
    ctx.emit(event)
    make_room(ctx, unit_id)
    if swallowed:
        name, bulk = ctx.state.ground.piece(swallowed).name, ctx.state.units[unit_id].line.bulk
        hurt(ctx, Wound(unit_id, by, name, bulk))
    elif event.fall:
        yield from resolve_fall(ctx, unit_id, event.fall, by)
    elif event.against in ctx.state.units:
        yield from resolve_impact(ctx, Impact(unit_id, event.against, left=event.left, by=by))
    elif event.against:
        rating = DICE[rating_class(built(ctx.state).piece(event.against))]
        yield from resolve_impact(ctx, Impact(unit_id, rating=rating, left=event.left, by=by))
