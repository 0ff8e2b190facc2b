"""What a battle is about, minded in what orders are worth: prizes, forbidden targets, who must do nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.judging.errands import PRIZE, errand_of, may_go
from gearlock.systems.tactical.missions.aims import mission_of, vital
from gearlock.systems.tactical.missions.orders import LeaveTable, TakeObject, WreckObject
from gearlock.systems.tactical.scenarios import printed as p
from gearlock.systems.tactical.scenarios.bridge import is_bridge
from gearlock.systems.tactical.scenarios.chits import vehicle
from gearlock.systems.tactical.scenarios.last_stand import STEVENS
from gearlock.systems.tactical.state import FIELDED, NEEDED, NO_EVASION, NO_GROUP, State, Unit, opponent

RUIN = 20.0
"""What it costs to lose the game."""
STANDS_STILL = 1.0
"""What it costs to do anything while one has to stand still."""
OUT = 2.0
"""What it is worth that somebody gets away who is to."""


def is_prize(state: State, seat: str, target: Unit) -> bool:
    """Whether the loss of an enemy serves what a side is to do."""
    if target.token(NO_EVASION) or target.token(STEVENS) or (target.token(NEEDED) and target.group != NO_GROUP):
        return True
    mission = mission_of(state, seat)
    if mission is None or mission.type not in (t.DESTROY, t.DISABLE, t.CAPTURE) or mission.objective != t.VEHICLE:
        return False
    matters = vital(state, opponent(seat))
    return matters is not None and matters.id == target.id


def must_stand_still(state: State, unit: Unit) -> bool:
    """Whether a unit is at the vehicle and has to do nothing for a while."""
    target = vehicle(state) if p.is_played(state, p.CHITS) else None
    if target is None or target.status != FIELDED or unit.seat != p.NORTH:
        return False
    errand = errand_of(state, unit)
    return errand is not None and errand.worth > PRIZE and not errand.way(unit)


def minded(shown: Show[State]) -> Show[State]:
    """An order at a target or a point, with what the battle is about in mind."""

    def preview(state: State, seat: str, order: Any) -> Preview:
        found = shown(state, seat, order)
        target, unit = state.units.get(getattr(order, "target", "") or ""), state.units.get(order.unit)
        x, y = getattr(order, "x", None), getattr(order, "y", None)
        if target is not None and target.group == NO_GROUP and target.token(NEEDED):
            return _with(found, -RUIN, "Whoever destroys the C3 vehicle loses the game.")
        if p.is_played(state, p.BRIDGEHEAD) and x is not None and y is not None and is_bridge(state, x, y):
            return _with(found, -RUIN, "Whoever fires on the bridge loses the game.")
        if unit is not None and must_stand_still(state, unit):
            return _with(found, -STANDS_STILL, "It has to stand at the vehicle and do nothing for two full rounds.")
        if target is not None and target.seat != seat and is_prize(state, seat, target):
            return msgspec.structs.replace(found, gives=found.gives * (1 + PRIZE))
        return found

    return preview


def _with(found: Preview, more: float, note: str) -> Preview:
    return msgspec.structs.replace(found, gives=found.gives + more, notes=(*found.notes, note))


def preview_wrecking(state: State, seat: str, order: WreckObject) -> Preview:
    """An enemy's object destroyed is worth a mission to who has that one."""
    mission = mission_of(state, seat)
    wanted = mission is not None and mission.objective == t.OBJECT and mission.type in (t.DESTROY, t.DISABLE)
    return Preview(gives=OUT if wanted and order.owner != seat else 0.0)


def preview_taking(state: State, seat: str, order: TakeObject) -> Preview:
    """One's own object picked up is the beginning of bringing it out."""
    mission = mission_of(state, seat)
    wanted = mission is not None and mission.objective == t.OBJECT and mission.type == t.PROVIDE
    return Preview(gives=OUT if wanted and order.owner == seat else 0.0)


def preview_leaving(state: State, _seat: str, order: LeaveTable) -> Preview:
    """Going off the table is for who is to get away; all others are missed."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    return Preview(gives=OUT if may_go(state, unit, order.edge) else -OUT, ends=(unit.x, unit.y, unit.facing))
