"""Switching the data link off and on."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.electronic_warfare.events import LinkSwitched
from gearlock.systems.hex100.electronic_warfare.orders import SwitchLink
from gearlock.systems.hex100.state import State, Unit


@rule("hex100.data-link-off")
def refuse_switch(state: State, unit: Unit, order: SwitchLink) -> Refusal | None:
    """Why a data link cannot be switched: there is none, or it is as wished. Jammed or hacked it still can be."""
    if "data_link" not in state.scene.loadouts[unit.id].effects:
        name = state.machine(unit.id).name
        return Refusal("no-data-link", "hex100.data-link-off", f"The {name} has no data link.")
    if order.on != unit.unlinked:
        return Refusal("no-change", "hex100.data-link-off", f"The data link is {'on' if order.on else 'off'} already.")
    return refuse_payment(unit, "utility")


@heeds("hex100.data-link-off")
def resolve_switch(ctx: Ctx[State], order: SwitchLink) -> Script[None]:
    """A utility action takes a unit out of its side's network, or brings it back."""
    spend(ctx, order.unit, "utility")
    ctx.emit(LinkSwitched(order.unit, order.on))
    yield from ()
