"""Deployment before the battle, reinforcements during it, units set up hidden."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.actions.pool import loaded_modes
from gearlock.systems.hex100.deployment.events import Deployed
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.deployment.placements import open_placements, places_for, waiting_units
from gearlock.systems.hex100.drones.brought_drones import field_drones
from gearlock.systems.hex100.forces.loadout import legal_loads
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.state import State
from gearlock.table.hexes import Hex, distance


@heeds("hex100.deployment", "hex100.rough-impassable", "hex100.stacking")
def refuse_place(state: State, seat: str, order: Deploy) -> Refusal | None:
    """Why a unit cannot be placed there with these loads; an enemy nobody has found is no reason."""
    hex_ = (order.q, order.r)
    if hex_ not in places_for(state, order.unit):
        named = " or ".join(each.zone for each in open_placements(state, order.unit))
        message = f"The {state.machine(order.unit).name} is placed in the zone {named}."
        return Refusal("not-in-zone", "hex100.deployment", message)
    known = (unit for unit in state.units.values() if unit.id in state.known[seat])
    if any(unit.hex == hex_ for unit in (*state.standing(seat), *known)):
        return Refusal("occupied", "hex100.stacking", "Another unit stands there.")
    if not state.land.cost(hex_, standing_kind(state, state.units[order.unit])):
        return Refusal("impassable", "hex100.rough-impassable", "The unit cannot stand there.")
    if order.load and order.load not in legal_loads(state.machine(order.unit)):
        return Refusal("no-such-ammo", "hex100.attr-variable-ammo", "That is no way to load the guns of this unit.")
    return None


def place(ctx: Ctx[State], order: Deploy, hex_: Hex) -> None:
    """Put a unit on the map; where the briefing says so it lies in wait."""
    zones = ctx.state.scene.ground.zones
    here = [each for each in open_placements(ctx.state, order.unit) if hex_ in zones[each.zone]]
    lurking = any(each.hidden for each in here)
    loaded = loaded_modes(ctx.state, order.unit, order.load)
    ctx.emit(Deployed(order.unit, *hex_, order.facing, loaded, lurking))


def _free_places(state: State, unit_id: str) -> list[Hex]:
    kind = standing_kind(state, state.units[unit_id])
    return [
        hex_ for hex_ in sorted(places_for(state, unit_id)) if state.land.cost(hex_, kind) and not state.unit_in(hex_)
    ]


@heeds("hex100.deployment", "hex100.briefing")
def resolve_arrivals(ctx: Ctx[State], seat: str) -> Script[None]:
    """Before a side's phase its reinforcements come, one at a time; one for whom there is no room comes later.

    Where an enemy stands that nobody has found, the unit comes in as near to the spot as it can.
    """
    for unit_id in waiting_units(ctx.state, seat):
        if not _free_places(ctx.state, unit_id):
            continue
        prompt = f"The {ctx.state.machine(unit_id).name} arrives: place it."
        order = yield from ask(Ask(seat, "deploy", "", (unit_id,), "hex100.deployment", prompt))
        assert isinstance(order, Deploy), "only a placement answers here"
        wished = (order.q, order.r)
        place(ctx, order, min(_free_places(ctx.state, unit_id), key=lambda hex_: (distance(hex_, wished), hex_)))
        yield from field_drones(ctx, unit_id)
