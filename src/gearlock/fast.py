"""Which modules may run as compiled code, and whether they do. Everything works the same without a compiler."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Literal

FAST_MODULES = (
    "gearlock.table.measure",
    "gearlock.table.polygon",
    "gearlock.table.shadow",
    "gearlock.table.strip",
    "gearlock.table.tracing",
    "gearlock.table.lookout",
    "gearlock.table.sight",
    "gearlock.table.sightlines",
    "gearlock.table.hexes",
    "gearlock.table.hexlines",
    "gearlock.table.hexsight",
    "gearlock.table.hexreach",
    "gearlock.odds.pools",
    "gearlock.odds.percent",
    "gearlock.table.inches",
    "gearlock.table.arcs",
    "gearlock.systems.brigands.dice",
    "gearlock.systems.brigands.traits",
    "gearlock.systems.brigands.electronics.ecm_defense",
    "gearlock.systems.brigands.sighting.arcs",
    "gearlock.systems.brigands.sighting.sensing",
    "gearlock.systems.brigands.sighting.overlook",
    "gearlock.systems.brigands.sighting.cover",
    "gearlock.systems.brigands.attacking.modifiers",
    "gearlock.systems.brigands.moving.terrain",
    "gearlock.systems.brigands.showing.reckoning",
    "gearlock.systems.brigands.showing.danger",
    "gearlock.systems.brigands.showing.standing",
    "gearlock.systems.brigands.objectives.remains",
    "gearlock.systems.brigands.objectives.positions",
    "gearlock.systems.hex100.sensing.sensing",
    "gearlock.systems.hex100.fighting.targeting",
    "gearlock.systems.hex100.fighting.attack",
    "gearlock.systems.hex100.fighting.damage",
    "gearlock.systems.hex100.fighting.odds",
    "gearlock.systems.hex100.showing.worth",
)

Build = Literal["compiled", "interpreted", "mixed"]


def is_compiled(module: str) -> bool:
    """Whether Python would load this module from a compiled file."""
    spec = find_spec(module)
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))


def running() -> Build:
    """The build in use; `mixed` means some compiled files are missing and the fast build should be made again."""
    compiled = [is_compiled(module) for module in FAST_MODULES]
    if all(compiled):
        return "compiled"
    return "mixed" if any(compiled) else "interpreted"
