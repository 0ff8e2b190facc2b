"""The map of a briefing: drawn in its file, one of the ready maps, grown from the seed, or a file of the user's own."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import is_file_name, read_handed_in
from gearlock.systems.hex100.battlefield import Terrains, with_own
from gearlock.systems.hex100.setup.briefing_files import Draft
from gearlock.systems.hex100.setup.file_lines import suggest
from gearlock.systems.hex100.state import SEATS
from gearlock.table.hexgenerate import Growth, generate_hex_map
from gearlock.table.hexmapfiles import read_hex_map, read_hex_map_in
from gearlock.table.hexmaps import HexGround

GENERATED = {"generated": (18, 24), "small": (12, 14)}
MAPS = ("river-village", "quarry-road", *GENERATED)
GROWTHS = (
    Growth("light woods", 5, 3, 8),
    Growth("dense woods", 4, 2, 6),
    Growth("broken ground", 4, 3, 6),
    Growth("rubble", 2, 1, 3),
    Growth("swamp", 2, 2, 5),
    Growth("building", 3, 1, 3, passable=False),
    Growth("water", 1, 3, 7, passable=False),
    Growth("cliff", 1, 2, 5, passable=False),
)


@lru_cache(maxsize=8)
def grown_map(name: str, seed: int) -> HexGround:
    """A map grown from the seed; who draws a briefing looks at it before the battle is laid out on it."""
    return generate_hex_map(*GENERATED[name], seed, GROWTHS)


def ground_of(draft: Draft, chosen: str, seed: int) -> HexGround | None:
    """The map a battle is fought on, `chosen` instead of the one that the file names; as far as it could be read."""
    assert draft.heading is not None, "a file without a heading has no map"
    kinds = with_own(draft.terrain)
    base = None
    if not draft.is_drawn:
        base = _named(draft, chosen or draft.heading.map, seed, kinds)
        if base is None:
            return None
    data = {**draft.data, "name": draft.heading.title}
    ground, findings = read_hex_map_in(data, draft.text, draft.file, kinds, base)
    draft.lines.findings += findings
    return ground


def _named(draft: Draft, name: str, seed: int, kinds: Terrains) -> HexGround | None:
    if name in GENERATED:
        return grown_map(name, seed)
    if is_file_name(name):
        return _own_map(draft, Path(name), kinds)
    if name not in MAPS:
        draft.lines.find(f"no map is called '{name}'{suggest(name, MAPS)}", key="map")
        return None
    text = (files("gearlock.systems.hex100") / "data" / "maps" / f"{name}.toml").read_text(encoding="utf-8")
    return read_hex_map(text, f"{name}.toml", kinds)


def _own_map(draft: Draft, path: Path, kinds: Terrains) -> HexGround | None:
    """A map file of the user's own: it must have the zones that the briefing speaks of and does not bring."""
    try:
        ground = read_hex_map(read_handed_in(path), str(path), kinds)
    except BadFile as error:
        draft.lines.findings += error.findings
        return None
    draft.map_file = str(path)
    wanted = {each.zone for seat in SEATS for each in draft.deploy[seat]} | {
        each.zone for _, _, each in draft.objectives
    }
    missing = sorted(wanted - {""} - set(ground.zones) - set(draft.data.get("zones", {})))
    draft.lines.findings += (
        Finding(str(path), 0, f"the map needs a zone '{zone}': the briefing speaks of it") for zone in missing
    )
    return None if missing else ground
