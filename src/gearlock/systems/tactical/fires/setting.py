"""3.4.4: setting the ground alight: an Action, a weapon that burns, a square in its arc and range that can burn."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.damage.amounts import dm_now, is_incendiary
from gearlock.systems.tactical.fires.burning import resolve_kindling
from gearlock.systems.tactical.fires.orders import SetFire
from gearlock.systems.tactical.fires.zones import refuse_kindling, square_at
from gearlock.systems.tactical.ground_targets.aiming import (
    fire_at_point,
    most_rof,
    refuse_point,
    refuse_shooting,
    zone_at,
)
from gearlock.systems.tactical.ground_targets.volleys import resolve_further
from gearlock.systems.tactical.plots import refuse_loved_in
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import INCENDIARIES
from gearlock.table.measure import advance

RULE = "tactical.3.4.4-firestarting"


@heeds("tactical.3.4.4-firestarting")
def refuse_setting(state: State, unit_id: str, weapon: str) -> Refusal | None:
    """Why a unit cannot set fires with a weapon at all."""
    if not state.switch(INCENDIARIES):
        return Refusal("module", RULE, "Fires are not in use in this battle.")
    refusal = refuse_shooting(state, unit_id, weapon, RULE)
    if refusal is not None:
        return refusal
    mount = state.units[unit_id].mount(weapon)
    if mount is None or not is_incendiary(mount.weapon):
        return Refusal("weapon", RULE, f"The {weapon} of the {state.units[unit_id].name} sets nothing alight.")
    return None


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def refuse_set_fire(state: State, order: SetFire) -> Refusal | None:
    """Why a square cannot be fired into: the weapon, the point, what is there, its arc, range and sight."""
    refusal = refuse_setting(state, order.unit, order.weapon)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point to set alight.")
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    at = order.x, order.y
    refusal = refuse_kindling(state, *at) or refuse_point(state, unit, mount, at, order.rof)
    return refusal or refuse_loved_in(state, unit, lambda x, y: square_at(x, y) == square_at(*at))


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4")
def resolve_set_fire(ctx: Ctx[State], order: SetFire) -> Script[None]:
    """The Action and the rounds are paid; the Intensity, with the ROF used, goes into the square."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    rof = fire_at_point(ctx, order.unit, order.weapon, (order.x, order.y), order.rof, RULE)
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    intensity = dm_now(unit, mount.weapon) + rof
    yield from resolve_kindling(ctx, mount.weapon, intensity, order.x, order.y, order.unit)
    yield from resolve_further(ctx, order.unit, f"{order.weapon}:{zone_at(order.x, order.y)}")


def offer_fires(state: State, unit: Unit) -> Iterator[Option]:
    """The ground, for every weapon that burns, with its whole burst."""
    for mount in unit.card.weapons:
        if is_incendiary(mount.weapon) and refuse_setting(state, unit.id, mount.id) is None:
            order = SetFire(unit.id, mount.id, rof=most_rof(state, unit, mount))
            yield Place(f"{mount.id} into the ground, to set it alight", order, RULE, unit=unit.id, zone="reach")


def guess_fire(state: State, _ask: Ask, order: SetFire, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere ahead, within Medium range."""
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    if mount is None:
        return None
    far = chooser.randrange(1, 2 * mount.weapon.base + 1)
    x, y = square_at(*advance(unit.x, unit.y, unit.facing + chooser.randrange(-450, 451), far))
    return SetFire(unit.id, order.weapon, x, y, order.rof)


def aim_fire(_state: State, _ask: Ask, order: SetFire, spot: Aim) -> Order | Refusal:
    """At the square somebody pointed at."""
    return SetFire(order.unit, order.weapon, *square_at(spot.x, spot.y), order.rof)
