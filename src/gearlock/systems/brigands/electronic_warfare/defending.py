"""8.3d and 8.4d: raising ECM Defense, breaking the enemy's, and losing one's own."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.exchange import end_exchange
from gearlock.systems.brigands.electronic_warfare.acting import (
    cover_modifiers,
    declare,
    refuse_mark,
    refuse_user,
    settle_answers,
)
from gearlock.systems.brigands.electronic_warfare.duelling import (
    DISABLE_DEFENSE,
    Clash,
    attacker_modifiers,
    base_modifiers,
    defender_modifiers,
    resolve_clash,
)
from gearlock.systems.brigands.electronic_warfare.events import DefenseLost, DefenseRaised
from gearlock.systems.brigands.electronic_warfare.orders import DisableDefense, RaiseDefense
from gearlock.systems.brigands.state import State, Unit

RULE = "brigands.8.3e"


ECM_DEFENSE = "ECM Defense"
ECCM_BASE = 4


@heeds("brigands.8.3d", "brigands.trait.ecm")
def refuse_raising(unit: Unit) -> Refusal | None:
    """Why a model cannot raise ECM Defense: ECM, an Action, and it must not be up already."""
    refusal = refuse_user(unit, "ECM", ECM_DEFENSE, "brigands.8.3d")
    if refusal is None and unit.jamming:
        return Refusal("raised", "brigands.8.3d", f"The {unit.name} has an ECM Defense token already.")
    return refusal


@heeds("brigands.8.3d", "brigands.8.1b")
def resolve_raising(ctx: Ctx[State], order: RaiseDefense) -> Script[None]:
    """Draw fire and lay the token. It comes together with the damage, so it is no help against that fire."""
    answers = yield from declare(ctx, order.unit, ECM_DEFENSE, "")
    yield from settle_answers(ctx, answers)
    unit = ctx.state.units[order.unit]
    if unit.is_fielded and unit.has("ECM"):
        ctx.emit(DefenseRaised(order.unit))
    end_exchange(ctx)


@heeds("brigands.8.3d", "brigands.wtrait.aux")
def drop_defenses(ctx: Ctx[State]) -> None:
    """Take the token off every model that has lost its ECM."""
    for unit in list(ctx.state.units.values()):
        if unit.jamming and not unit.has("ECM"):
            ctx.emit(DefenseLost(unit.id))


@rule("brigands.8.4d")
@heeds("brigands.trait.eccm")
def refuse_disabling(state: State, order: DisableDefense) -> Refusal | None:
    """Why an enemy's ECM Defense cannot be broken: ECCM, an Action, Sensor Lock, and it must be up."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECCM", DISABLE_DEFENSE, "brigands.8.4d")
    refusal = refusal or refuse_mark(state, unit, order.target, False, "brigands.8.4d", order.sharer)
    if refusal is None and not state.units[order.target].jamming:
        message = f"The {state.units[order.target].name} has no ECM Defense token."
        return Refusal("no-defense", "brigands.8.4d", message)
    return refusal


@heeds("brigands.8.4d", "brigands.1.2c")
def disabling(state: State, unit_id: str, target_id: str) -> Clash:
    """The Opposed Roll: four dice against ECM and one, with Cover for the target; ECM Defense does not guard itself."""
    unit, target = state.units[unit_id], state.units[target_id]
    strength = target.trait("ECM")
    attack = base_modifiers(ECCM_BASE, "ECCM", "brigands.8.4d") + attacker_modifiers(state, unit)
    defence = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.4d") + defender_modifiers(state, target)
    return Clash(DISABLE_DEFENSE, unit_id, target_id, attack, defence + cover_modifiers(state, unit, target))


@heeds("brigands.8.4d", "brigands.8.1b")
def resolve_disabling(ctx: Ctx[State], order: DisableDefense) -> Script[None]:
    """Draw fire, roll, and take the token off."""
    answers = yield from declare(ctx, order.unit, DISABLE_DEFENSE, order.target, order.sharer)
    success = yield from resolve_clash(ctx, disabling(ctx.state, order.unit, order.target))
    yield from settle_answers(ctx, answers)
    if success and ctx.state.units[order.target].jamming:
        ctx.emit(DefenseLost(order.target, order.unit))
    end_exchange(ctx)


@heeds("brigands.8.3e")
def able_defenders(state: State, seat: str) -> list[Unit]:
    """The models of a seat that could raise ECM Defense now."""
    return [unit for unit in state.fielded(seat) if "ECM" in unit.line.traits and refuse_raising(unit) is None]


@heeds("brigands.8.3e")
def refuse_defense(state: State, question: Ask, order: RaiseDefense) -> Refusal | None:
    """Why a model cannot raise ECM Defense in the phase for it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no model of yours in play.")
    return refuse_raising(unit)
