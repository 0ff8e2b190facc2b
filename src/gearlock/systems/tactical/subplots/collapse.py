"""4.1.4: MacAllen Collapse: the ground falls in under a vehicle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.systems.tactical.damage.bridges import resolve_collapse
from gearlock.systems.tactical.damage.falling import resolve_fall
from gearlock.systems.tactical.damage.pits import DEPTH, PIT, pit_outline
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, type_of
from gearlock.systems.tactical.movement.entering import section_at
from gearlock.systems.tactical.movement.room import level_below
from gearlock.systems.tactical.plots import COLLAPSE
from gearlock.systems.tactical.state import SEATS, State, Unit, opponent
from gearlock.systems.tactical.subplots.field_events import FellIn, GroundFell
from gearlock.systems.tactical.subplots.lots import due, foresee, machines_of, pick
from gearlock.systems.tactical.subplots.orders import ChooseLine
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import HALF_TURN, INCH, advance
from gearlock.table.polygon import is_inside

RULE: Final = "tactical.4.1.4-macallen-collapse"
LINE: Final = "line of the collapse"
OFFERED: Final = 6


@heeds("tactical.4.1.4-macallen-collapse")
def resolve_warning(ctx: Ctx[State], seat: str) -> Script[None]:
    """A die says in which round it happens."""
    yield from foresee(ctx, seat, COLLAPSE, RULE)


@rule("tactical.4.1.4-macallen-collapse")
def resolve_collapses(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of its round: a random vehicle of the enemy, and as many inches in a line as a die shows."""
    for seat in SEATS:
        for _ in range(due(ctx.state, seat, COLLAPSE)):
            yield from resolve_sinking(ctx, seat)


def treading(state: State, seat: str) -> list[Unit]:
    """The vehicles of a side that are on the table."""
    return [unit for unit in machines_of(state, seat) if unit.is_fielded and not unit.carrier]


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.1-falling")
def resolve_sinking(ctx: Ctx[State], seat: str) -> Script[None]:
    """The line lies as its buyer says, its middle under the vehicle. Whoever is on it falls an inch."""
    found = treading(ctx.state, opponent(seat))
    if not found:
        return
    name = yield from pick("who breaks in", found, seat, RULE)
    (inches,) = yield from throw(Roll(f"inches that fall in: {seat}", 1, 6, seat=seat, rule=RULE))
    unit = ctx.state.units[name]
    prompt = f"The ground falls in under the {unit.name}, {inches} in long: along which line?"
    order = yield from ask(Ask(seat, LINE, name, rule=RULE, prompt=prompt))
    assert isinstance(order, ChooseLine), f"{order} is no line"
    unit = ctx.state.units[name]
    patch = Patch(PIT, unit.x, unit.y, INCH // 2, number=order.angle, points=inches)
    falling = [each.id for each in standing_on(ctx.state, patch)]
    yield from resolve_bridges(ctx, patch)
    ctx.emit(GroundFell(name, unit.x, unit.y, order.angle, inches))
    for each in falling:
        yield from resolve_drop(ctx, each)
    for each in [one.id for one in standing_on(ctx.state, patch) if one.id not in falling]:
        ctx.emit(FellIn(each, level_of(ctx.state, each)))


@heeds("tactical.4.1.4-macallen-collapse")
def standing_on(state: State, patch: Patch) -> list[Unit]:
    """Everybody, friend or foe, whose middle is over the strip; who is up on a bridge is not on the ground."""
    outline = pit_outline(patch)
    units = (unit for unit in state.units.values() if unit.is_fielded and not unit.carrier)
    return [unit for unit in units if is_inside(outline, unit.x, unit.y) and not on_bridge(state, unit)]


def on_bridge(state: State, unit: Unit) -> bool:
    """Whether a bridge carries it."""
    under = state.ground.pieces_at(unit.x, unit.y)
    return any(type_of(piece) == BRIDGE and unit.z >= piece.top > 0 for piece in under)


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.5-bridge-collapse")
def resolve_bridges(ctx: Ctx[State], patch: Patch) -> Script[None]:
    """Sections of bridges that stand on the strip come down, where structures can be destroyed."""
    if not ctx.state.switch(STRUCTURES):
        return
    half = patch.points * INCH // 2
    spots = [advance(patch.x, patch.y, patch.number, far) for far in range(-half, half + 1, INCH // 2)]
    for part in dict.fromkeys(section_at(ctx.state, x, y) for x, y in spots):
        if part:
            yield from resolve_collapse(ctx, part)


@heeds("tactical.4.1.4-macallen-collapse", "tactical.3.2.1-falling")
def resolve_drop(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A unit comes down with the ground and takes the damage of a fall of an inch."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    ctx.emit(FellIn(unit_id, level_of(ctx.state, unit_id)))
    yield from resolve_fall(ctx, unit_id, DEPTH // INCH)


def level_of(state: State, unit_id: str) -> int:
    """How high the ground under a unit is now."""
    unit = state.units[unit_id]
    return level_below(state, unit.x, unit.y, unit.z)


def refuse_line(_state: State, _question: Ask, order: ChooseLine) -> Refusal | None:
    """Any direction: 0 to 179.9 degrees, since a line has two ends."""
    known = 0 <= order.angle < HALF_TURN
    facts: dict[str, str | int | float] = {"angle": order.angle}
    return None if known else Refusal("angle", RULE, "A line lies at 0 to 1799 tenths of a degree.", facts)


def offer_lines(_state: State, _question: Ask) -> Iterator[Option]:
    """Six directions; any other may be said."""
    for turn in range(OFFERED):
        angle = turn * HALF_TURN // OFFERED
        yield Pick(f"At {angle // 10} degrees", ChooseLine(angle), RULE)
