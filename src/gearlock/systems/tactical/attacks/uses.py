"""2.6.7: a weapon as it is used in one attack: range band, Rate of Fire and everything that changes its damage."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.orders import DIRECT
from gearlock.systems.tactical.weapons import Weapon
from gearlock.table.measure import INCH

POINT_BLANK, SHORT, MEDIUM, LONG, EXTREME = range(5)
BANDS = ("Point Blank", "Short", "Medium", "Long", "Extreme")
RANGE = (1, 0, -1, -2, -3)
CAREFUL = 5


class Use(NamedTuple):
    """A weapon in one attack: in which band, in which way, with how much ROF."""

    weapon: Weapon
    mount: str
    band: int = SHORT
    rof: int = 0
    """The ROF that counts for damage."""
    way: str = DIRECT
    called: str = ""
    fragments: bool = False
    bonus: int = 0
    """What saturation adds to the attack roll."""


@rule("tactical.2.6.7-range")
@heeds("tactical.2.3.4-range-bands", "tactical.3.8.3-careful")
def band_of(weapon: Weapon, distance: int, careful: bool = False) -> int | None:
    """The range band of a distance; None beyond Extreme range. Less than an inch is Point Blank."""
    ends = weapon.band_ends(CAREFUL if careful else 1)
    if not weapon.base or distance > ends[-1]:
        return None
    if distance < INCH:
        return POINT_BLANK
    return SHORT + next(at for at, end in enumerate(ends) if distance <= end)


def bands_beyond(band: int) -> int:
    """How many bands beyond Short it goes."""
    return max(0, band - SHORT)
