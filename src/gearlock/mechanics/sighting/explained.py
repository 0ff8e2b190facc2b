"""A look gone into: how much of a body is hidden from an eye, and by what."""

from __future__ import annotations

from typing import Any, NamedTuple

from gearlock.mechanics.sighting.crossing import Between, Crossing
from gearlock.table.bodies import Body
from gearlock.table.sight import WHOLE
from gearlock.table.sightlines import Eye


class Hidden(NamedTuple):
    """The per cent of a body that is hidden, and the ids of what hides it, the nearest first."""

    share: int
    by: tuple[str, ...]


def hidden_from(place: Crossing[Any], eye: Eye, end: Body, between: Between, aloft: bool = False) -> Hidden:
    """What hides how much of a body from one eye."""
    solids, patches = between
    found = place.sight(eye, end, solids, place.areas_before(patches, eye, end, aloft))
    return Hidden(round(100 * found.obscured / WHOLE), tuple(dict.fromkeys(found.blockers)))
