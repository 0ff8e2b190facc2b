"""2.6.1, 3.2.2: measuring from middle to middle, and height as range."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical import switches
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.inches import plan_gap
from gearlock.table.measure import INCH, root_up

TOUCH = INCH // 100
"""How near counts as base contact: units stand on whole mils, and at most angles no two such places touch exactly."""

OUT_OF_REACH = 2 * INCH
"""A difference in height as of a cliff: one of two units stands above the other there, and not beside it."""


@rule("tactical.2.6.1", "tactical.3.8")
@heeds("tactical.3.2.2")
def distance(state: State, a: Unit, b: Unit) -> int:
    """Mils from the middle of one unit to that of another, whatever metres an inch is worth at the scale.

    Rounded up to the mil, so that comparing it with a whole reach is exact.
    """
    return distance_to(state, a, b.x, b.y, b.z)


@rule("tactical.3.2.2")
@heeds("tactical.2.6.1")
def distance_to(state: State, unit: Unit, x: int, y: int, z: int) -> int:
    """Mils from the middle of a unit to a point: flat, or the difference in height if that is more.

    Height counts where its module is used. By the reading for purists it is the true slanting distance.
    """
    square, rise = (unit.x - x) ** 2 + (unit.y - y) ** 2, abs(unit.z - z)
    if not rise or not state.switch(switches.ELEVATION_RANGE):
        return root_up(square)
    if state.switch(switches.SLANT_RANGE):
        return root_up(square + rise * rise)
    return max(root_up(square), rise)


@heeds("tactical.2.6.1")
def touches(a: Unit, b: Unit) -> bool:
    """Whether two units are in base contact, as close combat and cover ask it; nobody touches over a cliff."""
    return plan_gap(a.body, b.body) <= TOUCH and abs(a.z - b.z) < OUT_OF_REACH


@heeds("tactical.2.6.1")
def metres_in_mils(state: State, metres: int) -> int:
    """A distance of the world on this table."""
    return metres * state.kilometre() // 1000
