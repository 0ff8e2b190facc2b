"""9.7: Airborne. How high a model flies, what that gives it, and what anti-air weapons do about it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

ALTITUDE = 12 * INCH
FARSIGHT = 6 * INCH
"""What an Airborne model's sensors reach farther."""
AA_REACH, AA_DICE = 6 * INCH, 2
VTOL = "VTOL"


@rule("brigands.9.7")
def altitude_at(ground: Ground, x: int, y: int) -> int:
    """The elevation an Airborne model flies at: 12 in above the highest terrain under its middle, woods included."""
    return max((piece.top for piece in ground.pieces_at(x, y)), default=0) + ALTITUDE


@heeds("brigands.9.7", "brigands.5.5b")
def airborne_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die more on every defence roll, whatever it is against."""
    return [dice(1, "Airborne", "brigands.9.7")] if unit.airborne else []


@heeds("brigands.wtrait.aa")
def is_anti_air(weapon: Weapon) -> bool:
    """Whether a weapon is made for what flies."""
    return "AA" in weapon.traits


@heeds("brigands.wtrait.aa")
def extra_reach(weapon: Weapon, target: Unit) -> int:
    """How much farther an anti-air weapon reaches an Airborne target, at its best and at its most."""
    return AA_REACH if target.airborne and is_anti_air(weapon) else 0


@rule("brigands.trait.vtol")
@heeds("brigands.9.7")
def is_vtol(unit: Unit) -> bool:
    """Whether it takes off and lands as it likes."""
    return VTOL in unit.line.traits


def flyers(state: State) -> list[Unit]:
    """Everything in the air, wrecks on their way down included."""
    return [unit for unit in state.standing() if unit.airborne]
