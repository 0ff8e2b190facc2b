"""3.2b and 5.8: the sequence of an attack on a building."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.throwing import throw_until_it_stands
from gearlock.mechanics.structures import wall_point
from gearlock.odds.pools import pool_results
from gearlock.systems.brigands.attacking.area import area_strikes
from gearlock.systems.brigands.attacking.attack import price
from gearlock.systems.brigands.attacking.demolition import bystanders, demolition_pools
from gearlock.systems.brigands.attacking.events import AttackDeclared, BuildingRolled
from gearlock.systems.brigands.attacking.exchange import resolve_exchange
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.attacking.orders import Attack, Demolish
from gearlock.systems.brigands.attacking.snap_fire import MELEE_ATTACK, RANGED_ATTACK, offer_snap_fire, threatened
from gearlock.systems.brigands.buildings.collapse import resolve_blow
from gearlock.systems.brigands.buildings.strength import DEFENCE, standing_building
from gearlock.systems.brigands.command.command_points import fill_vacancies, offer_reroll
from gearlock.systems.brigands.dice import score
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.weapons import MELEE
from gearlock.table.terrain import Piece


@rule("brigands.3.2b-attack")
@heeds("brigands.5.8", "brigands.6.3")
def resolve_demolition(ctx: Ctx[State], order: Demolish) -> Script[None]:
    """Attack a building: its area reaches models too, enemies within 6 in may answer, and it always rolls 1."""
    unit, piece = ctx.state.units[order.unit], standing_building(ctx.state, order.building)
    assert piece is not None, f"{order} was not checked"
    weapon = unit.line.weapons[order.weapon]
    strikes = secondary_strikes(ctx.state, order, piece)
    targets = tuple(strike.target for strike in strikes)
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, order.category, targets, cost, building=piece.id))
    near = {*bystanders(ctx.state, unit, piece), *threatened(ctx.state, unit, targets)}
    reactors = [name for name in ctx.state.units if name in near]
    trigger = MELEE_ATTACK if order.category == MELEE else RANGED_ATTACK
    answers = yield from offer_snap_fire(ctx, reactors, trigger)
    margin = yield from _resolve_roll(ctx, order, piece)
    yield from resolve_exchange(ctx, [*strikes, *answers])
    if margin >= 0:
        yield from resolve_blow(ctx, order.unit, weapon, piece.id, margin)
        fill_vacancies(ctx)


@heeds("brigands.5.4a")
def secondary_strikes(state: State, order: Demolish, piece: Piece) -> list[Strike]:
    """The models an area weapon reaches besides the building it is aimed at."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    if not weapon.area:
        return []
    point = wall_point(piece, unit.x, unit.y)
    return area_strikes(
        state, unit, weapon, Attack(unit.id, weapon.id, order.category, (), (point.x, point.y, point.z))
    )


def _resolve_roll(ctx: Ctx[State], order: Demolish, piece: Piece) -> Script[int]:
    """The attacker's dice against the building's 1, rerolled as often as somebody pays for it: the margin."""
    unit = ctx.state.units[order.unit]
    lines, pools = demolition_pools(ctx.state, unit, unit.line.weapons[order.weapon], order.category, piece)
    step, rule_id = pools.attack_step, "brigands.3.2b-attack"
    roll = Roll("attack", pools.attack, 6, seat=unit.seat, unit=unit.id, rule=rule_id, step=step)
    free: list[str] = []

    highest, total = max(result for result, _ in pool_results(pools)[0].items()), 0

    def report(faces: Faces) -> str:
        nonlocal total
        total = score(faces, pools.attack_modifier, step)
        ctx.emit(BuildingRolled(order.unit, order.weapon, piece.id, faces, total, step, tuple(lines)))
        return f"{total} against {DEFENCE}"

    def again(shown: str) -> Script[bool]:
        can_better = total < highest
        return can_better and (yield from offer_reroll(ctx, order.unit, "attack", shown, free))

    faces = yield from throw_until_it_stands(roll, report, again)
    return score(faces, pools.attack_modifier, step) - DEFENCE
