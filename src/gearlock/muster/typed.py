"""Sides typed in a line: `hunter*3`, a model and how many of it."""

from __future__ import annotations

import re

from gearlock.kernel.errors import shortened


def how_many(entry: str, count: str, most: int, faults: list[str]) -> int:
    """How many of a model an entry asks for: one if it does not say, none if what it says is no such number."""
    if not count or (re.fullmatch(r"[0-9]{1,3}", count) and 1 <= int(count) <= most):
        return int(count or 1)
    faults.append(f"'{shortened(entry.strip())}': how many is a number from 1 to {most}.")
    return 0
