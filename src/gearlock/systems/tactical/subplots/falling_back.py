"""4.1.4: Coward: what a fleeing unit may and must do in its activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.condition import mp_now
from gearlock.systems.tactical.missions.carrying import edge_distance, refuse_leave
from gearlock.systems.tactical.missions.orders import LeaveTable
from gearlock.systems.tactical.movement import orders as o
from gearlock.systems.tactical.movement.switching import refuse_shift
from gearlock.systems.tactical.plots import FLEEING
from gearlock.systems.tactical.rounds.events import CALLED
from gearlock.systems.tactical.rounds.orders import Activate, EndActivation, Settle
from gearlock.systems.tactical.speed import PACE_WORDS
from gearlock.systems.tactical.state import COMBAT, TOP, State, Unit
from gearlock.systems.tactical.subplots.courses import GAIN, home_gain, way_home
from gearlock.systems.tactical.subplots.vendetta import fastest_pace
from gearlock.systems.tactical.transports.orders import Board, Hitch
from gearlock.table.measure import INCH

RULE: Final = "tactical.4.1.4-coward"
NOT_NOW: Final = (Settle, o.TakeCover, o.Climb, o.Ram, Board, Hitch)
"""What keeps a unit on the field."""


@heeds("tactical.4.1.4-coward")
def refuse_fleeing(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why who falls back cannot do something: it goes home as fast as it can, and off the table there."""
    home = state.homes[unit.seat]
    if isinstance(order, Activate):
        fastest = fastest_pace(state, unit)
        free = order.pace == fastest or bool(unit.token(CALLED))
        return None if free else _flees(unit, home, f"at {PACE_WORDS[fastest]}")
    if isinstance(order, NOT_NOW):
        return _flees(unit, home, "and does nothing that keeps it here")
    if isinstance(order, LeaveTable):
        return None if order.edge == home else _flees(unit, home, "and leaves the table by no other")
    if isinstance(order, o.ShiftSpeed):
        return None if order.to == TOP else _flees(unit, home, "and does not slow down")
    if isinstance(order, o.SwitchMode):
        slower = mp_now(unit, order.mode, COMBAT) < mp_now(unit, unit.mode, COMBAT)
        return _flees(unit, home, "and does not switch to a slower system") if slower else None
    if isinstance(order, o.Move):
        return refuse_way(state, unit, order)
    return refuse_lingering(state, unit) if isinstance(order, EndActivation) else None


def _flees(unit: Unit, home: str, words: str) -> Refusal:
    message = f"The {unit.name} falls back to the {home} edge {words}, until somebody calls it back."
    return Refusal("fleeing", RULE, message, {"edge": home})


@heeds("tactical.4.1.4-coward")
def refuse_way(state: State, unit: Unit, order: o.Move) -> Refusal | None:
    """A way of its own is as good as the one it would be sent on; where there is none, it goes as it can."""
    best = way_home(state, unit)
    if best is None or home_gain(state, unit, order) >= home_gain(state, unit, best) - GAIN:
        return None
    return _flees(unit, state.homes[unit.seat], "by the shortest way")


@heeds("tactical.4.1.4-coward")
def refuse_lingering(state: State, unit: Unit) -> Refusal | None:
    """Its activation ends when it can get no farther: it is gone, its Movement Points are spent, or nothing moves."""
    home = state.homes[unit.seat]
    ask = Ask(unit.seat, "act", unit.id)
    if refuse_leave(state, ask, LeaveTable(unit.id, home)) is None:
        return _flees(unit, home, "and leaves the table there now")
    if way_home(state, unit) is not None:
        return _flees(unit, home, "while it has Movement Points")
    far = edge_distance(state, unit, home) > INCH
    if far and refuse_shift(state, o.ShiftSpeed(unit.id, TOP)) is None:
        return _flees(unit, home, "and shifts to Top Speed")
    return None


def offer_fleeing(state: State, unit: Unit) -> Iterator[Option]:
    """The way home."""
    way = way_home(state, unit) if unit.token(FLEEING) else None
    if way is not None:
        yield Pick(f"Fall back to the {state.homes[unit.seat]} edge", way, RULE)
