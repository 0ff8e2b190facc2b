"""Ground that is no more what the map says: buildings to those within them, and buildings that fell."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from gearlock.table.terrain import Ground


@lru_cache(maxsize=64)
def opened(ground: Ground, inside: tuple[str, ...]) -> Ground:
    """The ground to somebody in a building: its floors are an area of its rating, not walls."""
    return ground.changed(*(msgspec.structs.replace(ground.piece(name), kind="area") for name in inside))


@lru_cache(maxsize=64)
def ruined(ground: Ground, building: str, top: int, rating: str) -> Ground:
    """The ground after a building has fallen: it is an area of this height and rating."""
    rubble = msgspec.structs.replace(ground.piece(building), kind="area", rating=rating, top=top, base=0, footing=False)
    return ground.changed(rubble)
