"""3.4.4: incendiaries fired into terrain."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Place
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import rof_paid, rounds_for
from gearlock.systems.tactical.attacks.events import PointFired
from gearlock.systems.tactical.attacks.exchange import dm_of
from gearlock.systems.tactical.attacks.orders import Kindle
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.places import judge_place, use_at
from gearlock.systems.tactical.attacks.targets import refuse_gun
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import is_incendiary
from gearlock.systems.tactical.fires.burning import resolve_kindling
from gearlock.systems.tactical.fires.zones import refuse_kindling
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, INCENDIARIES

FIRES = "tactical.3.4.4-firestarting"


def refuse_rof(state: State, unit: Unit, mount: Mount, rof: int) -> Refusal | None:
    """A ROF that the weapon has."""
    most = rof_of(unit, mount) if state.switch(BURST_FIRE) else 0
    if 0 <= rof <= most:
        return None
    return Refusal("rof", "tactical.3.4.5", f"The {mount.id} uses up to ROF {most} here, not {rof}.", {"rof": rof})


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def refuse_kindle(state: State, order: Kindle) -> Refusal | None:
    """Why terrain cannot be fired at: a weapon that burns, and ground that does."""
    if not state.switch(INCENDIARIES):
        return Refusal("incendiaries", FIRES, "Fires are not in use in this battle.")
    found = judge_place(state, order, FIRES)
    if isinstance(found, Refusal):
        return found
    unit, mount, x, y = found
    if not is_incendiary(mount.weapon):
        return Refusal("incendiaries", FIRES, f"The {mount.id} is no incendiary weapon.")
    return refuse_rof(state, unit, mount, order.rof) or refuse_kindling(state, x, y)


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4")
def resolve_kindle(ctx: Ctx[State], order: Kindle) -> Script[None]:
    """No attack roll: the Intensity of the shot goes into the square, with the ROF used."""
    unit, mount, x, y, rof = _fire(ctx, order)
    pair = Pair(ctx.state, unit, unit, use_at(ctx.state, unit, mount, x, y))
    yield from resolve_kindling(ctx, mount.weapon, dm_of(pair) + rof, x, y, unit.id)


def _fire(ctx: Ctx[State], order: Kindle) -> tuple[Unit, Mount, int, int, int]:
    """The Action and the rounds."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    rof = rof_paid(ctx.state, unit, mount, order.rof)
    rounds = rounds_for(mount.weapon, rof, ctx.state.scale)
    ctx.emit(PointFired(unit.id, mount.id, order.x, order.y, rounds, "kindling", rof))
    return unit, mount, order.x, order.y, rof


def offer_kindling(state: State, unit: Unit) -> Iterator[Option]:
    """Terrain to burn, for each weapon that could set it alight."""
    if not state.switch(INCENDIARIES) or refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        if is_incendiary(mount.weapon) and refuse_gun(unit, mount) is None:
            rof = rof_paid(state, unit, mount, rof_of(unit, mount)) if state.switch(BURST_FIRE) else 0
            order = Kindle(unit.id, mount.id, rof=rof)
            yield Place(f"{mount.id}: set terrain alight", order, FIRES, unit=unit.id, zone="reach")
