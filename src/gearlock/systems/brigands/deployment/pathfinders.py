"""11.4c: Pathfinders. Before the first Round every model of a Recon Unit may make one free Move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.deployment.orders import Pathfind
from gearlock.systems.brigands.deployment.special import RECON
from gearlock.systems.brigands.flying.airborne import is_vtol
from gearlock.systems.brigands.flying.landing import refuse_altitude
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Slide
from gearlock.systems.brigands.rounds.orders import EndActivation
from gearlock.systems.brigands.state import State, Unit

MOVING = (Move, Climb, Jump, Slide, ChangeFloor, EndMove, EndActivation)
WORTH = 0.001
"""Enough to be preferred to staying; where to go is weighed with the Move."""


@rule("brigands.11.4c")
def pathfinders(state: State, seat: str) -> list[Unit]:
    """The models that may still make their free Move: of the Unit that has begun, or of any Recon Unit.

    Drones go with those who control them, Fortifications nowhere, and who is still in the air has to land first.
    """
    return [
        unit
        for unit in state.fielded(seat)
        if unit.code == RECON and unit.line.move and not (unit.activated or unit.controller or unit.is_dropping)
        if state.squad in (0, unit.squad)
    ]


def refuse_before_battle(state: State, order: Order) -> Refusal | None:
    """Before the first Round a model only moves."""
    if state.phase != "pathfinders" or isinstance(order, MOVING):
        return None
    return Refusal("pathfinder", "brigands.11.4c", "Before the first Round a model makes its free Move, nothing else.")


def offer_pathfinders(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may go now, a VTOL on the ground or in the air."""
    for unit in pathfinders(state, ask.seat):
        for airborne in (False, True) if is_vtol(unit) else (False,):
            if refuse_altitude(state, unit, airborne) is None:
                label = f"The {unit.name} finds a path{' in the air' if airborne else ''}"
                yield Pick(label, Pathfind(unit.id, airborne), ask.rule)
    yield decline("Nobody else of this Unit" if state.squad else "No free Moves", ask.rule)


@heeds("brigands.11.4c")
def refuse_pathfind(state: State, ask: Ask, order: Pathfind) -> Refusal | None:
    """Why a model makes no free Move now."""
    unit = next((unit for unit in pathfinders(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", "brigands.11.4c", f"{order.unit or 'Nobody'} has no free Move to make now.")
    return refuse_altitude(state, unit, order.airborne)


def preview_pathfind(state: State, _seat: str, order: Pathfind) -> Preview:
    """A free Move costs nothing."""
    return Preview(gives=WORTH) if order.unit in state.units else Preview()
