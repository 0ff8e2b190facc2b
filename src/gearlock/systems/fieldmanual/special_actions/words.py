"""Special Actions in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.special_actions import events as e
from gearlock.systems.fieldmanual.state import HULL_DOWN, State


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


def took_cover(state: State, event: e.TookCover, _seat: str | None) -> Line:
    """Hull Down, or out of sight."""
    what, rule_id = _cover_words(event.token)
    return Line(f"{state.units[event.unit].name} {what}.", (event.unit,), rule_id)


def left_cover(state: State, event: e.LeftCover, _seat: str | None) -> Line:
    """Out in the open again."""
    what, rule_id = _cover_words(event.token)
    words = what.replace("is ", "is no longer ").replace("hides", "no longer hides")
    return Line(f"{state.units[event.unit].name} {words}.", (event.unit,), rule_id)


def _cover_words(token: str) -> tuple[str, str]:
    return ("is Hull Down", "fieldmanual.hull-down") if token == HULL_DOWN else ("hides", "fieldmanual.hiding")
