"""6.2 and 6.5: what a moving model cannot get past: other models, walls, deep water, edges, the end of the table."""

from __future__ import annotations

from functools import lru_cache, partial

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.edges import Passage, Way, refuse_jutting, refuse_landing
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.blitz.general_concepts.works import is_works
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.gaits import HOVERING, jets_of
from gearlock.systems.blitz.movement.stretch import Stretch, name_of
from gearlock.systems.blitz.movement.sweeping import without
from gearlock.systems.blitz.movement.terrain import IMPASSABLE, can_cross, going_of, step_of
from gearlock.systems.blitz.state import DROPPED, WRECK, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Ground, Piece

FIGURE = INCH // 5
"""Half the base of a single figure."""
CRUSHED = "crushed"
"""The mark of an activation in which this model was crushed."""
RULES = {
    "table": "blitz.6.0", "overlap": "blitz.6.2", "step": "blitz.13.1", "edge": "blitz.6.5e", "terrain": "blitz.6.5e",
    "air": "blitz.13.1", "top": "blitz.trait.jumpjets",
}  # fmt: skip


@heeds("blitz.2.14")
def girth_of(unit: Unit) -> int:
    """How much room it needs between terrain: half its base; infantry passes where one figure does."""
    return min(FIGURE, unit.line.radius) if unit.is_infantry else unit.line.radius


@rule("blitz.6.2")
@heeds("blitz.6.3f", "blitz.9.3", "blitz.18.4", "blitz.16.1b")
def passes(stretch: Stretch, other: Unit) -> bool:
    """Whether it may go through another: infantry and drones, a wreck it can cross, whoever its hover jets clear.

    Who has just been dropped is not there yet.
    """
    unit, gait = stretch.unit, stretch.gait
    if other.is_infantry or other.line.type == "Drone" or DROPPED in other.tokens:
        return True
    if other.status == WRECK:
        return can_cross(other.body.top, unit, gait)
    return gait in HOVERING and other.body.top - unit.z <= jets_of(unit, gait)


def obstacles(state: State, unit: Unit) -> list[Unit]:
    """Everything on the table that its base must not be on."""
    others = (other for other in state.standing() if other.id != unit.id and not is_works(other))
    others = (other for other in others if not other.carrier)
    return [other for other in others if not yields(state, unit, other)]


@heeds("blitz.18.6")
def is_part(unit: Unit, other: Unit) -> bool:
    """Whether two models are parts of one vehicle."""
    drone = "Drone" in (unit.line.type, other.line.type)
    return not drone and (other.parent == unit.id or unit.parent == other.id)


@heeds("blitz.12.3", "blitz.18.4")
def yields(state: State, unit: Unit, other: Unit) -> bool:
    """Whether another makes room for a model: drones for all, infantry for who crushed it just now, parts for parts."""
    if other.line.type == "Drone":
        return unit.line.type != "Drone"
    if is_part(unit, other):
        return True
    now = state.activation
    return now is not None and now.unit == unit.id and f"{CRUSHED} {other.id}" in now.marks


@heeds("blitz.6.2", "blitz.6.5b", "blitz.6.5c", "blitz.6.5e", "blitz.6.3g", "blitz.13.1", "blitz.2.13-watercraft")
def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in the elevation it ends at, and how far it falls there."""
    unit, path = stretch.unit, stretch.path
    if not path.strides:
        return None
    refusal = _refuse_ground(stretch)
    if refusal is not None:
        return refusal
    ground, step = _crossed(built(state), stretch), step_of(unit, stretch.gait)
    jets = jets_of(unit, stretch.gait)
    if stretch.drop and not jets:
        step = min(step, INCH - 1)
    stops = partial(_refuse_stop, built(state), stretch)
    mover = Mover(unit, girth_of(unit), step, jets, passes=partial(passes, stretch), stops=stops)
    way = Way(path, unit.z, stretch.drop)
    end = ruled(go_along(ground, mover, way, obstacles(state, unit), lambda _piece, _mils: None), RULES)
    if isinstance(end, Refusal):
        return end
    stretch.end = end
    return _refuse_edge(built(state), stretch, jets) or ruled(
        refuse_jutting(ground, mover, path.x, path.y, end.z), RULES
    )


@heeds("blitz.6.5b", "blitz.6.5g", "blitz.6.3g")
def _refuse_ground(stretch: Stretch) -> Refusal | None:
    """Why the ground bears no such move: impassable terrain, deep water, or none for a model that swims."""
    unit = stretch.unit
    for met in stretch.met:
        if met.going.type == IMPASSABLE:
            message = f"The {met.name} is impassable to the {unit.name} on {name_of(stretch.gait)} movement: go around."
            return Refusal("impassable", "blitz.6.5b", message, {"piece": met.id})
    afloat = stretch.gait == "H2O" or unit.line.subtype == "Watercraft"
    if afloat and without([(0, stretch.length)], stretch.afloat):
        return Refusal("water", "blitz.6.3g", f"On water movement the {unit.name} stays in the water.")
    return None


@lru_cache(maxsize=256)
def _opened(ground: Ground, without: tuple[str, ...]) -> Ground:
    return ground.changed(without=without)


@heeds("blitz.6.5c", "blitz.6.6")
def _crossed(ground: Ground, stretch: Stretch) -> Ground:
    """The ground without the instance terrain that the model crosses, with a test, instead of stepping on it."""
    unit = stretch.unit
    names = tuple(
        met.id
        for met in stretch.met
        if not met.is_area and met.going.dangerous and not met.is_wreck
        and can_cross(ground.piece(met.id).top, unit, stretch.gait)
    )  # fmt: skip
    return _opened(ground, names) if names else ground


@heeds("blitz.6.5b", "blitz.6.5c", "blitz.trait.jumpjets")
def _refuse_stop(ground: Ground, stretch: Stretch, _x: int, _y: int) -> Refusal | None:
    """Why the model cannot stop at the end: on what it only crosses, or above what it cannot be in."""
    for met in stretch.met if stretch.gait != "V" else ():
        if met.spans[-1][1] < stretch.length or met.is_wreck:
            continue
        facts: dict[str, str | int | float] = {"piece": met.id}
        if not met.is_area and met.going.dangerous:
            message = f"The {stretch.unit.name} crosses the {met.name}: it cannot stop on it."
            return Refusal("edge", "blitz.6.6", message, facts)
        if met.is_area and met.going.aloft and _is_deadly(stretch, ground.piece(met.id)):
            message = f"The {met.name} is impassable: the {stretch.unit.name} cannot stop there."
            return Refusal("impassable", "blitz.6.5b", message, facts)
    return None


def _is_deadly(stretch: Stretch, piece: Piece) -> bool:
    """Whether a model that passes above an area could not be in it."""
    low = stretch.unit.clone()
    low.z = piece.top
    return going_of(piece, low, stretch.gait).type == IMPASSABLE


@heeds("blitz.13.1")
def _refuse_edge(ground: Ground, stretch: Stretch, jets: int) -> Refusal | None:
    """Why a model cannot just step down there: from a full inch on that is a fall, unless it wants one or has jets."""
    unit, end = stretch.unit, stretch.end
    slopes = slope_at(ground, unit.x, unit.y) - slope_at(ground, stretch.path.x, stretch.path.y)
    down = unit.z - end.z - max(0, slopes)
    if jets or stretch.drop or down < INCH:
        return None
    message = f"The {unit.name} would fall {inches_text(down)} in there: it climbs down, or drops."
    return Refusal("step", "blitz.13.1", message, {"down": down})


@heeds("blitz.6.5f", "blitz.13.1", "blitz.6.2")
def refuse_clinging(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model on a wall cannot move so: it lets go and drops, or goes from the edge wholly onto the top."""
    unit, path, ground = stretch.unit, stretch.path, built(state)
    piece = ground.piece(unit.place)
    if not path.strides and stretch.drop:
        z = surface_at(ground, unit.x, unit.y, unit.z)
        stretch.end = Passage(z, fall=max(0, unit.z - z - jets_of(unit, stretch.gait)))
        way = Body(unit.x, unit.y, z, unit.line.radius, unit.z - z + unit.height)
        below = overlapped(way, obstacles(state, unit))
        if below is not None:
            return Refusal("overlap", "blitz.6.2", f"The {unit.name} would fall on the {below.name}.")
        mover = Mover(unit, girth_of(unit))
        return ruled(refuse_landing(ground, mover, unit.x, unit.y, z), RULES)
    end = body_at(unit, path.x, path.y, piece.top)
    if unit.z != piece.top or not piece.footing or not footprint_inside(end, piece.outline):
        message = f"The {unit.name} hangs on the {piece.name}: it climbs, lets go, or moves wholly onto the top."
        return Refusal("hanging", "blitz.6.5f", message)
    return None
