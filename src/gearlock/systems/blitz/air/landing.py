"""17.4: landing and taking off: a strip of open ground as long as two moves, or none for who can hover."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.ground.forms import is_road
from gearlock.systems.blitz.air.events import Landed, TookOff
from gearlock.systems.blitz.air.flight import cross_table, refuse_strafe
from gearlock.systems.blitz.air.orders import Land, Strafe, TakeOff
from gearlock.systems.blitz.air.ring import facing_along
from gearlock.systems.blitz.attacks.heights import line_of
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.danger import is_stuck, roll_danger
from gearlock.systems.blitz.movement.sweeping import spans_of_line, without
from gearlock.systems.blitz.movement.terrain import words_of
from gearlock.systems.blitz.paying import has_action, refuse_idle
from gearlock.systems.blitz.state import ALOFT, FIELDED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, is_on_table
from gearlock.table.measure import INCH, advance, bearing, distance, inches_text
from gearlock.table.path import Stride, sweeps_body, sweeps_outline

EDGE = 2 * INCH
"""How far from the edge a model that took off circles."""


@heeds("blitz.17.4", "blitz.17.4a")
def hovers(unit: Unit) -> bool:
    """Whether it comes down like a hover vehicle, without a run."""
    return "H" in unit.line.sms


def run_of(unit: Unit) -> int:
    """The run it needs: two moves, or none."""
    return 0 if hovers(unit) else 2 * unit.line.move


def strip_to(state: State, unit: Unit, at: int) -> Stride:
    """The run that ends so many mils along the line across the table."""
    x1, y1 = state.ground.width - unit.x, state.ground.height - unit.y
    course = bearing(unit.x, unit.y, x1, y1)
    x, y = advance(unit.x, unit.y, course, at - run_of(unit))
    end_x, end_y = advance(unit.x, unit.y, course, at)
    return Stride(x, y, end_x, end_y, run_of(unit))


@heeds("blitz.17.4", "blitz.17.4a", "blitz.6.2")
def refuse_strip(state: State, unit: Unit, strip: Stride) -> Refusal | None:
    """Why a run is none: it leaves the table, or is not open all the way."""
    radius = unit.line.radius
    for x, y in ((strip.x0, strip.y0), (strip.x1, strip.y1)):
        if not is_on_table(Body(x, y, 0, radius), state.ground.width, state.ground.height):
            message = f"The {unit.name} needs {inches_text(run_of(unit))} in of open ground on the table."
            return Refusal("strip", "blitz.17.4", message)
    for piece in built(state).pieces:
        swept = (
            sweeps_outline(strip, radius, piece.outline)
            if strip.length
            else footprint_overlaps(Body(strip.x1, strip.y1, 0, radius), piece.outline)
        )
        if swept and not is_road(piece) and piece.kind != "open":
            return Refusal("strip", "blitz.17.4", f"The {piece.name} lies in the way of the {unit.name}.")
    for other in state.standing():
        if other.id != unit.id and sweeps_body(strip, radius, other.body):
            return Refusal("strip", "blitz.17.4", f"The {other.name} stands in the way of the {unit.name}.")
    return None


@rule("blitz.17.4")
@heeds("blitz.17.4a")
def refuse_land(state: State, order: Land) -> Refusal | None:
    """Why an aircraft cannot land there: it lands instead of strafing, for an action, on open ground."""
    unit = state.units[order.unit]
    refusal = refuse_strafe(state, Strafe(unit.id))
    if refusal is not None:
        return refusal
    if idle := refuse_idle(unit, "blitz.17.4"):
        return idle
    length = distance(unit.x, unit.y, state.ground.width - unit.x, state.ground.height - unit.y)
    if not run_of(unit) <= order.at <= length:
        between = f"{inches_text(run_of(unit))} to {inches_text(length)} in"
        message = f"The {unit.name} comes to rest {between} along its line."
        return Refusal("place", "blitz.17.4", message, {"at": order.at})
    return refuse_strip(state, unit, strip_to(state, unit, order.at))


@heeds("blitz.17.4", "blitz.17.3", "blitz.6.6a")
def resolve_land(ctx: Ctx[State], order: Land) -> Script[None]:
    """A pass with fire from below, then down: off a road with a dangerous terrain test; stuck means destroyed."""
    unit = ctx.state.units[order.unit]
    strip = strip_to(ctx.state, unit, order.at)
    yield from cross_table(ctx, order.unit)
    unit = ctx.state.units[order.unit]
    if unit.is_destroyed:
        return
    line = line_of(ctx.state, unit)
    course = bearing(line.x0, line.y0, line.x1, line.y1)
    if not _is_on_road(ctx.state, strip):
        made = yield from roll_danger(ctx, order.unit, unit.line.gait)
        if not made.successes:
            lost = is_stuck(made)
            hurt(ctx, Wound(order.unit, "", "landing", ctx.state.units[order.unit].line.bulk if lost else 1))
    unit = ctx.state.units[order.unit]
    if not unit.is_destroyed:
        kept = 0 if hovers(unit) else max(0, unit.actions - 1)
        ctx.emit(Landed(unit.id, strip.x1, strip.y1, course, kept))


def _is_on_road(state: State, strip: Stride) -> bool:
    """Whether all of a run, or the spot where somebody comes down without one, is road that is not dangerous."""
    roads = [piece for piece in state.ground.pieces if is_road(piece) and "dangerous" not in words_of(piece)]
    if not strip.length:
        return any(road.contains(strip.x1, strip.y1) for road in roads)
    return not without([(1, strip.length - 1)], spans_of_line(strip, [road.outline for road in roads]))


@rule("blitz.17.4a")
@heeds("blitz.17.4")
def refuse_take_off(state: State, order: TakeOff) -> Refusal | None:
    """Why an aircraft cannot take off: it has not landed, or has no run ahead; who hovers needs an action instead."""
    unit, now = state.units[order.unit], state.activation
    if unit.status != FIELDED or unit.line.gait != "F":
        return Refusal("landed", "blitz.17.4", f"The {unit.name} is no aircraft on the ground.")
    if now is None or now.begun:
        return Refusal("late", "blitz.17.4", f"The {unit.name} takes off before it moves in any other way.")
    if hovers(unit):
        return refuse_idle(unit, "blitz.17.4a")
    end = advance(unit.x, unit.y, unit.facing, run_of(unit))
    return refuse_strip(state, unit, Stride(unit.x, unit.y, *end, run_of(unit)))


@heeds("blitz.17.4", "blitz.17.4a", "blitz.17.1")
def resolve_take_off(ctx: Ctx[State], order: TakeOff) -> None:
    """Straight ahead to the edge, where it circles again."""
    unit, ground = ctx.state.units[order.unit], ctx.state.ground
    x, y, step = unit.x, unit.y, INCH // 4
    while EDGE <= x <= ground.width - EDGE and EDGE <= y <= ground.height - EDGE:
        x, y = advance(x, y, unit.facing, step)
    x, y = min(max(x, EDGE), ground.width - EDGE), min(max(y, EDGE), ground.height - EDGE)
    ctx.emit(TookOff(unit.id, x, y, facing_along(ground, x, y, unit.facing), int(hovers(unit))))


def offer_landing(state: State, unit: Unit) -> Iterator[Option]:
    """The first places on the line across the table where it could come to rest, and the way up again."""
    if unit.status == ALOFT and has_action(unit) and refuse_strafe(state, Strafe(unit.id)) is None:
        length = distance(unit.x, unit.y, state.ground.width - unit.x, state.ground.height - unit.y)
        found = (Land(unit.id, at) for at in range(run_of(unit), length + 1, 2 * INCH))
        for order, _ in zip((o for o in found if refuse_land(state, o) is None), range(3), strict=False):
            yield Pick(f"Land {inches_text(order.at)} in along the line", order, "blitz.17.4")
    if refuse_take_off(state, TakeOff(unit.id)) is None:
        yield Pick("Take off", TakeOff(unit.id), "blitz.17.4")
