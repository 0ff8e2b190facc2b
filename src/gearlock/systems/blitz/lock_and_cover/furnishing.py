"""What is laid on the ground for looking across it: clouds of smoke, on top of what was built."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.sighting.clouds import Cloud, CloudKind, cloud_piece
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

SMOKE: Final = "Smoke"
SMOKE_RADIUS: Final = 3 * INCH


@heeds("blitz.trait.smoke", "blitz.18.3", "blitz.7.0")
def seen_ground(state: State) -> Ground:
    """The ground as one looks across it: with clouds of smoke and fortifications on it."""
    return _clouded(built(state), tuple(state.smoke)) if state.smoke else built(state)


@heeds("blitz.trait.smoke")
def cloud_of(unit: Unit) -> Cloud:
    """The cloud a model would put up: the foot of its middle, and how high it is, an inch above its silhouette."""
    return unit.x, unit.y, unit.z, unit.height + INCH


@lru_cache(maxsize=64)
def _clouded(ground: Ground, clouds: tuple[Cloud, ...]) -> Ground:
    pieces = [
        cloud_piece(CloudKind(SMOKE, height, "light"), number, (x, y, z, SMOKE_RADIUS))
        for number, (x, y, z, height) in enumerate(clouds, 1)
    ]
    return ground.changed(*pieces)
