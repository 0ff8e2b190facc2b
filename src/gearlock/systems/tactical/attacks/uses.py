"""2.6.7: a weapon as it is used in one attack: range band, Rate of Fire and everything that changes its damage."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.attacks.orders import DIRECT
from gearlock.systems.tactical.weapons import GUIDED, INDIRECT, MIN_RANGE, SMALL_ARMS, Weapon
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
    """The ROF that counts for damage, without what fragments add: below 0 if a walk uses some of that."""
    way: str = DIRECT
    called: str = ""
    fragments: bool = False
    bonus: int = 0
    """What saturation adds to the attack roll."""
    accuracy: int | None = None
    """The Accuracy of a link; None where the weapon's own counts."""
    spread: bool = False
    """One roll that several may have to defend against: cover then counts for the squads among them."""


@rule("tactical.2.6.7-range")
@heeds("tactical.2.3.4-range-bands", "tactical.3.8.3-careful")
def band_of(weapon: Weapon, distance: int, careful: bool = False, base: int = 0) -> int | None:
    """The range band of a distance; None beyond Extreme range. Less than an inch is Point Blank.

    `base` is another Base Range than the weapon's own: that of a link.
    """
    if not weapon.base:
        return None
    reach = (base or weapon.base) * (CAREFUL if careful else 1)
    if distance > 8 * reach:
        return None
    if distance < INCH:
        return POINT_BLANK
    return SHORT + next(step for step in range(4) if distance <= reach << step)


def bands_beyond(band: int) -> int:
    """How many bands beyond Short it goes."""
    return max(0, band - SHORT)


@rule("tactical.7.2.2-minimum-range")
@heeds("tactical.3.6.1-weapons")
def is_too_near(weapon: Weapon, distance: int) -> bool:
    """Whether a target is nearer than the weapon can fire: closer than its range; a squad's mortar not at it either."""
    least = weapon.traits.get(MIN_RANGE, 0) * INCH
    if not least:
        return False
    return distance <= least if weapon.kind == SMALL_ARMS else distance < least


@heeds("tactical.7.2.2-guided", "tactical.7.2.2-indirect-fire")
def fires_indirectly(weapon: Weapon) -> bool:
    """Whether it can fire over obstacles: weapons for Indirect Fire, and all Guided ones."""
    return weapon.has(INDIRECT) or weapon.has(GUIDED)
