"""2.6.5: at Top Speed a unit spends more than its Combat Speed, as long as it can go anywhere."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.movement.moving import judge
from gearlock.systems.tactical.movement.orders import Move
from gearlock.systems.tactical.speed import allowance
from gearlock.systems.tactical.state import COMBAT, TOP, State, Unit

WORTH = 100
"""Mils: nobody is sent on for less than a tenth of an inch."""
TRIED = (0, 600, -600)


@heeds("tactical.2.6.5-top-speed")
def must_go_on(state: State, unit: Unit) -> bool:
    """Whether a unit at Top Speed has not spent more than its Combat Speed yet."""
    now = state.activation
    if now is None or now.unit != unit.id or unit.speed != TOP:
        return False
    return now.spent <= allowance(unit, COMBAT, now.mode)


def could_go_on(state: State, unit: Unit) -> bool:
    """Whether it could go a tenth of an inch on: straight ahead or after a free turn."""
    ways = (Move(unit.id, ((angle, WORTH),)) for angle in TRIED)
    return any(not isinstance(judge(state, order), Refusal) for order in ways)
