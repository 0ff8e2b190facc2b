"""Smoke, light and hatches, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.smoke_and_light import events as e
from gearlock.systems.fieldmanual.state import State
from gearlock.table.measure import inches


def smoke(state: State, event: e.SmokeLaunched, _seat: str | None) -> Line:
    """A cloud."""
    x, y, _, _ = event.cloud
    text = f"{state.units[event.unit].name} launches smoke at {inches(x)}, {inches(y)} in."
    return Line(text, (event.unit,), "fieldmanual.perk-smoke")


def light(state: State, event: e.Illuminated, _seat: str | None) -> Line:
    """A beam."""
    text = f"{state.units[event.unit].name} turns its searchlight on {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-searchlight")


def hatch(state: State, event: e.HatchPopped, _seat: str | None) -> Line:
    """A head in the open."""
    text = f"{state.units[event.unit].name} pops the hatch: it sees what is near, and its front is weak."
    return Line(text, (event.unit,), "fieldmanual.flaw-sensor-dependent")
