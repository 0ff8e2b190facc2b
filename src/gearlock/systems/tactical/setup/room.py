"""Whether a table of somebody's own has room for both sides where they may have to deploy."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import is_file_name
from gearlock.mechanics.placing.search import has_room
from gearlock.mechanics.placing.zones import EDGES, marks_zones
from gearlock.systems.tactical.deployment.places import refuse_standing, waiting
from gearlock.systems.tactical.deployment.zones import zone_areas
from gearlock.systems.tactical.generator.record import BATTLE
from gearlock.systems.tactical.movement.limits import holds
from gearlock.systems.tactical.state import SEATS, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.handmade import bare_ground
from gearlock.table.polygon import rectangle


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own on which a side could not be put down in a zone that it may get.

    Tables named by their size are looked at too. In a generated battle that is any edge, for the field is set up when
    the scouts are back.
    """
    if not is_file_name(name) and bare_ground(name) is None:
        return
    cramped = []
    for seat in SEATS:
        lacking = [where for where, place in _possible(state, seat) if not _holds_all(place, seat)]
        if lacking:
            where = f" along the {', '.join(lacking)} edge" if all(lacking) else ""
            cramped.append(Finding(name, 0, f"the deployment zone of {seat}{where} has no room for its units"))
    if cramped:
        raise BadFile(cramped)


def _possible(state: State, seat: str) -> Iterator[tuple[str, State]]:
    """The state with each zone that a side may get, and its edge where that is still open."""
    if state.scenario != BATTLE or marks_zones(state.ground):
        yield "", state
        return
    for edge in EDGES:
        twin = state.clone()
        twin.zones[seat] = edge
        yield edge, twin


def _holds_all(state: State, seat: str) -> bool:
    """Whether the combat groups of a side find room, those together that share a zone."""
    sharing: dict[tuple[object, ...], list[Unit]] = {}
    for unit in waiting(state, seat):
        sharing.setdefault(tuple(zone_areas(state, unit)), []).append(unit)
    return all(_has_room(state, units) for units in sharing.values())


def _has_room(state: State, units: list[Unit]) -> bool:
    """Whether there are places enough on which each of some units could stand in one of its movement systems."""
    areas = zone_areas(state, units[0])
    kinds = list({unit.card.id: unit for unit in units}.values())

    def is_free(body: Body) -> bool:
        return any(holds(state, area, body) for area in areas) and all(_may_stand(state, kind, body) for kind in kinds)

    return has_room([rectangle(*area.box) for area in areas], [unit.card.radius for unit in units], is_free)


def _may_stand(state: State, unit: Unit, body: Body) -> bool:
    modes = tuple(unit.card.modes) or ("",)
    return any(refuse_standing(state, unit, body.x, body.y, mode) is None for mode in modes)
