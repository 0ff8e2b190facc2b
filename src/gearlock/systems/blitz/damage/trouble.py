"""9.5: We're in Trouble. Whoever is hit may still turn a hit into a graze."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.damage.events import TroubleMet, TroubleTaken
from gearlock.systems.blitz.damage.orders import MeetTrouble
from gearlock.systems.blitz.dice_tests.gaining import can_gain
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import bonus_dice, has_working, offer_bonus
from gearlock.systems.blitz.dice_tests.sand import is_sandy, watch_sand
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, PILOT, successes
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import ALOFT, BRACED, FIELDED, INCOMING, State, Unit


@heeds("blitz.9.5")
def may_dodge(unit: Unit) -> bool:
    """Neither braced, nor immobilised, nor on standby."""
    return unit.status in (FIELDED, ALOFT) and unit.stance != BRACED


@rule("blitz.trait.fieldarmor")
@heeds("blitz.A.2.3-jacket", "blitz.force.north.nlc", "blitz.force.peace-river.prdf")
def free_dice(state: State, unit: Unit) -> int:
    """Dice of armor, a jacket, a fighting staff near, resolve, which add up: for a free test, or for every other."""
    armor = unit.trait("Field Armor") + unit.trait("Armored Jacket")
    staff = any(
        other.rank and "Fighting Staff" in other.line.traits and is_in_formation(state, unit, other)
        for other in state.in_play(unit.seat)
    )
    return armor + staff + (unit.has("Resolve") and is_half_strong(state, unit))


@heeds("blitz.force.peace-river.prdf")
def is_half_strong(state: State, unit: Unit) -> bool:
    """Whether at least half of its unit is left."""
    unit_of = [u for u in state.units.values() if (u.seat, u.group, u.squad) == (unit.seat, unit.group, unit.squad)]
    return 2 * sum(not other.is_destroyed for other in unit_of) >= len(unit_of)


@rule("blitz.9.5")
@heeds("blitz.15.5e", "blitz.trait.fieldarmor")
def resolve_trouble(ctx: Ctx[State], unit_id: str, guard: int, skill: int, margin: int, shown: str) -> Script[int]:
    """As many tests as it pays for: each success lowers the margin by one, not below 0.

    They have the dice and the skill of the defence that failed, and what armor adds. Incoming Fire gives one instead
    whose base dice are the successes of that order. Who tests in no such way has the free test of its armor.
    """
    unit = ctx.state.units[unit_id]
    if margin <= 0 or not may_dodge(unit):
        return margin
    armor, incoming, tested = free_dice(ctx.state, unit), unit.token(INCOMING), False
    while margin > 0:
        about = (str(margin), str(guard + armor), str(skill), str(incoming_dice(incoming, guard + armor)))
        unit = ctx.state.units[unit_id]
        if not can_test(unit, guard + armor) and about[3] == "0":
            break
        prompt = f"{shown}, margin {margin}. We're in Trouble: does the {unit.name} try to lower it?"
        order = yield from ask(Ask(unit.seat, "trouble", unit_id, about, "blitz.9.5", prompt, True))
        if not isinstance(order, MeetTrouble):
            break
        if order.incoming:
            return (yield from _dodge(ctx, unit_id, int(about[3]), skill, margin))
        ctx.emit(TroubleTaken(unit_id))
        margin = yield from _dodge(ctx, unit_id, guard + armor, skill, margin)
        incoming, tested = 0, True
    if not armor or tested:
        return margin
    return (yield from _dodge(ctx, unit_id, guard + armor - BASE_DICE, skill, margin))


@heeds("blitz.15.5e", "blitz.9.5")
def incoming_dice(successes: int, guard: int) -> int:
    """Dice of Incoming Fire: the successes of the order, with the modifiers of the defence that failed."""
    return max(0, successes + guard - BASE_DICE) if successes else 0


@heeds("blitz.9.5", "blitz.3.4a-action-bonus")
def can_test(unit: Unit, count: int) -> bool:
    """Whether an action buys a test of any dice, be it with further actions as a bonus."""
    return can_act(unit) and count + bonus_dice(unit, unit.readiness - 1) > 0


@heeds("blitz.9.5", "blitz.15.5e")
def refuse_trouble(state: State, asked: Ask, order: MeetTrouble) -> Refusal | None:
    """Incoming Fire only where it was ordered and gives dice; else an action."""
    unit = state.units[asked.unit]
    if order.incoming and asked.about[3] == "0":
        message = f"No Incoming Fire helps the {unit.name} here: spend an action, or take the hit."
        return Refusal("incoming", "blitz.15.5e", message)
    if not order.incoming and not can_test(unit, int(asked.about[1])):
        message = f"The {unit.name} has no action for this, or its defence had no dice."
        return Refusal("no-action", "blitz.9.5", message)
    return None


@heeds("blitz.9.5", "blitz.2.6", "blitz.3.4a-action-bonus", "blitz.trait.defective")
def _dodge(ctx: Ctx[State], unit_id: str, count: int, skill: int, margin: int) -> Script[int]:
    """One test; it may be helped and re-rolled as any other."""
    what = "we're in trouble"
    works = yield from has_working(ctx, unit_id, PILOT)
    count += sum_of((yield from offer_bonus(ctx, unit_id, what)))[0]
    seat = ctx.state.units[unit_id].seat
    roll = Roll(what, max(0, count) if works else 0, 6, 1, seat, unit_id, "blitz.9.5", marks=(skill,))
    faces = yield from throw_pool(roll)
    left = max(0, margin - successes(faces, skill))
    ctx.emit(TroubleMet(unit_id, 0, faces, skill, left))
    free = free_rerolls(ctx.state.units[unit_id], PILOT)
    shown = f"We're in Trouble: the margin falls to {left}"
    gains = can_gain(faces, skill, enough=margin) or is_sandy(ctx.state, faces)
    if gains and (yield from offer_reroll(ctx, unit_id, what, shown, free)):
        faces = yield from throw_pool(roll)
        left = max(0, margin - successes(faces, skill))
        ctx.emit(TroubleMet(unit_id, 0, faces, skill, left))
    watch_sand(ctx, unit_id, faces)
    return left
