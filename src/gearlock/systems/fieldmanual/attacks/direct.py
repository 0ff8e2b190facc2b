"""Direct fire: one target, or a Spray around a point."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.attacks.areas import Point, around, resolve_shockwave, sprayed_at
from gearlock.systems.fieldmanual.attacks.defending import Fire, Mark, is_success, pair_of, resolve_defenses, settle
from gearlock.systems.fieldmanual.attacks.events import TargetDrawn
from gearlock.systems.fieldmanual.attacks.modifiers import attack_lines, common_lines
from gearlock.systems.fieldmanual.attacks.reports import Report
from gearlock.systems.fieldmanual.attacks.uses import MELEE_RANGE
from gearlock.systems.fieldmanual.command.tests import resolve_other, resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import Test
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap
from gearlock.systems.fieldmanual.state import State, Unit


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
