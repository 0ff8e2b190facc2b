"""What an Objective is worth before it is won, in shares of a model, so that bots go where they are needed.

Cheap on purpose: bots ask for every place they think of.
"""

from __future__ import annotations

from gearlock.systems.brigands.beginning.zones import zone_of
from gearlock.systems.brigands.objectives.markers import missing_marker, placer_of
from gearlock.systems.brigands.objectives.orders import ChooseObjective
from gearlock.systems.brigands.objectives.progress import FLEETING
from gearlock.systems.brigands.objectives.pursuit import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    DEMOLITIONS,
    HOLD,
    LEAD_BY_EXAMPLE,
    SCAN,
    WIPE_THEM_OUT,
    Pursuit,
    objectives,
)
from gearlock.systems.brigands.objectives.remains import is_drone
from gearlock.systems.brigands.objectives.scans import counts_as_new
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import distance_to

PULL = 0.1
"""What the whole length of the table is worth to a model on an errand, at the beginning of the battle."""
HASTE = 0.3
"""What is added to that by the last Round."""
PRIZE = 0.5
"""How much more damage counts on a model whose loss wins an Objective."""
SCANNED = 0.3
"""What a Detailed Scan is worth that brings the Objective nearer."""
EASE = {CAPTURE: 7, HOLD: 6, WIPE_THEM_OUT: 5, BREAK_THE_LINE: 4, DEMOLITIONS: 3, ASSASSINATE: 2, LEAD_BY_EXAMPLE: 1}
"""What a bot would rather be asked to do; scanning is last."""


def choice_worth(order: ChooseObjective) -> float:
    """How gladly a bot chooses an Objective."""
    return 0.01 * (1 + EASE.get(order.name, 0))


def marker_worth(state: State, x: int, y: int) -> float:
    """Whoever places a marker wants it near: to hold it oneself, or to keep the enemy away from it."""
    missing = missing_marker(state)
    if missing is None:
        return 0.0
    placer = placer_of(objectives()[missing.name], missing.seat)
    far = distance_to(zone_of(state, placer), x, y)
    return 1.0 - far / max(state.ground.width, state.ground.height)


def errand_worth(state: State, unit: Unit, x: int, y: int) -> float:
    """What it is worth to its side that a model goes from where it stands to a place; straying costs."""
    if not state.pursuits or is_drone(unit):
        return 0.0
    gained = 0
    for pursuit in state.pursuits:
        if not (pursuit.achieved and pursuit.name not in FLEETING):
            here, there = _way(state, pursuit, unit, unit.x, unit.y), _way(state, pursuit, unit, x, y)
            gained += here - there
    urgency = PULL + HASTE * state.round / state.rounds
    return urgency * gained / max(state.ground.width, state.ground.height)


def _way(state: State, pursuit: Pursuit, unit: Unit, x: int, y: int) -> int:
    """How far a place is from where the Objective wants a model, in mils; 0 if it wants it nowhere."""
    if pursuit.name == HOLD and pursuit.markers:
        reach = (objectives()[HOLD].reach - 1) * INCH
        return max(0, min(distance(x, y, *marker) for marker in pursuit.markers) - reach)
    if pursuit.seat != unit.seat:
        return 0
    if pursuit.name == CAPTURE and pursuit.markers:
        reach = (objectives()[CAPTURE].reach - 1) * INCH
        return max(0, min(distance(x, y, *marker) for marker in pursuit.markers) - reach)
    if pursuit.name == BREAK_THE_LINE:
        return distance_to(zone_of(state, opponent(unit.seat)), x, y)
    if pursuit.name in (ASSASSINATE, DEMOLITIONS):
        target = state.units.get(pursuit.target)
        if target is not None and target.is_fielded:
            return max(0, distance(x, y, target.x, target.y) - 12 * INCH)
    return 0


def prize_of(state: State, unit: Unit, target: Unit) -> float:
    """By how much more than its share of a model the damage to a target counts for a model's side."""
    for pursuit in state.pursuits:
        if pursuit.seat != unit.seat or pursuit.achieved:
            continue
        if pursuit.name in (ASSASSINATE, DEMOLITIONS) and pursuit.target == target.id:
            return PRIZE
        if pursuit.name == WIPE_THEM_OUT and pursuit.group == target.group and target.seat != unit.seat:
            return PRIZE
        if pursuit.name == LEAD_BY_EXAMPLE and pursuit.target == unit.id:
            return PRIZE
    return 0.0


def scan_worth(state: State, unit: Unit, target: Unit) -> float:
    """What a Detailed Scan of a target is worth to a model's side."""
    wanted = any(pursuit.seat == unit.seat and pursuit.name == SCAN for pursuit in state.pursuits)
    return SCANNED if wanted and counts_as_new(state, unit.seat, target.id) else 0.0
