"""The table drawn in characters: one cell is an inch by two, or one hex."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from rich.text import Text

from gearlock.kernel.view import Piece, Shape, View
from gearlock.table.hexes import from_offset, to_offset
from gearlock.table.measure import inches_text

ARROWS = "→↗↑↖←↙↓↘"
HEX_ARROWS = "→↗↖←↙↘"
GLYPHS = {
    "area": "░▒",
    "woods": "♣♠",
    "instance": "▓█",
    "building": "#H",
    "cliff": "▲▲",
    "hill": "∩∩",
    "water": "≈≈",
    "swamp": "~~",
    "road": "··",
    "open": "  ",
    "rubble": "::",
    "broken": "∴∴",
    "smoke": "░▒",
    "wreck": "xx",
    "objective": "◎◎",
}
"""What ground and markers look like, light and heavy, by a word in their kind. Other kinds take the spare letters."""
SPARE = "%&+^=*"
COLOURS = {
    "woods": "green",
    "area": "green",
    "water": "blue",
    "swamp": "cyan",
    "building": "magenta",
    "instance": "magenta",
    "objective": "bold yellow",
}
SIDE_STYLES = ("bold white on red", "bold white on blue", "bold black on yellow")
PLAIN = "yellow"
MARKER = "◎"


def piece_marks(view: View) -> dict[str, str]:
    """Short names of pieces: R1, its drone R1a, and ?1 for contacts nobody has identified.

    They follow the ids, so they last.
    """
    marks: dict[str, str] = {}
    for piece in view.pieces:
        letter = "?" if piece.known == "blip" else piece.side[:1].upper()
        mark = f"{letter}{_number(piece.id)}"
        marks[piece.id] = mark if mark not in marks.values() else f"{letter}{len(marks) + 1}"
    return marks


def _number(piece_id: str) -> str:
    """What a mark has behind the side's letter: the number of the id, with a letter for a drone of that number."""
    drone = re.search(r"(\d+)-drone-(\d+)$", piece_id)
    if drone:
        return drone[1] + ascii_lowercase[(int(drone[2]) - 1) % len(ascii_lowercase)]
    number = re.search(r"\d+[a-z]?$", piece_id)
    return number.group() if number else piece_id.rpartition("-")[2][:1].upper()


def side_style(view: View, piece: Piece) -> str:
    """The colours of a side; the letter in the mark says the same without colour."""
    sides = sorted({other.side for other in view.pieces}, reverse=True)
    style = SIDE_STYLES[sides.index(piece.side) % len(SIDE_STYLES)]
    return style.replace("bold", "dim strike") if piece.status == "destroyed" else style


def kinds_of(view: View) -> list[str]:
    """The kinds of ground on this table, in the order of their characters."""
    drawn = view.table.shapes if view.table.kind == "inches" else (*view.table.shapes, *view.markers)
    return sorted({_kind(shape) for shape in drawn})


def _kind(shape: Shape) -> str:
    return f"{shape.rating} {shape.kind}".strip()


def glyph(kinds: list[str], at: int) -> tuple[str, str]:
    """The character and colour of a kind of ground."""
    words = kinds[at].split()
    for word in words:
        if word in GLYPHS:
            return GLYPHS[word][bool({"heavy", "dense"} & set(words))], COLOURS.get(word, PLAIN)
    return SPARE[at % len(SPARE)], PLAIN


def legend(view: View) -> Text:
    """What the characters stand for."""
    text = Text("  ")
    kinds = kinds_of(view)
    for at, kind in enumerate(kinds):
        if kind != "open":
            letter, shade = glyph(kinds, at)
            text.append(letter * 2, shade)
            text.append(f" {kind}   ")
    if view.table.kind != "hexes" and view.markers:
        for name in sorted({shape.label.partition(" ")[0] for shape in view.markers}):
            text.append(f"{MARKER}{name[:1]}", "bold yellow")
            text.append(f" marker of {name}   ")
    if view.table.kind != "hexes":
        text.append("a figure on a piece is its height in inches", "dim")
    return text


def zone_text(view: View, zone_id: str) -> str:
    """Where a zone lies, in words."""
    for zone in view.zones:
        if zone.id == zone_id and zone.outline:
            xs, ys = [x / 1000 for x, _ in zone.outline], [y / 1000 for _, y in zone.outline]
            if len(zone.outline) > 4:
                return f"between {', '.join(f'{x:g} {y:g}' for x, y in zip(xs, ys, strict=True))}"
            return f"across {min(xs):g} to {max(xs):g}, up {min(ys):g} to {max(ys):g}"
        if zone.id == zone_id and zone.hexes:
            spots = [to_offset(spot) for spot in zone.hexes]
            columns, rows = [c for c, _ in spots], [r for _, r in spots]
            return f"{_span('column', columns)}, {_span('row', rows)}"
    return ""


def _span(word: str, numbers: list[int]) -> str:
    first, last = min(numbers), max(numbers)
    return f"{word} {first}" if first == last else f"{word}s {first} to {last}"


def zone_letter(zone: Shape) -> str:
    """What a zone is filled with where its ground is bare."""
    return zone.id[:1].lower()


def draw(view: View, zones: Sequence[Shape] = ()) -> Text:
    """The whole table; bare ground in these zones has their letters."""
    return _draw_hexes(view, zones) if view.table.kind == "hexes" else _draw_inches(view, zones)


def _draw_inches(view: View, zones: Sequence[Shape] = ()) -> Text:
    columns, rows = view.table.width // 1000, view.table.height // 2000
    cells = [[(" ", "")] * columns for _ in range(rows)]
    for zone in zones:
        _draw_shape(zone, (zone_letter(zone), "dim"), cells)
    kinds = kinds_of(view)
    for shape in view.table.shapes:
        _draw_shape(shape, glyph(kinds, kinds.index(_kind(shape))), cells)
    for shape in view.markers:
        _draw_marker(shape, cells)
    marks = piece_marks(view)
    for piece in sorted(view.pieces, key=lambda p: p.status != "destroyed"):
        label = marks[piece.id] + ARROWS[(piece.facing + 225) // 450 % 8]
        column = min(max(piece.x // 1000, 0), columns - len(label))
        row = min(max(piece.y // 2000, 0), rows - 1)
        for offset, letter in enumerate(label):
            cells[row][column + offset] = (letter, side_style(view, piece))
    text = Text()
    text.append("    " + "".join(f"{x:<6}" for x in range(0, columns, 6)) + "\n", "dim")
    for row in reversed(range(rows)):
        text.append(f"{row * 2:>3} ", "dim")
        for letter, style in cells[row]:
            text.append(letter, style)
        text.append("\n")
    return text


def _draw_shape(shape: Shape, look: tuple[str, str], cells: list[list[tuple[str, str]]]) -> None:
    covered = [
        (row, column)
        for row in range(len(cells))
        for column in range(len(cells[0]))
        if _inside(shape, column * 1000 + 500, row * 2000 + 1000)
    ]
    for row, column in covered:
        cells[row][column] = look
    if covered and shape.top >= 1000:
        row, column = covered[len(covered) // 2]
        cells[row][column] = (str(min(round(shape.top / 1000), 9)), f"bold {look[1]}")


def _draw_marker(shape: Shape, cells: list[list[tuple[str, str]]]) -> None:
    """A marker and the first letter of whose it is, wherever in its cell it lies."""
    x = sum(x for x, _ in shape.outline) // len(shape.outline)
    y = sum(y for _, y in shape.outline) // len(shape.outline)
    row = min(max(y // 2000, 0), len(cells) - 1)
    column = min(max(x // 1000, 0), len(cells[0]) - 2)
    cells[row][column : column + 2] = [(MARKER, "bold yellow"), (shape.label[:1], "bold yellow")]


def _inside(shape: Shape, x: int, y: int) -> bool:
    inside, outline = False, shape.outline
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _draw_hexes(view: View, zones: Sequence[Shape] = ()) -> Text:
    kinds = kinds_of(view)
    ground = {spot: kinds.index(_kind(shape)) for shape in view.table.shapes for spot in shape.hexes}
    marked = {spot: kinds.index(_kind(shape)) for shape in view.markers for spot in shape.hexes}
    marks = piece_marks(view)
    # The last one drawn is seen: wrecks lie below everybody, and who rides a machine does not hide it.
    lowest_first = sorted(view.pieces, key=lambda p: (p.status == "destroyed", _is_riding(p)), reverse=True)
    standing = {(p.x, p.y): p for p in lowest_first}
    text = Text()
    text.append("    " + "".join(f"{c:<3}" for c in range(view.table.width)) + "\n", "dim")
    for row in range(view.table.height):
        text.append(f"{row:>3} " + " " * (row % 2), "dim")
        for column in range(view.table.width):
            here = from_offset(column, row)
            piece = standing.get(here)
            if piece is not None:
                arrow = " " if piece.known != "seen" else HEX_ARROWS[piece.facing // 600 % 6]
                text.append(f"{marks[piece.id]}{arrow}"[:3], side_style(view, piece))
                continue
            letter, shade = glyph(kinds, ground[here]) if here in ground else (" ", "")
            bare = here not in ground or kinds[ground[here]] == "open"
            if here in marked:  # a marker lies on its ground, which shows beside it
                text.append(*glyph(kinds, marked[here]))
                text.append((" " if bare else letter) + " ", shade)
            elif bare:
                text.append(f"{next((zone_letter(zone) for zone in zones if here in zone.hexes), '·')}  ", "dim")
            else:
                text.append(letter * 2 + " ", shade)
        text.append("\n")
    return text


def _is_riding(piece: Piece) -> bool:
    return any(token.name.startswith("riding ") for token in piece.tokens)


def spot_text(view: View, x: int, y: int, facing: int, exactly: bool = False) -> str:
    """A place as a player writes it: inches to the tenth or `exactly`, and degrees; or column, row and hexside."""
    if view.table.kind == "hexes":
        column, row = to_offset((x, y))
        return f"{column} {row} facing side {facing // 600}"
    where = " ".join(inches_text(length) if exactly else f"{length / 1000:.1f}" for length in (x, y))
    return f"{where} facing {facing / 10:.0f}°"
