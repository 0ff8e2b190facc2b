"""Sides typed in a line: `hunter/2ic:recon-drone*3`, a model, its rank, its drones, and how many of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.errors import shortened


def how_many(entry: str, count: str, most: int, faults: list[str]) -> int:
    """How many of a model an entry asks for: one if it does not say, none if what it says is no such number."""
    if not count or (re.fullmatch(r"[0-9]{1,3}", count) and 1 <= int(count) <= most):
        return int(count or 1)
    faults.append(f"'{shortened(entry.strip())}': how many is a number from 1 to {most}.")
    return 0


class Typed(NamedTuple):
    """An entry taken apart; `ranked` if a rank was meant, whatever it is."""

    entry: str
    name: str
    ranked: bool
    rank: str
    drones: list[str]
    number: str


def typed_entries(text: str) -> Iterator[Typed]:
    """The entries of one group."""
    for entry in text.split(","):
        what, _, count = (part.strip() for part in entry.partition("*"))
        what, *drones = (part.strip() for part in what.split(":"))
        name, slash, rank = (part.strip() for part in what.partition("/"))
        yield Typed(entry, name, bool(slash), rank, drones, count)
