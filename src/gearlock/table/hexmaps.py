"""The ground of a hex game: one terrain name per hex and named zones, never changed in place.

Fast questions are asked of *masks*: one byte per cell of a padded axial grid, so that the cell of a hex `d` away is a
fixed number of bytes away whatever the row. Cells beyond the map are there too; a mask says what they count as.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gearlock.table.hexes import Hex, from_offset, to_offset

OFF_MAP = 255
"""The cell code of what lies beyond the edge; a ground has at most this many terrain names."""


@dataclass(frozen=True, slots=True, eq=False)
class HexGround:
    """A rectangular hex map. Equal grounds have the same terrain and zones, whatever they are called."""

    name: str
    columns: int
    rows: int
    terrain: tuple[str, ...]
    """Row by row from the top left, ``columns * rows`` names."""
    zones: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    names: tuple[str, ...] = field(init=False)
    """The terrain names present, sorted; a cell's code is an index into them."""
    stride: int = field(init=False)
    """Cells from one row to the next."""
    shift: int = field(init=False)
    """The cell of hex (0, 0)."""
    cells: bytes = field(init=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        assert len(self.terrain) == self.columns * self.rows, "one terrain name per hex"
        derive = object.__setattr__
        derive(self, "names", tuple(sorted(set(self.terrain))))
        assert len(self.names) < OFF_MAP, "too many kinds of terrain for a byte"
        # One spare cell at either end of a row catches the off-map half of a tie along the edge.
        derive(self, "stride", self.columns + (self.rows - 1) // 2 + 2)
        derive(self, "shift", (self.rows - 1) // 2 + 1)
        derive(self, "cells", self._coded())
        derive(self, "digest", self._digested())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexGround) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __contains__(self, hex_: Hex) -> bool:
        column, row = to_offset(hex_)
        return 0 <= row < self.rows and 0 <= column < self.columns

    def __iter__(self) -> Iterator[Hex]:
        """Every hex, row by row from the top left: the order of `terrain`."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield from_offset(column, row)

    def terrain_at(self, hex_: Hex) -> str:
        """The terrain of a hex of this map."""
        column, row = to_offset(hex_)
        assert hex_ in self, f"{hex_} is off the map"
        return self.terrain[row * self.columns + column]

    def cell(self, hex_: Hex) -> int:
        """Where a mask of this ground keeps a hex of the map."""
        return hex_[1] * self.stride + hex_[0] + self.shift

    def mask(self, names: Iterable[str], extra: Iterable[Hex] = ()) -> bytes:
        """Mark with 1 the hexes of these terrains, single `extra` ones such as smoke, and all beyond the edge."""
        return self.prices(dict.fromkeys(names, 1), dict.fromkeys(extra, 1), off_map=1)

    def prices(self, by_name: Mapping[str, int], by_hex: Mapping[Hex, int] | None = None, off_map: int = 0) -> bytes:
        """A number 0..255 for every hex by its terrain, 0 for terrains not named; single hexes may have their own."""
        table = bytearray(256)
        for code, name in enumerate(self.names):
            table[code] = by_name.get(name, 0)
        table[OFF_MAP] = off_map
        if not by_hex:
            return self.cells.translate(table)
        priced = bytearray(self.cells.translate(table))
        for hex_, price in by_hex.items():
            if hex_ in self:
                priced[self.cell(hex_)] = price
        return bytes(priced)

    def replaced(self, changes: Mapping[Hex, str]) -> "HexGround":
        """The same ground with the terrain of some hexes changed: woods burnt down, a building in rubble."""
        terrain = list(self.terrain)
        for hex_, name in changes.items():
            column, row = to_offset(hex_)
            assert hex_ in self, f"{hex_} is off the map"
            terrain[row * self.columns + column] = name
        return HexGround(self.name, self.columns, self.rows, tuple(terrain), self.zones)

    def turned(self, hex_: Hex) -> Hex:
        """The hex opposite after half a turn about the middle of the map. Only an even number of rows allows it."""
        assert self.rows % 2 == 0, "a half turn needs an even number of rows"
        column, row = to_offset(hex_)
        return from_offset(self.columns - 1 - column, self.rows - 1 - row)

    def _coded(self) -> bytes:
        codes = {name: code for code, name in enumerate(self.names)}
        cells = bytearray([OFF_MAP]) * (self.stride * self.rows)
        for hex_, name in zip(self, self.terrain, strict=True):
            cells[self.cell(hex_)] = codes[name]
        return bytes(cells)

    def _digested(self) -> str:
        zones = sorted((name, sorted(hexes)) for name, hexes in self.zones.items())
        text = repr((self.columns, self.rows, self.terrain, zones))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
