"""2.6.2, Step Zero: deployment zones: strips along table edges, or what a scenario says."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.movement.limits import Area, Box, areas_of, holds
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.bodies import Body

DROP = "drop"
FACES = {"south": 900, "north": 2700, "west": 0, "east": 1800}


def boxes_of(state: State, text: str) -> list[Box]:
    """A zone in words as boxes (around it, where it is a piece of terrain)."""
    return [area.box for area in areas_of(state, text)]


@heeds("tactical.2.6.2-step0-deployment")
def zone_areas(state: State, unit: Unit) -> list[Area]:
    """Where a unit is deployed: in the zone of its combat group if the scenario gives it one, else in its side's."""
    text = state.zones.get(f"{unit.seat}:{unit.group}") or state.zones[unit.seat]
    return areas_of(state, text) + drop_areas(state, unit)


def zone_boxes(state: State, unit: Unit) -> list[Box]:
    """The same as boxes."""
    return [area.box for area in zone_areas(state, unit)]


@rule("tactical.7.2-airdroppable")
def drop_areas(state: State, unit: Unit) -> list[Area]:
    """Where a scenario lets Airdroppable vehicles of a side come down besides: its zone "red:drop"."""
    text = state.zones.get(f"{unit.seat}:{DROP}", "")
    return areas_of(state, text) if unit.card.has("Airdroppable") else []


def is_in_zone(state: State, unit: Unit, body: Body) -> bool:
    """Whether a whole base lies in the zone."""
    return any(holds(state, area, body) for area in zone_areas(state, unit))


def faces(state: State, seat: str) -> int:
    """The facing away from a seat's home edge."""
    return FACES.get(state.homes[seat], 900)
