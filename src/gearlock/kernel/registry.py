"""Systems are found through the entry points of installed packages; nothing else knows their names."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.system import System

GROUP = "gearlock.systems"

AnySystem = System[Any]


@cache
def system_ids() -> tuple[str, ...]:
    """The ids of all installed systems, sorted."""
    return tuple(sorted(point.name for point in entry_points(group=GROUP)))


class BrokenSystem(BadInput):
    """An installed package offers a system that cannot be used."""


def get_system(system_id: str) -> AnySystem:
    """Load one system; an unknown id is answered with the nearest known ones, a broken one with what is wrong."""
    if not isinstance(system_id, str):
        raise BadInput(f"A system is called by its id, such as {system_ids()[0]!r}, not {shown(system_id)}.")
    return _found(system_id)


@cache
def _found(system_id: str) -> AnySystem:
    for point in entry_points(group=GROUP):
        if point.name == system_id:
            return _loaded(point)
    raise UnknownName("system", system_id, system_ids())


def _loaded(point: EntryPoint) -> AnySystem:
    """What an entry point stands for, if that is a system, goes by that name and has something to play."""
    try:
        found = point.load()
    except (Exception, SystemExit) as error:  # a package of somebody else, which may fail in any way, or leave
        raise BrokenSystem(f"{_offered(point)} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, System):
        raise BrokenSystem(f"{_offered(point)} is no System but {type(found).__name__}.")
    if found.id != point.name:
        raise BrokenSystem(f"{_offered(point)} calls itself '{found.id}'.")
    try:
        playable = dict(found.scenarios())
    except Exception as error:
        raise BrokenSystem(f"{_offered(point)} cannot tell its scenarios: {type(error).__name__}: {error}") from error
    if not playable:
        raise BrokenSystem(f"{_offered(point)} has no scenario to play.")
    return found


def _offered(point: EntryPoint) -> str:
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    return f"The system '{point.name}'{package} ({point.value})"


def all_systems() -> tuple[AnySystem, ...]:
    """Every installed system that can be used, in order of id."""
    return tuple(found for found in map(_usable, system_ids()) if isinstance(found, System))


def broken_systems() -> tuple[str, ...]:
    """What is wrong with installed systems that cannot be used: they are named, and left out."""
    return tuple(found for found in map(_usable, system_ids()) if isinstance(found, str))


def _usable(system_id: str) -> AnySystem | str:
    try:
        return get_system(system_id)
    except BrokenSystem as error:
        return str(error)
