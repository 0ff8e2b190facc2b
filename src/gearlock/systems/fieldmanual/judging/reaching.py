"""Where a move or a speed could lead: outlines of the ground that is reached."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import Band
from gearlock.kernel.system import Aim
from gearlock.mechanics.going.reach import farthest, rays
from gearlock.systems.fieldmanual.movement.bands import BAND_NAMES, MODE_NAMES, refuse_band
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.movement.pointing import mils_left, way_to
from gearlock.systems.fieldmanual.rounds.orders import Activate
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.under_way import Activation
from gearlock.table.measure import inches_text

RAYS = 48
"""Directions in which a move is tried out."""
FEW_RAYS = 32


def reach(state: State, _ask: Ask, option: Option) -> tuple[Band, ...]:
    """How far a model gets in every direction as it may turn; a speed leads as far as its MPs."""
    order = option.order
    if isinstance(order, Move):
        unit = state.units[order.figure or order.unit]
        label = f"{MODE_NAMES.get(unit.mode, '')} move, {inches_text(mils_left(state, unit))} in"
        return (Band(label, outlines=(_outline(state, unit, order, RAYS),)),)
    return tuple(_at_speed(state, order)) if isinstance(order, Activate) else ()


def _at_speed(state: State, order: Activate) -> Iterator[Band]:
    """What a mode and a speed allow."""
    unit = state.units.get(order.unit)
    if unit is None or refuse_band(state, unit, order.mode, order.band, order.autopilot) is not None:
        return
    there = unit.clone()
    there.mode, there.band = order.mode, order.band
    after = state.with_unit(there)
    after.activation = Activation(unit.id, banded=True)
    label = f"{MODE_NAMES.get(order.mode, '')} at {BAND_NAMES[order.band]}"
    yield Band(label, outlines=(_outline(after, there, Move(unit.id), FEW_RAYS),))


def _outline(state: State, unit: Unit, order: Move, count: int) -> tuple[tuple[int, int], ...]:
    """The farthest places around a model."""
    most = mils_left(state, unit)

    def go(x: int, y: int) -> Unit | Refusal:
        course = judge(state, way_to(state, order, Aim(x, y)))
        return course if isinstance(course, Refusal) else course.unit

    ends = [farthest(unit, angle, most, go) or unit for angle in rays(count)]
    return tuple((end.x, end.y) for end in ends)
