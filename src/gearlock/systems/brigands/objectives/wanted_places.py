"""What an Objective is worth before it is won, in shares of a model, so that bots go where they are needed.

Cheap on purpose: bots ask for every place they think of.
"""

from __future__ import annotations

from gearlock.kernel.system import Chooser
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.objectives.wanted import Errand, errand_into, gained, with_ways
from gearlock.systems.brigands.objectives.marked import has_marked, holding
from gearlock.systems.brigands.objectives.markers import missing_marker, placer_of
from gearlock.systems.brigands.objectives.orders import ChooseObjective
from gearlock.systems.brigands.objectives.progress import FLEETING
from gearlock.systems.brigands.objectives.who_is_left import is_drone
from gearlock.systems.brigands.pursuit import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    DEMOLITIONS,
    HOLD,
    LEAD_BY_EXAMPLE,
    WIPE_THEM_OUT,
    Pursuit,
    objectives,
)
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.systems.brigands.zones import zone_of
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to

PULL = 0.1
"""What the whole length of the table is worth to a model on an errand, at the beginning of the battle."""
HASTE = 0.3
"""What is added to that by the last Round."""
GUNSHOT = 12 * INCH
"""As near as one need come to what is to be destroyed."""
PRIZE = 0.5
"""How much more damage counts on a model whose loss wins an Objective."""
EASE = {WIPE_THEM_OUT: 7, CAPTURE: 6, HOLD: 5, ASSASSINATE: 4, DEMOLITIONS: 3, LEAD_BY_EXAMPLE: 2, BREAK_THE_LINE: 1}
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
    if not (state.pursuits or has_marked(state)) or is_drone(unit):
        return 0.0
    urgency = PULL + HASTE * state.round / state.rounds
    return urgency * gained(_errands_of(state, unit), x, y) / max(state.ground.width, state.ground.height)


def _errands_of(state: State, unit: Unit) -> list[tuple[Errand, int]]:
    """What the Objectives ask of a model, each with the way it still has from where it stands; noted."""
    key = (_errands_of, unit.id, unit.x, unit.y)
    known: list[tuple[Errand, int]] | None = state.notes.get(key)
    if known is None:
        errands = [errand for pursuit in state.pursuits if (errand := errand_of(state, pursuit, unit)) is not None]
        if has_marked(state) and (to_place := marked_places.errand(state.ground, holding(state), unit)) is not None:
            errands.append(to_place)
        known = state.notes[key] = with_ways(errands, unit.x, unit.y)
    return known


def errand_of(state: State, pursuit: Pursuit, unit: Unit) -> Errand | None:
    """What an Objective asks of a model, its own side's or, where markers are held, the enemy's; None for nothing."""
    if pursuit.achieved and pursuit.name not in FLEETING:
        return None
    if pursuit.name == HOLD or (pursuit.name == CAPTURE and pursuit.seat == unit.seat):
        near = (objectives()[pursuit.name].reach - 1) * INCH
        return Errand(pursuit.markers, near) if pursuit.markers else None
    if pursuit.seat != unit.seat:
        return None
    if pursuit.name == BREAK_THE_LINE:
        return errand_into(zone_of(state, opponent(unit.seat)))
    target = state.units.get(pursuit.target) if pursuit.name in (ASSASSINATE, DEMOLITIONS) else None
    return Errand(((target.x, target.y),), GUNSHOT) if target is not None and target.is_fielded else None


def errand_spot(state: State, unit: Unit, chooser: Chooser) -> tuple[int, int] | None:
    """A spot that some Objective wants a model at; None if none does."""
    errands = [errand for pursuit in state.pursuits if (errand := errand_of(state, pursuit, unit)) is not None]
    return chooser.choice(chooser.choice(errands).spots) if errands else None


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
