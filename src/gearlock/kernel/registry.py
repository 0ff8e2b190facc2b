"""Systems are found through the entry points of installed packages; nothing else knows their names."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.system import System

GROUP = "gearlock.systems"

AnySystem = System[Any]


@cache
def system_ids() -> tuple[str, ...]:
    """The ids of all installed systems, sorted."""
    return tuple(sorted(point.name for point in entry_points(group=GROUP)))


@cache
def get_system(system_id: str) -> AnySystem:
    """Load one system; an unknown id is answered with the nearest known ones."""
    for point in entry_points(group=GROUP):
        if point.name == system_id:
            loaded = point.load()
            assert isinstance(loaded, System), f"{point.value} is no System"
            assert loaded.id == system_id, f"{point.value} calls itself {loaded.id}"
            return loaded
    raise UnknownName("system", system_id, system_ids())


def all_systems() -> tuple[AnySystem, ...]:
    """Every installed system, in order of id."""
    return tuple(get_system(system_id) for system_id in system_ids())
