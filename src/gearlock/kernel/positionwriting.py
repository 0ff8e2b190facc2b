"""Positions written out as files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from gearlock.kernel.positions import Position
from gearlock.kernel.sheets import TABLES
from gearlock.kernel.written import quoted


def write_position(position: Position) -> str:
    """The file text of a position; reading it gives an equal position."""
    lines = [*_lines(position.head)]
    for kind in TABLES:
        for table in position.tables[kind]:
            lines += ["", f"[[{kind}]]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(_lines(value))
        return f"{{ {pairs} }}" if pairs else "{}"
    assert isinstance(value, list), f"{value!r} has no written form"
    return f"[{', '.join(map(_value, value))}]"


def _text(text: str) -> str:
    """A drawn map keeps its lines."""
    is_plain = all(letter.isprintable() or letter == "\n" for letter in text)
    is_drawing = "\n" in text and is_plain and "'''" not in text and not text.endswith("'")
    return f"'''\n{text}'''" if is_drawing else quoted(text)
