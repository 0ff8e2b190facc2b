"""3.2.5 and 3.4.5: attacks on what is no unit: structures, the ground itself, zones under fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Place, decline, only_declines
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import (
    defend,
    dm_of,
    fire_control_lines,
    gunnery_lines,
    jam,
    movement_lines,
    outcome_of,
    penalty_lines,
    range_lines,
    resolve_ammunition,
    resolve_stray,
    use_lines,
)
from gearlock.systems.tactical.attacks.firing import attack_with, offer_volley, refuse_further, resolve_blast
from gearlock.systems.tactical.attacks.targets import Pair, refuse_gun, refuse_reach
from gearlock.systems.tactical.attacks.weapons_in_use import (
    MEDIUM,
    Attack,
    AttackMet,
    Use,
    band_of,
    bands_beyond,
    is_blast,
    refuse_acting,
    rof_paid,
    rounds_for,
    rounds_left,
)
from gearlock.systems.tactical.damage.amounts import Blow, dm_used, hit_damage, sided
from gearlock.systems.tactical.damage.condition import accuracy_now, quarter_fired
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.structures import resolve_structure_damage, structure_at, structures_on
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import FIRE_CONTROL, Test, throw_defect, throw_test
from gearlock.systems.tactical.infantry import refuse_volley, rof_of, rof_played
from gearlock.systems.tactical.line_of_sight.seeing import look_at_point, night_point_lines, partial_cover
from gearlock.systems.tactical.line_of_sight.terrain import dust_loss
from gearlock.systems.tactical.state import SKIRMISH_SCALE, Patch, State, Unit, opponent
from gearlock.systems.tactical.switches import BURST_FIRE, STRUCTURES, loves, refuse_loved_in
from gearlock.table.measure import INCH, advance, inches_text, turned


class Saturate(Order, frozen=True, tag="saturate"):
    """Fill a zone around a point with fire for the rest of the round; at skirmish scale a strip that lies one way."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


SATURATION = "saturation"
"""A patch: a zone under saturation fire, with the Threshold as its number and the DM as its points."""


# --- A weapon aimed at a point: who may, with what, and the lines of the attack roll


def most_rof(state: State, unit: Unit, mount: Mount) -> int:
    """The most ROF there is here: none without bursts, and no more than the rounds pay for."""
    return rof_paid(state, unit, mount, rof_played(state, unit, mount))


Shots = tuple[str, ...]
"""What a squad has fired in one Action so far, as "weapon:target"; nothing yet where the Action is still to be paid."""


@heeds("tactical.2.6.3", "tactical.2.3.4-rof", "tactical.3.6.4")
def refuse_shooting(
    state: State, unit_id: str, weapon: str, rule_id: str, shots: Shots = (), target: str = ""
) -> Refusal | None:
    """Why a unit cannot shoot with a weapon at all; `shots` are those of the same Action of a squad."""
    unit = state.units.get(unit_id)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", rule_id, f"{unit_id or 'Nobody'} is no unit on the table.")
    mount = unit.mount(weapon)
    if mount is None or not mount.weapon.base:
        return Refusal("weapon", rule_id, f"The {unit.name} has no weapon '{weapon}' to shoot with.")
    volley = refuse_volley(unit, mount.id, target, shots) if unit.is_infantry else None
    return (None if shots else refuse_acting(unit)) or refuse_gun(unit, mount) or volley


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.3.4-range-bands", "tactical.3.4.5", "tactical.7.2.2-minimum-range")
def refuse_point(state: State, unit: Unit, mount: Mount, at: tuple[int, int], rof: int) -> Refusal | None:
    """Why a point cannot be fired at: the ROF, the arc, the range, the sight."""
    most = rof_played(state, unit, mount)
    if not 0 <= rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": rof, "most": most})
    found = look_at_point(state, unit, *at)
    return refuse_reach(unit, mount, *at, found.distance, "This point") or found.reason


def target_of(shots: Shots) -> str:
    """What a squad has fired at first in this Action: it may go on firing at that."""
    return shots[0].partition(":")[2] if shots else ""


def zone_at(x: int | None, y: int | None) -> str:
    """A point of the ground as a target of a squad, of which it has two at most."""
    return f"{x} {y}"


class PointFired(Event, frozen=True, tag="point-fired"):
    """A unit fires a weapon at a point of the ground: its Action and its ammunition are used."""

    unit: str
    weapon: str
    x: int
    y: int
    rof: int
    rounds: int
    rule: str
    cost: int = 1
    """Actions it takes: none for the further weapons of a squad."""

    @heeds("tactical.2.6.3", "tactical.3.6.4")
    def change(self, state: State) -> None:
        """Paid, and noted as fired at nobody."""
        unit = state.units[self.unit]
        unit.actions -= self.cost
        state.note_attack(self.unit)
        unit.used[self.weapon] = unit.used.get(self.weapon, 0) + self.rounds
        unit.used[f"arc:{self.weapon}"] = quarter_fired(unit, self.x, self.y)
        unit.fired.append(f"{self.weapon}:")


def fired(state: State, event: PointFired, _seat: str | None) -> Line:
    """An Action spent."""
    burst = f", ROF {event.rof}" if event.rof else ""
    place = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{state.units[event.unit].name} fires its {event.weapon}{burst} at the point {place}."
    return Line(text, (event.unit,), event.rule)


def fire_at_point(
    ctx: Ctx[State], unit_id: str, weapon: str, at: tuple[int, int], rof: int, rule_id: str, cost: int = 1
) -> int:
    """Pay for a shot at a point; gives the ROF that the rounds paid for."""
    unit = ctx.state.units[unit_id]
    mount = unit.mount(weapon)
    assert mount is not None, "the order was judged before"
    paid = rof_paid(ctx.state, unit, mount, rof)
    rounds = rounds_for(mount.weapon, paid, ctx.state.scale)
    ctx.emit(PointFired(unit_id, weapon, *at, paid, rounds, rule_id, cost))
    return paid


def use_at(state: State, unit: Unit, mount: Mount, at: tuple[int, int], rof: int) -> Use:
    """The weapon as it is used at a point."""
    band = band_of(mount.weapon, look_at_point(state, unit, *at).distance)
    assert band is not None, "the order was judged before"
    return Use(mount.weapon, mount.id, band, rof, spread=True)


@heeds("tactical.2.6.7", "tactical.3.7-night")
def point_lines(state: State, unit: Unit, mount: Mount, at: tuple[int, int], use: Use) -> tuple[Modifier, ...]:
    """All lines of an attack on a point: as on a unit that stands there, but for what only units have."""
    accuracy = accuracy_now(unit, mount)
    aimed = (result(accuracy, f"Accuracy {accuracy:+}", "tactical.2.3.4-accuracy"),) if accuracy else ()
    return (
        *gunnery_lines(state, unit),
        *fire_control_lines(state, unit),
        *aimed,
        *range_lines(use),
        *movement_lines(state, unit),
        *look_at_point(state, unit, *at).lines,
        *night_point_lines(state, unit, *at),
        *use_lines(use),
        *penalty_lines(state, unit),
    )


# --- 3.2.5: attacks on man-made structures


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack the part of a structure at a point: a building, an inch of road, bridge or wall, a square inch of town."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    rof: int = 0
    """How much of its Rate of Fire is used."""


@heeds("tactical.3.2.5")
def refuse_demolition(state: State, order: Demolish, shots: Shots = ()) -> Refusal | None:
    """Why a structure cannot be attacked: the weapon, the point, and whether a structure stands there."""
    if not state.switch(STRUCTURES):
        return Refusal("module", "tactical.3.2.5", "Structures take no damage in this battle.")
    part = "" if order.x is None or order.y is None else structure_at(state, order.x, order.y)
    refusal = refuse_shooting(state, order.unit, order.weapon, "tactical.3.2.5", shots, part)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", "tactical.3.2.5", "Name the point of the structure.")
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    if not part:
        return Refusal(
            "structure", "tactical.3.2.5", "No structure stands at this point: a building, a road, a bridge or a wall."
        )
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
    rof = fire_at_point(ctx, order.unit, order.weapon, at, order.rof, "tactical.3.2.5", cost)
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    use = use_at(ctx.state, unit, mount, at, rof)
    faulty = yield from throw_defect(ctx, order.unit, FIRE_CONTROL)
    lines = (*point_lines(ctx.state, unit, mount, at, use), *faulty)
    test = Test("attack", order.unit, lines, "tactical.3.2.5", weapon=mount.id)
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
        if refuse_shooting(state, unit.id, mount.id, "tactical.3.2.5", shots, target_of(shots)) is None:
            order = Demolish(unit.id, mount.id, rof=most_rof(state, unit, mount))
            yield Place(f"{mount.id} at a structure", order, "tactical.3.2.5", unit=unit.id, zone="reach")


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


# --- 3.6.4: a squad that fires at a point: each other type of its weapons fires once with the same Action

FURTHER = "further fire"
"""The question with which the other weapons of a squad that fired at a point fire as well, or do not."""

PointShot = Demolish | Saturate


def shot_of(state: State, order: PointShot) -> str:
    """A shot at a point as a squad remembers it for its Action: the weapon, and the structure or the zone."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    target = structure_at(state, order.x, order.y) if isinstance(order, Demolish) else zone_at(order.x, order.y)
    return f"{order.weapon}:{target}"


@heeds("tactical.3.6.4", "tactical.3.2.5", "tactical.3.4.5-saturation")
def resolve_point_shot(ctx: Ctx[State], order: PointShot) -> Script[None]:
    """The Action and the rounds are paid and the shot does what it does; then a squad's other weapons."""
    shot = shot_of(ctx.state, order)
    yield from _fire(ctx, order)
    yield from resolve_further(ctx, order.unit, shot)


def _fire(ctx: Ctx[State], order: PointShot, cost: int = 1) -> Script[None]:
    if isinstance(order, Demolish):
        yield from resolve_demolition(ctx, order, cost)
    else:
        yield from resolve_saturating(ctx, order, cost)


@heeds("tactical.3.6.4")
def resolve_further(ctx: Ctx[State], unit_id: str, first: str) -> Script[None]:
    """The other types of weapon of a squad, each once: at units, structures or zones, two targets at most in all."""
    shots = [first]
    while ctx.state.units[unit_id].is_infantry and ctx.state.units[unit_id].is_fielded:
        unit = ctx.state.units[unit_id]
        prompt = f"{unit.name}: what do its other weapons fire at, with the same Action?"
        question = Ask(unit.seat, FURTHER, unit.id, ("", *shots), "tactical.3.6.4", prompt, optional=True)
        if only_declines(tuple(offer_further(ctx.state, question))):
            return
        order = yield from ask(question)
        if isinstance(order, Attack):
            yield from attack_with(ctx, order, cost=0)
            shots += [f"{order.weapon}:{name}" for name in (order.target, *order.others)]
        elif isinstance(order, Demolish | Saturate):
            shots.append(shot_of(ctx.state, order))
            yield from _fire(ctx, order, 0)
        else:
            return


@heeds("tactical.3.6.4")
def refuse_further_shot(state: State, question: Ask, order: PointShot) -> Refusal | None:
    """Why another type of weapon of the same squad cannot fire at a point with the Action."""
    if order.unit != question.unit:
        return Refusal("unit", "tactical.3.6.4", f"The other weapons of {question.unit} fire now, as its first did.")
    shots = question.about[1:]
    if isinstance(order, Demolish):
        return refuse_demolition(state, order, shots)
    return refuse_saturation(state, order, shots)


def offer_further(state: State, question: Ask) -> Iterator[Option]:
    """What the types that have not fired could do: attacks, structures, zones; or nothing."""
    unit, shots = state.units[question.unit], question.about[1:]
    yield from offer_volley(state, question)
    yield from offer_saturation(state, unit, shots)
    yield from offer_demolitions(state, unit, shots)
    yield decline("Fire no more with this Action", "tactical.3.6.4")


# --- 3.4.5, 3.8.3: the form of zones under saturation fire, and whether a way leads into one

RADIUS = INCH

ALONG, ACROSS = 5 * INCH, INCH
"""The strip of the skirmish scale."""

PARTS = 20
"""Into how many steps a way is cut to see where it leads into a zone."""


def strip_line(x: int, y: int, facing: int) -> tuple[tuple[int, int], ...]:
    """Points every half inch along the middle of a strip, from one short side to the other."""
    half = ALONG // 2
    return tuple(advance(x, y, facing, along) for along in range(-half, half + 1, INCH // 2))


@rule("tactical.3.8.3-rof")
@heeds("tactical.3.4.5-saturation")
def is_in_zone(zone: Patch, x: int, y: int) -> bool:
    """Whether a point lies in a zone: within an inch of its middle, or in the strip of 5 by 1 in.

    The middle of a base tells where a unit is.
    """
    if not zone.word:
        return (zone.x - x) ** 2 + (zone.y - y) ** 2 <= zone.radius**2
    facing = int(zone.word)
    along = _projected(x - zone.x, y - zone.y, facing)
    across = _projected(x - zone.x, y - zone.y, turned(facing, 900))
    return abs(along) <= ALONG * INCH // 2 and abs(across) <= ACROSS * INCH // 2


def _projected(x: int, y: int, facing: int) -> int:
    """How far a point lies along a direction, in thousandths of a mil."""
    dx, dy = advance(0, 0, facing, INCH)
    return x * dx + y * dy


@heeds("tactical.3.4.5-saturation")
def enters(zone: Patch, from_xy: tuple[int, int], to_xy: tuple[int, int]) -> bool:
    """Whether a straight way leads into a zone that it did not begin in."""
    if is_in_zone(zone, *from_xy):
        return False
    (x0, y0), (x1, y1) = from_xy, to_xy
    steps = ((x0 + (x1 - x0) * at // PARTS, y0 + (y1 - y0) * at // PARTS) for at in range(1, PARTS + 1))
    return any(is_in_zone(zone, x, y) for x, y in steps)


# --- 3.4.5, 3.8.3: saturation fire: a zone that attacks everybody in it, and whoever enters it later in the round

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
        return Refusal("rof", "tactical.3.4.5-saturation", "Burst fire is not in use in this battle.")
    if rof_of(unit, mount) < 1:
        return Refusal(
            "rof", "tactical.3.4.5-saturation", f"The {mount.id} has no Rate of Fire to saturate a zone with."
        )
    least, left = LEAST_ROCKETS if mount.weapon.is_missile else LEAST, rounds_left(unit, mount)
    if left is not None and left < least:
        message = f"Saturation takes {least} rounds at least; the {mount.id} has {left}."
        return Refusal("ammunition", "tactical.3.4.5-saturation", message, {"left": left, "least": least})
    return None


class ZoneSaturated(Event, frozen=True, tag="zone-saturated"):
    """A zone lies under fire until the round is over."""

    unit: str
    weapon: str
    x: int
    y: int
    radius: int
    threshold: int
    dm: int
    facing: int = -1
    """Which way the strip of the skirmish scale lies; -1 for a round zone."""

    @heeds("tactical.3.4.5-saturation")
    def change(self, state: State) -> None:
        state.patches.append(self.zone(state))

    def zone(self, state: State) -> Patch:
        """The zone as it lies on the table."""
        seat, word = state.units[self.unit].seat, "" if self.facing < 0 else str(self.facing)
        where = (self.x, self.y, self.radius)
        return Patch(SATURATION, *where, self.threshold, seat, self.unit, self.weapon, 1, self.dm, word)


def saturated(_state: State, event: ZoneSaturated, _seat: str | None) -> Line:
    """The recorded roll."""
    size = "5 by 1 in" if event.facing >= 0 else f"{inches_text(event.radius)} in"
    place = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"The zone of {size} at {place} has Threshold {event.threshold} for this round."
    return Line(text, (event.unit,), "tactical.3.4.5-saturation")


def _zone(state: State, order: Saturate, mount: str, threshold: int = 0, dm: int = 0) -> ZoneSaturated:
    """The zone that an order fills: round, or at skirmish scale a strip."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    facing = order.facing if state.scale == SKIRMISH_SCALE else -1
    return ZoneSaturated(order.unit, mount, order.x, order.y, RADIUS, threshold, dm, facing)


@rule("tactical.3.4.5-saturation")
@heeds("tactical.3.8.3-rof")
def refuse_saturation(state: State, order: Saturate, shots: Shots = ()) -> Refusal | None:
    """Why a zone cannot be saturated: a weapon with ROF, rounds, sight of it, and no farther than Medium range."""
    refusal = refuse_shooting(
        state, order.unit, order.weapon, "tactical.3.4.5-saturation", shots, zone_at(order.x, order.y)
    )
    if refusal is not None:
        return refusal
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    refusal = refuse_weapon_for_it(state, unit, mount)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", "tactical.3.4.5-saturation", "Name the point around which the zone lies.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", "tactical.3.4.5-saturation", "This point is off the table.")
    refusal = refuse_point(state, unit, mount, (order.x, order.y), 0)
    if refusal is None and use_at(state, unit, mount, (order.x, order.y), 0).band > MEDIUM:
        return Refusal(
            "range", "tactical.3.4.5-saturation", f"A zone lies no farther than Medium range of the {mount.id}."
        )
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
    ctx.emit(PointFired(unit.id, mount.id, x, y, rof, rounds_needed(unit, mount), "tactical.3.4.5-saturation", cost))
    faulty = yield from throw_defect(ctx, unit.id, FIRE_CONTROL)
    rolled = yield from throw_test(
        ctx, Test("attack", unit.id, (*lines, *faulty), "tactical.3.4.5-saturation", 0, "", mount.id)
    )
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
        yield from resolve_damage(
            ctx, unit_id, Blow(amount, met.margin, firer.id, mount.id, arc, "tactical.3.4.5-saturation", cover=cover)
        )


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


class SaturationOver(Event, frozen=True, tag="saturation-over"):
    """The round is over, and so is saturation fire."""

    def change(self, state: State) -> None:
        state.patches = [patch for patch in state.patches if patch.kind != SATURATION]


def end_saturation(ctx: Ctx[State]) -> None:
    """At the end of a round."""
    if any(patch.kind == SATURATION for patch in ctx.state.patches):
        ctx.emit(SaturationOver())


def offer_saturation(state: State, unit: Unit, shots: Shots = ()) -> Iterator[Option]:
    """A zone for each weapon that could fill one; `shots` are those of the same Action of a squad."""
    if not state.switch(BURST_FIRE) or (not shots and refuse_acting(unit) is not None):
        return
    for mount in unit.card.weapons:
        refusal = refuse_shooting(state, unit.id, mount.id, "tactical.3.4.5-saturation", shots, target_of(shots))
        if refusal is None and refuse_weapon_for_it(state, unit, mount) is None:
            zone = f"{ALONG // 1000} by {ACROSS // 1000} in" if state.scale == SKIRMISH_SCALE else "1 in around a point"
            yield Place(
                f"{mount.id}: saturate {zone}",
                Saturate(unit.id, mount.id),
                "tactical.3.4.5-saturation",
                unit=unit.id,
                zone="reach",
            )


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


# --- The contents of the chapter

GROUND_TARGETS: Chapter[State] = Chapter(
    "3.2.5: Structures and Zones as Targets",
    orders=(
        OrderRules(
            Demolish, "act", by_order(refuse_demolition), resolve_point_shot, guess=guess_demolition, aim=aim_demolition
        ),
        OrderRules(
            Saturate, "act", by_order(refuse_saturation), resolve_point_shot, guess=guess_saturation, aim=aim_saturation
        ),
        OrderRules(Attack, FURTHER, refuse_further),
        OrderRules(Demolish, FURTHER, refuse_further_shot),
        OrderRules(Saturate, FURTHER, refuse_further_shot),
    ),
    events={PointFired: fired, ZoneSaturated: saturated, SaturationOver: None},
)
