"""Names of environments: system, scenario and the version of what is observed; `environment_ids` lists them."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.registry import AnySystem, all_systems, get_system

VERSION = 1
"""Grows whenever the same battle would be observed or answered in other numbers."""


def environment_ids() -> list[str]:
    """Every environment there is."""
    return [f"{system.id}-{name}-v{VERSION}" for system in all_systems() for name in system.scenarios()]


def whole(number: object, what: str, least: int) -> int:
    """A whole number, of whatever library; True and False are none. Raises BadInput."""
    if isinstance(number, SupportsIndex) and not isinstance(number, bool) and (found := index(number)) >= least:
        return found
    raise BadInput(f"{what} is a whole number, at least {least}, not {shown(number)}.")


def read_id(name: str) -> tuple[AnySystem, str]:
    """The system and the scenario of an environment. Raises UnknownName or BadInput."""
    if not isinstance(name, str):
        raise BadInput(f"An environment is called by its name, such as {environment_ids()[0]!r}, not {shown(name)}.")
    head, mark, version = name.rpartition("-v")
    system_id, _, scenario = head.partition("-")
    if not mark or version != str(VERSION) or name not in environment_ids():
        raise UnknownName("environment", name, environment_ids())
    return get_system(system_id), scenario
