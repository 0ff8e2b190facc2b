"""A look as the looker would see it: from the front of its base to the front of the other's, past what hides that."""

from __future__ import annotations

from gearlock.kernel.survey import Gaze, Screen
from gearlock.mechanics.sighting.explained import gaze_at
from gearlock.systems.fieldmanual.lock_and_cover.furnishing import SMOKE, seen_ground
from gearlock.systems.fieldmanual.lock_and_cover.looks import Sighting, is_zone
from gearlock.systems.fieldmanual.lock_and_cover.sightings import is_representational, sight_bodies
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.polygon import is_inside
from gearlock.table.sightlines import front_point
from gearlock.table.terrain import Piece


def gaze_of(state: State, looker: Unit, target: Unit, look: Sighting) -> Gaze:
    """The eye of a look, the body it looks at, and what the look found to hide that."""
    start, end = sight_bodies(state, looker, target)
    eye = front_point(start, end.x, end.y, 0.0, start.top)
    x, y, _ = front_point(end, start.x, start.y, 0.0, 0)
    pieces = {piece.id: piece for piece in seen_ground(state).pieces}
    screens = [_screen(state, name, pieces, end) for name, _ in look.screens]
    return gaze_at(eye, Body(x, y, end.z, end.radius, end.height), [screen for screen in screens if screen is not None])


def _screen(state: State, name: str, pieces: dict[str, Piece], end: Body) -> Screen | None:
    """Terrain or a model that hides something; of smoke around the target no more is counted than that it is there."""
    piece, unit = pieces.get(name), state.units.get(name)
    if piece is not None:
        is_veil = is_representational(state) and is_zone(piece) and _holds(piece, end)
        if is_veil and piece.name == SMOKE:
            return None
        return Screen(name, piece.outline, piece.base, piece.top, veil=is_veil)
    if unit is not None:
        return Screen(name, ((unit.x, unit.y),), unit.z, unit.z + unit.height, unit.card.radius)
    return None


def _holds(piece: Piece, body: Body) -> bool:
    """Whether a body is in an area: its middle is, between its foot and its top."""
    return piece.base <= body.z < piece.top and is_inside(piece.outline, body.x, body.y)
