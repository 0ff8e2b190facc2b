"""A look gone into: how much of a body is hidden from an eye, and by what, so that it can be told and drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gearlock.kernel.survey import Gaze, Screen
from gearlock.mechanics.sighting.crossing import Between, Crossing
from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE
from gearlock.table.sightlines import Eye
from gearlock.table.strip import Patch


class Hidden(NamedTuple):
    """The per cent of a body that is hidden, the ids of what hides it (nearest first), and the look as it is seen."""

    share: int
    by: tuple[str, ...]
    gaze: Gaze


def hidden_from(place: Crossing[Any], eye: Eye, end: Body, between: Between, aloft: bool = False) -> Hidden:
    """What hides how much of a body from one eye."""
    solids, patches = between
    areas = place.areas_before(patches, eye, end, aloft)
    found = place.sight(eye, end, solids, areas)
    by = tuple(dict.fromkeys(found.blockers))
    shown = {one.id: one for one in (*map(screen_of, solids), *map(veil_of, areas))}
    gaze = gaze_at(eye, end, (shown[name] for name in by if name in shown))
    return Hidden(round(100 * found.obscured / WHOLE), by, gaze)


def gaze_at(eye: Eye, end: Body, screens: Iterable[Screen] = ()) -> Gaze:
    """A look from one eye at a body past what hides some of it."""
    return Gaze(eye, (end.x, end.y, end.z, end.radius, end.height), tuple(screens))


def screen_of(solid: Solid) -> Screen:
    """Something with a shape, as it is drawn."""
    outline = tuple((round(x), round(y)) for x, y in zip(solid.xs, solid.ys, strict=True))
    return Screen(solid.id, outline, round(solid.base), round(solid.top), round(solid.radius))


def veil_of(patch: Patch) -> Screen:
    """Ground cover that is looked through, as it is drawn."""
    return Screen(patch.id, patch.outline, patch.base, patch.top, veil=True)
