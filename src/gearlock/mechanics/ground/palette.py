"""Maps in inches for any book: what terrain there is to draw, and how its files are read, written and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gearlock.kernel.mapping import INCHES, Brush, MapRules
from gearlock.kernel.view import TableView
from gearlock.mechanics.ground.drawings import piece_shape
from gearlock.table.mapmarks import SEATS
from gearlock.table.maps import read_battle, read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.measure import INCH
from gearlock.table.sketching import ground_of, sketch_of
from gearlock.table.terrain import Ground, Piece

Facts = Callable[[Piece], tuple[str, ...]]
LIGHT, HEAVY = "light", "heavy"
HELD = "Where a scenario has no objectives of its book, whoever holds more markers at the end wins."
_SPOT = ((0, 0), (INCH, 0), (INCH, INCH))
STOCK = (
    Piece("", "Light woods", "area", _SPOT, top=3 * INCH, rating=LIGHT),
    Piece("", "Dense woods", "area", _SPOT, top=4 * INCH, rating=HEAVY),
    Piece("", "Scrub", "area", _SPOT, top=INCH, rating=LIGHT),
    Piece("", "Ruins", "area", _SPOT, top=2 * INCH, rating=HEAVY),
    Piece("", "Hill", "hill", _SPOT, top=2 * INCH, rating=HEAVY, footing=True, props={"slope": 30}),
    Piece("", "Boulders", "instance", _SPOT, top=2 * INCH, rating=HEAVY),
    Piece("", "Building", "building", _SPOT, top=4 * INCH, rating=HEAVY, footing=True),
    Piece("", "Containers", "instance", _SPOT, top=2 * INCH, rating=HEAVY, footing=True),
    Piece("", "Wall", "instance", _SPOT, top=INCH, rating=LIGHT),
    Piece("", "Fields", "area", _SPOT, top=INCH // 2, rating=LIGHT),
    Piece("", "Shallow water", "water", _SPOT, props={"depth": INCH // 2}),
    Piece("", "Deep water", "water", _SPOT, props={"depth": 2 * INCH}),
    Piece("", "Road", "road", _SPOT),
)
"""One of each kind of terrain that battles in inches are fought over."""


def inch_maps(
    ready_made: Callable[[], Mapping[str, str]],
    ratings: tuple[str, ...],
    table_of: Callable[[Ground], TableView],
    facts: Facts,
    size: tuple[int, int] = (48 * INCH, 48 * INCH),
) -> MapRules:
    """The maps of a book in inches: its own, the ratings its terrain has, and what it says of each piece."""

    def ground(text: str, file: str) -> Ground:
        return read_map(text, file, ratings)

    return MapRules(
        form=INCHES,
        size=size,
        brushes=lambda: tuple(_brush(piece, facts) for piece in STOCK if piece.rating in ratings),
        ready_made=ready_made,
        read=lambda text, file: sketch_of(ground(text, file), read_battle(text, file)),
        write=lambda sketch: write_map(ground_of(sketch), sketch.battle),
        view=lambda text, file: table_of(ground(text, file)),
        ratings=ratings,
        zones=SEATS,
        battle=read_battle,
        markers=HELD,
    )


def _brush(piece: Piece, facts: Facts) -> Brush:
    shape = piece_shape(piece)
    looks = (piece.kind, shape.drawing, shape.dense, piece.top, piece.rating, piece.footing)
    return Brush(piece.name, *looks, dict(piece.props), facts(piece))
