"""6.1, 6.2: Standby and Overwatch: Actions kept as tokens for the enemy's turn."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.chain_of_command.orders_in_force import REPOSITION, is_ordered
from gearlock.systems.brigands.movement.moves_made import settle_move
from gearlock.systems.brigands.reactions.events import Overwatched, StoodBy
from gearlock.systems.brigands.reactions.orders import Overwatch, Standby
from gearlock.systems.brigands.rounds.activation import end_activation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit


@rule("brigands.6.1")
def resolve_standby(ctx: Ctx[State], order: Standby) -> Script[None]:
    """All remaining Actions become Standby tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        unit = ctx.state.units[order.unit]
        ctx.emit(StoodBy(unit.id, tokens_of(ctx.state, unit.id)))
        yield from end_activation(ctx, unit.id)


@rule("brigands.6.2")
def resolve_overwatch(ctx: Ctx[State], order: Overwatch) -> Script[None]:
    """All remaining Actions of a Braced model become Overwatch tokens, and the activation is over."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        ctx.emit(Overwatched(order.unit, tokens_of(ctx.state, order.unit)))
        yield from end_activation(ctx, order.unit)


@heeds("brigands.6.1", "brigands.trait.autopilot")
def tokens_of(state: State, unit_id: str) -> int:
    """One token for each Action left, and one more with Autopilot."""
    unit = state.units[unit_id]
    return unit.actions + (1 if "Autopilot" in unit.line.traits else 0)


@heeds("brigands.6.1", "brigands.2.1-combat-speed")
def refuse_standby(state: State, ask: Ask, _order: Standby) -> Refusal | None:
    """Combat Speed only, and there must be an Action left to keep."""
    return _refuse_watch(state, ask, COMBAT_SPEED, "Standby", "brigands.6.1")


@heeds("brigands.6.2", "brigands.2.1-braced", "brigands.7.5f")
def refuse_overwatch(state: State, ask: Ask, _order: Overwatch) -> Refusal | None:
    """Braced only, or at Combat Speed by a Reposition order; and there must be an Action left to keep."""
    repositioning = is_ordered(state, state.units[ask.unit], REPOSITION)
    posture = COMBAT_SPEED if repositioning and state.units[ask.unit].posture == COMBAT_SPEED else BRACED
    return _refuse_watch(state, ask, posture, "Overwatch", "brigands.6.2")


def _refuse_watch(state: State, ask: Ask, posture: str, action: str, rule_id: str) -> Refusal | None:
    unit = state.units[ask.unit]
    if unit.posture != posture:
        return Refusal("posture", rule_id, f"{action} needs the posture {posture}, not {unit.posture}.")
    if unit.actions <= 0:
        return Refusal("no-action", rule_id, f"The {unit.name} has no Action left to keep.")
    return None


def offer_watch(state: State, unit: Unit) -> Iterator[Option]:
    """Tokens instead of Actions, as the posture allows."""
    if unit.actions and unit.posture == COMBAT_SPEED:
        yield Pick("Standby", Standby(unit.id), "brigands.6.1")
    watchful = unit.posture == BRACED or (unit.posture == COMBAT_SPEED and is_ordered(state, unit, REPOSITION))
    if unit.actions and watchful:
        yield Pick("Overwatch", Overwatch(unit.id), "brigands.6.2")
