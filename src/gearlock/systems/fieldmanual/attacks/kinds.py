"""The kinds of ranged attack: direct and indirect fire, thrown and placed weapons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.attacks.defense import (
    Fire,
    Mark,
    Report,
    Struck,
    attack_lines,
    common_lines,
    hit_on,
    is_success,
    pair_of,
    resolve_defenses,
    settle,
)
from gearlock.systems.fieldmanual.attacks.targets import (
    Point,
    around,
    caught_at,
    models,
    placed_at,
    resolve_shockwave,
    sprayed_at,
)
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    MELEE_RANGE,
    OPTIMAL,
    OWN,
    PLACED,
    SELF,
    THROWN,
    Attack,
    ChargePlaced,
    ChargesGoneOff,
    Deviated,
    TargetDrawn,
    Terms,
    Use,
    use_of,
)
from gearlock.systems.fieldmanual.command_points.tests import resolve_other, resolve_test
from gearlock.systems.fieldmanual.damage.damage import Origin, inflict
from gearlock.systems.fieldmanual.damage.recovering import FIRE, roll_fires
from gearlock.systems.fieldmanual.dice_tests import ATTACK, Test, rounded, skill_dice, succeeds
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap, touches
from gearlock.systems.fieldmanual.state import Charge, State, Unit
from gearlock.table.measure import INCH, bearing

# --- Direct fire: one target, or a Spray around a point


def roll_attack(
    ctx: Ctx[State], fire: Fire, lines: Sequence[Modifier], target: str, against: int = 0
) -> Script[Result]:
    """The Attack roll."""
    rule_id = "fieldmanual.direct-fire" if not against else "fieldmanual.indirect-attack"
    named = (against, target, fire.use.weapon.id)
    return (yield from resolve_test(ctx, Test("attack", fire.attacker, tuple(lines), rule_id, *named)))


@heeds("fieldmanual.rof-spray", "fieldmanual.dice-fumble")
def total_for(bare: int, lines: Sequence[Modifier]) -> int:
    """What a roll comes to with other lines than it was thrown with; a Fumble stays one."""
    return max(0, bare + sum_of(lines)[1]) if bare else 0


@rule("fieldmanual.fire-into-melee")
def in_the_way(state: State, attacker: Unit, target: Unit) -> list[Unit]:
    """The attacker's friends within melee range of its target, itself excepted: they may be hit instead."""
    own = {part.id for part in state.parts(attacker)}
    return [
        friend
        for friend in state.fielded(attacker.seat)
        if friend.id not in own and friend.card.kind != "drone" and gap(friend, target) <= MELEE_RANGE
    ]


@heeds("fieldmanual.fire-into-melee")
def draw_target(ctx: Ctx[State], attacker_id: str, target_id: str) -> Script[str]:
    """Whom a shot into a melee goes at: everybody has the same chance."""
    friends = in_the_way(ctx.state, ctx.state.units[attacker_id], ctx.state.units[target_id])
    if not friends:
        return target_id
    candidates = (target_id, *(friend.id for friend in friends))
    seat = ctx.state.units[attacker_id].seat
    roll = Roll("fire into melee", 1, len(candidates), 1, seat, attacker_id, "fieldmanual.fire-into-melee")

    def tell(faces: Faces) -> None:
        ctx.emit(TargetDrawn(attacker_id, target_id, candidates, faces[0], candidates[faces[0] - 1]))

    (face,) = yield from resolve_other(ctx, roll, tell, held=lambda faces: candidates[faces[0] - 1] == target_id)
    return candidates[face - 1]


@rule("fieldmanual.faq-direct-fire-ae")
@heeds("fieldmanual.direct-fire", "fieldmanual.wt-ae", "fieldmanual.wt-link")
def resolve_direct(ctx: Ctx[State], fire: Fire, target_id: str, rolls: int) -> Script[Report]:
    """One Attack roll against the target's Defense. Whoever is in the area of a weapon defends only if it hit."""
    drawn = yield from draw_target(ctx, fire.attacker, target_id)
    result = yield from roll_attack(ctx, fire, attack_lines(pair_of(ctx.state, fire, drawn)), drawn)
    struck = yield from resolve_defenses(ctx, fire, [Mark(drawn, result.total)], rolls)
    state = ctx.state
    through = sum(is_success(state, each) for each in struck)
    others: list[str] = []
    if through and fire.use.area:
        others = [unit.id for unit in around(state, state.units[drawn], fire.use)]
        struck += yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in others], through)
    hit = tuple(dict.fromkeys(each.target for each in struck if is_success(ctx.state, each)))
    origin = pair_of(ctx.state, fire, drawn).origin
    yield from settle(ctx, struck)
    for _ in range(through if fire.use.area else 0):
        yield from resolve_shockwave(ctx, [drawn, *others], fire.use, origin, fire.attacker)
    return Report(result.bare, (), hit)


@heeds("fieldmanual.rof-spray", "fieldmanual.wt-link")
def resolve_spray(ctx: Ctx[State], fire: Fire, point: Point, rolls: int) -> Script[Report]:
    """One Attack roll for everybody around a point; what cover does to it is counted for each by itself."""
    attacker = ctx.state.units[fire.attacker]
    targets = [unit.id for unit in sprayed_at(ctx.state, attacker, point, fire.use.spray)]
    alone = targets[0] if len(targets) == 1 else ""
    pair = pair_of(ctx.state, fire, targets[0] if targets else fire.attacker)
    lines = attack_lines(pair) if alone else common_lines(pair)
    result = yield from roll_attack(ctx, fire, lines, alone)
    marks = [Mark(name, total_for(result.bare, attack_lines(pair_of(ctx.state, fire, name)))) for name in targets]
    struck = yield from resolve_defenses(ctx, fire, marks, rolls)
    hit = tuple(dict.fromkeys(each.target for each in struck if is_success(ctx.state, each)))
    yield from settle(ctx, struck)
    return Report(result.bare, (), hit)


# --- Indirect fire and thrown weapons: a Threshold to land on the target, deviation, the raw roll to defend against

THRESHOLD = 4
SIX = 6


@rule("fieldmanual.indirect-attack")
@heeds("fieldmanual.thrown-attack", "fieldmanual.rof-spray-indirect", "fieldmanual.wt-link")
def resolve_lobbed(ctx: Ctx[State], fire: Fire, target_id: str, rolls: int) -> Script[Report]:
    """Land on the target or go astray; whoever is there, and in the area, defends against the raw roll."""
    lines = attack_lines(pair_of(ctx.state, fire, target_id))
    result = yield from roll_attack(ctx, fire, lines, target_id, THRESHOLD)
    target = ctx.state.units[target_id]
    point = (target.x, target.y, target.z)
    if not succeeds(result.total, THRESHOLD):
        point = yield from resolve_deviation(ctx, fire, target_id, THRESHOLD - result.total)
    return (yield from resolve_landing(ctx, fire, point, result.bare, rolls))


@heeds("fieldmanual.indirect-attack", "fieldmanual.wt-ae", "fieldmanual.wt-blast")
def resolve_landing(ctx: Ctx[State], fire: Fire, point: Point, raw: int, rolls: int = 1) -> Script[Report]:
    """Everybody who is under a landing point or in the area defends against the raw roll, whatever its modifiers."""
    names = [unit.id for unit in caught_at(ctx.state, point, fire.use, fire.attacker)]
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, raw) for name in names], rolls)
    hit = tuple(dict.fromkeys(each.target for each in struck if is_success(ctx.state, each)))
    yield from settle(ctx, struck)
    if names:
        origin = pair_of(ctx.state, fire, names[0]).origin
        for _ in range(rolls):
            yield from resolve_shockwave(ctx, names, fire.use, origin, fire.attacker)
    return Report(raw, ((point[0], point[1]),), hit)


@rule("fieldmanual.deviation", "fieldmanual.thrown-attack")
def deviation_length(rolled: int, failed_by: int, sensors: int, thrown: bool) -> int:
    """Mils a shot goes astray: the die and the Margin of Failure in inches, less Sensors, never below 0.

    Half of that for what is thrown, to the nearest inch.
    """
    length = astray(rolled, failed_by, sensors)
    return rounded(length // 2) * INCH if thrown else length


@heeds("fieldmanual.deviation")
def landing_point(state: State, fire: Fire, target_id: str, faces: tuple[int, int], failed_by: int) -> Point:
    """Where a shot lands that goes astray: 1 straight on behind the target, each higher number 60 degrees clockwise."""
    target, pair = state.units[target_id], pair_of(state, fire, target_id)
    line = bearing(pair.attacker.x, pair.attacker.y, target.x, target.y)
    thrown = fire.use.way == THROWN
    length = deviation_length(faces[1], failed_by, pair.attacker.card.sensors, thrown)
    x, y = landing(target.x, target.y, direction_of(faces[0], line), length)
    return x, y, state.ground.elevation(x, y)


@heeds("fieldmanual.deviation", "fieldmanual.cp-reroll-other")
def resolve_deviation(ctx: Ctx[State], fire: Fire, target_id: str, failed_by: int) -> Script[Point]:
    """A die for the direction and one for the distance; each may be thrown again for a Command Point."""
    seat, shown = ctx.state.units[fire.attacker].seat, []
    for what in ("deviation, direction", "deviation, distance"):
        roll = Roll(what, 1, SIX, 1, seat, fire.attacker, "fieldmanual.deviation")
        seen: list[Faces] = []
        faces = yield from resolve_other(ctx, roll, seen.append)
        shown.append(faces[0])
    point = landing_point(ctx.state, fire, target_id, (shown[0], shown[1]), failed_by)
    pair = pair_of(ctx.state, fire, target_id)
    length = deviation_length(shown[1], failed_by, pair.attacker.card.sensors, fire.use.way == THROWN)
    ctx.emit(Deviated(fire.attacker, target_id, shown[0], shown[1], length, point[0], point[1]))
    return point


# --- Placed weapons, which go off in the Miscellaneous phase, and weapons that are set off in hand

PLACED_DICE = 2


class Explosion(NamedTuple):
    """Something that went off: the attack it is, everybody in reach, what hit them, and where it came from."""

    fire: Fire
    touched: list[str]
    struck: list[Struck]
    origin: Origin


def place_charge(ctx: Ctx[State], order: Attack) -> None:
    """The weapon lies there."""
    ctx.emit(ChargePlaced(order.unit, order.weapon, *placed_at(ctx.state, order)))


@rule("fieldmanual.placed-attack")
def roll_charge(ctx: Ctx[State], charge: Charge) -> Script[Explosion]:
    """Two dice without modifiers; whoever is over the spot or in the area defends, attacked from below."""
    owner = ctx.state.units[charge.owner]
    use = _use(ctx.state, owner, charge.mount, PLACED)
    fire = Fire(charge.owner, use)
    lines = (dice(PLACED_DICE, "Placed weapon", "fieldmanual.placed-attack"),)
    test = Test("placed weapon", charge.owner, lines, "fieldmanual.placed-attack", weapon=use.weapon.id)
    result = yield from resolve_test(ctx, test)
    names = [unit.id for unit in caught_at(ctx.state, (charge.x, charge.y, charge.z), use)]
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in names])
    return Explosion(fire, names, struck, Origin(charge.x, charge.y, charge.z, True))


def _use(state: State, owner: Unit, name: str, way: str) -> Use:
    mount = owner.card.weapon(name)
    assert mount is not None, f"{owner.id} carries no {name}"
    return use_of(state, owner, mount, OPTIMAL, way)


@heeds("fieldmanual.misc-events", "fieldmanual.placed-attack", "fieldmanual.wt-sustained-burn")
def resolve_miscellaneous(ctx: Ctx[State]) -> Script[None]:
    """Step 4: placed weapons go off and fires burn, all at once: everything is rolled before anything happens."""
    burning = yield from roll_fires(ctx)
    explosions: list[Explosion] = []
    for charge in tuple(ctx.state.charges):
        explosions.append((yield from roll_charge(ctx, charge)))
    if explosions:
        ctx.emit(ChargesGoneOff())
    for unit_id in burning:
        yield from inflict(ctx, unit_id, 1, FIRE)
    for each in explosions:
        yield from settle_explosion(ctx, each)


def settle_explosion(ctx: Ctx[State], explosion: Explosion) -> Script[None]:
    """All hits, then what the area does."""
    yield from settle(ctx, explosion.struck)
    fire = explosion.fire
    yield from resolve_shockwave(ctx, explosion.touched, fire.use, explosion.origin, fire.attacker)


@rule("fieldmanual.self-detonation")
def resolve_self_detonation(ctx: Ctx[State], order: Attack) -> Script[Report]:
    """The Attack Skill without modifiers. The attacker itself has no defense; all in contact or in the area defend."""
    unit = ctx.state.units[order.unit]
    use = _use(ctx.state, unit, order.weapon, SELF)
    fire = Fire(order.unit, use)
    test = Test(
        "self-detonation", unit.id, (skill_dice(unit, ATTACK),), "fieldmanual.self-detonation", weapon=use.weapon.id
    )
    result = yield from resolve_test(ctx, test)
    unit = ctx.state.units[order.unit]
    others = blown_up(ctx.state, unit, use)
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in others])
    own = hit_on(pair_of(ctx.state, fire, order.unit), fire, result.total)._replace(origin=None)
    origin = Origin(unit.x, unit.y, unit.z)
    touched = [order.unit, *others]
    yield from settle_explosion(ctx, Explosion(fire, touched, [Struck(order.unit, own), *struck], origin))
    return Report(result.bare)


@heeds("fieldmanual.self-detonation")
def blown_up(state: State, unit: Unit, use: Use) -> list[str]:
    """Who has to defend when a model sets a weapon off in hand: all in base contact, and all in the area."""
    there = (other for other in models(state) if other.id != unit.id)
    near = {other.id for other in caught_at(state, (unit.x, unit.y, unit.z), use)} if use.area else set()
    return [other.id for other in there if other.id in near or touches(other, unit)]


@heeds("fieldmanual.self-detonation", "fieldmanual.perk-drone-demo")
def resolve_blast_at(
    ctx: Ctx[State], owner: str, use: Use, point: Point, skill: int, terms: Terms = OWN
) -> Script[None]:
    """Something of a model's that goes off at a point with a Skill of its own: a drone, a crash."""
    fire = Fire(owner, use, terms)
    lines = (dice(skill, "Skill", "fieldmanual.self-detonation"),)
    test = Test("explosion", owner, lines, "fieldmanual.self-detonation", weapon=use.weapon.id)
    result = yield from resolve_test(ctx, test)
    names = [unit.id for unit in caught_at(ctx.state, point, use)]
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in names])
    yield from settle_explosion(ctx, Explosion(fire, names, struck, Origin(*point)))
