"""What is laid on the ground for looking across it: clouds of smoke."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.sighting.clouds import CloudKind, clouded
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

SMOKE: Final = "Smoke"
SMOKE_RADIUS, SMOKE_HEIGHT = 2 * INCH, 2 * INCH
CLOUD: Final = CloudKind(SMOKE, SMOKE_HEIGHT, "medium")


@heeds("fieldmanual.perk-smoke")
def seen_ground(state: State) -> Ground:
    """The ground as one looks across it: with the clouds that hang over it."""
    return clouded(state.ground, CLOUD, tuple(state.smoke)) if state.smoke else state.ground


@lru_cache(maxsize=64)
def lacking(ground: Ground, names: tuple[str, ...]) -> Ground:
    """A ground without some pieces: those that somebody is in do not hide who is in there, nor what it looks at."""
    return ground.changed(without=names)
