"""Accuracy: what steadies a shot and what hides its target: siege mode, fire control, terrain, smoke."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.equipment import equipment_effect, is_plotted, is_steadied
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

SIEGE_BONUS, PLOTTED_BONUS = 10, 20
SMOKE_PENALTY = -30
"""What dense smoke about the target takes from direct attacks."""
STRAIN = 10
"""Accuracy lost with every hex that weak optics do not reach."""

Lines = list[tuple[int, str, str]]
"""Accuracy, what it comes from, the rule."""


@heeds("hex100.siege-stabilizers", "hex100.fcs-artillery")
def steady_fire(state: State, unit: Unit, weapon: Weapon) -> Lines:
    """What siege mode and artillery fire control add to artillery weapons."""
    found: Lines = []
    if "artillery" in weapon.types and is_steadied(state, unit):
        found.append((SIEGE_BONUS, "siege mode", "hex100.siege-stabilizers"))
    if "artillery" in weapon.types and is_plotted(state, unit):
        found.append((PLOTTED_BONUS, "artillery fire control", "hex100.fcs-artillery"))
    return found


@heeds("hex100.siege-stabilizers", "hex100.fcs-artillery", "hex100.modifier-stacking")
def scatter_cut(state: State, unit: Unit, weapon: Weapon) -> int:
    """By how many hexes artillery goes less astray: one in siege mode or under fire control, and no more with both."""
    return int("artillery" in weapon.types and (is_steadied(state, unit) or is_plotted(state, unit)))


@rule("hex100.weak-optics")
def strain(state: State, unit: Unit, away: int) -> int:
    """What weak optics take from a shot: ten for every hex beyond the fifth."""
    limit = equipment_effect(state, unit, "weak_optics")
    return -STRAIN * max(0, away - limit) if limit else 0


@heeds("hex100.concealment", "hex100.smoke-launcher", "hex100.move-flying")
def hiding_places(state: State, origin: Hex, goal: Hex, sees: bool, aloft: bool = False) -> Lines:
    """What terrain and smoke take from attacks on a unit in a hex; smoke counts for direct attacks alone.

    Terrain does not hide a target that flies.
    """
    value, where = (0, "") if aloft else state.land.concealment(origin, goal, sees)
    found = [(-value, where, "hex100.concealment")]
    if sees and goal in state.land.smoke:
        found.append((SMOKE_PENALTY, "target in dense smoke", "hex100.smoke-launcher"))
    return found
