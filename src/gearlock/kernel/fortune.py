"""What a throw of dice was worth: the number it came to, and how likely every other number was."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Fortune(msgspec.Struct, frozen=True):
    """One throw of a seat in the system's own measure of luck, where more is better for whoever threw.

    `weights` belong to the numbers `low`, `low` + 1, ...; they are whole and make up every way the dice can fall.
    """

    seat: str
    what: str
    rolled: int
    low: int
    weights: tuple[int, ...]


def successes(seat: str, what: str, dice: Iterable[bool], ways: tuple[int, int]) -> Fortune:
    """Dice that each succeed or fail: how many succeeded, when so many of so many faces do."""
    shown = tuple(dice)
    good, faces = ways
    row = [1]
    for _ in shown:
        row = [low * (faces - good) + high * good for low, high in zip([*row, 0], [0, *row], strict=True)]
    return Fortune(seat, what, sum(shown), 0, tuple(row))
