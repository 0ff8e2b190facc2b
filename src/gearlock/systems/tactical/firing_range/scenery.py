"""What lies round a laid-out attack: at which scale, in what light and weather, and what is in the way of it."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import Given
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.firing_range.field import FiringField
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, WOODLAND
from gearlock.systems.tactical.setup.surroundings import FAIR, SCALES
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Piece

FIELD: Final = FiringField(120 * INCH)
MOST_POINTS: Final = 20
WIDE: Final = 9 * INCH
THICK: Final = INCH // 10
NOTHING, LIGHT, HEAVY = "none", "light", "heavy"
COVERS: Final = (NOTHING, LIGHT, HEAVY)
PARTIAL: Final = "tactical.3.8.2-partial-cover"
BEFORE_THE_TARGET: Final = "cover"


def scale_of(given: Given) -> str:
    """What an inch stands for."""
    return SCALES[given.says("scale")]


@heeds("tactical.3.7-night", "tactical.3.7-rain", "tactical.3.7-sandstorm", "tactical.4.1.2-condition-winds")
def sky_of(given: Given) -> dict[str, str]:
    """The switches of light and weather that were said."""
    found = {s.TIME: given.says("time")} if given.says("time") != s.DAY else {}
    return found | ({s.WEATHER: given.says("weather")} if given.says("weather") != FAIR else {})


def pieces_of(given: Given, target: Card, reach: int) -> list[Piece]:
    """The woodland between attacker and target, and what the target stands behind."""
    return [*_woods(given, reach), *_cover(given, target)]


@heeds("tactical.2.6.6-concealment", "tactical.3.8.2")
def _woods(given: Given, reach: int) -> list[Piece]:
    """As much woodland right before the target as gives so many points of Obscurement, and a little more."""
    points = given.number("concealment", MOST_POINTS) or 0
    if not points:
        return []
    deep = points * INCH
    if scale_of(given) == SKIRMISH_SCALE:
        deep = max(INCH // 2, (points - 1) * OBSCUREMENT[SKIRMISH_SCALE][WOODLAND] * INCH)
    if deep + INCH // 10 > reach:
        inches = f"{deep / INCH:g} in of woodland"
        raise BadInput(f"{points} points of Obscurement need {inches} between them. [tactical.2.6.6-concealment]")
    east = FIELD.middle - INCH // 20
    outline = rectangle(east - deep - 10, FIELD.middle - WIDE, east, FIELD.middle + WIDE)
    return [Piece("woods", "Woodland", "area", outline, top=5 * INCH, rating="light", props={"going": "woodland"})]


@heeds("tactical.3.8.2-partial-cover")
def _cover(given: Given, target: Card) -> list[Piece]:
    """Something in base contact that covers three quarters of the target: a fence, or a barricade."""
    said = given.says("cover")
    if said == NOTHING:
        return []
    if scale_of(given) != SKIRMISH_SCALE:
        raise BadInput(f"Partial cover is for the skirmish scale of 10 m an inch: scale=skirmish. [{PARTIAL}]")
    if target.squad is not None:
        raise BadInput(f"Partial cover adds to the Armor of vehicles; squads have none. [{PARTIAL}]")
    west = FIELD.middle - target.radius
    outline = rectangle(west - THICK, FIELD.middle - WIDE, west, FIELD.middle + WIDE)
    name = "Fence" if said == LIGHT else "Barricade"
    return [Piece(BEFORE_THE_TARGET, name, "instance", outline, top=target.height * 3 // 4, rating=said)]


@heeds("tactical.3.8.2-partial-cover")
def check_cover(given: Given, state: State, attackers: list[Unit], target: Unit) -> None:
    """What was put before the target covers it against everybody."""
    if given.says("cover") != NOTHING and not all(partial_cover(state, target, unit).armor for unit in attackers):
        raise BadInput(f"From there the cover hides less than half of the {target.name}. [{PARTIAL}]")
