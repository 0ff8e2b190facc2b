"""Terrain: pieces with an outline and a height, and the ground they make up.

A piece says what it is (kind, rating, properties); what that means for moving, hiding or hitting is each system's own.
"""

from collections.abc import Collection, Iterator
from functools import cached_property
from hashlib import blake2b

import msgspec

from gearlock.table import polygon
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline

CELL = 4 * INCH  # side of the squares that find pieces by place

KINDS = ("open", "area", "instance", "road", "water", "building", "hill")


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of terrain: an upright prism from base to top. Water has its depth in `props`, not as a height.

    `footing` tells that models can stand on its top (hills, roofs), so that it lifts whoever is on it.
    """

    id: str
    name: str
    kind: str
    outline: Outline
    top: int = 0
    base: int = 0
    rating: str = ""
    footing: bool = False
    props: dict[str, int | str] = {}

    def contains(self, x: int, y: int) -> bool:
        """Whether the point lies in plan on the piece; its border belongs to it."""
        return polygon.is_inside(self.outline, x, y)

    @property
    def area(self) -> int:
        """Square mils covered, rounded down."""
        return abs(polygon.doubled_area(self.outline)) // 2


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that whoever drew the map has marked: it hinders nobody, and the battle may be about it."""

    id: str
    name: str
    x: int
    y: int


Box = tuple[int, int, int, int]


class Ground(msgspec.Struct, frozen=True, dict=True, eq=False, forbid_unknown_fields=True):
    """The table itself: its size and the pieces on it. It never changes; destroyed terrain makes another ground.

    A map may also mark where each side deploys, and places that a battle may be about. Most mark nothing, and then
    nothing of it is written.
    """

    width: int
    height: int
    pieces: tuple[Piece, ...] = ()
    name: str = ""
    zones: dict[str, Box] | msgspec.UnsetType = msgspec.UNSET
    """The box each side deploys in, by its seat; of both sides or of none."""
    markers: tuple[Marker, ...] | msgspec.UnsetType = msgspec.UNSET

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        """By fingerprint: grounds are looked up far too often to compare them piece by piece."""
        return self is other or (isinstance(other, Ground) and self.digest == other.digest)

    @cached_property
    def digest(self) -> str:
        """A name for exactly this ground: equal grounds and only they share it, in every version of the program."""
        fields = [
            [p.id, p.name, p.kind, p.outline, p.top, p.base, p.rating, p.footing, sorted(p.props.items())]
            for p in self.pieces
        ]
        text = msgspec.json.encode([self.name, self.width, self.height, fields, *self._marks()])
        return blake2b(text, digest_size=16).hexdigest()

    def _marks(self) -> list[object]:
        """What is marked besides terrain; nothing on most maps."""
        if not self.zones and not self.markers:
            return []
        return [sorted(self.zones.items()) if self.zones else [], list(self.markers or ())]

    @property
    def marked(self) -> tuple[Marker, ...]:
        """The places that are marked."""
        return self.markers if isinstance(self.markers, tuple) else ()

    def zone_of(self, seat: str) -> Box | None:
        """Where the map has a side deploy, if it says."""
        return self.zones.get(seat) if isinstance(self.zones, dict) else None

    @cached_property
    def _by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def _boxes(self) -> list[tuple[int, int, int, int]]:
        return [polygon.bounds(piece.outline) for piece in self.pieces]

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[int]]:
        cells: dict[tuple[int, int], list[int]] = {}
        for number, (x0, y0, x1, y1) in enumerate(self._boxes):
            for column in range(x0 // CELL, x1 // CELL + 1):
                for row in range(y0 // CELL, y1 // CELL + 1):
                    cells.setdefault((column, row), []).append(number)
        return cells

    @cached_property
    def most_corners(self) -> int:
        """The corners of all pieces whose box reaches into one square, where they are most."""
        corners = [len(piece.outline) for piece in self.pieces]
        return max((sum(corners[number] for number in found) for found in self._cells.values()), default=0)

    @cached_property
    def has_water(self) -> bool:
        """Whether any piece is water."""
        return any(piece.kind == "water" for piece in self.pieces)

    def piece(self, id: str) -> Piece:
        """The piece of that id; KeyError if the ground has none."""
        return self._by_id[id]

    def pieces_near(self, x0: int, y0: int, x1: int, y1: int) -> Iterator[Piece]:
        """The pieces whose box meets or touches a rectangle, in their order on the map."""
        left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        columns, rows = range(left // CELL, right // CELL + 1), range(low // CELL, high // CELL + 1)
        found: Collection[int] = range(len(self.pieces))
        if len(columns) * len(rows) < len(found):  # else a look at every piece is quicker
            cells = self._cells
            found = sorted({number for column in columns for row in rows for number in cells.get((column, row), ())})
        for number in found:
            box = self._boxes[number]
            if box[0] <= right and left <= box[2] and box[1] <= high and low <= box[3]:
                yield self.pieces[number]

    def pieces_at(self, x: int, y: int) -> Iterator[Piece]:
        """The pieces under a point, in their order on the map."""
        for number in self._cells.get((x // CELL, y // CELL), ()):
            if self.pieces[number].contains(x, y):
                yield self.pieces[number]

    def elevation(self, x: int, y: int, ceiling: int | None = None) -> int:
        """How high a model stands at a point: the highest footing there, none above the ceiling; 0 on bare ground."""
        tops = [p.top for p in self.pieces_at(x, y) if p.footing and (ceiling is None or p.top <= ceiling)]
        return max(tops, default=0)

    def crossed(self, x0: int, y0: int, x1: int, y1: int) -> dict[str, int]:
        """Mils of a straight segment inside each piece it enters, by id."""
        lengths: dict[str, int] = {}
        for piece in self.pieces_near(x0, y0, x1, y1):
            length = polygon.crossing_length(piece.outline, x0, y0, x1, y1)
            if length:
                lengths[piece.id] = length
        return lengths

    def covered_share(self, kinds: Collection[str] = KINDS) -> float:
        """The share of the table under pieces of these kinds, for pieces that do not overlap."""
        return sum(piece.area for piece in self.pieces if piece.kind in kinds) / (self.width * self.height)

    def changed(self, *pieces: Piece, without: Collection[str] = ()) -> "Ground":
        """This ground with some pieces put in place of those of the same id, and others taken away."""
        new = {piece.id: piece for piece in pieces}
        kept = [new.pop(p.id, p) for p in self.pieces if p.id not in without]
        return self.of(*kept, *new.values())

    def of(self, *pieces: Piece) -> "Ground":
        """The same table, and what is marked on it, with these pieces."""
        return msgspec.structs.replace(self, pieces=pieces)
