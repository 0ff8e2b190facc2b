"""Range bands: five that double, with modifiers; three of which the last is endless; one with a least range."""

from __future__ import annotations

import pytest

from gearlock.mechanics.bands import ENDLESS, Band, band_at, scaled, steps_beyond
from gearlock.table.measure import INCH

DOUBLING = (Band("short", 1, 0), Band("medium", 2, -1), Band("long", 4, -2), Band("extreme", 8, -3))
FIVE = (Band("point blank", INCH - 1, 1), *scaled(DOUBLING, 6 * INCH))
THREE = (Band("optimal", 12 * INCH, 0), Band("suboptimal", 24 * INCH, -1), Band("extreme", ENDLESS, -2))
MORTAR = (Band("too near", 8 * INCH, (-1, False)), Band("in range", 30 * INCH, (0, True)))


@pytest.mark.parametrize(
    ("inches", "name", "modifier"),
    [
        (0.5, "point blank", 1),
        (1, "short", 0),
        (6, "short", 0),
        (6.001, "medium", -1),
        (12, "medium", -1),
        (24, "long", -2),
        (24.001, "extreme", -3),
        (48, "extreme", -3),
    ],
)
def test_each_of_five_bands_runs_from_the_end_of_the_one_before(inches: float, name: str, modifier: int) -> None:
    band = band_at(FIVE, round(inches * INCH))
    assert band is not None
    assert (band.name, band.worth) == (name, modifier)


def test_beyond_the_last_band_there_is_none_unless_it_is_endless() -> None:
    assert band_at(FIVE, 48 * INCH + 1) is None
    last = band_at(THREE, 900 * INCH)
    assert last is not None
    assert last.name == "extreme"
    assert scaled(THREE, 7)[-1].upto == ENDLESS


def test_a_band_carries_whatever_numbers_the_book_has() -> None:
    assert [band.worth for distance in (8, 9) if (band := band_at(MORTAR, distance * INCH))] == [(-1, False), (0, True)]


def test_what_falls_off_with_every_band_is_counted_from_the_one_named() -> None:
    loss = [steps_beyond(FIVE, "short", distance * INCH) for distance in (0, 3, 9, 20, 40)]
    assert loss == [0, 0, 1, 2, 3]
    with pytest.raises(ValueError, match="beyond the band extreme"):
        steps_beyond(FIVE, "short", 50 * INCH)
