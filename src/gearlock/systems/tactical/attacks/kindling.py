"""3.4.4: incendiaries fired into terrain, and 3.2.5: fire at structures."""

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
from gearlock.systems.tactical.attacks.orders import Demolish, Kindle
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.places import judge_place, use_at
from gearlock.systems.tactical.attacks.saturation import lines_at
from gearlock.systems.tactical.attacks.targets import refuse_gun
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import is_incendiary, multiplied
from gearlock.systems.tactical.damage.bridges import resolve_structure_damage
from gearlock.systems.tactical.damage.structures import capacity_of, structure_at
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.fires.burning import resolve_kindling
from gearlock.systems.tactical.fires.zones import refuse_kindling
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import BURST_FIRE, INCENDIARIES, STRUCTURES

FIRES, RUINS = "tactical.3.4.4-firestarting", "tactical.3.2.5"


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
    unit, mount, x, y, rof = _fire(ctx, order, "kindling")
    pair = Pair(ctx.state, unit, unit, use_at(ctx.state, unit, mount, x, y))
    yield from resolve_kindling(ctx, mount.weapon, dm_of(pair) + rof, x, y, unit.id)


def _fire(ctx: Ctx[State], order: Kindle | Demolish, purpose: str) -> tuple[Unit, Mount, int, int, int]:
    """The Action and the rounds."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    rof = rof_paid(ctx.state, unit, mount, order.rof)
    rounds = rounds_for(mount.weapon, rof, ctx.state.scale)
    ctx.emit(PointFired(unit.id, mount.id, order.x, order.y, rounds, purpose, rof))
    return unit, mount, order.x, order.y, rof


@heeds("tactical.3.2.5", "tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def refuse_demolition(state: State, order: Demolish) -> Refusal | None:
    """Why there is nothing to shoot to pieces: the module, and a structure that stands there."""
    if not state.switch(STRUCTURES):
        return Refusal("structures", RUINS, "Structures take no damage in this battle.")
    found = judge_place(state, order, RUINS)
    if isinstance(found, Refusal):
        return found
    unit, mount, x, y = found
    if not structure_at(state, x, y):
        return Refusal("structure", RUINS, "No structure stands at this point.")
    return refuse_rof(state, unit, mount, order.rof)


@heeds("tactical.3.2.5", "tactical.3.4.5")
def resolve_demolition(ctx: Ctx[State], order: Demolish) -> Script[None]:
    """An attack against a Defense of 0: DM with ROF times what was rolled, gathered by the structure."""
    unit, mount, x, y, rof = _fire(ctx, order, "demolition")
    use = use_at(ctx.state, unit, mount, x, y)
    faulty = yield from throw_defect(ctx, unit.id, FIRE_CONTROL)
    lines = (*lines_at(ctx.state, unit, use, x, y), *faulty)
    rolled = yield from throw_test(ctx, Test("attack", unit.id, lines, RUINS, 0, "", mount.id))
    amount = multiplied(dm_of(Pair(ctx.state, unit, unit, use)), rolled.total, rof)
    yield from resolve_structure_damage(ctx, structure_at(ctx.state, x, y), amount, unit.id)


def offer_places(state: State, unit: Unit) -> Iterator[Option]:
    """Terrain to burn and structures to shoot at, for each weapon that could."""
    burns, ruins = state.switch(INCENDIARIES), state.switch(STRUCTURES) and _has_structures(state)
    if not (burns or ruins) or refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        if refuse_gun(unit, mount) is not None:
            continue
        rof = rof_paid(state, unit, mount, rof_of(unit, mount)) if state.switch(BURST_FIRE) else 0
        if burns and is_incendiary(mount.weapon):
            order = Kindle(unit.id, mount.id, rof=rof)
            yield Place(f"{mount.id}: set terrain alight", order, FIRES, unit=unit.id, zone="reach")
        elif ruins:
            shot = Demolish(unit.id, mount.id, rof=rof)
            yield Place(f"{mount.id}: fire at a structure", shot, RUINS, unit=unit.id, zone="reach")


def _has_structures(state: State) -> bool:
    return any(capacity_of(state, piece.id) for piece in state.ground.pieces)
