"""9.5: We're in Trouble. Whoever is hit may still turn a hit into a graze."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.damage.events import TroubleMet
from gearlock.systems.blitz.damage.orders import MeetTrouble
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, offer_reroll
from gearlock.systems.blitz.general_concepts.dice import PILOT, successes
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import BRACED, INCOMING, State, Unit


@heeds("blitz.9.5")
def may_dodge(unit: Unit) -> bool:
    """Neither braced, nor immobilised, nor on standby."""
    return unit.is_fielded and unit.stance != BRACED


@rule("blitz.trait.fieldarmor")
@heeds("blitz.A.2.3-jacket", "blitz.15.5e", "blitz.force.north.nlc", "blitz.force.peace-river.prdf")
def free_dice(state: State, unit: Unit) -> int:
    """Dice of a free test against every hit: field armor, an armored jacket, a fighting staff near, incoming fire.

    Several kinds of armor add up; the order's dice come alone, for with it no more may be paid.
    """
    if unit.token(INCOMING):
        return unit.token(INCOMING)
    armor = unit.trait("Field Armor") + unit.trait("Armored Jacket")
    staff = any(
        other.rank and "Fighting Staff" in other.line.traits and is_in_formation(state, unit, other)
        for other in state.in_play(unit.seat)
    )
    return armor + staff + unit.trait("Home Ground")


@rule("blitz.9.5")
@heeds("blitz.2.6", "blitz.15.5e", "blitz.trait.fieldarmor")
def resolve_trouble(ctx: Ctx[State], unit_id: str, guard: int, skill: int, margin: int, shown: str) -> Script[int]:
    """Free tests first, then as many as it pays for: each success lowers the margin by one, not below 0.

    A test paid for has the dice and the skill of the defence that failed.
    """
    unit = ctx.state.units[unit_id]
    if margin <= 0 or not may_dodge(unit):
        return margin
    free = free_dice(ctx.state, unit)
    if free:
        margin = yield from _dodge(ctx, unit_id, free, skill, margin, 0)
    while margin > 0 and not ctx.state.units[unit_id].token(INCOMING) and guard > 0:
        unit = ctx.state.units[unit_id]
        if not can_act(unit):
            break
        prompt = f"{shown}, margin {margin}. We're in Trouble: spend an action of the {unit.name} to lower it?"
        about = (str(margin), str(guard), str(skill))
        order = yield from ask(Ask(unit.seat, "trouble", unit_id, about, "blitz.9.5", prompt, True))
        if not isinstance(order, MeetTrouble):
            break
        margin = yield from _dodge(ctx, unit_id, guard, skill, margin, 1)
    return margin


def _dodge(ctx: Ctx[State], unit_id: str, count: int, skill: int, margin: int, actions: int) -> Script[int]:
    """One test; it may be re-rolled as any other."""
    seat = ctx.state.units[unit_id].seat
    roll = Roll("we're in trouble", count, 6, 1, seat, unit_id, "blitz.9.5", marks=(skill,))
    faces = yield from throw_pool(roll)
    left = max(0, margin - successes(faces, skill))
    ctx.emit(TroubleMet(unit_id, actions, faces, skill, left))
    free = free_rerolls(ctx.state.units[unit_id], PILOT)
    shown = f"We're in Trouble: the margin falls to {left}"
    if faces and (yield from offer_reroll(ctx, unit_id, roll.purpose, shown, free)):
        faces = yield from throw_pool(roll)
        left = max(0, margin - successes(faces, skill))
        ctx.emit(TroubleMet(unit_id, 0, faces, skill, left))
    return left
