"""Which modules may run as compiled code, and whether they do. Everything works the same without a compiler."""

import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Literal

OF_THE_HOUSE = (
    "gearlock.table.measure",
    "gearlock.table.polygon",
    "gearlock.table.shadow",
    "gearlock.table.strip",
    "gearlock.table.tracing",
    "gearlock.table.lookout",
    "gearlock.table.sight",
    "gearlock.table.openings",
    "gearlock.table.sightlines",
    "gearlock.table.vantage",
    "gearlock.table.hexes",
    "gearlock.table.hexlines",
    "gearlock.table.hexsight",
    "gearlock.table.hexreach",
    "gearlock.odds.pools",
    "gearlock.odds.percent",
    "gearlock.table.inches",
    "gearlock.table.arcs",
    "gearlock.mechanics.sighting.arcs",
    "gearlock.mechanics.sighting.crossing",
    "gearlock.mechanics.sighting.crowd",
    "gearlock.mechanics.pools.lines",
    "gearlock.mechanics.judging.lines",
    "gearlock.mechanics.judging.danger",
    "gearlock.mechanics.judging.outlook",
)


def modules_of_systems() -> tuple[str, ...]:
    """What each system lists in its `fast.toml`."""
    found: list[str] = []
    for listed in sorted(Path(__file__).parent.glob("systems/*/fast.toml")):
        names = tomllib.loads(listed.read_text(encoding="utf-8"))["modules"]
        found += [f"gearlock.systems.{listed.parent.name}.{name}" for name in names]
    return tuple(found)


FAST_MODULES = (*OF_THE_HOUSE, *modules_of_systems())
Build = Literal["compiled", "interpreted", "mixed"]


def is_compiled(module: str) -> bool:
    """Whether Python would load this module from a compiled file."""
    place = Path(__file__).parents[1].joinpath(*module.split("."))  # looked for, not imported: systems take their time
    return any(place.with_name(place.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)


def running() -> Build:
    """The build in use; `mixed` means some compiled files are missing and the fast build should be made again."""
    compiled = [is_compiled(module) for module in FAST_MODULES]
    if all(compiled):
        return "compiled"
    return "mixed" if any(compiled) else "interpreted"
