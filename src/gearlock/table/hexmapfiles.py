"""Hex maps as text that can be drawn by hand.

A map file is TOML. One character stands for one hex, rows run from the top, spaces are free: odd rows are best set in
by one space, so that the drawing looks like the map::

    name = "Ford"
    map = '''
    . . # ~
     . . ~ ~
    '''
    [legend]
    "." = "open"
    "#" = "building"
    "~" = "water"
    [zones.north]
    rows = [0, 0]

A zone is a band of rows, of columns, the crossing of both, or a list of ``hexes`` as ``[column, row]`` pairs.
"""

from collections.abc import Collection, Mapping
from typing import TypeGuard

from gearlock.kernel import bounds
from gearlock.kernel.errors import Finding, Findings, shortened
from gearlock.kernel.written import Places, quoted, read_toml
from gearlock.table.hexes import Hex, from_offset, to_offset
from gearlock.table.hexmaps import HexGround

_SYMBOLS = ".,:;^~#%&*+=-oxwvWVABCDEFGHIJKLMN"


def read_hex_map(text: str, file: str, terrains: Collection[str]) -> HexGround:
    """Read a map whose legend uses only the given terrain names; every error is found before any is reported."""
    data = read_toml(text, file)
    reader = _Reader(Places(text), file, frozenset(terrains))
    for key in data:
        if key not in ("name", "map", "legend", "zones"):
            reader.find(reader.line_of(key), f"unknown key '{shortened(key)}'; a map has name, map, legend and zones")
    ground = reader.read(data)
    reader.refuse()
    assert ground is not None, "a map without findings has a ground"
    return ground


def read_hex_map_in(
    data: Mapping[str, object], text: str, file: str, terrains: Collection[str], base: HexGround | None = None
) -> tuple[HexGround | None, list[Finding]]:
    """The map that is a part of a larger file, as far as it can be read: its keys, and what is wrong with them.

    Such a file may name a map instead of drawing it, `base`; its zones are then added to those of that map.
    """
    reader = _Reader(Places(text), file, frozenset(terrains))
    if base is None:
        return reader.read(data), reader.findings
    zones = reader.zones(data.get("zones", {}), base.columns, base.rows)
    together = {**base.zones, **zones}
    if reader.findings or not (reader.may_have_zones(len(together)) and reader.may_have_hexes(together)):
        return None, reader.findings
    ground = HexGround(base.name, base.columns, base.rows, base.terrain, together)
    return ground, reader.findings


def write_hex_map(ground: HexGround) -> str:
    """The file text of a ground; reading it gives an equal ground."""
    frequent = sorted(ground.names, key=lambda name: (-ground.terrain.count(name), name))
    symbols = dict(zip(frequent, _SYMBOLS, strict=False))
    assert len(symbols) == len(ground.names), "more terrains than symbols"
    lines = [f"name = {quoted(ground.name)}", "map = '''"]
    for row in range(ground.rows):
        names = ground.terrain[row * ground.columns : (row + 1) * ground.columns]
        lines.append(" " * (row % 2) + " ".join(symbols[name] for name in names))
    lines += ["'''", "", "[legend]"]
    lines += [f"{quoted(symbol)} = {quoted(name)}" for name, symbol in symbols.items()]
    for zone, hexes in ground.zones.items():
        lines += ["", f"[zones.{quoted(zone)}]", *_zone_lines(hexes)]
    return "\n".join(lines) + "\n"


def _zone_lines(hexes: frozenset[Hex]) -> list[str]:
    """Two bands where the zone is their crossing, otherwise the hexes one by one."""
    pairs = sorted((row, column) for column, row in map(to_offset, hexes))
    columns = [column for _, column in pairs]
    (top, left), (bottom, right) = (pairs[0][0], min(columns)), (pairs[-1][0], max(columns))
    if len(pairs) == (bottom - top + 1) * (right - left + 1):
        return [f"rows = [{top}, {bottom}]", f"columns = [{left}, {right}]"]
    return ["hexes = [" + ", ".join(f"[{column}, {row}]" for row, column in pairs) + "]"]


class _Reader(Findings):
    def __init__(self, places: Places, file: str, terrains: frozenset[str]) -> None:
        super().__init__(file)
        self.places, self.terrains = places, terrains

    def read(self, data: Mapping[str, object]) -> HexGround | None:
        name = data.get("name")
        if not isinstance(name, str) or not name:
            self.find(self.line_of("name"), "a map needs a name")
            name = ""
        legend = self.legend(data.get("legend"))
        rows = self.drawing(data.get("map"), legend)
        columns = len(rows[0]) if rows else 0
        zones = self.zones(data.get("zones", {}), columns, len(rows)) if rows else {}
        if not rows or any(len(row) != columns for row in rows):
            return None
        known = {mark: kind for mark, kind in legend.items() if kind in self.terrains}
        usual = next(iter(known.values()), "")
        if not usual:
            return None
        # What the legend does not tell is taken for something it does: the rest can be judged, and nobody plays on it.
        return HexGround(name, columns, len(rows), tuple(known.get(mark, usual) for row in rows for mark in row), zones)

    def legend(self, legend: object) -> dict[str, str]:
        if not isinstance(legend, dict) or not legend:
            self.find(self.line_of("legend"), "a map needs a [legend] of characters and terrain names")
            return {}
        if len(legend) > bounds.MOST_LEGEND:
            self.find(self.line_of("legend"), f"legend: {len(legend)} characters; {bounds.MOST_LEGEND} is the most")
            return {}
        for mark, name in legend.items():
            line = self.line_of(mark, section="legend")
            if len(mark) != 1 or mark.isspace():
                self.find(line, f"legend: '{shortened(mark)}' must be a single character")
            if not isinstance(name, str) or name not in self.terrains:
                there = ", ".join(sorted(self.terrains))
                self.find(line, f"legend: no terrain is called '{shortened(str(name))}'; there are {there}")
        return {mark: str(name) for mark, name in legend.items()}

    def drawing(self, drawing: object, legend: Mapping[str, str]) -> list[str]:
        if not isinstance(drawing, str) or not drawing.strip():
            self.find(self.line_of("map"), "a map needs a drawing: map = '''...''' with one character for each hex")
            return []
        # tomllib drops the line break after the opening quotes, so a drawing begins on the line below its key.
        first = self.line_of("map") + 1
        rows = [(first + k, "".join(row.split())) for k, row in enumerate(drawing.splitlines()) if row.strip()]
        width = len(rows[0][1])
        if max(width, len(rows)) > bounds.MOST_HEXES:
            most = f"{bounds.MOST_HEXES} by {bounds.MOST_HEXES}"
            self.find(first - 1, f"the map has {width} columns and {len(rows)} rows; {most} hexes is the most")
            return []
        for line, row in rows:
            if len(row) != width:
                self.find(line, f"this row has {len(row)} hexes, the first has {width}")
            for mark in sorted(set(row) - set(legend)) if legend else ():
                self.find(line, f"'{mark}' (hex {row.index(mark) + 1} of the row) is not in the legend")
        return [row for _, row in rows]

    def zones(self, zones: object, columns: int, rows: int) -> dict[str, frozenset[Hex]]:
        if not isinstance(zones, dict):
            self.find(self.line_of("zones"), "zones are tables such as [zones.north]")
            return {}
        if not self.may_have_zones(len(zones)):
            return {}
        found: dict[str, frozenset[Hex]] = {}
        for name, zone in zones.items():
            found[name] = self.zone(name, zone, columns, rows)
            if not self.may_have_hexes(found):
                break
        return found

    def may_have_zones(self, count: int) -> bool:
        """Whether these are not too many; otherwise it is found."""
        if count > bounds.MOST_ZONES:
            self.find(self.line_of("zones"), f"the map has {count} zones; {bounds.MOST_ZONES} is the most")
        return count <= bounds.MOST_ZONES

    def may_have_hexes(self, zones: Mapping[str, frozenset[Hex]]) -> bool:
        """Whether they are not too large together; otherwise it is found."""
        most = bounds.MOST_ZONE_HEXES
        is_small = sum(map(len, zones.values())) <= most
        if not is_small:
            self.find(self.line_of("zones"), f"the zones have more than {most:,} hexes together")
        return is_small

    def zone(self, name: str, zone: object, columns: int, rows: int) -> frozenset[Hex]:
        line = self.line_of(name, section="zones")
        name = shortened(name)
        if not isinstance(zone, dict) or zone.keys() not in ({"hexes"}, {"rows"}, {"columns"}, {"rows", "columns"}):
            self.find(line, f"zone '{name}' needs hexes, or rows = [first, last] or columns or both, and nothing else")
            return frozenset()
        if "hexes" in zone:
            return frozenset(from_offset(*pair) for pair in self.listed(name, line, zone["hexes"], columns, rows))
        across = self.band(name, line, zone.get("columns", [0, columns - 1]), columns, "columns")
        down = self.band(name, line, zone.get("rows", [0, rows - 1]), rows, "rows")
        return frozenset(from_offset(column, row) for row in down for column in across)

    def listed(self, name: str, line: int, hexes: object, columns: int, rows: int) -> list[tuple[int, int]]:
        if not isinstance(hexes, list) or not hexes or not all(_is_pair(each) for each in hexes):
            self.find(line, f"zone '{name}': hexes are [column, row] pairs of whole numbers, at least one")
            return []
        for column, row in hexes:
            if not (0 <= column < columns and 0 <= row < rows):
                self.find(line, f"zone '{name}': column {column}, row {row} is off the map of {columns} by {rows}")
        return [(column, row) for column, row in hexes]

    def band(self, name: str, line: int, band: object, size: int, what: str) -> range:
        if not _is_pair(band) or not 0 <= band[0] <= band[1] < size:
            self.find(line, f"zone '{name}': {what} must be [first, last] within 0 and {size - 1}")
            return range(0)
        return range(band[0], band[1] + 1)

    def line_of(self, key: str, section: str = "") -> int:
        """The line where a key is set or a table begins; 0 if it is nowhere (a missing key concerns the whole file)."""
        return self.places.line(section, 0, key)


def _is_pair(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)
