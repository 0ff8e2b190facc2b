"""The maps of the game as an editor paints them."""

from __future__ import annotations

from gearlock.kernel.files import data_texts
from gearlock.kernel.mapping import HEXES, Brush, MapRules
from gearlock.kernel.view import TableView
from gearlock.systems.hex100.battlefield import Battlefield, terrains
from gearlock.systems.hex100.shown.looks import DRAWINGS, facts_of, shapes_of
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround
from gearlock.table.sketching import ground_of_hexes, sketch_of_hexes


def _ground(text: str, file: str) -> HexGround:
    return read_hex_map(text, file, terrains())


def _view(text: str, file: str) -> TableView:
    ground = _ground(text, file)
    return TableView("hexes", ground.columns, ground.rows, tuple(shapes_of(Battlefield(ground, ()))))


def _brushes() -> tuple[Brush, ...]:
    return tuple(
        Brush(name, name, DRAWINGS.get(name, ""), name.startswith("dense"), facts=facts_of(terrain))
        for name, terrain in terrains().items()
    )


MAPS = MapRules(
    form=HEXES,
    size=(18, 24),
    brushes=_brushes,
    ready_made=lambda: data_texts("gearlock.systems.hex100", "maps", ".toml"),
    read=lambda text, file: sketch_of_hexes(_ground(text, file)),
    write=lambda sketch: write_hex_map(ground_of_hexes(sketch)),
    view=_view,
    zones=("north", "south"),
)
