"""What a person types: lines, numbers and spots, read so that nothing typed can break a battle."""

from __future__ import annotations

import math

from rich.text import Text

from gearlock.cli.screen import console
from gearlock.kernel.errors import GearlockError
from gearlock.kernel.system import Aim
from gearlock.kernel.view import View
from gearlock.table.hexes import from_offset

LARGEST = 100_000.0
HEXSIDES = 6
NO_MORE, STOPPED = 1, 130
"""What the program ends with when its input does, and when it is stopped."""


class LeaveTable(GearlockError):
    """The person gets up; the battle is kept. `code` is what the program ends with: 0 if that was their wish."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


def read_line(prompt: str | Text) -> str:
    """One line typed. Ctrl-D and Ctrl-C mean leaving, at every question alike."""
    try:
        return console.input(prompt, markup=False, emoji=False).strip()
    except EOFError:
        raise LeaveTable("No more input: you left the table.", NO_MORE) from None
    except KeyboardInterrupt:
        raise LeaveTable("You left the table.", STOPPED) from None


def says_yes(prompt: str) -> bool:
    """A question answered with y or yes."""
    return read_line(f"{prompt} (y/n) ").lower() in ("y", "yes")


def read_whole(word: str) -> int | None:
    """A whole number without a sign, or None."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 6 else None


def read_real(word: str) -> float | None:
    """A number of ordinary size, or None."""
    try:
        number = float(word.rstrip("°")) if word.isascii() or word.endswith("°") else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) <= LARGEST else None


def read_spot(view: View, words: list[str]) -> Aim | str:
    """A spot on the table as typed, or what to type instead."""
    numbers = [read_real(word) for word in " ".join(words).replace(",", " ").split()]
    if None in numbers or not 2 <= len(numbers) <= 3:
        return "two numbers say where, a third which way to face"
    x, y, *facing = [number for number in numbers if number is not None]
    if view.table.kind != "hexes":
        return Aim(round(x * 1000), round(y * 1000), round(facing[0] * 10) % 3600 if facing else None)
    if any(number != int(number) for number in (x, y, *facing)):
        return "hexes are counted in whole columns, rows and hexsides"
    if facing and not 0 <= facing[0] < HEXSIDES:
        return "a hexside is a number from 0 (east) to 5, counter-clockwise"
    q, r = from_offset(int(x), int(y))
    return Aim(q, r, int(facing[0]) * 600 if facing else None)
