"""Names of environments: system, scenario and the version of what is observed; `environment_ids` lists them."""

from __future__ import annotations

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.registry import AnySystem, all_systems, get_system

VERSION = 0
"""Grows whenever the same battle would be observed or answered in other numbers."""


def environment_ids() -> list[str]:
    """Every environment there is."""
    return [f"{system.id}-{name}-v{VERSION}" for system in all_systems() for name in system.scenarios()]


def read_id(name: str) -> tuple[AnySystem, str]:
    """The system and the scenario of an environment. Raises UnknownName."""
    head, mark, version = name.rpartition("-v")
    system_id, _, scenario = head.partition("-")
    if not mark or version != str(VERSION) or name not in environment_ids():
        raise UnknownName("environment", name, environment_ids())
    return get_system(system_id), scenario
