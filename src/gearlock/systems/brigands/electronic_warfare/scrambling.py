"""8.3c and 8.4c: Scramble, which gives an enemy a Haywire token, and Unscramble, which takes one away."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.attacking.exchange import end_exchange
from gearlock.systems.brigands.damage.damage import harmed, let_go
from gearlock.systems.brigands.damage.marginal_hits import resolve_marginal_hits
from gearlock.systems.brigands.ecm_defense import defense_modifiers
from gearlock.systems.brigands.electronic_warfare.acting import (
    cover_modifiers,
    declare,
    refuse_mark,
    refuse_user,
    settle_answers,
)
from gearlock.systems.brigands.electronic_warfare.duelling import (
    SCRAMBLE,
    Clash,
    attacker_modifiers,
    base_modifiers,
    defender_modifiers,
    eccm_modifiers,
    resolve_clash,
)
from gearlock.systems.brigands.electronic_warfare.events import Scrambled, Unscrambled
from gearlock.systems.brigands.electronic_warfare.orders import Scramble, Unscramble
from gearlock.systems.brigands.state import State

UNSCRAMBLE = "Unscramble"
VULNERABLE = "Vuln:H"


@heeds("brigands.8.3c")
def refuse_scramble(state: State, order: Scramble) -> Refusal | None:
    """Why an enemy cannot be scrambled: ECM, an Action, Sensor Lock. Nothing in between hides it from that."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECM", SCRAMBLE, "brigands.8.3c")
    return refusal or refuse_mark(state, unit, order.target, False, "brigands.8.3c", order.sharer)


@heeds("brigands.8.3c", "brigands.8.4b", "brigands.trait.vuln-h", "brigands.1.2c")
def scramble(state: State, unit_id: str, target_id: str) -> Clash:
    """The Opposed Roll: ECM and one dice against two, with Cover, ECM Defense and ECCM for the target."""
    unit, target = state.units[unit_id], state.units[target_id]
    strength = unit.trait("ECM")
    attack = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.3c") + attacker_modifiers(state, unit)
    if target.has(VULNERABLE):
        attack.append(dice(1, VULNERABLE, "brigands.trait.vuln-h"))
    defence = defender_modifiers(state, target) + cover_modifiers(state, unit, target)
    defence += defense_modifiers(state, target) + eccm_modifiers(state, target)
    return Clash(SCRAMBLE, unit_id, target_id, attack, defence)


@rule("brigands.8.3c")
@heeds("brigands.8.1b")
def resolve_scramble(ctx: Ctx[State], order: Scramble) -> Script[None]:
    """Draw fire, roll, and give the token after all damage, as Haywire weapons do: it does not hamper that fire."""
    answers = yield from declare(ctx, order.unit, SCRAMBLE, order.target, order.sharer)
    success = yield from resolve_clash(ctx, scramble(ctx.state, order.unit, order.target))
    yield from settle_answers(ctx, answers)
    if success and ctx.state.units[order.target].is_fielded:
        yield from resolve_disorder(ctx, order.unit, order.target)
    end_exchange(ctx)


@heeds("brigands.8.3c", "brigands.trait.vuln-h")
def resolve_disorder(ctx: Ctx[State], by: str, target_id: str) -> Script[None]:
    """A Haywire token and no Command Points; no Marginal Hit but for the vulnerable, and that an ordinary one."""
    ctx.emit(Scrambled(target_id, by))
    if not ctx.state.units[target_id].has(VULNERABLE):
        return
    damage = yield from resolve_marginal_hits(ctx, by, target_id, 1, SCRAMBLE)
    if damage:
        ctx.emit(harmed(ctx.state.units[target_id], damage, by, SCRAMBLE, attack=False))
        let_go(ctx, target_id)


@rule("brigands.8.4c")
@heeds("brigands.trait.eccm")
def refuse_unscramble(state: State, order: Unscramble) -> Refusal | None:
    """Why a Haywire token cannot be taken off a friend: ECCM, an Action, Sensor Lock, and there must be one."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECCM", UNSCRAMBLE, "brigands.8.4c")
    refusal = refusal or refuse_mark(state, unit, order.target, True, "brigands.8.4c")
    if refusal is None and not state.units[order.target].haywire:
        return Refusal("haywire", "brigands.8.4c", f"The {state.units[order.target].name} has no Haywire token.")
    return refusal


@heeds("brigands.8.4c", "brigands.8.1b")
def resolve_unscramble(ctx: Ctx[State], order: Unscramble) -> Script[None]:
    """Draw fire, and take the token off without a roll."""
    answers = yield from declare(ctx, order.unit, UNSCRAMBLE, order.target)
    yield from settle_answers(ctx, answers)
    if ctx.state.units[order.target].is_fielded:
        ctx.emit(Unscrambled(order.target, order.unit))
    end_exchange(ctx)
