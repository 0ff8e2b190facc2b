"""6: a move carried out: stretch by stretch, with the tests and falls on the way."""

from __future__ import annotations

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import checked
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import body_at, overlapped
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.blitz.attacks.automatic import resolve_automatic_attacks
from gearlock.systems.blitz.attacks.pairs import is_flying
from gearlock.systems.blitz.impacts_and_falling.falls import resolve_fall
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.climbing import trace_climb
from gearlock.systems.blitz.movement.contacts import go, met_on_the_way
from gearlock.systems.blitz.movement.danger import resolve_danger
from gearlock.systems.blitz.movement.events import Forced, Moved, MoveEnded, TurnBought
from gearlock.systems.blitz.movement.jumping import trace_jump
from gearlock.systems.blitz.movement.mines import mined_inches, resolve_mines
from gearlock.systems.blitz.movement.movement import judge, refuse_new_move, straight_of
from gearlock.systems.blitz.movement.orders import Climb, EndMove, ExtraTurn, Jump, Move
from gearlock.systems.blitz.movement.passage import girth_of, obstacles
from gearlock.systems.blitz.movement.stretch import TESTED, Stretch
from gearlock.systems.blitz.movement.turning import refuse_extra_turn
from gearlock.systems.blitz.state import State
from gearlock.table.measure import turned
from gearlock.table.path import Path, walk


@heeds("blitz.6.0", "blitz.6.6a", "blitz.6.6b", "blitz.13.1")
def resolve_move(ctx: Ctx[State], order: Move) -> Script[None]:
    """Go along a path, with a test wherever danger asks for one: whoever fails it stops there, and the move is over."""
    stretch, _, whole = checked(judge(ctx.state, order))
    *parts, rest = portions(ctx.state, stretch, order.legs, whole)
    gone = 0
    for part, tested in parts:
        if not (yield from go(ctx, part)):
            return
        gone += part.advanced
        passed = not tested or (yield from resolve_danger(ctx, order.unit, order.gait))
        if not passed:
            settle_where_it_stops(ctx, order.unit)
            yield from cross_mines(ctx, stretch, gone)
            yield from end_move(ctx, order.unit)
            return
    if not (yield from go(ctx, rest[0])):
        return
    yield from cross_mines(ctx, stretch, stretch.length)
    if not ctx.state.is_acting(order.unit):
        return
    if whole.fall:
        yield from resolve_fall(ctx, order.unit, whole.fall)
    if order.last or order.cautious:
        yield from settle_move(ctx)


@heeds("blitz.18.3a-mines")
def cross_mines(ctx: Ctx[State], stretch: Stretch, gone: int) -> Script[None]:
    """What mines do to a model that has come so far along a stretch."""
    unit = ctx.state.units[stretch.unit.id]
    inches = 0 if is_flying(unit) else mined_inches(ctx.state, unit, stretch.path.strides, gone)
    if inches and not unit.is_destroyed:
        yield from resolve_mines(ctx, unit.id, inches, stretch.cautious)


@heeds("blitz.6.6a", "blitz.10.4")
def portions(state: State, stretch: Stretch, legs: Path, whole: Moved) -> list[tuple[Moved, bool]]:
    """A stretch cut where it comes into contact, and where it is tested; the last part brings the rest of all sums."""
    unit, found, spent, gone, turns = stretch.unit, list[tuple[Moved, bool]](), 0, 0, 0
    cuts = [(at, False) for at in met_on_the_way(state, stretch)] + [(at, True) for at in stretch.halts()]
    for at, tested in sorted(cuts):
        done = until(legs, at)
        head, cost = walk(unit.x, unit.y, unit.facing, done), stretch.cost(at)
        made = min(whole.turns, len(head.turns))
        level = surface_at(built(state), head.x, head.y, max(unit.z, whole.z))
        part = msgspec.structs.replace(
            whole, x=head.x, y=head.y, z=max(level, slope_at(built(state), head.x, head.y)), facing=head.facing,
            spent=cost - spent, advanced=at - gone, straight=straight_of(stretch.now, done), turns=made - turns,
            free=0, closed=False, through=tuple((stride.x1, stride.y1) for stride in head.strides),
            met=stretch.mils_met(gone, at), risked=(), fall=0,
        )  # fmt: skip
        found.append((part, tested))
        spent, gone, turns = cost, at, made
    rest = msgspec.structs.replace(
        whole, spent=whole.spent - spent, advanced=whole.advanced - gone, turns=whole.turns - turns,
        met=stretch.mils_met(gone, stretch.length),
    )  # fmt: skip
    return [*found, (rest, False)]


def until(legs: Path, mark: int) -> Path:
    """The legs up to so many mils; a turn before the next advance is still to come."""
    head: list[tuple[int, int]] = []
    for angle, length in legs:
        if mark <= 0 and length:
            break
        step = min(abs(length), mark)
        head.append((angle, step if length > 0 else -step))
        mark -= step
    return tuple(head)


@heeds("blitz.6.2", "blitz.6.6a")
def settle_where_it_stops(ctx: Ctx[State], unit_id: str) -> None:
    """Who is stopped on top of infantry it was passing comes to rest beside it."""
    unit = ctx.state.units[unit_id]
    others = obstacles(ctx.state, unit)
    if unit.is_destroyed or overlapped(body_at(unit, unit.x, unit.y, unit.z), others) is None:
        return
    x, y = resting_place(built(ctx.state), unit, unit.z, girth_of(unit), others)
    ctx.emit(Forced(unit_id, x, y, unit.z, 0))


@heeds("blitz.trait.autoanti")
def end_move(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The move is over, whatever was still to be tested; infantry may draw fire where it stops."""
    now = ctx.state.activation
    if now is not None and now.unit == unit_id and now.gait:
        ctx.emit(MoveEnded(unit_id, now.advanced))
    yield from resolve_automatic_attacks(ctx, unit_id)


@heeds("blitz.6.6", "blitz.6.6a")
def settle_move(ctx: Ctx[State]) -> Script[None]:
    """End the move under way, if there is one. Who stops in a danger it has not tested for does so now."""
    now = ctx.state.activation
    if now is None or not now.gait:
        return
    for _, gone in sorted(now.risked.items()):
        if gone != TESTED and ctx.state.is_acting(now.unit):
            yield from resolve_danger(ctx, now.unit, now.gait)
    yield from end_move(ctx, now.unit)


def refuse_end_move(state: State, ask: Ask, _order: EndMove) -> Refusal | None:
    """Only a move that was begun is ended."""
    now = state.activation
    if now is not None and now.gait:
        return None
    return Refusal("no-move", "blitz.6.0", f"The {state.units[ask.unit].name} is in the middle of no move.")


def resolve_end_move(ctx: Ctx[State], _order: EndMove) -> Script[None]:
    """End the move under way."""
    yield from settle_move(ctx)


@heeds("blitz.6.5f", "blitz.13.1")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb along a wall, up to the top or down from it."""
    if (yield from go(ctx, checked(trace_climb(ctx.state, order)))) and order.last:
        yield from settle_move(ctx)


@heeds("blitz.trait.jetpack", "blitz.13.1")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """A powered jump, and the fall at its end."""
    jumped = checked(trace_jump(ctx.state, order))
    if (yield from go(ctx, jumped)):
        yield from resolve_fall(ctx, order.unit, jumped.fall)
        yield from resolve_automatic_attacks(ctx, order.unit)


@heeds("blitz.6.1a")
def refuse_turn(state: State, order: ExtraTurn) -> Refusal | None:
    """Why a model cannot buy a turn now."""
    unit = state.units[order.unit]
    return refuse_new_move(state, unit, order.gait) or refuse_extra_turn(state, order)


@heeds("blitz.6.1a")
def resolve_turn(ctx: Ctx[State], order: ExtraTurn) -> None:
    """An action for one more turn."""
    facing = turned(ctx.state.units[order.unit].facing, order.angle)
    ctx.emit(TurnBought(order.unit, order.gait, facing))
