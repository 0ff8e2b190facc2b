"""Special Actions in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.special_actions import events as e
from gearlock.systems.fieldmanual.state import State


def nominated(state: State, event: e.TargetNominated, _seat: str | None) -> Line:
    """A target for all."""
    text = f"{state.units[event.unit].name} nominates {state.units[event.target].name} for a Coordinated Attack."
    return Line(text, (event.unit, event.target), "fieldmanual.coordinated-attack")


def coordinated(state: State, event: e.AttackCoordinated, _seat: str | None) -> Line:
    """Who concentrates on it."""
    unit = state.units[event.unit]
    who = f"Combat Group {unit.group}"
    if event.blocked:
        who = ", ".join(state.units[name].name for name in event.heard)
    text = f"{who}: {state.units[event.target].name} defends at -1 this round."
    return Line(text, (event.target,), "fieldmanual.coordinated-attack")


def offset(state: State, event: e.PenaltyOffset, _seat: str | None) -> Line:
    """Better prepared."""
    unit = state.units[event.unit]
    text = f"{unit.name} spends {event.actions} on its defense: a Defense modifier of {unit.defense_modifier}."
    return Line(text, (event.unit,), "fieldmanual.were-in-trouble")
