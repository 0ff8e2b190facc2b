"""3.6.5: damage done to a squad: the die for the location, points crossed out, and who is left."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.infantry.attacked import Felled, pass_on, spread_over
from gearlock.systems.tactical.infantry.events import CiviliansKilled, SquadHurt
from gearlock.systems.tactical.plots import CIVILIANS
from gearlock.systems.tactical.state import IN_PLAY, State, opponent

LOCATION = "hit location"


@heeds("tactical.3.6.5-damage", "tactical.3.6.5-area", "tactical.3.6.5-casualties")
def resolve_squad_damage(
    ctx: Ctx[State], unit_id: str, damage: int, by: str = "", each: bool = False, rule_id: str = "", seat: str = ""
) -> Script[None]:
    """Take damage points off a squad: off each trooper alike, or from where the attacker's die says."""
    unit = ctx.state.units[unit_id]
    if damage <= 0 or unit.status not in IN_PLAY:
        return
    if each:
        cross_out(ctx, unit_id, damage, spread_over(unit.troopers, damage), by, rule_id or "tactical.3.6.5-area", seat)
        return
    rolls = ctx.state.units[by].seat if by in ctx.state.units else opponent(unit.seat)
    (die,) = yield from throw_dice(ctx, LOCATION, 1, rolls, unit_id, "tactical.3.6.5-damage")
    found = pass_on(ctx.state.units[unit_id].troopers, die, damage)
    cross_out(ctx, unit_id, damage, found, by, rule_id or "tactical.3.6.5-damage", seat)


def cross_out(ctx: Ctx[State], unit_id: str, damage: int, found: Felled, by: str, rule_id: str, seat: str = "") -> None:
    """Write a squad's new track down."""
    before = ctx.state.units[unit_id].troopers
    both = enumerate(zip(before, found.troopers, strict=True), 1)
    fallen = tuple(number for number, (had, has) in both if had and not has)
    ctx.emit(SquadHurt(unit_id, by, damage, found.troopers, fallen, not any(found.troopers), rule_id))
    mourn(ctx, unit_id, len(fallen), by, seat)


@heeds("tactical.4.1.4-bystanders")
def mourn(ctx: Ctx[State], unit_id: str, dead: int, by: str, seat: str = "") -> None:
    """Civilians who were killed cost the side a Victory Point each whose unit, salvo or aircraft killed them.

    Mines, and planes that nobody sent for, are nobody's.
    """
    killer = ctx.state.units.get(by)
    if dead and ctx.state.units[unit_id].token(CIVILIANS):
        ctx.emit(CiviliansKilled(unit_id, dead, seat if killer is None else killer.seat))
