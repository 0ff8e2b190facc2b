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


def salvo(_state: State, event: e.SalvoBought, _seat: str | None) -> Line:
    return Line(f"{event.seat} pays {event.price} Victory Points: a {event.salvo}.", (), RULE)


def cover(_state: State, event: e.CoverBought, _seat: str | None) -> Line:
    what = f"{event.system.upper()} over the whole table this round, Threshold {event.threshold}"
    return Line(f"{event.seat} pays {event.price} Victory Points: {what}.", (), RULE)


def priority(_state: State, event: e.PriorityBought, _seat: str | None) -> Line:
    return Line(f"{event.seat} pays {event.price} Victory Points: another Priority Point.", (), RULE)


def clip(state: State, event: e.ClipBought, _seat: str | None) -> Line:
    what = f"a clip for the {event.weapon} of the {state.units[event.unit].name} next round"
    return Line(f"{_paid(event.seat, event.price)}: {what}.", (event.unit,), RULE)


def _paid(seat: str, price: int) -> str:
    return f"{seat} pays {price} Victory Points" if price else f"{seat} has paid for more"


def reinforcement(state: State, event: e.ReinforcementBought, _seat: str | None) -> Line:
    unit = [each for each in state.units.values() if each.seat == event.seat][-1]
    text = f"{_paid(event.seat, event.price)}: the {unit.name} arrives next round."
    return Line(text, (), RULE)
