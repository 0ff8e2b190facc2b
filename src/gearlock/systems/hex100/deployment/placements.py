"""Who waits to be placed, and where each may be."""

from __future__ import annotations

from gearlock.systems.hex100.plan import Placement
from gearlock.systems.hex100.state import State
from gearlock.table.hexes import Hex


def coming_turn(state: State) -> int:
    """The turn whose units take their places now; 0 is the deployment before the battle."""
    return 0 if state.phase == "deployment" else state.turn + (state.active != state.first)


def open_placements(state: State, unit_id: str) -> list[Placement]:
    """Where a unit may be placed now."""
    turn = coming_turn(state)
    return [each for each in state.scene.plan.placements_of(unit_id) if each.turn <= turn]


def places_for(state: State, unit_id: str) -> frozenset[Hex]:
    """The hexes of all zones that are open to a unit now."""
    zones = state.scene.ground.zones
    return frozenset().union(*(zones[each.zone] for each in open_placements(state, unit_id)))


def waiting_units(state: State, seat: str) -> list[str]:
    """The units of a side that are to be placed now, in the order of its list; drones come with who brings them."""
    brought = state.scene.ties
    off_map = (u for u in state.units.values() if u.seat == seat and not u.placed and u.id not in brought)
    return [unit.id for unit in off_map if not unit.left and not unit.destroyed and open_placements(state, unit.id)]
