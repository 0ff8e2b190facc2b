"""The attack action: declared, paid for, answered by reserves, carried out."""

from __future__ import annotations

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.events import ActionsSpent
from gearlock.systems.hex100.actions.pool import spend
from gearlock.systems.hex100.attacks.attack import resolve_volley
from gearlock.systems.hex100.attacks.events import AttackDeclared
from gearlock.systems.hex100.attacks.orders import Attack, Bombard
from gearlock.systems.hex100.attacks.reserve import offer_reserves
from gearlock.systems.hex100.detection.stealth_lost import expose_attacker
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.weapons.aux_turrets import AUX
from gearlock.table.hexes import Hex


def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """On a contact, which is somebody."""
    seat = ctx.state.units[order.unit].seat
    target = ctx.state.enemy_called(seat, order.target)
    assert target is not None, "a legal attack has a target"
    yield from _declare(ctx, order.unit, order.weapons, target.id, target.hex, order.pay)


def resolve_bombard(ctx: Ctx[State], order: Bombard) -> Script[None]:
    """On a hex."""
    yield from _declare(ctx, order.unit, (order.weapon,), "", (order.q, order.r), order.pay)


def _declare(ctx: Ctx[State], unit: str, weapons: tuple[str, ...], target: str, goal: Hex, pay: str) -> Script[None]:
    """Declare an attack, then fire if there is still somebody to do so."""
    yield from declare_attack(ctx, unit, weapons, target, goal, pay)
    yield from resolve_volley(ctx, unit, weapons, target, goal)


def declare_attack(
    ctx: Ctx[State], unit: str, weapons: tuple[str, ...], target: str, goal: Hex, pay: str
) -> Script[None]:
    """Pay for an attack, declare it, and let reserves that wait for an attack answer it."""
    if pay == AUX:
        ctx.emit(ActionsSpent(unit, (), (*weapons, AUX)))
    else:
        spend(ctx, unit, pay, weapons=weapons)
    ctx.emit(AttackDeclared(unit, weapons, target, *goal))
    expose_attacker(ctx, unit, weapons)
    yield from offer_reserves(ctx, unit)
