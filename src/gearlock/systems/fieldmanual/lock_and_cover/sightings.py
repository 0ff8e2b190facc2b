"""Who looks at whom across the table: terrain, smoke, wrecks and models, from a model or from its Sensor Boom."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.sighting.crowd import Member
from gearlock.systems.fieldmanual.lock_and_cover.furnishing import lacking, seen_ground
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    MODEL,
    OPEN,
    SOLID,
    TERRAIN,
    Place,
    Sighting,
    class_of,
    crossing_of,
)
from gearlock.systems.fieldmanual.lock_and_cover.shelters import bodies_between, is_sheltered
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, INCH, advance
from gearlock.table.sightlines import front_point

Crowd = crowds.Crowd[State, Sighting]
REPRESENTATIONAL: Final = "representational cover"
OVERHEAD: Final = 4 * INCH
"""How near to a model on the ground terrain has to be to hide it from airstrikes, or them from it."""
BOOM: Final = "Sensor Boom"
BOOM_POINTS: Final = 16
"""Places all round that a Sensor Boom is tried at."""


def look_at(state: State, looker: Unit, target: Unit) -> Sighting:
    """What a model sees of another from where it stands, noted for the position."""
    start, end = sight_bodies(state, looker, target)
    looks: dict[tuple[str, Body, str, Body], Sighting] | None = state.notes.get(Sighting)
    if looks is None:
        looks = state.notes[Sighting] = {}
    key = (looker.id, start, target.id, end)
    known = looks.get(key)
    if known is None:
        known = looks[key] = look_between(state, start, end, (looker, target))
    return known


@heeds("fieldmanual.airstrike-attacks")
def sight_bodies(state: State, looker: Unit, target: Unit) -> tuple[Body, Body]:
    """From where to where a look runs. Between an airstrike and the ground only what is within 4 in of that counts."""
    start, end = bodies_between(state, looker, target)
    if looker.status == target.status or ALOFT not in (looker.status, target.status):
        return start, end
    if looker.status == ALOFT:
        return _aside(end, start), end
    return start, _aside(start, end)


def _aside(body: Body, flier: Body) -> Body:
    """Where a line to an airstrike leaves the surroundings of a model that is on the ground."""
    near = body.radius + OVERHEAD
    if (flier.x - body.x) ** 2 + (flier.y - body.y) ** 2 <= near * near:
        return flier
    x, y, _ = front_point(Body(body.x, body.y, body.z, near), flier.x, flier.y, 0.0, 0)
    return Body(x, y, flier.z, 0, flier.height)


def look_between(state: State, start: Body, end: Body, who: tuple[Unit, ...] = ()) -> Sighting:
    """What is seen of one space from another, if those who take them hide nothing themselves."""
    crowd = crowd_of(state)
    names = {unit.id for unit in who}
    inside = {unit.carrier for unit in who if unit.carrier}
    near = [n for n in crowd.near(start, end) if crowd.ids[n] not in names and crowd.ids[n] not in inside]
    place = _place_around(state, crowd, inside) if inside else crowd.place
    found = place.look(start, end, False, tuple([crowd.hiders[number] for number in near]))
    if not near or not found.screens:
        return found
    by_number = {f"#{number}": crowd.ids[other] for number, other in enumerate(near)}
    return found._replace(screens=tuple([(by_number.get(name, name), share) for name, share in found.screens]))


@rule("fieldmanual.perk-sensor-boom")
def boom_looks(state: State, looker: Unit, target: Unit) -> list[Sighting]:
    """What a model may see of another: from its own place and, with a Sensor Boom, from any point up to 1 in away.

    The end of the boom is never inside Solid terrain.
    """
    own = look_at(state, looker, target)
    looks = [own]
    if not looker.perk(BOOM) or own.hidden == 0:
        return looks
    start, end = sight_bodies(state, looker, target)
    reach = start.radius + INCH
    for number in range(BOOM_POINTS):
        x, y = advance(start.x, start.y, number * FULL_TURN // BOOM_POINTS, reach)
        if not _is_in_solid(state, x, y, start.top):
            looks.append(look_between(state, Body(x, y, start.z, 0, start.height), end, (looker, target)))
    return looks


def _is_in_solid(state: State, x: int, y: int, z: int) -> bool:
    return any(class_of(p) == SOLID and p.base <= z < p.top for p in state.ground.pieces_at(x, y))


def crowd_of(state: State) -> Crowd:
    """All models and wrecks of a position that may hide another, noted."""
    crowd: Crowd | None = state.notes.get(crowds.Crowd)
    if crowd is None:
        crowd = state.notes[crowds.Crowd] = crowds.Crowd(state, _place_of, _members_of)
    return crowd


def _place_of(state: State) -> Place:
    return crossing_of(seen_ground(state), is_representational(state))


@heeds("fieldmanual.option-representational-cover")
def is_representational(state: State) -> bool:
    """Whether areas cover who is in them all across up to their height; maps are drawn so unless players say no."""
    return state.switches.get(REPRESENTATIONAL, "yes") != "no"


@heeds("fieldmanual.infantry-structures")
def _place_around(state: State, crowd: Crowd, names: set[str]) -> Place:
    """The ground as these look across it: the buildings they are in do not hide them."""
    inside = tuple(sorted(piece.id for piece in state.ground.pieces if piece.id in names))
    return crossing_of(lacking(seen_ground(state), inside), is_representational(state)) if inside else crowd.place


@heeds(
    "fieldmanual.concealment-types",
    "fieldmanual.concealment-solid",
    "fieldmanual.perk-drone",
    "fieldmanual.damage-dead",
)
def hider_class(unit: Unit) -> int:
    """What a model hides as: models by themselves, wrecks as Heavy terrain, bunkers as Solid; drones are no models."""
    if unit.status == DEAD:
        return TERRAIN
    if is_sheltered(unit) or unit.card.kind == "drone":
        return OPEN
    return SOLID if unit.is_static and not unit.card.weapons else MODEL


def _members_of(state: State) -> list[Member]:
    return [
        (unit.id, unit.id, (klass, unit.x, unit.y, unit.z, unit.card.radius, unit.height))
        for unit in state.standing()
        if (klass := hider_class(unit)) != OPEN
    ]
