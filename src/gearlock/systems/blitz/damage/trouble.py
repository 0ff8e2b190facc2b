"""9.5: We're in Trouble. Whoever is hit may still turn a hit into a graze."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.damage.events import TroubleMet
from gearlock.systems.blitz.damage.orders import MeetTrouble
from gearlock.systems.blitz.dice_tests.rerolls import free_rerolls, offer_reroll
from gearlock.systems.blitz.dice_tests.sand import watch_sand
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, PILOT, successes
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import BRACED, INCOMING, State, Unit


@heeds("blitz.9.5")
def may_dodge(unit: Unit) -> bool:
    """Neither braced, nor immobilised, nor on standby."""
    return unit.is_fielded and unit.stance != BRACED


@rule("blitz.trait.fieldarmor")
@heeds("blitz.A.2.3-jacket", "blitz.force.north.nlc", "blitz.force.peace-river.prdf")
def free_dice(state: State, unit: Unit) -> int:
    """Dice of a free test against every hit: armor, a jacket, a fighting staff near, resolve. They add up."""
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
@heeds("blitz.2.6", "blitz.15.5e", "blitz.trait.fieldarmor")
def resolve_trouble(ctx: Ctx[State], unit_id: str, guard: int, skill: int, margin: int, shown: str) -> Script[int]:
    """As many tests as it pays for, and a free one: each success lowers the margin by one, not below 0.

    A test paid for has the dice and the skill of the defence that failed. Incoming Fire gives one instead whose base
    dice are the successes of that order. Who does not let the free test go first adds its dice to all others.
    """
    unit = ctx.state.units[unit_id]
    if margin <= 0 or not may_dodge(unit):
        return margin
    free, incoming, added = free_dice(ctx.state, unit), incoming_dice(unit, guard), False
    shown += (
        f"; {free} free dice are added to tests you pay for, or tested alone if you pay for none now" if free else ""
    )
    while margin > 0:
        order = yield from _ask(ctx, unit_id, (margin, guard + free, skill, incoming), shown)
        if order is None and (added or not free):
            break
        if order is None:
            margin, free = (yield from _dodge(ctx, unit_id, free, skill, margin, 0)), 0
        elif order.incoming:
            return (yield from _dodge(ctx, unit_id, incoming + free, skill, margin, 0))
        else:
            margin = yield from _dodge(ctx, unit_id, guard + free, skill, margin, 1)
            incoming, added = 0, True
    return margin


def _ask(ctx: Ctx[State], unit_id: str, stakes: tuple[int, int, int, int], shown: str) -> Script[MeetTrouble | None]:
    """Whether a model tries to get out of it, if it can: margin, dice, skill and the dice of Incoming Fire."""
    unit, (margin, count, _, incoming) = ctx.state.units[unit_id], stakes
    if not incoming and (not can_act(unit) or count <= 0):
        return None
    prompt = f"{shown}, margin {margin}. We're in Trouble: does the {unit.name} try to lower it?"
    order = yield from ask(Ask(unit.seat, "trouble", unit_id, tuple(map(str, stakes)), "blitz.9.5", prompt, True))
    return order if isinstance(order, MeetTrouble) else None


@heeds("blitz.15.5e", "blitz.9.5")
def incoming_dice(unit: Unit, guard: int) -> int:
    """Dice of Incoming Fire: the successes of the order, with the modifiers of the defence that failed."""
    successes = unit.token(INCOMING)
    return max(0, successes + guard - BASE_DICE) if successes else 0


@heeds("blitz.9.5", "blitz.15.5e")
def refuse_trouble(state: State, asked: Ask, order: MeetTrouble) -> Refusal | None:
    """Incoming Fire only where it was ordered and gives dice; else an action."""
    unit = state.units[asked.unit]
    incoming, guard = int(asked.about[3]), int(asked.about[1])
    if order.incoming and not incoming:
        message = f"No Incoming Fire helps the {unit.name} here: spend an action, or take the hit."
        return Refusal("incoming", "blitz.15.5e", message)
    if not order.incoming and (not can_act(unit) or guard <= 0):
        message = f"The {unit.name} has no action for this, or its defence had no dice."
        return Refusal("no-action", "blitz.9.5", message)
    return None


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
    watch_sand(ctx, unit_id, faces)
    return left
