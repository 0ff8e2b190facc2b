"""7.2: perks and flaws that change what ground costs."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.damage.condition import perk
from gearlock.systems.tactical.line_of_sight.terrain import BUILT
from gearlock.systems.tactical.state import Unit

POOR = "Poor Off-Road Ability"
HEAVY_GOING = 2
"""MP an inch from which ground is heavy."""


@rule("tactical.7.2-improved-off-road")
@heeds("tactical.7.2-poor-off-road", "tactical.7.2-card-only-perks")
def off_road_cost(unit: Unit, type_: str, price: int, daring: bool = False) -> int:
    """1 MP less where an inch costs more than 1 with Improved Off-Road Ability; 1 more from 2 on with a Poor one.

    Urban Friendly vehicles save a point in towns. Who dares goes at the normal price, and tests for each inch.
    """
    if price > 1 and perk(unit, "Improved Off-Road Ability"):
        price -= 1
    if price > 1 and type_ in BUILT and perk(unit, "Urban Friendly"):
        price -= 1
    if price >= HEAVY_GOING and not daring and perk(unit, POOR):
        price += 1
    return price
