"""3.2b: buildings, what they withstand and how they come down: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.brigands.buildings.events import BuildingDamaged
from gearlock.systems.brigands.buildings.words import building_damaged
from gearlock.systems.brigands.state import State

BUILDINGS: Chapter[State] = Chapter(
    "3.2b: buildings",
    events={
        BuildingDamaged: building_damaged,
    },
)
