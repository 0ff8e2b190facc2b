"""2: a Move carried out, with those who may answer it on the way and at its end."""

from __future__ import annotations

from gearlock.kernel.chapters import checked
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.exchange import resolve_exchange
from gearlock.systems.brigands.attacking.snap_fire import END_OF_MOVE, LEAVING, holding, offer_snap_fire, watching
from gearlock.systems.brigands.damage.falling import resolve_fall
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.movement.climbing import trace_climb
from gearlock.systems.brigands.movement.events import Moved, MoveEnded, Turned
from gearlock.systems.brigands.movement.flight import trace_jump, trace_slide
from gearlock.systems.brigands.movement.floors import trace_floors
from gearlock.systems.brigands.movement.movement import walk
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.transport.transport import offer_embark
from gearlock.systems.brigands.vehicles.components import parts_of
from gearlock.table.measure import turned


@rule("brigands.2.2")
@heeds("brigands.5.3")
def resolve_move(ctx: Ctx[State], order: Move) -> Script[None]:
    """Go along a path. Enemies it is Engaged by may strike first; a model that only turns in place stays Engaged."""
    yield from resolve_stretch(ctx, walk(ctx.state, order), order.last)


@heeds("brigands.2.4")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb along a face, up to the top or down from it."""
    yield from resolve_stretch(ctx, checked(trace_climb(ctx.state, order)), order.last)


@heeds("brigands.2.7a")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """A Jetpack Move, which nothing interrupts."""
    yield from resolve_stretch(ctx, checked(trace_jump(ctx.state, order)), last=True)


@heeds("brigands.2.7b")
def resolve_slide(ctx: Ctx[State], order: Slide) -> Script[None]:
    """A sideways shift; the Move goes on until it is ended."""
    yield from resolve_stretch(ctx, checked(trace_slide(ctx.state, order)), last=False)


@heeds("brigands.3.2b")
def resolve_floors(ctx: Ctx[State], order: ChangeFloor) -> Script[None]:
    """To another floor; the Move goes on until it is ended."""
    yield from resolve_stretch(ctx, checked(trace_floors(ctx.state, order)), last=False)


@heeds("brigands.5.3", "brigands.2.5")
def resolve_stretch(ctx: Ctx[State], stretch: Moved, last: bool) -> Script[None]:
    """Go along a stretch of a Move, and fall where it ends in the air. Who is brought down first must think again."""
    unit = ctx.state.units[stretch.unit]
    aloft = unit.airborne
    if stretch.travelled:
        answers = yield from offer_snap_fire(ctx, holding(ctx.state, unit), LEAVING)
        if answers:
            yield from resolve_exchange(ctx, answers)
    if ctx.state.activation is None or ctx.state.units[stretch.unit].airborne != aloft:
        return
    ctx.emit(stretch)
    if stretch.fall:
        for faller in [stretch.unit, *(part.id for part in parts_of(ctx.state, unit))]:
            yield from resolve_fall(ctx, faller, stretch.fall, stretch.z)
    if last and ctx.state.activation is not None:
        yield from end_move(ctx)


@heeds("brigands.6.3", "brigands.2.2", "brigands.9.2", "brigands.9.3")
def end_move(ctx: Ctx[State]) -> Script[None]:
    """A Move is over: if it went anywhere, whoever sees it on Overwatch may answer; then a transport is open to it."""
    active, now = ctx.state.active(), ctx.state.activation
    assert active is not None, "a Move has a mover"
    assert now is not None, "a Move belongs to an activation"
    travelled = now.travelled
    unit_id = active.id
    ctx.emit(MoveEnded(unit_id, travelled))
    yield from resolve_drones(ctx, unit_id)
    if travelled:
        answers = yield from offer_snap_fire(ctx, watching(ctx.state, ctx.state.units[unit_id]), END_OF_MOVE)
        if answers:
            yield from resolve_exchange(ctx, answers)
    if ctx.state.activation is not None:
        yield from offer_embark(ctx, unit_id)


def resolve_end_move(ctx: Ctx[State], _order: EndMove) -> Script[None]:
    """End a Move that an Action interrupted."""
    yield from end_move(ctx)


@heeds("brigands.2.1-braced", "brigands.2.2a")
def resolve_turn(ctx: Ctx[State], order: Turn) -> None:
    """The one Turn of a Braced model."""
    ctx.emit(Turned(order.unit, turned(ctx.state.units[order.unit].facing, order.angle)))


def settle_move(ctx: Ctx[State]) -> Script[None]:
    """End the Move under way, if there is one."""
    now = ctx.state.activation
    if now is not None and now.gait:
        yield from end_move(ctx)
