"""Fire at points in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.ground_targets.events import PointFired
from gearlock.systems.tactical.state import State
from gearlock.table.measure import inches_text


def fired(state: State, event: PointFired, _seat: str | None) -> Line:
    """An Action spent."""
    burst = f", ROF {event.rof}" if event.rof else ""
    place = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{state.units[event.unit].name} fires its {event.weapon}{burst} at the point {place}."
    return Line(text, (event.unit,), event.rule)
