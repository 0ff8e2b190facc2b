"""Offers to get in and out, and how open ones are completed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.fieldmanual.state import ABOARD, DISEMBARKED, FIELDED, State, Unit
from gearlock.systems.fieldmanual.transports.orders import Disembark, Embark, GetOut, StepOff
from gearlock.systems.fieldmanual.transports.places import first_places
from gearlock.systems.fieldmanual.transports.room import Home, passengers
from gearlock.systems.fieldmanual.transports.transport import (
    RULE,
    STRUCTURES,
    home_of,
    refuse_embark,
    refuse_step,
    refuse_unloading,
)
from gearlock.table.measure import FULL_TURN

SPOTS = 12
"""Places among which a guess is made."""


def offer_transport(state: State, unit: Unit) -> Iterator[Option]:
    """What is beside a model to get into, its own passengers, the way out of where it is, and the Action for moving."""
    if unit.token(DISEMBARKED) and refuse_step(state, StepOff(unit.id)) is None:
        yield Pick("Spend an Action to move on from where it got out", StepOff(unit.id), RULE)
    if not unit.carrier and unit.is_fielded:
        yield from _ways_in(state, unit)
    if refuse_unloading(state, unit) is None:
        for rider in passengers(state, unit):
            if rider.status == ABOARD and next(first_places(state, rider, unit), None) is not None:
                template = Disembark(unit.id, rider.id)
                yield Place(f"Set the {rider.name} down", template, RULE, unit=rider.id, zone="reach")
    home = home_of(state, unit)
    if home is not None and unit.status == FIELDED and next(first_places(state, unit, home), None) is not None:
        yield Place(f"Come out of the {home.name}", GetOut(unit.id), STRUCTURES, unit=unit.id, zone="reach")


def _ways_in(state: State, unit: Unit) -> Iterator[Option]:
    near: list[Home] = [other for other in state.fielded(unit.seat) if other.perk("Transport") or other.is_static]
    near += [piece for piece in state.ground.pieces if unit.is_infantry and is_building(piece)]
    for home in near:
        order = Embark(unit.id, home.id)
        if refuse_embark(state, order) is None:
            yield Pick(f"Get into the {home.name}", order, RULE if isinstance(home, Unit) else STRUCTURES)


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    """Any side of the transport."""
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = list(islice(first_places(state, rider, carrier), SPOTS))
    return Disembark(carrier.id, rider.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def guess_get_out(state: State, _ask: Ask, order: GetOut, chooser: Chooser, _attempt: int) -> Order | None:
    """Any side of what it is in."""
    unit = state.units[order.unit]
    home = home_of(state, unit)
    spots = list(islice(first_places(state, unit, home), SPOTS)) if home is not None else []
    return GetOut(unit.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order:
    """Where somebody pointed, or right beside it: the nearest place that takes it."""
    rider, carrier = state.units[order.passenger], state.units[order.unit]
    facing = carrier.facing if spot.facing is None else spot.facing % FULL_TURN
    return Disembark(order.unit, order.passenger, *_nearest(state, rider, carrier, spot), facing)


def aim_get_out(state: State, _ask: Ask, order: GetOut, spot: Aim) -> Order:
    """As above."""
    unit = state.units[order.unit]
    facing, home = unit.facing if spot.facing is None else spot.facing % FULL_TURN, home_of(state, unit)
    return GetOut(order.unit, *((spot.x, spot.y) if home is None else _nearest(state, unit, home, spot)), facing)


def _nearest(state: State, unit: Unit, home: Home, spot: Aim) -> tuple[int, int]:
    spots = list(first_places(state, unit, home))
    return min(spots, key=lambda at: (at[0] - spot.x) ** 2 + (at[1] - spot.y) ** 2) if spots else (spot.x, spot.y)
