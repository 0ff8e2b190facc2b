"""3.0a and 7.0b: the table a battle is fought on, made from a seed, by hand, or by the player."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.placing.zones import MARKED, marked_for
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.deployment.standing_room import has_room
from gearlock.systems.blitz.deployment.zones import WIDE, ZONES, sides_of
from gearlock.systems.blitz.objectives.generating import ROLL
from gearlock.systems.blitz.state import State
from gearlock.table.generate import generate
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

DEPTH, WIDTH = 36 * INCH, 48 * INCH
RATINGS = ("", "light", "medium", "heavy")
"""How much cover terrain gives."""
ROUGH = (50, 60)
"""Hundredths of a table made by lot that are under terrain: half of it should be, and the rest be open."""
SMALL = 100
"""TV of a game for which a table of 36 by 48 in is enough."""


def map_names() -> tuple[str, ...]:
    """The hand-made maps that come with the game."""
    folder = files("gearlock.systems.blitz").joinpath("data", "maps")
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """One of the maps that come with the game."""
    file = files("gearlock.systems.blitz").joinpath("data", "maps", f"{name}.toml")
    return read_map(file.read_text(encoding="utf-8"), f"{name}.toml", RATINGS)


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name != "random" and name not in map_names() and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), "random")))


@rule("blitz.3.0c", "blitz.3.0a", "blitz.2.13-terrain")
@heeds("blitz.7.0b")
def ground_for(name: str, seed: int, size: int = SMALL) -> Ground:
    """The table by name: 36 by 48 in up to 100 TV, 48 by 48 in above, half of it rough if it is made by lot."""
    if name == "random":
        return generate(WIDTH, DEPTH if size <= SMALL else WIDTH, seed, covered=ROUGH)
    return load_map(Path(name), RATINGS) if is_file_name(name) else hand_made(name)


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own without room to deploy in every zone that a side may get."""
    if not is_file_name(name):
        return
    agreed = state.switches.get("zones", WIDE)
    sides = {side for kind in ZONES if agreed in (kind, ROLL) for side in sides_of(state.ground, kind)}
    held = {seat: {marked_for(seat)} if agreed == MARKED else sides for seat in SEATS}
    cramped = [seat for seat in SEATS if not all(has_room(state, seat, side) for side in sorted(held[seat]))]
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in sorted(cramped)])
