"""Smoke launchers and dense smoke: who lays it, where it lies, when it clears; the smoke of terror drones."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.damage.swarm import SMOKE
from gearlock.systems.hex100.defences.events import SmokeCleared, SmokeLaid
from gearlock.systems.hex100.defences.orders import LaySmoke
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.equipment import find_mount, works
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, neighbours


def smoke_launchers(state: State, unit: Unit) -> list[str]:
    """The smoke launchers of a unit, by name."""
    mounts = state.machine(unit.id).mounts
    return [mount.id for mount in mounts if mount.item and mount.item.effects.get("smoke_launcher")]


@heeds("hex100.smoke-launcher", "hex100.once-per-turn")
def refuse_smoke(state: State, unit: Unit, order: LaySmoke) -> Refusal | None:
    """Why a unit cannot lay smoke: no launcher that works, or it was used in this turn, or has no charge left."""
    mount = find_mount(state, unit, order.launcher)
    if mount is None or order.launcher not in smoke_launchers(state, unit):
        return Refusal("no-such-item", "hex100.smoke-launcher", "The unit has no such smoke launcher.")
    if not works(state, unit, mount):
        return Refusal("out-of-order", "hex100.stat-critical", "The smoke launcher is out of order.")
    if order.launcher in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The smoke launcher has been used this round.")
    if unit.uses[order.launcher] < 1:
        return Refusal("empty", "hex100.attr-limited-ammo", "The smoke launcher has no charge left.")
    return refuse_payment(unit, "utility")


@heeds("hex100.smoke-launcher", "hex100.utility-action")
def resolve_smoke(ctx: Ctx[State], order: LaySmoke) -> Script[None]:
    """A utility action: all adjacent hexes fill with smoke, the unit's own does not."""
    spend(ctx, order.unit, "utility", weapons=(order.launcher,))
    lay_smoke(ctx, order.unit, neighbours(ctx.state.units[order.unit].hex), order.launcher)
    yield from ()


def lay_smoke(ctx: Ctx[State], unit: str, hexes: Iterable[Hex], launcher: str = "") -> None:
    """Fill hexes with dense smoke, as far as they are on the map; both sides look again."""
    on_map = tuple(sorted(hex_ for hex_ in hexes if hex_ in ctx.state.land.ground))
    ctx.emit(SmokeLaid(unit, on_map, launcher))
    look_again(ctx)


@rule("hex100.smoke-launcher")
def clear_smoke(ctx: Ctx[State], seat: str) -> None:
    """When a side's phase begins, the smoke it laid is gone; it has lasted through the phase of the enemy."""
    if any(by == seat for _, _, by in ctx.state.smoke):
        ctx.emit(SmokeCleared(seat))


@rule("hex100.drone-terror-smoke")
def would_smoke(unit: Unit) -> bool:
    """Whether a unit has smoke of its own left and is free to use it: not while it rides, nor shut down."""
    return unit.uses.get(SMOKE, 0) > 0 and unit.standing and not unit.riding and not unit.shocked


@heeds("hex100.drone-terror-smoke")
def screened(state: State, target: Unit) -> State:
    """A state as it will be when an attack on a unit is rolled for: in the smoke it raises, if it has any."""
    if not would_smoke(target):
        return state
    smoky = state.clone()
    smoky.smoke.append((target.q, target.r, target.seat))
    smoky.rebuild_field()
    return smoky


@heeds("hex100.drone-terror-smoke", "hex100.smoke-launcher")
def raise_smoke(ctx: Ctx[State], target: str) -> None:
    """Fill the hex of a unit that is being attacked with dense smoke before a die is thrown, if it has any."""
    unit = ctx.state.units.get(target)
    if unit is not None and would_smoke(unit):
        ctx.emit(SmokeLaid(target, (unit.hex,), SMOKE))
        look_again(ctx)
