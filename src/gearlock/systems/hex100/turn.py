"""A unit's turn: every order it can be given, carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.actions import change_ammo, lend_hand, look_around, spend
from gearlock.systems.hex100.briefings.scripts import BRIEFING_SCRIPTS
from gearlock.systems.hex100.crushing.moves import resolve_move
from gearlock.systems.hex100.cyber.scripts import CYBER_SCRIPTS
from gearlock.systems.hex100.drones.scripts import DRONE_SCRIPTS
from gearlock.systems.hex100.fighting.attack import resolve_volley
from gearlock.systems.hex100.fighting.reserve import declare_attack, offer_reserves, reserve, resolve_hold_back
from gearlock.systems.hex100.hiding.exposure import finish_turn
from gearlock.systems.hex100.hiding.scripts import HIDING_SCRIPTS
from gearlock.systems.hex100.moving.movement import CAREFUL, resolve_walk
from gearlock.systems.hex100.sensing.ew import look_again, resist, resolve_lock_on
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.warding.scripts import WARDING_SCRIPTS
from gearlock.table.hexes import Hex


def resolve_order(ctx: Ctx[State], order: Order) -> Script[None]:
    """Carry out what the acting unit was told to do."""
    script = _SCRIPTS.get(type(order))
    if script is not None:
        yield from script(ctx, order)
    else:
        _AT_ONCE[type(order)](ctx, order)


def _move(ctx: Ctx[State], order: o.Move) -> Script[None]:
    spend(ctx, order.unit, "move")
    yield from resolve_move(ctx, order, offer_reserves)


def _disengage(ctx: Ctx[State], order: o.Disengage) -> Script[None]:
    spend(ctx, order.unit, "move")
    path = ((order.q, order.r),)
    yield from resolve_walk(ctx, order.unit, path, order.facing, -1, offer_reserves, CAREFUL)


def _attack(ctx: Ctx[State], order: o.Attack) -> Script[None]:
    seat = ctx.state.units[order.unit].seat
    target = ctx.state.enemy_called(seat, order.target)
    assert target is not None, "a legal attack has a target"
    yield from _declare(ctx, order.unit, order.weapons, target.id, target.hex, order.pay)


def _bombard(ctx: Ctx[State], order: o.Bombard) -> Script[None]:
    yield from _declare(ctx, order.unit, (order.weapon,), "", (order.q, order.r), order.pay)


def _declare(ctx: Ctx[State], unit: str, weapons: tuple[str, ...], target: str, goal: Hex, pay: str) -> Script[None]:
    """Declare an attack, then fire if there is still somebody to do so."""
    yield from declare_attack(ctx, unit, weapons, target, goal, pay)
    yield from resolve_volley(ctx, unit, weapons, target, goal)


def _look_around(ctx: Ctx[State], order: o.LookAround) -> None:
    look_around(ctx, order)
    look_again(ctx)


def _end_turn(ctx: Ctx[State], order: o.EndTurn) -> None:
    finish_turn(ctx, order.unit)


_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.Move: _move,
    o.Disengage: _disengage,
    o.Attack: _attack,
    o.Bombard: _bombard,
    o.LockOn: resolve_lock_on,
    o.HoldBack: resolve_hold_back,
    **CYBER_SCRIPTS,
    **HIDING_SCRIPTS,
    **WARDING_SCRIPTS,
    **DRONE_SCRIPTS,
    **BRIEFING_SCRIPTS,
}
_AT_ONCE: dict[type[Order], Callable[[Ctx[State], Any], None]] = {
    o.Resist: resist,
    o.Reserve: reserve,
    o.ChangeAmmo: change_ammo,
    o.LookAround: _look_around,
    o.HandsOn: lend_hand,
    o.EndTurn: _end_turn,
}
