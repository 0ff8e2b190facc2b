"""Sketches of maps as grounds and back, in inches and in hexes."""

from __future__ import annotations

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.mapping import MapBattle, Sketch, SketchMarker, SketchPiece
from gearlock.table.hexes import from_offset, to_offset
from gearlock.table.hexmaps import HexGround
from gearlock.table.polygon import bounds, rectangle
from gearlock.table.terrain import Ground, Marker, Piece

FIELDS = ("id", "name", "kind", "outline", "top", "base", "rating", "footing", "props")


def sketch_of(ground: Ground, battle: MapBattle | None = None) -> Sketch:
    """A ground in inches as a sketch, with the battle it is for."""
    pieces = (SketchPiece(**{name: getattr(piece, name) for name in FIELDS}) for piece in ground.pieces)
    zones = {seat: rectangle(*box) for seat, box in (ground.zones or {}).items()}
    markers = tuple(SketchMarker(each.id, each.name, each.x, each.y) for each in ground.marked)
    size = (ground.width, ground.height)
    return Sketch(ground.name, *size, tuple(pieces), zones=zones, markers=markers, battle=battle)


def ground_of(sketch: Sketch) -> Ground:
    """The ground a sketch in inches stands for; nothing about it is checked."""
    pieces = (Piece(**{name: getattr(piece, name) for name in FIELDS}) for piece in sketch.pieces)
    ground = Ground(sketch.width, sketch.height, tuple(pieces), sketch.name)
    zones = {seat: bounds(outline) for seat, outline in sketch.zones.items() if outline}
    markers = tuple(Marker(each.id, each.name, each.x, each.y) for each in sketch.markers)
    ground = msgspec.structs.replace(ground, zones=zones) if zones else ground
    return msgspec.structs.replace(ground, markers=markers) if markers else ground


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
