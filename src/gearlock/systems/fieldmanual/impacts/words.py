"""Ramming, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.impacts import events as e
from gearlock.systems.fieldmanual.state import State

SHARES = {8: ", head on: double damage", 2: ", from behind: half damage", 1: ", a quarter of the damage"}


def rammed(state: State, event: e.Rammed, _seat: str | None) -> Line:
    """A ram that got through."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    text = f"{name} rams {target} by {event.margin}{SHARES.get(event.quarters, '')}."
    return Line(text, (event.unit, event.target), "fieldmanual.ram")


def collided(state: State, event: e.Collided, _seat: str | None) -> Line:
    """Somebody who could not stop."""
    other = state.units.get(event.against)
    into = other.name if other is not None else event.what
    units = (event.unit,) if other is None else (event.unit, other.id)
    return Line(f"{state.units[event.unit].name} runs into {into}.", units, "fieldmanual.unintentional-impact")


def slowed(state: State, event: e.Slowed, _seat: str | None) -> Line:
    """Slower than before."""
    unit = state.units[event.unit]
    return Line(f"{unit.name} slows down to {unit.band.title()} Speed.", (event.unit,), "fieldmanual.ram")
