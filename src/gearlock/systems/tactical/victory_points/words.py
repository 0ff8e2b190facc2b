"""Victory Points that are spent, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points import events as e

RULE = "tactical.4.2.2-spending"


def cancelled(state: State, event: e.DamageCancelled, _seat: str | None) -> Line:
    name = state.units[event.unit].name
    return Line(f"{event.seat} pays {event.price} Victory Points: {name} is spared.", (event.unit,), RULE)


def bought(_state: State, event: e.ConditionBought, _seat: str | None) -> Line:
    return Line(f"{event.seat} pays {event.price} Victory Points: {event.condition}.", (), RULE)


def ended(_state: State, _event: e.BoughtConditionEnded, _seat: str | None) -> Line:
    return Line("What was bought of weather and darkness is over.", (), RULE)
