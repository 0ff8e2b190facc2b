"""2.6.2, Step Zero: deployment zones: strips along table edges, or what a scenario says."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.movement.limits import Area, Box, area_words, areas_of, holds, strip
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


@heeds("tactical.4.1.3-scouting")
def half_of(state: State, seat: str) -> Box:
    """A side's half of the table, by its home edge."""
    across = state.homes[seat] in ("west", "east")
    return strip(state, state.homes[seat], (state.ground.width if across else state.ground.height) // 2)


@heeds("tactical.4.1.3-scouting")
def may_hide(state: State, seat: str) -> bool:
    """Whether a side has won a total ambush."""
    return bool(state.points.get(f"hides:{seat}"))


def is_in_zone(state: State, unit: Unit, body: Body, hidden: bool = False) -> bool:
    """Whether a whole base lies in the zone; of who is hidden, in its half of the table."""
    return any(holds(state, area, body) for area in _areas(state, unit, hidden))


def _areas(state: State, unit: Unit, hidden: bool) -> list[Area]:
    return [Area(half_of(state, unit.seat))] if hidden else zone_areas(state, unit)


def zone_words(state: State, unit: Unit, hidden: bool = False) -> str:
    """Where a unit may be placed, in words."""
    return " or ".join(area_words(state, area) for area in _areas(state, unit, hidden))


def faces(state: State, seat: str) -> int:
    """The facing away from a seat's home edge."""
    return FACES.get(state.homes[seat], 900)
