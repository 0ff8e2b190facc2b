"""Grounds written out as map files."""

import re

from gearlock.kernel.mapping import MapBattle
from gearlock.kernel.written import quoted
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece


def write_map(ground: Ground, battle: MapBattle | None = None) -> str:
    """The file text of a ground and the battle it is for; reading it gives equal ones."""
    head = [
        f"name = {quoted(ground.name)}",
        f"width = {inches_text(ground.width)}",
        f"height = {inches_text(ground.height)}",
    ]
    pieces = [line for piece in ground.pieces for line in _piece_lines(piece)]
    return "\n".join([*head, *_battle_lines(battle), *_mark_lines(ground), *pieces]) + "\n"


def _battle_lines(battle: MapBattle | None) -> list[str]:
    """The scenario, and what is said about its options; a roster keeps its lines."""
    if battle is None:
        return []
    said = [f"{_key(key)} = {_text(value)}" for key, value in battle.options.items()]
    return ["", "[battle]", f"scenario = {quoted(battle.scenario)}", *said]


def _text(text: str) -> str:
    plain = all(letter.isprintable() or letter == "\n" for letter in text) and "'''" not in text
    return f"'''\n{text}\n'''" if "\n" in text and plain else quoted(text)


def _mark_lines(ground: Ground) -> list[str]:
    """Zones and markers."""
    lines = []
    for seat, box in sorted((ground.zones or {}).items(), reverse=True):
        lines += ["", f"[zones.{_key(seat)}]", f"rectangle = [{', '.join(map(inches_text, box))}]"]
    for marker in ground.marked:
        lines += ["", "[[marker]]", f"id = {quoted(marker.id)}", f"name = {quoted(marker.name)}"]
        lines.append(f"at = [{inches_text(marker.x)}, {inches_text(marker.y)}]")
    return lines


def _piece_lines(piece: Piece) -> list[str]:
    """One piece; what it does not have is left out."""
    lines = ["", "[[piece]]"]
    lines += [
        f"{key} = {quoted(value)}" for key, value in (("id", piece.id), ("name", piece.name), ("kind", piece.kind))
    ]
    if piece.rating:
        lines.append(f"rating = {quoted(piece.rating)}")
    if piece.base:
        lines.append(f"base = {inches_text(piece.base)}")
    if piece.top != piece.base:
        lines.append(f"top = {inches_text(piece.top)}")
    if piece.footing:
        lines.append("footing = true")
    corners = ", ".join(f"[{inches_text(x)}, {inches_text(y)}]" for x, y in piece.outline)
    lines.append(f"outline = [{corners}]")
    if piece.props:
        pairs = ", ".join(f"{_key(key)} = {_value(value)}" for key, value in sorted(piece.props.items()))
        lines.append(f"props = {{ {pairs} }}")
    return lines


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def _value(value: int | str) -> str:
    return str(value) if isinstance(value, int) else quoted(value)
