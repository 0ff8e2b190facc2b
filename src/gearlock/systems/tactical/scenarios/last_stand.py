"""4.3.4: Back Against the Wall."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.damage.condition import refuse_comms
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.scenarios.counting import BEGAN, is_driven_off, lost_of
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict, drawn, won_by
from gearlock.systems.tactical.state import STUNNED, VETERAN, State, Unit

STEVENS: Final = "stevens"
"""A token on who drives with Colonel Mayak Stevens."""
SOUTH_WIN, FOR_STEVENS, NORTH_WIN, WITHOUT_STEVENS = 8, 5, 5, 2
LEVEL: Final = VETERAN


def stevens(state: State) -> Unit | None:
    """The vehicle of Colonel Stevens, lost or not."""
    return next((unit for unit in state.units.values() if unit.token(STEVENS)), None)


@heeds("tactical.4.3.4")
def is_stevens_dead(state: State) -> bool:
    """Whether he was killed: his vehicle is destroyed, or its crew."""
    unit = stevens(state)
    return unit is not None and (unit.is_lost or is_crewless(unit))


@heeds("tactical.4.3.4")
def gives_orders(state: State) -> bool:
    """Whether Stevens brings his Command Point this round: alive, not stunned, with Communications that work."""
    unit = stevens(state)
    if unit is None or not unit.is_fielded or is_stevens_dead(state):
        return False
    return not unit.token(STUNNED) and refuse_comms(unit) is None


@heeds("tactical.4.3.4")
def is_half_gone(state: State) -> bool:
    """Whether more than half of the units the North began with are destroyed."""
    return 2 * lost_of(state, NORTH) > state.points.get(BEGAN + NORTH, 0) > 0


@rule("tactical.4.3.4")
def judge_last_stand(state: State) -> Verdict | None:
    """The South wins at once by destroying more than half of the North; the North when no attacker is left."""
    dead = is_stevens_dead(state)
    if is_half_gone(state):
        return won_by(SOUTH, SOUTH_WIN, "more than half of the North is destroyed")
    if is_driven_off(state, SOUTH):
        why = "the attack is beaten off" + (", but Stevens is dead" if dead else "")
        points, other = (WITHOUT_STEVENS, FOR_STEVENS) if dead else (NORTH_WIN, 0)
        return won_by(NORTH, points, why, other)
    if state.finished or is_driven_off(state, NORTH):
        return drawn("the attack has neither broken the North nor been beaten off")
    return None
