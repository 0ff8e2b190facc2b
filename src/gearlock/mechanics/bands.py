"""Range bands as a table: how far away is which band, and what the book says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
ENDLESS = 1 << 62
"""The end of a band that covers the rest of the board."""


class Band(NamedTuple, Generic[T]):
    """One band: its name, the last mil that belongs to it, and the book's numbers for it."""

    name: str
    upto: int
    worth: T


def band_at(bands: Sequence[Band[T]], distance: int) -> Band[T] | None:
    """The band a distance lies in; None beyond the last. The bands come nearest first."""
    return next((band for band in bands if distance <= band.upto), None)


def scaled(bands: Sequence[Band[T]], base: int) -> tuple[Band[T], ...]:
    """Bands written in multiples of a weapon's base range, for a weapon with this one in mils."""
    return tuple(band._replace(upto=min(ENDLESS, band.upto * base)) for band in bands)


def steps_beyond(bands: Sequence[Band[T]], first: str, distance: int) -> int:
    """How many bands farther than the one of this name a distance lies, 0 for all that is nearer; ValueError beyond."""
    band = band_at(bands, distance)
    if band is None:
        raise ValueError(f"{distance} mils lie beyond the band {bands[-1].name}, which is the last")
    names = [each.name for each in bands]
    return max(0, names.index(band.name) - names.index(first))
