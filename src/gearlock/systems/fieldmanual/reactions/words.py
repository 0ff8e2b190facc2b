"""Reactions in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.reactions import events as e
from gearlock.systems.fieldmanual.state import State


def declared(state: State, event: e.FireDeclared, _seat: str | None) -> Line:
    """Somebody takes aim."""
    when = ", after the next inch" if event.later else ""
    return Line(
        f"{state.units[event.unit].name} declares Reaction Fire{when}.", (event.unit,), "fieldmanual.reaction-fire"
    )


def over(state: State, event: e.FireOver, _seat: str | None) -> Line | None:
    """Nothing came of it."""
    if not event.lost:
        return None
    text = f"{state.units[event.unit].name} makes no Reaction Fire; its Action is spent."
    return Line(text, (event.unit,), "fieldmanual.reaction-fire")


def standing_by(state: State, event: e.StandByBegun, _seat: str | None) -> Line:
    """A weapon waits."""
    text = f"{state.units[event.unit].name}: the {event.weapon} stands by for coordinates."
    return Line(text, (event.unit,), "fieldmanual.stand-by")


def stand_by_spent(state: State, event: e.StandBySpent, _seat: str | None) -> Line:
    """A weapon has waited long enough."""
    text = f"{state.units[event.unit].name} has its coordinates: {event.weapon} at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.stand-by")


def parting(state: State, event: e.PartingShotBegun, _seat: str | None) -> Line:
    """A last shot."""
    return Line(f"{state.units[event.unit].name} makes a Parting Shot.", (event.unit,), "fieldmanual.cp-parting-shot")
