"""1.6, 1.7: who may be activated, and the end of an activation."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.movement.moves_made import settle_move
from gearlock.systems.brigands.rounds.events import ActivationEnded
from gearlock.systems.brigands.rounds.orders import EndActivation
from gearlock.systems.brigands.state import NO_GROUP, State, Unit


@heeds("brigands.1.7a")
def resolve_end(ctx: Ctx[State], order: EndActivation) -> Script[None]:
    """End the activation; a Move that was left open ends with it."""
    yield from settle_move(ctx)
    if ctx.state.activation is not None:
        yield from end_activation(ctx, order.unit)


@heeds("brigands.1.7a", "brigands.9.2")
def end_activation(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The activation is over, and drones are placed anew."""
    ctx.emit(ActivationEnded(unit_id))
    yield from resolve_drones(ctx, unit_id)


@heeds("brigands.1.6a", "brigands.1.8-action", "brigands.10.3")
def unactivated(state: State, seat: str) -> list[Unit]:
    """The models that may be activated next: of the Active Combat Group, or of any while none is."""
    group = state.group
    return [unit for unit in waiting_models(state) if unit.seat == seat and (not group or unit.group == group)]


@heeds("brigands.11.3-demolitions")
def waiting_models(state: State) -> Iterator[Unit]:
    """The models in play that are still to be activated; what is in no Combat Group never is."""
    return (u for u in state.units.values() if u.is_fielded and not u.activated and u.group != NO_GROUP)
