"""3.4.4: setting the ground alight: an Action, a weapon that burns, a square in its arc and range that can burn."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.attacks.ammunition import refuse_ammunition, rof_paid, rounds_for
from gearlock.systems.tactical.attacks.targets import refuse_acting
from gearlock.systems.tactical.attacks.uses import band_of
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import dm_now, is_incendiary
from gearlock.systems.tactical.damage.condition import arc_now, can_use
from gearlock.systems.tactical.fires.burning import resolve_kindling
from gearlock.systems.tactical.fires.events import GroundFired
from gearlock.systems.tactical.fires.orders import SetFire
from gearlock.systems.tactical.fires.zones import fire_at, refuse_kindling, square_at
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.line_of_sight.arcs import in_arc
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, INCENDIARIES
from gearlock.table.measure import advance, inches_text

RULE = "tactical.3.4.4-firestarting"


@heeds("tactical.3.4.4-firestarting", "tactical.2.6.3")
def refuse_setting(state: State, unit_id: str, weapon: str) -> Refusal | None:
    """Why a unit cannot set fires with a weapon at all."""
    unit = state.units.get(unit_id)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{unit_id or 'Nobody'} is no unit on the table.")
    mount = unit.mount(weapon)
    if mount is None or not is_incendiary(mount.weapon) or not mount.weapon.base:
        return Refusal("weapon", RULE, f"The {unit.name} has no weapon '{weapon}' that sets the ground alight.")
    if not state.switch(INCENDIARIES):
        return Refusal("module", RULE, "Fires are not in use in this battle.")
    return refuse_acting(unit) or can_use(unit, mount) or refuse_ammunition(unit, mount, 0)


@heeds("tactical.3.4.4-firestarting", "tactical.2.6.6-firing-arcs", "tactical.2.3.4-range-bands", "tactical.3.4.5")
def refuse_set_fire(state: State, order: SetFire) -> Refusal | None:
    """Why a square cannot be fired into: the weapon, the point, its arc, range and sight, and what is there."""
    refusal = refuse_setting(state, order.unit, order.weapon)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point to set alight.")
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    most = rof_of(unit, mount) if state.switch(BURST_FIRE) else 0
    if not 0 <= order.rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {order.rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": order.rof, "most": most})
    return refuse_kindling(state, order.x, order.y) or _refuse_aim(state, unit, mount, order.x, order.y)


def _refuse_aim(state: State, unit: Unit, mount: Mount, x: int, y: int) -> Refusal | None:
    """Arc, range and sight of a point."""
    if not in_arc(unit, arc_now(unit, mount), x, y):
        message = f"This point is outside the {mount.arc} arc of the {mount.id}: turn first."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message)
    found = look_at_point(state, unit, x, y)
    if found.reason is not None:
        return found.reason
    if band_of(mount.weapon, found.distance) is None:
        far, reach = inches_text(found.distance), inches_text(mount.weapon.band_ends()[-1])
        message = f"This point is {far} in away; the {mount.id} reaches {reach} in."
        return Refusal("range", "tactical.2.3.4-range-bands", message, {"distance": found.distance})
    return None


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4")
def resolve_set_fire(ctx: Ctx[State], order: SetFire) -> Script[None]:
    """The Action and the rounds are paid; the Intensity, with the ROF used, goes into the square."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    rof = rof_paid(ctx.state, unit, mount, order.rof)
    rounds = rounds_for(mount.weapon, rof, ctx.state.scale)
    ctx.emit(GroundFired(unit.id, mount.id, rof, rounds))
    intensity = dm_now(unit, mount.weapon) + rof
    yield from resolve_kindling(ctx, mount.weapon, intensity, order.x, order.y, order.unit)


def offer_fires(state: State, unit: Unit) -> Iterator[Option]:
    """The ground, for every weapon that burns, with its whole burst."""
    for mount in unit.card.weapons:
        if not is_incendiary(mount.weapon) or refuse_setting(state, unit.id, mount.id) is not None:
            continue
        rof = rof_paid(state, unit, mount, rof_of(unit, mount)) if state.switch(BURST_FIRE) else 0
        order = SetFire(unit.id, mount.id, rof=rof)
        yield Place(f"{mount.id} into the ground, to set it alight", order, RULE, unit=unit.id, zone="reach")


def guess_fire(state: State, _ask: Ask, order: SetFire, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere ahead, within Short range or a little farther."""
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    if mount is None:
        return None
    far = chooser.randrange(1, 2 * mount.weapon.base + 1)
    x, y = square_at(*advance(unit.x, unit.y, unit.facing + chooser.randrange(-450, 451), far))
    return None if fire_at(state, x, y) is not None else SetFire(unit.id, order.weapon, x, y, order.rof)


def aim_fire(_state: State, _ask: Ask, order: SetFire, spot: Aim) -> Order | Refusal:
    """At the square somebody pointed at."""
    return SetFire(order.unit, order.weapon, *square_at(spot.x, spot.y), order.rof)
