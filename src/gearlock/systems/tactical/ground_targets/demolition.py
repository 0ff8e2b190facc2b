"""3.2.5: attacks on man-made structures."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.attacks.areas import is_blast
from gearlock.systems.tactical.attacks.blasts import resolve_blast
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.strays import jam, resolve_stray
from gearlock.systems.tactical.attacks.uses import bands_beyond
from gearlock.systems.tactical.damage.amounts import dm_used, hit_damage
from gearlock.systems.tactical.damage.bridges import resolve_structure_damage
from gearlock.systems.tactical.damage.structures import structure_at, structures_on
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.ground_targets.aiming import (
    Shots,
    fire_at_point,
    most_rof,
    point_lines,
    refuse_point,
    refuse_shooting,
    target_of,
    use_at,
)
from gearlock.systems.tactical.ground_targets.orders import Demolish
from gearlock.systems.tactical.line_of_sight.conditions import dust_loss
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import STRUCTURES

RULE = "tactical.3.2.5"


@heeds("tactical.3.2.5")
def refuse_demolition(state: State, order: Demolish, shots: Shots = ()) -> Refusal | None:
    """Why a structure cannot be attacked: the weapon, the point, and whether a structure stands there."""
    if not state.switch(STRUCTURES):
        return Refusal("module", RULE, "Structures take no damage in this battle.")
    part = "" if order.x is None or order.y is None else structure_at(state, order.x, order.y)
    refusal = refuse_shooting(state, order.unit, order.weapon, RULE, shots, part)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point of the structure.")
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    if not part:
        return Refusal("structure", RULE, "No structure stands at this point: a building, a road, a bridge or a wall.")
    return refuse_point(state, unit, mount, (order.x, order.y), order.rof)


@heeds("tactical.3.2.5", "tactical.3.8.1-buildings", "tactical.3.4.5", "tactical.3.4.1", "tactical.4.1.4-malfunctions")
@heeds("tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes")
def resolve_demolition(ctx: Ctx[State], order: Demolish, cost: int = 1) -> Script[None]:
    """An attack roll against a Defense of 0; ROF adds to the DM, as against all that is hard.

    A weapon with an Area Effect strikes everybody near the point as well.
    """
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    at = order.x, order.y
    part = structure_at(ctx.state, *at)
    rof = fire_at_point(ctx, order.unit, order.weapon, at, order.rof, RULE, cost)
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    use = use_at(ctx.state, unit, mount, at, rof)
    faulty = yield from throw_defect(ctx, order.unit, FIRE_CONTROL)
    lines = (*point_lines(ctx.state, unit, mount, at, use), *faulty)
    test = Test("attack", order.unit, lines, RULE, weapon=mount.id)
    found = yield from throw_test(ctx, test)
    jam(ctx, order.unit, mount.id, found.fumbled)
    if (yield from resolve_stray(ctx, order.unit)):
        return
    if is_blast(ctx.state, mount.weapon):
        firer = ctx.state.units[order.unit]
        yield from resolve_blast(ctx, Pair(ctx.state, firer, firer, use), found, *at, {})
        return
    more = dust_loss(ctx.state, mount.weapon)
    dm = dm_used(ctx.state.units[order.unit], mount.weapon, bands_beyond(use.band), more=more)
    yield from resolve_structure_damage(
        ctx, part, hit_damage(ctx.state, mount.weapon, dm, found.total, rof), order.unit
    )


def offer_demolitions(state: State, unit: Unit, shots: Shots = ()) -> Iterator[Option]:
    """Every weapon, where there are structures to fire at; `shots` are those of the same Action of a squad."""
    if not state.switch(STRUCTURES) or not structures_on(state.ground, state.scale):
        return
    for mount in unit.card.weapons:
        if refuse_shooting(state, unit.id, mount.id, RULE, shots, target_of(shots)) is None:
            order = Demolish(unit.id, mount.id, rof=most_rof(state, unit, mount))
            yield Place(f"{mount.id} at a structure", order, RULE, unit=unit.id, zone="reach")


def guess_demolition(state: State, _ask: Ask, order: Demolish, chooser: Chooser, _attempt: int) -> Order | None:
    """A corner of some structure."""
    pieces = structures_on(state.ground, state.scale)
    if not pieces:
        return None
    outline = pieces[chooser.randrange(0, len(pieces))].outline
    x, y = outline[chooser.randrange(0, len(outline))]
    return Demolish(order.unit, order.weapon, x, y, order.rof)


def aim_demolition(_state: State, _ask: Ask, order: Demolish, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at."""
    return Demolish(order.unit, order.weapon, spot.x, spot.y, order.rof)
