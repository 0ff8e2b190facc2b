"""The ground of a laid-out attack: cover at the target, cover farther away, a hill, and how far apart all stand."""

from __future__ import annotations

from math import isqrt

from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import Given
from gearlock.mechanics.firing_range.field import FiringField
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.firing_range import conditions as c
from gearlock.systems.blitz.lock_and_cover.looks import DICE, RATINGS
from gearlock.systems.blitz.models import ready
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

FIELD = FiringField(120 * INCH)
MARGIN = 6 * INCH // 5
"""How far a piece of cover reaches beyond the target."""
BEYOND, THIN, WIDE = 5 * INCH // 4, INCH // 2, 5 * INCH
"""How far from the target a wall is that it does not stand at, how thick, and how far it reaches to each side."""


def ground_for(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> Ground:
    """The table with everything on it that was said."""
    pieces = (*_cover(target, given), *_between(attackers, target, given), *_hill(attackers, target, lead, given))
    return FIELD.ground(*pieces)


def _cover(target: ModelCard, given: Given) -> list[Piece]:
    """Area terrain about the target: half as tall as it is, or taller if it hides all of it."""
    rating, line = given.says("cover"), ready(target)
    if rating == c.NONE and given.has("full"):
        raise BadInput("Without cover nothing hides all of the target: say cover=light as well. [blitz.7.5a]")
    if rating == c.NONE:
        return []
    top = line.height + INCH // 2 if given.has("full") else (line.low + 1) // 2
    return [FIELD.cover(line.radius + MARGIN, top, rating)]


def _between(attackers: list[ModelCard], target: ModelCard, given: Given) -> list[Piece]:
    """A wall before the target, just too far away to be adjacent: as low as cover may be, or taller than anybody."""
    said, line = given.says("additional"), ready(target)
    if said == c.NONE:
        return []
    lifted = c.mils(given, "height") or 0
    tallest = max(line.height, lifted + max(ready(card).height for card in attackers))
    top = max(INCH // 2, (line.height + 1) // 2) if said == c.SOME else tallest + INCH // 2
    east = FIELD.middle - line.radius - BEYOND
    outline = rectangle(east - THIN, FIELD.middle - WIDE, east, FIELD.middle + WIDE)
    rating = c.LIGHT if said == c.SOME else said
    return [Piece("wall", f"{rating} wall", "instance", outline, top=top, rating=rating)]


def dice_wanted(given: Given) -> tuple[int, int]:
    """The dice of adjacent and of additional cover that were asked for."""
    at, farther = given.says("cover"), given.says("additional")
    adjacent = 0 if at == c.NONE else DICE[RATINGS[at]]
    return adjacent, 0 if farther == c.NONE else 1 if farther == c.SOME else DICE[RATINGS[farther]]


def _hill(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Ground that lifts the attackers; its edge is before their feet, so that it hides nothing below it."""
    height = c.mils(given, "height") or 0
    if not height:
        return []
    away = isqrt(max(0, apart(lead, given) ** 2 - height**2))
    near = ready(target).radius + max(0, away - INCH // 10)
    return [FIELD.hill(near, 2 * max(ready(card).radius for card in attackers), height, "heavy")]


def apart(lead: Weapon, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of optimal range; who strikes all around is near."""
    said = c.mils(given, "range")
    if said is not None:
        return said
    if given.says("fire") != c.DIRECTLY and lead.indirect is not None:
        return lead.indirect[1]
    return lead.proximity // 2 if lead.proximity else lead.far
