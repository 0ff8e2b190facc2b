"""Fire at points in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.ground_targets.events import PointFired, ZoneSaturated
from gearlock.systems.tactical.state import State
from gearlock.table.measure import inches_text


def fired(state: State, event: PointFired, _seat: str | None) -> Line:
    """An Action spent."""
    burst = f", ROF {event.rof}" if event.rof else ""
    place = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{state.units[event.unit].name} fires its {event.weapon}{burst} at the point {place}."
    return Line(text, (event.unit,), event.rule)


def saturated(_state: State, event: ZoneSaturated, _seat: str | None) -> Line:
    """The recorded roll."""
    size = "5 by 1 in" if event.facing >= 0 else f"{inches_text(event.radius)} in"
    place = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"The zone of {size} at {place} has Threshold {event.threshold} for this round."
    return Line(text, (event.unit,), "tactical.3.4.5-saturation")
