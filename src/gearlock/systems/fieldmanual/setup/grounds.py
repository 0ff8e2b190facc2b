"""The table a battle is fought on: made from a seed, by hand, or by the player."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import rule
from gearlock.table.generate import generate
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

RANDOM = "random"
RATINGS = ("", "light", "medium", "heavy", "solid")
"""How thoroughly terrain hides: the types of Concealment, and Solid."""
SMALL, LARGE = (48 * INCH, 36 * INCH), (72 * INCH, 48 * INCH)
SKIRMISH_TV = 600
"""Up to so many TV a side the smaller table is used."""
MAPS = files("gearlock.systems.fieldmanual").joinpath("data", "maps")


def map_names() -> tuple[str, ...]:
    """The maps that come with the book."""
    found = MAPS.iterdir() if MAPS.is_dir() else ()
    return tuple(sorted(file.name.removesuffix(".toml") for file in found if file.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """A map that comes with the book."""
    text = MAPS.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return read_map(text, f"{name}.toml", RATINGS)


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name not in (RANDOM, *map_names()) and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), RANDOM)))


@rule("fieldmanual.table-size", "fieldmanual.scale")
def ground_for(name: str, seed: int, tv: int = 0) -> Ground:
    """The table by name; one that is made has terrain on about half of it: 48 by 36 in, or 72 by 48 in."""
    if name == RANDOM:
        return generate(*(SMALL if tv <= SKIRMISH_TV else LARGE), seed)
    return load_map(Path(name), RATINGS) if is_file_name(name) else hand_made(name)
