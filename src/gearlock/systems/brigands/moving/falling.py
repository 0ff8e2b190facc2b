"""2.5: falling, and the Marginal Hits that come in numbers: of a fall here, of fire and the like elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.brigands.attacking.damage import MARGINAL, harmed
from gearlock.systems.brigands.attacking.events import MarginalHitsRolled
from gearlock.systems.brigands.commanding.command import fill_vacancies, offer_reroll
from gearlock.systems.brigands.moving.landing import fall_of
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.measure import INCH


@rule("brigands.2.5")
def hits_of_fall(unit: Unit, height: int) -> int:
    """Marginal Hits of a fall: whole inches beyond the model's Piloting."""
    return max(0, (height - unit.line.piloting * INCH) // INCH)


@rule("brigands.2.5")
def resolve_fall(ctx: Ctx[State], unit_id: str, height: int, z: int) -> Script[None]:
    """A model drops from its feet to the surface and takes what it has coming. A fall never overkills."""
    unit = ctx.state.units[unit_id]
    hits = hits_of_fall(unit, height) if unit.status == FIELDED else 0
    ctx.emit(fall_of(ctx.state, unit_id, height, hits, z))
    if hits:
        damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, hits, "fall")
        if damage:
            ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, "fall", attack=False))
            fill_vacancies(ctx)


class Blow(NamedTuple):
    """The attack whose effects are rolled for: its weapon, its damage, and what of its effects has bitten before."""

    weapon: str = ""
    raw: int = 0
    before: int = 0


NO_ATTACK = Blow()


@rule("brigands.5.6a", "brigands.2.5")
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
