"""13.1: falling. A die for every full inch; each that fails hurts."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.dice_tests.events import RollMade
from gearlock.systems.blitz.dice_tests.gaining import can_gain
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import has_working
from gearlock.systems.blitz.general_concepts.dice import PILOT, skill_of, successes
from gearlock.systems.blitz.state import State
from gearlock.table.measure import INCH


@rule("blitz.13.1")
def fall_dice(height: int) -> int:
    """Dice of a fall from so many mils: one for each full inch. Neither damage nor posture makes it softer."""
    return height // INCH


@rule("blitz.6.7")
@heeds("blitz.13.1")
def resolve_fall(ctx: Ctx[State], unit_id: str, height: int, by: str = "") -> Script[None]:
    """A model that has come down so far rolls PILOT; every die that fails is a point of damage."""
    count = fall_dice(height)
    if not count or ctx.state.units[unit_id].is_destroyed:
        return
    faces = yield from brace_for(ctx, unit_id, "fall", count, "blitz.13.1")
    skill = skill_of(ctx.state.units[unit_id], PILOT)
    hurt(ctx, Wound(unit_id, by, "fall", count - successes(faces, skill)))


@heeds("blitz.13.1", "blitz.13.2", "blitz.2.6", "blitz.trait.defective")
def brace_for(
    ctx: Ctx[State],
    unit_id: str,
    purpose: str,
    count: int,
    rule_id: str,
    lines: tuple[Modifier, ...] = (),
    enough: int | None = None,
    ones_hurt: bool = False,
) -> Script[tuple[int, ...]]:
    """The PILOT dice of a model that is knocked about: they may be re-rolled. Without working controls none helps."""
    works = yield from has_working(ctx, unit_id, PILOT)
    unit = ctx.state.units[unit_id]
    skill = skill_of(unit, PILOT)
    if not works:
        return ()
    roll = Roll(purpose, count, 6, 1, unit.seat, unit_id, rule_id, marks=(skill,))
    faces = yield from throw_pool(roll)
    good = successes(faces, skill)
    ctx.emit(RollMade(unit_id, purpose, faces, skill, good, lines, rule_id))
    shown = f"{purpose.capitalize()}: {count - good} of {count} dice hurt"
    free = free_rerolls(ctx.state.units[unit_id], PILOT)
    gains = can_gain(tuple(faces), skill, enough) or (ones_hurt and 1 in faces)
    if gains and (yield from offer_reroll(ctx, unit_id, purpose, shown, free)):
        faces = yield from throw_pool(roll)
        ctx.emit(RollMade(unit_id, purpose, faces, skill, successes(faces, skill), lines, rule_id))
    return tuple(faces)
