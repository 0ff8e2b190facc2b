"""11.1: the table a battle is fought on, made from a seed, by hand, or by the player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.surfaces import solids_under, water_depth
from gearlock.mechanics.placing import search
from gearlock.mechanics.placing.zones import opposite
from gearlock.systems.brigands.zones import zone_at
from gearlock.table.generate import generate
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground

SIDE = 48 * INCH
BLOCK = 24 * INCH
TYPICAL = 100
"""TV of a game that a square table of 48 in is enough for."""


@heeds("brigands.11.1")
def width_for(size: int) -> int:
    """How wide the table is: 48 in up to 100 TV, 24 in more for every 100 TV above that. It is always 48 in deep."""
    return SIDE + BLOCK * max(0, -(-(size - TYPICAL) // TYPICAL))


def map_names() -> tuple[str, ...]:
    """The hand-made maps that come with the game."""
    folder = files("gearlock.systems.brigands").joinpath("data", "maps")
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """One of the maps that come with the game."""
    file = files("gearlock.systems.brigands").joinpath("data", "maps", f"{name}.toml")
    return read_map(file.read_text(encoding="utf-8"), f"{name}.toml")


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name != "random" and name not in map_names() and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), "random")))


@rule("brigands.11.1")
def ground_for(name: str, seed: int, width: int = SIDE) -> Ground:
    """The table by name."""
    if name == "random":
        return generate(width, SIDE, seed)
    return load_map(Path(name)) if is_file_name(name) else hand_made(name)


def refuse_cramped(name: str, ground: Ground, sides: Sequence[str], radii: Mapping[str, Sequence[int]]) -> None:
    """Raise BadFile for a table without room to deploy, if red deploys on any of these sides, its enemy across."""
    places = [(seat, zone) for side in sides for seat, zone in (("red", side), ("blue", opposite(side)))]
    cramped = sorted({seat for seat, side in places if not has_room(ground, zone_at(ground, side), radii[seat])})
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in cramped])


def has_room(ground: Ground, zone: Outline, radii: Sequence[int]) -> bool:
    """Whether a deployment zone holds as many models as a side brings, standing side by side on dry ground."""
    return search.has_room(
        (zone,), radii, lambda spot: not solids_under(ground, spot) and not water_depth(ground, spot.x, spot.y)
    )
