"""4.3.3: Cornered: the Mammoth in the village."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import GEAR
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.line_of_sight.terrain import RUBBLE
from gearlock.systems.tactical.scenarios.counting import force_of, is_driven_off, lost
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict, drawn, won_by
from gearlock.systems.tactical.state import NEEDED, State

GEARS_TOO: Final = 2
SOUTH_WIN, NORTH_WIN, UNHARMED = 5, 4, 1


@heeds("tactical.4.3.3")
def is_mammoth_alive(state: State) -> bool:
    """Whether the Mammoth survives: not destroyed, and with somebody of its crew alive."""
    striders = [unit for unit in force_of(state, NORTH) if unit.token(NEEDED)]
    return any(not unit.is_lost and not is_crewless(unit) for unit in striders)


@heeds("tactical.4.3.3")
def gears_lost(state: State) -> int:
    """The Northern Gears that are destroyed."""
    return lost(unit for unit in force_of(state, NORTH) if unit.card.kind == GEAR and not unit.token(NEEDED))


@heeds("tactical.4.3.3", "tactical.3.2.5-urban")
def buildings_lost(state: State) -> int:
    """The buildings of the village that lie in rubble."""
    return sum(RUBBLE in piece.props for piece in state.ground.pieces)


@rule("tactical.4.3.3")
def judge_village(state: State) -> Verdict | None:
    """The South has to destroy the Mammoth and two Gears before round 12; the North wins if the Mammoth survives."""
    alive = is_mammoth_alive(state)
    if not alive and gears_lost(state) >= GEARS_TOO:
        return won_by(SOUTH, SOUTH_WIN, "the Mammoth and two Gears or more are destroyed")
    beaten = is_driven_off(state, SOUTH)
    if not state.finished and not beaten:
        return None
    if not alive:
        return drawn("the Mammoth is lost, but not two of its escort")
    fallen = buildings_lost(state)
    why = "the Mammoth lives" + (", and every building stands" if not fallen else "")
    return won_by(NORTH, NORTH_WIN + (0 if fallen else UNHARMED), why)
