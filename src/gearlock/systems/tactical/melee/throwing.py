"""2.6.8: throwing things by hand: how far, how well, and where they land."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import refuse_ammunition
from gearlock.systems.tactical.attacks.areas import unit_at
from gearlock.systems.tactical.attacks.exchange import Met, meet
from gearlock.systems.tactical.attacks.modifiers import fire_control_lines, movement_lines
from gearlock.systems.tactical.attacks.pairs import Pair, together_lines
from gearlock.systems.tactical.attacks.strays import jam, resolve_stray
from gearlock.systems.tactical.attacks.uses import BANDS, POINT_BLANK, RANGE, SHORT, Use
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.amounts import dm_now, multiplied
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.condition import accuracy_now, can_use
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import GUNNERY, Test, skill_lines, throw_die, throw_test
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.line_of_sight.looks import refuse_sight
from gearlock.systems.tactical.line_of_sight.measuring import distance, metres_in_mils, touches
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.melee.arms import throwing_arms, worn_throw_lines
from gearlock.systems.tactical.melee.events import Deviated, Thrown
from gearlock.systems.tactical.melee.orders import Throw
from gearlock.systems.tactical.plots import refuse_loved
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit, opponent
from gearlock.systems.tactical.weapons import THROWN
from gearlock.table.inches import plan_gap
from gearlock.table.measure import INCH, advance, bearing, turned

RULE = "tactical.2.6.8-throw"
AN_INCH_AWAY = 50
"""Metres that a throw has to reach beyond for an inch of the table, where an inch is as many."""
SIXTH = 600


@rule("tactical.2.6.8-throw")
def throwing_base(unit: Unit, mount: Mount) -> int:
    """The Base Range in metres: twice what the arm's rating is above the Size of the thing; 0 without an arm.

    A thing larger than half its thrower has the help of half a second arm. A weapon is a Size below its minimum Size.
    """
    arms, size = throwing_arms(unit), max(0, mount.weapon.min_size - 1)
    if not arms:
        return 0
    help_ = arms[1] // 2 if 2 * size > unit.card.size and len(arms) > 1 else 0
    return 2 * max(0, arms[0] + help_ - size)


@heeds("tactical.2.6.8-throw")
def band_thrown(state: State, unit: Unit, mount: Mount, target: Unit) -> int | None:
    """The range band of a throw at a target; None if it is too far.

    Where an inch is 50 m only base contact is Short, and an inch away by who reaches more than 50 m.
    """
    base = throwing_base(unit, mount)
    if not base:
        return None
    if state.scale == SKIRMISH_SCALE:
        far = distance(state, unit, target)
        if far < INCH:
            return POINT_BLANK
        return next((SHORT + step for step in range(4) if far <= metres_in_mils(state, base << step)), None)
    if touches(unit, target):
        return SHORT
    if plan_gap(unit.body, target.body) > INCH:
        return None
    return next((SHORT + step for step in range(4) if base << step > AN_INCH_AWAY), None)


@heeds("tactical.2.6.8-throw", "tactical.2.6.8")
def refuse_throw(state: State, order: Throw) -> Refusal | None:
    """Why something cannot be thrown: an Action, an arm, something to throw, sight and range."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    mount = unit.mount(order.weapon)
    if mount is None or mount.weapon.kind != THROWN:
        return Refusal("weapon", RULE, f"'{order.weapon}' is nothing that the {unit.name} could throw.")
    refusal = refuse_acting(unit) or can_use(unit, mount) or refuse_ammunition(unit, mount)
    if refusal is not None:
        return refusal
    base = throwing_base(unit, mount)
    if not base:
        return Refusal("arm", RULE, f"The {unit.name} has no arm to throw its {mount.id} with.")
    if band_thrown(state, unit, mount, target) is None:
        message = f"The {target.name} is too far: the {unit.name} throws its {mount.id} {8 * base} m at most."
        return Refusal("range", RULE, message, {"metres": 8 * base})
    return refuse_loved(unit, target) or refuse_sight(state, unit, target)


@heeds("tactical.2.6.8-throw", "tactical.2.3.4-fire-control")
def throw_lines(state: State, unit: Unit, target: Unit, mount: Mount) -> tuple[Modifier, ...]:
    """Gunnery with Fire Control, Accuracy, range and movement."""
    band = band_thrown(state, unit, mount, target)
    assert band is not None, "the throw was found possible"
    lines = [*skill_lines(unit, GUNNERY), *fire_control_lines(state, unit)]
    worths = (
        (accuracy_now(unit, mount), "Accuracy", "tactical.2.3.4-accuracy"),
        (RANGE[band], f"{BANDS[band]} range", RULE),
    )
    lines += [result(worth, label, rule_id) for worth, label, rule_id in worths if worth]
    lines += [*movement_lines(state, unit), *together_lines(state, unit, target), *worn_throw_lines(unit)]
    return (*lines, *cover_lines(unit, target, mount.weapon), *extra_lines(unit))


def throw_pair(state: State, unit: Unit, target: Unit, mount: Mount) -> Pair:
    """The two, as a defense roll asks for them."""
    return Pair(state, unit, target, Use(mount.weapon, mount.id))


@heeds("tactical.2.6.8-throw")
def is_on_target(attack: Result, met: Met) -> bool:
    """Whether a throw lands on its target: as high as the defense will do, but for a Fumble."""
    return met.hit or (met.margin >= 0 and not attack.fumbled)


@heeds(
    "tactical.2.6.8-throw", "tactical.7.2-defective", "tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes"
)
def resolve_throw(ctx: Ctx[State], order: Throw) -> Script[None]:
    """A roll against the defense; on target it does its damage, else it lands nearby."""
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the throw was found possible"
    lines = throw_lines(ctx.state, unit, target, mount)
    ctx.emit(Thrown(unit.id, mount.id, target.id))
    faulty = yield from throw_defect(ctx, unit.id, FIRE_CONTROL)
    attack = yield from throw_test(ctx, Test("throw", unit.id, (*lines, *faulty), RULE, 0, target.id, mount.id))
    jam(ctx, unit.id, mount.id, attack.fumbled)
    if (yield from resolve_stray(ctx, unit.id)):
        return
    pair = throw_pair(ctx.state, unit, target, mount)
    met = yield from meet(ctx, pair, attack)
    if is_on_target(attack, met):
        yield from go_off(ctx, pair, mount, met)
    else:
        yield from resolve_deviation(ctx, pair, mount, attack, met)


def go_off(ctx: Ctx[State], pair: Pair, mount: Mount, met: Met) -> Script[None]:
    """The damage of what was thrown: its DM times the margin."""
    unit, target = pair.attacker, pair.target
    amount = multiplied(dm_now(unit, mount.weapon), met.margin)
    if amount and ctx.state.units[target.id].is_fielded:
        arc = sided(pair.arc, target, unit.x, unit.y)
        cover = partial_cover(ctx.state, target, unit).armor
        yield from resolve_damage(ctx, target.id, Blow(amount, met.margin, unit.id, mount.id, arc, RULE, cover=cover))


@heeds("tactical.2.6.8-throw")
def landing(state: State, pair: Pair, metres: int, face: int) -> tuple[int, int]:
    """Where a throw lands that deviates so far: by a die in sixths from straight on; with 0 towards the thrower."""
    unit, target = pair.attacker, pair.target
    onward = bearing(unit.x, unit.y, target.x, target.y)
    way = turned(onward, -SIXTH * (face - 1)) if face else turned(onward, 3 * SIXTH)
    return advance(target.x, target.y, way, metres_in_mils(state, metres))


@heeds("tactical.2.6.8-throw", "tactical.ref-fumble-effects")
def resolve_deviation(ctx: Ctx[State], pair: Pair, mount: Mount, attack: Result, met: Met) -> Script[None]:
    """Twice as many metres away as it missed by; a Fumble sends it back. Whoever else it lands on defends as well."""
    face = 0 if attack.fumbled else (yield from throw_die(ctx, "deviation", pair.attacker.id, RULE))
    metres = 2 * max(0, -met.margin)
    x, y = landing(ctx.state, pair, metres, face)
    ctx.emit(Deviated(pair.attacker.id, pair.target.id, mount.id, face, metres, x, y))
    under = unit_at(ctx.state, x, y)
    if under is None or under.id == pair.target.id:
        return
    other = pair.against(under)
    found = yield from meet(ctx, other, attack)
    if found.hit:
        yield from go_off(ctx, other, mount, found)


def offer_throws(state: State, unit: Unit) -> Iterator[Option]:
    """Everything that can be thrown at everybody in reach."""
    if refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        if mount.weapon.kind != THROWN:
            continue
        for target in state.fielded(opponent(unit.seat)):
            order = Throw(unit.id, mount.id, target.id)
            if refuse_throw(state, order) is None:
                yield Target(f"Throw the {mount.id} at the {target.name}", order, RULE, target.id, mount.id)
