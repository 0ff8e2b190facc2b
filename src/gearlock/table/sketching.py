"""Sketches of maps as grounds and back, in inches and in hexes."""

from __future__ import annotations

from gearlock.kernel.errors import BadInput
from gearlock.kernel.mapping import Sketch, SketchPiece
from gearlock.table.hexes import from_offset, to_offset
from gearlock.table.hexmaps import HexGround
from gearlock.table.terrain import Ground, Piece

FIELDS = ("id", "name", "kind", "outline", "top", "base", "rating", "footing", "props")


def sketch_of(ground: Ground) -> Sketch:
    """A ground in inches as a sketch."""
    pieces = (SketchPiece(**{name: getattr(piece, name) for name in FIELDS}) for piece in ground.pieces)
    return Sketch(ground.name, ground.width, ground.height, tuple(pieces))


def ground_of(sketch: Sketch) -> Ground:
    """The ground a sketch in inches stands for; nothing about it is checked."""
    pieces = (Piece(**{name: getattr(piece, name) for name in FIELDS}) for piece in sketch.pieces)
    return Ground(sketch.width, sketch.height, tuple(pieces), sketch.name)


def sketch_of_hexes(ground: HexGround) -> Sketch:
    """A ground of hexes as a sketch."""
    zones = {name: tuple(sorted(map(to_offset, hexes))) for name, hexes in ground.zones.items()}
    return Sketch(ground.name, ground.columns, ground.rows, (), ground.terrain, zones)


def ground_of_hexes(sketch: Sketch) -> HexGround:
    """The ground a sketch of hexes stands for. Raises BadInput if it has not one terrain for each hex."""
    if not sketch.terrain or len(sketch.terrain) != sketch.width * sketch.height:
        raise BadInput(f"A map of {sketch.width} by {sketch.height} hexes has one terrain for each of them.")
    zones = {name: frozenset(from_offset(*each) for each in hexes) for name, hexes in sketch.zones.items() if hexes}
    return HexGround(sketch.name, sketch.width, sketch.height, sketch.terrain, zones)
