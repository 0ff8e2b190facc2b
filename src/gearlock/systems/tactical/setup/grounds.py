"""The table a battle is fought on: made from a seed, by hand, or by the player."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import rule
from gearlock.mechanics.placing.zones import edge_along, marked_zones
from gearlock.table.generate import generate
from gearlock.table.handmade import USUAL, bare_ground
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

RANDOM = "random"
RATINGS = ("", "light", "medium", "heavy", "solid")
SMALL, LARGE = (48 * INCH, 36 * INCH), (72 * INCH, 48 * INCH)
MANY = 2000
"""Threat Value a side from which the larger table is used."""
MAPS = files("gearlock.systems.tactical").joinpath("data", "maps")


def map_names() -> tuple[str, ...]:
    """The maps that come with the book."""
    if not MAPS.is_dir():
        return ()
    return tuple(sorted(one.name.removesuffix(".toml") for one in MAPS.iterdir() if one.name.endswith(".toml")))


def map_faults(name: str, known: Collection[str] = ()) -> Iterable[str]:
    """What is wrong with a map: it is one of those that are known, a size, or a file of somebody's own."""
    known = known or (RANDOM, *map_names())
    try:
        if bare_ground(name) is None and name not in known and not is_file_name(name):
            yield f"{UnknownName('map', name, known)} A size is written {USUAL}."
    except BadInput as error:
        yield str(error)


@rule("tactical.2.4")
def ground_for(name: str, seed: int, tv: int = 0) -> Ground:
    """The table by name or size; one that is made is 48 by 36 in, or the 72 by 48 in that printed scenarios assume."""
    bare = bare_ground(name)
    if bare is not None:
        return bare
    if name == RANDOM:
        wide, high = LARGE if tv >= MANY else SMALL
        return generate(wide, high, seed)
    if is_file_name(name):
        return load_map(Path(name), RATINGS)
    return read_map(MAPS.joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml", RATINGS)


def zones_marked(ground: Ground) -> dict[str, Any]:
    """What a set-up says of zones and home edges where the map marks them. Raises BadInput for one edge of both."""
    zones = marked_zones(ground)
    homes = {seat: edge_along(ground, side) for seat, side in zones.items()}
    if zones and len(set(homes.values())) == 1:
        raise BadInput(f"Both zones of this map lie along its {homes['red']} edge; the home edges must differ.")
    return {"zones": zones, "homes": homes} if zones else {}
