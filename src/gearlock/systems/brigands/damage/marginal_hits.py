"""5.6a: Marginal Hits that come in numbers: of a fall, of fire and the like."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.brigands.command.command_points import offer_reroll
from gearlock.systems.brigands.damage.damage import MARGINAL
from gearlock.systems.brigands.damage.events import MarginalHitsRolled
from gearlock.systems.brigands.state import State


class Blow(NamedTuple):
    """The attack whose effects are rolled for: its weapon, its damage, and what of its effects has bitten before."""

    weapon: str = ""
    raw: int = 0
    before: int = 0


NO_ATTACK = Blow()


@rule("brigands.5.6a")
@heeds("brigands.2.5")
def resolve_marginal_hits(
    ctx: Ctx[State], roller: str, target: str, count: int, cause: str, least: int = MARGINAL, blow: Blow = NO_ATTACK
) -> Script[int]:
    """Throw a die for each Marginal Hit: how many of them bite. Whoever rolls, if still there, may reroll all."""
    seat = ctx.state.units[roller].seat
    ill = seat == ctx.state.units[target].seat
    roll = Roll(f"Marginal Hits: {cause}", count, 6, 1, seat, roller, "brigands.5.6a", (least,), ill)
    free: list[str] = []
    while True:
        faces = yield from throw(roll)
        damage = sum(face >= least for face in faces)
        ctx.emit(MarginalHitsRolled(roller, target, cause, faces, damage, least, *blow))
        if not ctx.state.units[roller].is_fielded:
            return damage
        if not (yield from offer_reroll(ctx, roller, "Marginal Hits", f"rolled {faces}", free)):
            return damage
