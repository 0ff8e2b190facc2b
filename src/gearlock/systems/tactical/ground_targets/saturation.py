"""3.4.5, 3.8.3: saturation fire: a zone that attacks everybody in it, and whoever enters it later in the round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import rounds_left
from gearlock.systems.tactical.attacks.events import AttackMet
from gearlock.systems.tactical.attacks.exchange import defend, dm_of, outcome_of
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.strays import jam, resolve_ammunition
from gearlock.systems.tactical.attacks.uses import MEDIUM, Use
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import hit_damage
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.ground_targets.aiming import (
    Shots,
    point_lines,
    refuse_point,
    refuse_shooting,
    target_of,
    use_at,
    zone_at,
)
from gearlock.systems.tactical.ground_targets.events import SATURATION, PointFired, SaturationOver, ZoneSaturated
from gearlock.systems.tactical.ground_targets.orders import Saturate
from gearlock.systems.tactical.ground_targets.saturated_zones import (
    ACROSS,
    ALONG,
    RADIUS,
    enters,
    is_in_zone,
    strip_line,
)
from gearlock.systems.tactical.infantry.massed_fire import rof_of
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.plots import loves, refuse_loved_in
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit, opponent
from gearlock.systems.tactical.switches import BURST_FIRE
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH, advance

RULE = "tactical.3.4.5-saturation"
A_POINT, ROCKETS_A_POINT, LEAST, LEAST_ROCKETS = 30, 8, 10, 4


@heeds("tactical.3.4.5-saturation", "tactical.3.6.4-mass-fire")
def rounds_needed(unit: Unit, mount: Mount) -> int:
    """What saturation costs: 30 rounds or 8 rockets for each point of the whole ROF, or the rest of the magazine."""
    price = rof_of(unit, mount) * (ROCKETS_A_POINT if mount.weapon.is_missile else A_POINT)
    left = rounds_left(unit, mount)
    return price if left is None else min(price, left)


def refuse_weapon_for_it(state: State, unit: Unit, mount: Mount) -> Refusal | None:
    """Why a weapon cannot saturate anything: no ROF, too few rounds."""
    if not state.switch(BURST_FIRE):
        return Refusal("rof", RULE, "Burst fire is not in use in this battle.")
    if rof_of(unit, mount) < 1:
        return Refusal("rof", RULE, f"The {mount.id} has no Rate of Fire to saturate a zone with.")
    least, left = LEAST_ROCKETS if mount.weapon.is_missile else LEAST, rounds_left(unit, mount)
    if left is not None and left < least:
        message = f"Saturation takes {least} rounds at least; the {mount.id} has {left}."
        return Refusal("ammunition", RULE, message, {"left": left, "least": least})
    return None


def _zone(state: State, order: Saturate, mount: str, threshold: int = 0, dm: int = 0) -> ZoneSaturated:
    """The zone that an order fills: round, or at skirmish scale a strip."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    facing = order.facing if state.scale == SKIRMISH_SCALE else -1
    return ZoneSaturated(order.unit, mount, order.x, order.y, RADIUS, threshold, dm, facing)


@rule("tactical.3.4.5-saturation")
@heeds("tactical.3.8.3-rof")
def refuse_saturation(state: State, order: Saturate, shots: Shots = ()) -> Refusal | None:
    """Why a zone cannot be saturated: a weapon with ROF, rounds, sight of it, and no farther than Medium range."""
    refusal = refuse_shooting(state, order.unit, order.weapon, RULE, shots, zone_at(order.x, order.y))
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    refusal = refuse_weapon_for_it(state, unit, mount)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point around which the zone lies.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.")
    refusal = refuse_point(state, unit, mount, (order.x, order.y), 0)
    if refusal is None and use_at(state, unit, mount, (order.x, order.y), 0).band > MEDIUM:
        return Refusal("range", RULE, f"A zone lies no farther than Medium range of the {mount.id}.")
    refusal = refusal or _refuse_strip(state, unit, order.x, order.y, order.facing)
    return refusal or refuse_loved_in(state, unit, partial(is_in_zone, _zone(state, order, mount.id).zone(state)))


@heeds("tactical.3.8.3-rof")
def _refuse_strip(state: State, unit: Unit, x: int, y: int, facing: int) -> Refusal | None:
    """At skirmish scale all of the strip has to be seen, from end to end."""
    if state.scale != SKIRMISH_SCALE:
        return None
    for spot in strip_line(x, y, facing):
        hidden = look_at_point(state, unit, *spot).reason
        if hidden is not None:
            return Refusal("strip", "tactical.3.8.3-rof", f"All of the strip has to be seen. {hidden.message}")
    return None


@heeds("tactical.3.4.5-saturation")
def saturation_bonus(rof: int) -> int:
    """What the attack roll gains: half the ROF of the weapon, rounded down."""
    return rof // 2


@heeds("tactical.3.4.5-saturation", "tactical.3.8.3-rof", "tactical.7.2-defective", "tactical.4.1.4-malfunctions")
@heeds("tactical.4.1.4-leftover-ammo")
def resolve_saturating(ctx: Ctx[State], order: Saturate, cost: int = 1) -> Script[None]:
    """The roll is recorded; everybody in the zone defends against it at once, friend or foe."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    unit, (x, y) = ctx.state.units[order.unit], (order.x, order.y)
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    rof = rof_of(unit, mount)
    use = use_at(ctx.state, unit, mount, (x, y), 0)._replace(bonus=saturation_bonus(rof))
    lines = point_lines(ctx.state, unit, mount, (x, y), use)
    dm = dm_of(Pair(ctx.state, unit, unit, use))
    ctx.emit(PointFired(unit.id, mount.id, x, y, rof, rounds_needed(unit, mount), RULE, cost))
    faulty = yield from throw_defect(ctx, unit.id, FIRE_CONTROL)
    rolled = yield from throw_test(ctx, Test("attack", unit.id, (*lines, *faulty), RULE, 0, "", mount.id))
    jam(ctx, unit.id, mount.id, rolled.fumbled)
    if (yield from resolve_ammunition(ctx, unit.id)):
        return
    ctx.emit(_zone(ctx.state, order, mount.id, rolled.total, dm))
    zone = ctx.state.patches[-1]
    for name in [other.id for other in ctx.state.units.values() if other.is_fielded and not other.carrier]:
        if is_in_zone(zone, ctx.state.units[name].x, ctx.state.units[name].y):
            yield from resolve_zone(ctx, zone, name)


@heeds("tactical.3.4.5-saturation", "tactical.2.6.7-defense-arc", "tactical.3.8.2-partial-cover", "tactical.4.1.4-love")
def resolve_zone(ctx: Ctx[State], zone: Patch, unit_id: str) -> Script[None]:
    """A unit in a zone has to beat the recorded roll; what it fails by times the DM is its damage, without ROF.

    Nobody fires on whom it is in love with, not even on who runs into its fire.
    """
    if not ctx.state.switch(BURST_FIRE):
        return
    unit, firer = ctx.state.units[unit_id], ctx.state.units[zone.unit]
    mount = firer.mount(zone.weapon)
    if mount is None or not unit.is_fielded or loves(firer, unit_id):
        return
    pair = Pair(ctx.state, firer, unit, Use(mount.weapon, mount.id, spread=True))
    attack = Result(zone.number, zone.number, zone.number == 0)
    defense = yield from defend(ctx, pair, attack)
    met = outcome_of(attack, defense)
    ctx.emit(AttackMet(firer.id, unit_id, mount.id, zone.number, defense.total, met.margin, met.hit))
    if met.hit:
        amount = hit_damage(ctx.state, mount.weapon, zone.points, met.margin, 0, unit.is_infantry)
        arc = sided(pair.arc, unit, firer.x, firer.y)
        cover = partial_cover(ctx.state, unit, firer).armor
        yield from resolve_damage(ctx, unit_id, Blow(amount, met.margin, firer.id, mount.id, arc, RULE, cover=cover))


@heeds("tactical.3.4.5-saturation")
def resolve_saturation(ctx: Ctx[State], unit_id: str, from_xy: tuple[int, int], to_xy: tuple[int, int]) -> Script[None]:
    """A unit has gone straight from one place to another: every zone that it has come into attacks it."""
    zones = [patch for patch in ctx.state.patches if patch.kind == SATURATION and enters(patch, from_xy, to_xy)]
    for zone in zones:
        yield from resolve_zone(ctx, zone, unit_id)


@heeds("tactical.3.4.5-saturation")
def resolve_saturation_there(ctx: Ctx[State], unit_id: str, was: tuple[int, int] | None = None) -> Script[None]:
    """A unit has come to where it is by no way over the ground: zones there attack it, but for one that it was in."""
    unit = ctx.state.units[unit_id]
    zones = [patch for patch in ctx.state.patches if patch.kind == SATURATION and is_in_zone(patch, unit.x, unit.y)]
    for zone in zones:
        if was is None or not is_in_zone(zone, *was):
            yield from resolve_zone(ctx, zone, unit_id)


def end_saturation(ctx: Ctx[State]) -> None:
    """At the end of a round."""
    if any(patch.kind == SATURATION for patch in ctx.state.patches):
        ctx.emit(SaturationOver())


def offer_saturation(state: State, unit: Unit, shots: Shots = ()) -> Iterator[Option]:
    """A zone for each weapon that could fill one; `shots` are those of the same Action of a squad."""
    if not state.switch(BURST_FIRE) or (not shots and refuse_acting(unit) is not None):
        return
    for mount in unit.card.weapons:
        refusal = refuse_shooting(state, unit.id, mount.id, RULE, shots, target_of(shots))
        if refusal is None and refuse_weapon_for_it(state, unit, mount) is None:
            zone = f"{ALONG // 1000} by {ACROSS // 1000} in" if state.scale == SKIRMISH_SCALE else "1 in around a point"
            yield Place(f"{mount.id}: saturate {zone}", Saturate(unit.id, mount.id), RULE, unit=unit.id, zone="reach")


def aim_saturation(_state: State, _ask: Ask, order: Saturate, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at; the strip of the skirmish scale lies as it was turned."""
    return Saturate(order.unit, order.weapon, spot.x, spot.y, spot.facing or 0)


def guess_saturation(state: State, _ask: Ask, order: Saturate, chooser: Chooser, _attempt: int) -> Order | None:
    """Where an enemy is, or just ahead of it."""
    foes = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    x, y = advance(foe.x, foe.y, foe.facing, chooser.randrange(0, 3) * INCH)
    return Saturate(order.unit, order.weapon, x, y, chooser.randrange(0, 18) * 100)
