"""15.4 to 15.6: orders in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.orders import events as e
from gearlock.systems.blitz.orders.commands import RULES
from gearlock.systems.blitz.state import COORDINATED, State


def begun(state: State, event: e.OrderBegun, _seat: str | None) -> Line:
    """An order."""
    at = f" on {state.units[event.target].name}" if event.target else ""
    names = tuple(name for name in (event.unit, event.target) if name)
    return Line(f"{state.units[event.unit].name} orders {event.command}{at}.", names, RULES[event.command])


def taken(state: State, event: e.OrderTaken, _seat: str | None) -> Line:
    """Who obeys."""
    who = ", ".join(state.units[model].name for model in event.models)
    if event.command == COORDINATED:
        target = state.units[event.target].name
        more = f"; {who} may join in" if who else ""
        text = f"{event.strength} token{'s' * (event.strength > 1)} of coordinated fire on {target}{more}."
        return Line(text, (event.target, *event.models), RULES[event.command])
    return Line(f"{event.command.capitalize()}: {who or 'nobody'}.", event.models, RULES[event.command])


def free_action(state: State, event: e.FreeActionGained, _seat: str | None) -> Line:
    """An action for the commander."""
    return Line(f"{state.units[event.unit].name} has a free action to join in.", (event.unit,), "blitz.15.4")


def passed(state: State, event: e.PointsPassed, _seat: str | None) -> Line:
    """Points handed down."""
    points = f"{event.points} command point{'s' * (event.points > 1)}"
    text = f"{state.units[event.unit].name} passes {points} to {state.units[event.to].name}."
    return Line(text, (event.unit, event.to), "blitz.15.6")


def silence_broken(state: State, event: e.SilenceBroken, _seat: str | None) -> Line:
    """Melee is loud."""
    text = f"{state.units[event.unit].name} is engaged: its radio silence is over."
    return Line(text, (event.unit,), "blitz.15.5b")
