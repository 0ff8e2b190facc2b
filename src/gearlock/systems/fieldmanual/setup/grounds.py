"""The table a battle is fought on: made from a seed, by hand, or by the player."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import rule
from gearlock.mechanics.placing.zones import MARKED, marked_for
from gearlock.systems.fieldmanual.deployment.standing_room import has_room
from gearlock.systems.fieldmanual.deployment.zones import EDGE, KINDS, sides_of
from gearlock.systems.fieldmanual.missions.generating import ROLL
from gearlock.systems.fieldmanual.state import SEATS, State
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


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own without room to deploy in every zone that a side may get."""
    if not is_file_name(name):
        return
    agreed = state.switches.get("zones", "")
    zones = {(kind, side) for kind in KINDS if agreed in (kind, ROLL) for side in sides_of(state.ground, kind)}
    zones |= {(EDGE, side) for side in state.zones.values() if not agreed}
    held = {seat: {(MARKED, marked_for(seat))} if agreed == MARKED else zones for seat in SEATS}
    cramped = [seat for seat in SEATS if not all(has_room(state, seat, *zone) for zone in sorted(held[seat]))]
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in sorted(cramped)])
