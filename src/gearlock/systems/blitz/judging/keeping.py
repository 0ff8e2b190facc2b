"""What taking cover, smoke and helping others would mean: less danger, or a model that moves again."""

from __future__ import annotations

from copy import copy

import msgspec

from gearlock.kernel.view import Preview
from gearlock.systems.blitz.hiding.orders import GoHullDown, Hide
from gearlock.systems.blitz.judging.certain import played
from gearlock.systems.blitz.judging.danger import best_worth, danger, danger_here
from gearlock.systems.blitz.judging.moves import WORTH_OF_A_MOVE, beside, pose_of
from gearlock.systems.blitz.lock_and_cover.cover import cloud_of
from gearlock.systems.blitz.recovery.orders import Recover
from gearlock.systems.blitz.smoke.orders import LaySmoke
from gearlock.systems.blitz.state import FIELDED, HIDING, HULL_DOWN, State, Unit
from gearlock.systems.blitz.transport.orders import Disembark, Embark, EnterBuilding, GetOut


def _safer(state: State, unit: Unit, after: float) -> Preview:
    """What danger is left, and what has become less."""
    less = max(0.0, danger_here(state, unit) - after)
    return Preview(gives=less, risks=after, lasting=after, ends=pose_of(unit))


def preview_cover(state: State, _seat: str, order: Hide | GoHullDown) -> Preview:
    """The danger to a model that keeps its head down."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    there.tokens[HIDING if isinstance(order, Hide) else HULL_DOWN] = 1
    return _safer(state, unit, danger(state.with_unit(there), there))


def preview_smoke(state: State, _seat: str, order: LaySmoke) -> Preview:
    """The danger to a model in a cloud."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    after = copy(state)
    after.smoke, after.notes = [*state.smoke, cloud_of(unit)], {}
    return _safer(state, unit, danger(after, unit))


def preview_recovery(state: State, _seat: str, order: Recover) -> Preview:
    """A friend that can move again."""
    unit = state.units.get(order.unit)
    return Preview() if unit is None else Preview(gives=5 * WORTH_OF_A_MOVE, ends=pose_of(unit))


def preview_shelter(state: State, _seat: str, order: Embark | EnterBuilding) -> Preview:
    """Out of danger, more or less, and done for now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    after = played(state, order)
    lasting = danger(after, after.units[unit.id])
    return Preview(risks=lasting, lasting=lasting, forgone=best_worth(state, unit))


def preview_unloading(state: State, _seat: str, order: Disembark) -> Preview:
    """A model that can do something again, and the transport where it is."""
    unit = state.units.get(order.unit)
    shown = _outside(state, order.passenger, (order.x, order.y, order.facing))
    return shown if unit is None or not unit.is_fielded else beside(state, unit, shown, order)


def preview_getting_out(state: State, _seat: str, order: GetOut) -> Preview:
    """A model that can do something again, where it would stand, and the danger of that place."""
    unit, active = state.units.get(order.unit), state.active()
    shown = _outside(state, order.unit, (order.x, order.y, order.facing))
    if unit is None or active is None or active.id != unit.id:
        return shown
    after = played(state, order)
    lasting = danger(after, after.units[unit.id])
    return msgspec.structs.replace(shown, risks=lasting, lasting=lasting)


def _outside(state: State, name: str, pose: tuple[int, int, int]) -> Preview:
    """What somebody could do who stands there."""
    unit = state.units.get(name)
    if unit is None or unit.is_destroyed:
        return Preview()
    there = unit.clone()
    there.x, there.y, there.facing = pose
    there.status, there.carrier, there.place = FIELDED, "", ""
    gives = best_worth(state.with_unit(there), there) + WORTH_OF_A_MOVE
    return Preview(gives=gives, hoped=gives, ends=pose_of(there))
