"""8.2c, 8.3b and steps 3 to 6 of 8.5: enemies contest the use of Comms, friends boost it; it gets through or not."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.comms.comms_boost import offer_boost
from gearlock.systems.brigands.comms.comms_rating import (
    FORWARD_OBSERVATION,
    LEAST,
    comms_rating,
    is_beyond_jamming,
    jammers,
)
from gearlock.systems.brigands.electronic_warfare.duelling import (
    ACTIVE_ECM,
    Clash,
    attacker_modifiers,
    base_modifiers,
    defender_modifiers,
    eccm_modifiers,
    resolve_clash,
)
from gearlock.systems.brigands.electronic_warfare.events import ActiveEcmDeclared
from gearlock.systems.brigands.electronic_warfare.orders import Jam
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import State, Unit, opponent


@rule("brigands.8.1a")
@heeds("brigands.8.2c", "brigands.8.2d", "brigands.8.3b")
def resolve_contest(ctx: Ctx[State], origin_id: str, receiver_id: str, action: str) -> Script[bool]:
    """Whether an Origin's Comms get through to a Receiver, or get their picture of a target.

    Active ECM is declared, then a Boost; a rating below 1 fails; only then is Active ECM rolled for. Nobody stops
    satellites, and an Observation nobody jams always arrives.
    """
    origin = ctx.state.units[origin_id]
    if is_beyond_jamming(ctx.state, origin, receiver_id, action):
        return True
    if action == FORWARD_OBSERVATION and not is_jammed(ctx.state, origin):
        return True
    jammer = yield from offer_active_ecm(ctx, origin_id, action)
    boost = yield from offer_boost(ctx, origin_id, receiver_id, action, contested=bool(jammer))
    rating = comms_rating(ctx.state, ctx.state.units[origin_id], boost)
    if rating < LEAST:
        return False
    if not jammer:
        return True
    blocked = yield from resolve_clash(ctx, active_ecm(ctx.state, jammer, origin_id, rating))
    return not blocked


@heeds("brigands.8.5", "brigands.4.3b")
def is_jammed(state: State, origin: Unit) -> bool:
    """Whether an enemy with ECM has Sensor Lock on a model, or may borrow it to use Active ECM."""
    return any(jammers(state, origin)) or bool(active_jammers(state, origin))


@heeds("brigands.8.3b", "brigands.4.3b")
def active_jammers(state: State, origin: Unit) -> list[Unit]:
    """The enemies who could contest a model's Comms: ECM, Sensor Lock on it or a friend's, and an Action or token."""
    return [
        enemy
        for enemy in state.fielded(opponent(origin.seat))
        if "ECM" in enemy.line.traits and enemy.has("ECM") and payment(enemy) and is_tracked_by(state, enemy, origin)
    ]


@heeds("brigands.8.3b")
def offer_active_ecm(ctx: Ctx[State], origin_id: str, action: str) -> Script[str]:
    """Ask the enemy whether one model uses Active ECM; it pays at once. The id of that model, or nothing."""
    origin = ctx.state.units[origin_id]
    if not active_jammers(ctx.state, origin):
        return ""
    prompt = f"{action} by the {origin.name}: does one of your models use Active ECM against it?"
    seat = opponent(origin.seat)
    order = yield from ask(Ask(seat, "jam", "", (origin_id, action), "brigands.8.3b", prompt, optional=True))
    if not isinstance(order, Jam):
        return ""
    ctx.emit(ActiveEcmDeclared(order.unit, origin_id, action, payment(ctx.state.units[order.unit])))
    return order.unit


@heeds("brigands.8.3b", "brigands.8.4a", "brigands.1.2c")
def active_ecm(state: State, jammer_id: str, origin_id: str, rating: int) -> Clash:
    """The Opposed Roll: ECM and one dice against Comms, as it is now, and one dice."""
    jammer, origin = state.units[jammer_id], state.units[origin_id]
    strength = jammer.trait("ECM")
    attack = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.3b") + attacker_modifiers(state, jammer)
    defence = base_modifiers(rating + 1, f"Comms:{rating}", "brigands.8.3b") + defender_modifiers(state, origin)
    return Clash(ACTIVE_ECM, jammer_id, origin_id, attack, defence + eccm_modifiers(state, origin))


@rule("brigands.8.3b")
def refuse_jam(state: State, question: Ask, order: Jam) -> Refusal | None:
    """Why a model cannot contest an enemy's Comms."""
    origin_id, action = question.about
    unit, origin = state.units.get(order.unit), state.units[origin_id]
    if unit is None or unit.seat != question.seat or not unit.is_fielded or order.origin != origin_id:
        return Refusal("unit", "brigands.8.3b", f"One of your models may use Active ECM on the {origin.name}.")
    if not unit.has("ECM"):
        return Refusal("trait", "brigands.8.3b", f"The {unit.name} has no ECM that works.")
    if not is_tracked_by(state, unit, origin):
        return Refusal("lock", "brigands.8.3b", f"The {unit.name} has no Sensor Lock on the {origin.name}.")
    if not payment(unit):
        return Refusal("no-action", "brigands.8.3b", f"The {unit.name} has no Action or token left to stop a {action}.")
    return None
