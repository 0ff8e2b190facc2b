"""5.6a: Marginal Hits. One more die each, thrown by whoever caused them, who may reroll all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.marginal import bites_in
from gearlock.mechanics.pools.throwing import throw_until_it_stands
from gearlock.systems.brigands.command.command_points import offer_reroll
from gearlock.systems.brigands.damage.events import MarginalHitRolled, MarginalHitsRolled
from gearlock.systems.brigands.damage.hurt import MARGINAL, hurt_of
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.weapons import Weapon


class Blow(NamedTuple):
    """The attack whose effects are rolled for: its weapon, its damage, and what of its effects has bitten before."""

    weapon: str = ""
    raw: int = 0
    before: int = 0


NO_ATTACK = Blow()


@rule("brigands.5.6a")
@heeds("brigands.1.2i")
def resolve_bites(ctx: Ctx[State], roll: Roll, what: str, report: Callable[[Faces, int], Event]) -> Script[int]:
    """Throw, and throw again as long as the roller, if still there, pays for it: how many dice bite in the end.

    Nobody is asked who cannot do better: all bite an enemy, or none whoever rolls for itself or a friend.
    """
    assert roll.marks is not None, f"{roll} never bites"
    (least,) = roll.marks
    free: list[str] = []
    bites = 0

    def tell(faces: Faces) -> str:
        nonlocal bites
        bites = bites_in(faces, least)
        ctx.emit(report(faces, bites))
        return f"rolled {faces[0] if what == ONE else faces}"

    def again(shown: str) -> Script[bool]:
        best = 0 if roll.ill else roll.count
        asked = bites != best and ctx.state.units[roll.unit].is_fielded
        return asked and (yield from offer_reroll(ctx, roll.unit, what, shown, free))

    faces = yield from throw_until_it_stands(roll, tell, again)
    return bites_in(faces, least)


ONE, MANY = "Marginal Hit", "Marginal Hits"


@heeds("brigands.5.6a", "brigands.2.5")
def resolve_marginal_hits(
    ctx: Ctx[State], roller: str, target: str, count: int, cause: str, least: int = MARGINAL, blow: Blow = NO_ATTACK
) -> Script[int]:
    """So many Marginal Hits on a model at once: how many of them bite."""
    seat = ctx.state.units[roller].seat
    ill = seat == ctx.state.units[target].seat
    roll = Roll(f"{MANY}: {cause}", count, 6, 1, seat, roller, "brigands.5.6a", (least,), ill)

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitsRolled(roller, target, cause, faces, bites, least, *blow)

    return (yield from resolve_bites(ctx, roll, MANY, report))


@heeds("brigands.5.6a", "brigands.1.2k")
def resolve_damage(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, margin: int) -> Script[int]:
    """The damage of this margin before it is felt; a sum of exactly nothing is a Marginal Hit."""
    unit = ctx.state.units[target]
    hurt = hurt_of(weapon, unit)
    if not hurt.is_marginal(margin):
        return hurt.raw(margin)
    seat = ctx.state.units[attacker].seat
    roll = Roll(ONE, 1, 6, 1, seat, attacker, "brigands.5.6a", (MARGINAL,), ill=seat == unit.seat)

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitRolled(attacker, target, faces[0], bites)

    return (yield from resolve_bites(ctx, roll, ONE, report))
