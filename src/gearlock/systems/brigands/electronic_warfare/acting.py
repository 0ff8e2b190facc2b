"""8.1: what all actions of electronic warfare have in common: who may take one, on whom, and the fire it draws."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.attacking.exchange import resolve_strikes, settle_wounds
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.electronic_warfare.events import EwDeclared
from gearlock.systems.brigands.electronic_warfare.origin import offer_origin_fire
from gearlock.systems.brigands.lock_and_cover.cover import look_at
from gearlock.systems.brigands.lock_and_cover.sharing import refuse_lock_on
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import WRECK, State, Unit


@rule("brigands.8.1")
@heeds("brigands.1.6b")
def refuse_user(unit: Unit, trait: str, action: str, rule_id: str) -> Refusal | None:
    """Why a model cannot take an action of electronic warfare at all: it lacks the trait, or an Action."""
    if not unit.has(trait):
        return Refusal("trait", rule_id, f"{action} needs {trait}, which the {unit.name} has not or cannot use.")
    if not payment(unit):
        return Refusal("no-action", rule_id, f"The {unit.name} has no Action or token left for {action}.")
    return None


@heeds("brigands.8.1", "brigands.4.3-sensor-lock", "brigands.9.2-target")
def refuse_mark(
    state: State,
    unit: Unit,
    target_id: str,
    friend: bool,
    rule_id: str,
    sharer: str = "",
    wrecks: bool = False,
) -> Refusal | None:
    """Why a model cannot be the target: not in play, on the wrong side, a Drone, out of Sensor Lock."""
    target = state.units.get(target_id)
    side = "friend" if friend else "enemy"
    there = target is not None and (target.is_fielded or (wrecks and target.status == WRECK))
    if target is None or not there or (target.seat == unit.seat) != friend:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no {side} in play.")
    if target.controller and not friend:
        return Refusal("drone", "brigands.9.2-target", f"The {target.name} is a Drone: electronics do not bother it.")
    return refuse_lock_on(state, unit, target, sharer, rule_id)


@heeds("brigands.8.3c", "brigands.8.4d", "brigands.4.4-defensive")
def cover_modifiers(state: State, unit: Unit, target: Unit) -> list[Modifier]:
    """Cover as against a Direct Attack on a Primary Target. Full Heavy Cover counts like Heavy: it stops no signals."""
    cover = look_at(state, unit, target).dice
    label = "Heavy Defensive Cover" if cover == 2 else "Light Defensive Cover"
    return [dice(cover, label, "brigands.4.4-defensive")] if cover else []


@heeds("brigands.8.1b", "brigands.8.1a")
def declare(ctx: Ctx[State], unit_id: str, action: str, target: str, sharer: str = "") -> Script[list[Strike]]:
    """Pay for an action and offer the enemy Snap Fire at the Origin; what comes of that is still held back."""
    ctx.emit(EwDeclared(unit_id, action, target, payment(ctx.state.units[unit_id]), sharer))
    return (yield from offer_origin_fire(ctx, unit_id, (target,) if target in ctx.state.units else (), sharer))


@heeds("brigands.8.1b")
def settle_answers(ctx: Ctx[State], answers: list[Strike]) -> Script[None]:
    """Work out the Snap Fire that an action drew; the action itself goes through even if its Origin does not."""
    wounds = yield from resolve_strikes(ctx, answers)
    yield from settle_wounds(ctx, wounds)
