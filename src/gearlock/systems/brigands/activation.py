"""What the Active model does: move, turn, attack, stand by, keep watch, end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.attacking.exchange import resolve_attack, resolve_exchange
from gearlock.systems.brigands.attacking.reactions import END_OF_MOVE, LEAVING, holding, offer_snap_fire, watching
from gearlock.systems.brigands.commanding.battle_orders import resolve_give_order
from gearlock.systems.brigands.companions.drones import resolve_drones
from gearlock.systems.brigands.companions.scripts import COMPANIONS_SCRIPTS
from gearlock.systems.brigands.companions.transport import offer_embark
from gearlock.systems.brigands.electronics.scripts import ELECTRONICS_SCRIPTS
from gearlock.systems.brigands.machines.components import parts_of
from gearlock.systems.brigands.machines.scripts import MACHINES_SCRIPTS
from gearlock.systems.brigands.moving.buildings import trace_floors
from gearlock.systems.brigands.moving.climbing import trace_climb
from gearlock.systems.brigands.moving.falling import resolve_fall
from gearlock.systems.brigands.moving.flight import trace_jump, trace_slide
from gearlock.systems.brigands.moving.movement import walk
from gearlock.systems.brigands.moving.siege import resolve_demolition
from gearlock.systems.brigands.observation.scripts import OBSERVATION_SCRIPTS
from gearlock.systems.brigands.sighting.smoke import fired
from gearlock.systems.brigands.state import State
from gearlock.table.measure import turned


def resolve_order(ctx: Ctx[State], order: Order) -> Script[None]:
    """Carry out one order of the Active model."""
    return _SCRIPTS[type(order)](ctx, order)


@rule("brigands.2.2", "brigands.5.3")
def resolve_move(ctx: Ctx[State], order: o.Move) -> Script[None]:
    """Go along a path. Enemies it is Engaged by may strike first; a model that only turns in place stays Engaged."""
    yield from resolve_stretch(ctx, walk(ctx.state, order), order.last)


@rule("brigands.2.4")
def resolve_climb(ctx: Ctx[State], order: o.Climb) -> Script[None]:
    """Climb along a face, up to the top or down from it."""
    stretch = trace_climb(ctx.state, order)
    assert isinstance(stretch, e.Moved), f"{order} was not checked: {stretch}"
    yield from resolve_stretch(ctx, stretch, order.last)


@rule("brigands.2.7a")
def resolve_jump(ctx: Ctx[State], order: o.Jump) -> Script[None]:
    """A Jetpack Move, which nothing interrupts."""
    stretch = trace_jump(ctx.state, order)
    assert isinstance(stretch, e.Moved), f"{order} was not checked: {stretch}"
    yield from resolve_stretch(ctx, stretch, last=True)


@rule("brigands.2.7b")
def resolve_slide(ctx: Ctx[State], order: o.Slide) -> Script[None]:
    """A sideways shift; the Move goes on until it is ended."""
    stretch = trace_slide(ctx.state, order)
    assert isinstance(stretch, e.Moved), f"{order} was not checked: {stretch}"
    yield from resolve_stretch(ctx, stretch, last=False)


@rule("brigands.3.2b")
def resolve_floors(ctx: Ctx[State], order: o.ChangeFloor) -> Script[None]:
    """To another floor; the Move goes on until it is ended."""
    stretch = trace_floors(ctx.state, order)
    assert isinstance(stretch, e.Moved), f"{order} was not checked: {stretch}"
    yield from resolve_stretch(ctx, stretch, last=False)


@rule("brigands.5.3", "brigands.2.5")
def resolve_stretch(ctx: Ctx[State], stretch: e.Moved, last: bool) -> Script[None]:
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


@rule("brigands.6.3", "brigands.2.2", "brigands.9.2", "brigands.9.3")
def end_move(ctx: Ctx[State]) -> Script[None]:
    """A Move is over: if it went anywhere, whoever sees it on Overwatch may answer; then a transport is open to it."""
    active, now = ctx.state.active(), ctx.state.activation
    assert active is not None, "a Move has a mover"
    assert now is not None, "a Move belongs to an activation"
    travelled = now.travelled
    unit_id = active.id
    ctx.emit(e.MoveEnded(unit_id, travelled))
    yield from resolve_drones(ctx, unit_id)
    if travelled:
        answers = yield from offer_snap_fire(ctx, watching(ctx.state, ctx.state.units[unit_id]), END_OF_MOVE)
        if answers:
            yield from resolve_exchange(ctx, answers)
    if ctx.state.activation is not None:
        yield from offer_embark(ctx, unit_id)


def resolve_end_move(ctx: Ctx[State], _order: o.EndMove) -> Script[None]:
    """End a Move that an Action interrupted."""
    yield from end_move(ctx)


@rule("brigands.2.1-braced", "brigands.2.2a")
def resolve_turn(ctx: Ctx[State], order: o.Turn) -> Script[None]:
    """The one Turn of a Braced model."""
    ctx.emit(e.Turned(order.unit, turned(ctx.state.units[order.unit].facing, order.angle)))
    yield from ()  # a script is a generator, even one that asks nothing


@rule("brigands.trait.smoke")
def resolve_smoke(ctx: Ctx[State], order: o.FireSmoke) -> Script[None]:
    """A cloud goes up; nobody may answer it."""
    ctx.emit(fired(ctx.state.units[order.unit]))
    yield from ()  # a script is a generator, even one that asks nothing


@rule("brigands.6.1")
def resolve_standby(ctx: Ctx[State], order: o.Standby) -> Script[None]:
    """All remaining Actions become Standby tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        unit = ctx.state.units[order.unit]
        ctx.emit(e.StoodBy(unit.id, tokens_of(ctx.state, unit.id)))
        yield from end_activation(ctx, unit.id)


@rule("brigands.6.2")
def resolve_overwatch(ctx: Ctx[State], order: o.Overwatch) -> Script[None]:
    """All remaining Actions of a Braced model become Overwatch tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        ctx.emit(e.Overwatched(order.unit, tokens_of(ctx.state, order.unit)))
        yield from end_activation(ctx, order.unit)


@rule("brigands.6.1", "brigands.trait.autopilot")
def tokens_of(state: State, unit_id: str) -> int:
    """One token for each Action left, and one more with Autopilot."""
    unit = state.units[unit_id]
    return unit.actions + (1 if "Autopilot" in unit.line.traits else 0)


@rule("brigands.1.7a")
def resolve_end(ctx: Ctx[State], order: o.EndActivation) -> Script[None]:
    """End the activation; a Move that was left open ends with it."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        yield from end_activation(ctx, order.unit)


@rule("brigands.1.7a", "brigands.9.2")
def end_activation(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The activation is over, and drones are placed anew."""
    ctx.emit(e.ActivationEnded(unit_id))
    yield from resolve_drones(ctx, unit_id)


def settle_move(ctx: Ctx[State]) -> Script[None]:
    """End the Move under way, if there is one."""
    now = ctx.state.activation
    if now is not None and now.gait:
        yield from end_move(ctx)


_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.Move: resolve_move,
    o.Climb: resolve_climb,
    o.Jump: resolve_jump,
    o.Slide: resolve_slide,
    o.ChangeFloor: resolve_floors,
    o.EndMove: resolve_end_move,
    o.Turn: resolve_turn,
    o.Attack: resolve_attack,
    o.GiveOrder: resolve_give_order,
    o.Demolish: resolve_demolition,
    o.FireSmoke: resolve_smoke,
    o.Standby: resolve_standby,
    o.Overwatch: resolve_overwatch,
    o.EndActivation: resolve_end,
    **ELECTRONICS_SCRIPTS,
    **OBSERVATION_SCRIPTS,
    **COMPANIONS_SCRIPTS,
    **MACHINES_SCRIPTS,
}
