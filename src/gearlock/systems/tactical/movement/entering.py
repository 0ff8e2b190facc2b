"""3.2.5, 3.2.6, 3.4.4: what meets a unit on its way: mines, fires, bridges too weak for it."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.attacks.modifiers import climbing_lines, drive_lines, evasion_lines, speed_lines
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.bridges import resolve_load
from gearlock.systems.tactical.damage.events import PassengersOut
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.minefields import MINEFIELD, resolve_mines
from gearlock.systems.tactical.damage.parts import part_at
from gearlock.systems.tactical.fires.burning import resolve_crossing
from gearlock.systems.tactical.fires.zones import Square, square_at
from gearlock.systems.tactical.ground_targets.events import SATURATION
from gearlock.systems.tactical.ground_targets.saturation import resolve_saturation, resolve_saturation_there
from gearlock.systems.tactical.line_of_sight.smoke import FIRE
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, type_of
from gearlock.systems.tactical.movement.ground import is_in_water, refuse_water
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import INCENDIARIES, MINEFIELDS, STRUCTURES
from gearlock.table.measure import distance

Spot = tuple[int, int]
STEP = 50
"""Mils between the points at which a way is looked at."""
BEARS = "bears"


def is_risky(state: State) -> bool:
    """Whether anything lies on the table that a unit may come into on its way: then every inch is gone by itself."""
    if any(patch.kind in (FIRE, MINEFIELD, SATURATION) for patch in state.patches):
        return True
    return state.switch(STRUCTURES) and any(BEARS in piece.props for piece in state.ground.pieces)


def points_between(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """Points of a stretch, without the first."""
    count = max(1, -(-distance(x0, y0, x1, y1) // STEP))
    return [(x0 + (x1 - x0) * at // count, y0 + (y1 - y0) * at // count) for at in range(1, count + 1)]


def squares_entered(x0: int, y0: int, x1: int, y1: int) -> list[Square]:
    """The square inches that a stretch leads into, in their order; the one it begins in is not entered."""
    found = dict.fromkeys(square_at(x, y) for x, y in points_between(x0, y0, x1, y1))
    found.pop(square_at(x0, y0), None)
    return list(found)


def section_at(state: State, x: int, y: int) -> str:
    """The section of a bridge at a point; empty if there is none."""
    bridges = [piece for piece in state.ground.pieces_at(x, y) if type_of(piece) == BRIDGE]
    return part_at(bridges[-1], x, y) if bridges else ""


@heeds("tactical.3.2.6", "tactical.2.6.7-target-speed", "tactical.3.2.1-climbing-penalty")
def dodging_lines(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """A Defense roll against what has no arc; who has just come down a cliff is worse off here too."""
    found = (*drive_lines(state, unit), *speed_lines(state, unit), *evasion_lines(state, unit))
    return (*found, *climbing_lines(state, unit))


@heeds("tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.3.2.5-bridge-load")
def resolve_entered(ctx: Ctx[State], unit_id: str, x0: int, y0: int, by: Iterable[Spot] = ()) -> Script[None]:
    """A unit has come from a point to where it is: everything it came into on the way, one after the other.

    `by` are the corners of its way, where it turned; between them it went straight.
    """
    if not is_risky(ctx.state):
        return
    before, end = (x0, y0), (ctx.state.units[unit_id].x, ctx.state.units[unit_id].y)
    for spot in (*by, end):
        if spot != before:
            yield from resolve_bridge(ctx, unit_id, before, spot)
            yield from resolve_saturation(ctx, unit_id, before, spot)
            yield from resolve_squares(ctx, unit_id, squares_entered(*before, *spot))
        before = spot
        if not ctx.state.units[unit_id].is_fielded:
            return


@heeds("tactical.3.2.6", "tactical.3.2.5-bridge-load", "tactical.3.4.5-saturation")
def resolve_landed(ctx: Ctx[State], unit_id: str, was: tuple[int, int] | None = None) -> Script[None]:
    """A unit has come down from the air, out of the ground or out of a vehicle: only what lies there meets it.

    A zone under fire in which it `was` already has attacked it before.
    """
    unit = ctx.state.units[unit_id]
    at = unit.x, unit.y
    section = section_at(ctx.state, *at)
    if section and ctx.state.switch(STRUCTURES):
        yield from resolve_load(ctx, unit_id, section)
    yield from resolve_saturation_there(ctx, unit_id, was)
    yield from resolve_squares(ctx, unit_id, [square_at(*at)])


@heeds("tactical.7.2-passengers", "tactical.3.5.1-structure", "tactical.3.2.6", "tactical.3.4.4-crossing")
def resolve_got_out(ctx: Ctx[State]) -> Script[None]:
    """Squads that got out in this step of a vehicle that fell to pieces: what lies where they stand meets them."""
    met = 0
    while met < len(ctx.in_step):
        event, met = ctx.in_step[met], met + 1
        if isinstance(event, PassengersOut) and ctx.state.units[event.unit].is_fielded:
            yield from resolve_landed(ctx, event.unit)


@heeds("tactical.3.2.1", "tactical.3.2.1-falling", "tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.2.6.5-water")
def resolve_down(ctx: Ctx[State], unit_id: str, was: tuple[int, int, int]) -> Script[None]:
    """A unit climbed or fell to where it is, and stands there: water floods it, mines, fires and zones meet it.

    The ground that it left only to fall back onto it is not entered anew.
    """
    unit, (x, y, z) = ctx.state.units[unit_id], was
    if is_in_water(ctx.state, unit.x, unit.y) and refuse_water(unit, {}) is not None:
        lose(ctx, unit_id, Blow(0, cause="it floods"), rule_id="tactical.2.6.5-water")
    elif (square_at(x, y), z) != (square_at(unit.x, unit.y), unit.z):
        yield from resolve_landed(ctx, unit_id, (x, y))


@heeds("tactical.3.2.6", "tactical.3.4.4-crossing")
def resolve_squares(ctx: Ctx[State], unit_id: str, squares: list[Square]) -> Script[None]:
    """Mines and fires in squares, one after the other."""
    for square in squares:
        if not ctx.state.units[unit_id].is_fielded:
            return
        for patch in [patch for patch in ctx.state.patches if (patch.x, patch.y) == square]:
            if patch.kind == MINEFIELD and ctx.state.switch(MINEFIELDS):
                lines = dodging_lines(ctx.state, ctx.state.units[unit_id])
                yield from resolve_mines(ctx, unit_id, patch.word, lines)
            elif patch.kind == FIRE and ctx.state.switch(INCENDIARIES):
                yield from resolve_crossing(ctx, unit_id, square)


@heeds("tactical.2.6.5-water", "tactical.2.6.5-top-speed-turn")
def resolve_forced(ctx: Ctx[State], unit_id: str, x0: int, y0: int) -> Script[None]:
    """A unit came from a point to where it is against its will: water floods it, unless it floats or swims."""
    unit = ctx.state.units[unit_id]
    way = points_between(x0, y0, unit.x, unit.y)
    if any(is_in_water(ctx.state, x, y) for x, y in way) and refuse_water(unit, {}) is not None:
        lose(ctx, unit_id, Blow(0, cause="it floods"), rule_id="tactical.2.6.5-water")
        return
    yield from resolve_entered(ctx, unit_id, x0, y0)


@heeds("tactical.3.2.5-bridge-load")
def resolve_bridge(ctx: Ctx[State], unit_id: str, before: Spot, to: Spot) -> Script[None]:
    """Each section of a bridge that it has come onto on a straight stretch bears it, or not."""
    if not ctx.state.switch(STRUCTURES):
        return
    last = section_at(ctx.state, *before)
    for section in dict.fromkeys(section_at(ctx.state, x, y) for x, y in points_between(*before, *to)):
        if section in ("", last):
            continue
        if (yield from resolve_load(ctx, unit_id, section)):
            return
