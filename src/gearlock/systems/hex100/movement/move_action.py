"""The move action from beginning to end: the way it goes, the walk, the ram, the last turn; and disengaging."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.acting_unit import React
from gearlock.systems.hex100.actions.events import ActionsSpent
from gearlock.systems.hex100.actions.pool import spend
from gearlock.systems.hex100.detection.events import BeaconLit
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.movement.events import Turned
from gearlock.systems.hex100.movement.orders import Disengage, Move
from gearlock.systems.hex100.movement.ramming import refuse_ram, resolve_ram, run_up
from gearlock.systems.hex100.movement.walk import CAREFUL, refuse_path, resolve_walk
from gearlock.systems.hex100.movement.ways import WAYS, refuse_way
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance, sides_toward


def resolve_move_action(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Paid for, then gone, past whoever has held something back."""
    spend(ctx, order.unit, "move")
    yield from resolve_move(ctx, order, react)


def resolve_disengage(ctx: Ctx[State], order: Disengage, react: React) -> Script[None]:
    """One step, too careful for a blow in passing."""
    spend(ctx, order.unit, "move")
    path = ((order.q, order.r),)
    yield from resolve_walk(ctx, order.unit, path, order.facing, -1, react, CAREFUL)


def refuse_move(state: State, unit: Unit, order: Move) -> Refusal | None:
    """Why a unit cannot move like that; what it costs is asked after elsewhere."""
    refusal = refuse_way(state, unit, order.way) or refuse_path(state, unit, order.path, order.way)
    if refusal is None and order.ram:
        return refuse_ram(state, unit, order.path, order.ram)
    return refusal


@rule("hex100.jump-jets", "hex100.cirrus-jump")
@heeds("hex100.cirrus-passive", "hex100.once-per-turn")
def resolve_move(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Walk, jump or plough along the path, and ram what stands at its end if that was ordered."""
    if order.way and WAYS[order.way].once:
        ctx.emit(ActionsSpent(order.unit, (), (order.way,)))
    if order.way == "jump" and not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
        look_again(ctx)
    if order.ram:
        yield from _ram(ctx, order, react)
        return
    yield from resolve_walk(ctx, order.unit, order.path, order.facing, order.start, react, order.way)


@heeds("hex100.ramming", "hex100.reserve")
def _ram(ctx: Ctx[State], order: Move, react: React) -> Script[None]:
    """Run up, front first, then ram if the target is still there; reserves that wait for an attack answer before."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.ram)
    assert target is not None, "a legal ram has a target"
    target_id, goal, last = target.id, target.hex, order.path[-1]
    straight, ahead = run_up(unit.hex, order.path, goal), sides_toward(last, goal)[0]
    yield from resolve_walk(ctx, order.unit, order.path, ahead, order.start, react, order.way)
    if _is_at(ctx.state, order.unit, last) and _is_at(ctx.state, target_id, goal):
        yield from react(ctx, order.unit, None)
    if _is_at(ctx.state, order.unit, last) and _is_at(ctx.state, target_id, goal) and distance(last, goal) == 1:
        yield from resolve_ram(ctx, order.unit, target_id, straight)
    unit = ctx.state.units[order.unit]
    if unit.standing and unit.facing != order.facing:
        ctx.emit(Turned(order.unit, order.facing))


def _is_at(state: State, unit_id: str, hex_: tuple[int, int]) -> bool:
    unit = state.units[unit_id]
    return unit.standing and unit.hex == hex_
