"""Indirect fire and thrown weapons: a Threshold to land on the target, deviation, the raw roll to defend against."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.systems.fieldmanual.attacks.areas import Point, caught_at, resolve_shockwave
from gearlock.systems.fieldmanual.attacks.defending import Fire, Mark, is_success, pair_of, resolve_defenses, settle
from gearlock.systems.fieldmanual.attacks.direct import roll_attack
from gearlock.systems.fieldmanual.attacks.events import Deviated
from gearlock.systems.fieldmanual.attacks.modifiers import attack_lines
from gearlock.systems.fieldmanual.attacks.orders import THROWN
from gearlock.systems.fieldmanual.attacks.reports import Report
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.dice_tests.tests import rounded, succeeds
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import INCH, bearing

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
