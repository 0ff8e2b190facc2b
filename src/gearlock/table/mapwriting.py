"""Grounds written out as map files."""

import re

from gearlock.kernel.written import quoted
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece


def write_map(ground: Ground) -> str:
    """The file text of a ground; reading it gives an equal ground."""
    head = [
        f"name = {quoted(ground.name)}",
        f"width = {inches_text(ground.width)}",
        f"height = {inches_text(ground.height)}",
    ]
    return "\n".join(head + [line for piece in ground.pieces for line in _piece_lines(piece)]) + "\n"


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
