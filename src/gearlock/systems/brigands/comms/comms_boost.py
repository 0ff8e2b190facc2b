"""8.2c: Comms Boost. A friend near the Origin, or the one who is to receive, adds its Comms."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.comms.comms_rating import LEAST, boosters, comms_rating
from gearlock.systems.brigands.comms.events import CommsBoosted
from gearlock.systems.brigands.comms.orders import Boost
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import State


@heeds("brigands.8.2c")
def offer_boost(ctx: Ctx[State], origin_id: str, receiver_id: str, action: str, contested: bool) -> Script[int]:
    """Ask whether a friend boosts the Origin's Comms; it pays at once. What it adds, which ECM may have lowered.

    Nobody is asked where a Boost could change nothing: it gets through unopposed, or none has any Comms left to add.
    """
    origin = ctx.state.units[origin_id]
    if not contested and comms_rating(ctx.state, origin) >= LEAST:
        return 0
    if not any(comms_rating(ctx.state, unit) for unit in boosters(ctx.state, origin, receiver_id)):
        return 0
    prompt = f"{action} by the {origin.name}: does a friend boost its Comms?"
    about = (origin_id, receiver_id, action)
    order = yield from ask(Ask(origin.seat, "boost", "", about, "brigands.8.2c", prompt, optional=True))
    if not isinstance(order, Boost):
        return 0
    unit = ctx.state.units[order.unit]
    rating = comms_rating(ctx.state, unit)
    ctx.emit(CommsBoosted(unit.id, origin_id, action, rating, payment(unit)))
    return rating


@rule("brigands.8.2c")
def refuse_boost(state: State, question: Ask, order: Boost) -> Refusal | None:
    """Why a model cannot boost a friend's Comms."""
    origin_id, receiver_id, _action = question.about
    unit, origin = state.units.get(order.unit), state.units[origin_id]
    if unit is None or unit.seat != question.seat or not unit.is_fielded or order.origin != origin_id or unit is origin:
        return Refusal("unit", "brigands.8.2c", f"Another model of yours may boost the {origin.name}.")
    if not unit.has("Comms"):
        return Refusal("trait", "brigands.8.2c", f"The {unit.name} has no Comms that work.")
    if not payment(unit):
        return Refusal("no-action", "brigands.8.2c", f"The {unit.name} has no Action or token left.")
    if unit not in boosters(state, origin, receiver_id):
        message = f"The {unit.name} is not within 6 in of the {origin.name}, and is no Receiver."
        return Refusal("far", "brigands.8.2c", message)
    return None
