"""14.5b: sensor jamming in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.dice_tests.jammed import jamming_on
from gearlock.systems.blitz.jamming import events as e
from gearlock.systems.blitz.state import State


def jammed(state: State, event: e.SensorsJammed, _seat: str | None) -> Line:
    """A token, or one too weak to matter."""
    unit, target = state.units[event.unit], state.units[event.target]
    by, intensity = jamming_on(target)
    came = f"jams the sensors of {target.name}: intensity {intensity}"
    if by != unit.id or intensity != event.intensity:
        came = f"changes nothing about the sensors of {target.name}"
    return Line(f"{unit.name} {came}.", (unit.id, target.id), "blitz.14.5b")


def lost(state: State, event: e.JammingLost, _seat: str | None) -> Line:
    """Jamming that ended by itself."""
    text = f"The sensors of {state.units[event.unit].name} are clear again: their jammer has lost Lock."
    return Line(text, (event.unit,), "blitz.14.5b")
