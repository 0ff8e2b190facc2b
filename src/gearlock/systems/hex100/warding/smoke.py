"""Dense smoke: who lays it, where it lies, when it clears."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.equipment import find_mount, works
from gearlock.systems.hex100.showing.worth import danger
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.events import SmokeCleared, SmokeLaid
from gearlock.systems.hex100.warding.orders import LaySmoke
from gearlock.table.hexes import Hex, neighbours

HIDING = 0.5
"""The part of the danger kept off by smoke that it is worth: it hides the enemy from the unit as well."""


def smoke_launchers(state: State, unit: Unit) -> list[str]:
    """The smoke launchers of a unit, by name."""
    mounts = state.machine(unit.id).mounts
    return [mount.id for mount in mounts if mount.item and mount.item.effects.get("smoke_launcher")]


@rule("hex100.smoke-launcher", "hex100.once-per-turn")
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


@rule("hex100.smoke-launcher", "hex100.utility-action")
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


def smoke_worth(state: State, unit: Unit, hexes: Iterable[Hex]) -> float:
    """The danger that smoke in these hexes would take from a unit, as far as its side sees what threatens it."""
    smoky = state.clone()
    smoky.smoke += [(q, r, unit.seat) for q, r in hexes if (q, r) in state.land.ground]
    smoky.rebuild_field()
    gain = danger(state, unit.seat, unit) - danger(smoky, unit.seat, smoky.units[unit.id])
    return min(1.0, max(0.0, HIDING * gain))


def preview_smoke(state: State, unit: Unit, order: LaySmoke) -> Preview:  # noqa: ARG001 - one of the previews
    """Smoke is worth the danger it takes from the unit."""
    note = "Nobody sees through dense smoke; direct attacks on units in it have -30 accuracy."
    return Preview(gives=smoke_worth(state, unit, neighbours(unit.hex)), notes=(note,))
