"""14 and 7.8: electronic warfare in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.electronic_warfare import events as e
from gearlock.systems.blitz.state import COMMS_JAMMING, COUNTER_BATTERY, INTERFERENCE, SENSOR_BOOST, SWEEPING, State

_RULES = {
    SENSOR_BOOST: "blitz.14.5a", INTERFERENCE: "blitz.14.5c", COMMS_JAMMING: "blitz.14.6b",
    COUNTER_BATTERY: "blitz.14.7d",
}  # fmt: skip


def gained(state: State, event: e.EwTokenGained, _seat: str | None) -> Line:
    """A token until the next activation."""
    more = f" of intensity {event.intensity}" if event.token in (INTERFERENCE, COMMS_JAMMING) else ""
    more = " with active sensors" if event.token == SENSOR_BOOST and event.intensity == SWEEPING else more
    text = f"{state.units[event.unit].name} has {event.token}{more} until its next activation."
    return Line(text, (event.unit,), _RULES.get(event.token, "blitz.14.0"))


def boost_ended(state: State, event: e.BoostEnded, _seat: str | None) -> Line:
    """No boost any more."""
    return Line(f"{state.units[event.unit].name} ends its sensor boost.", (event.unit,), "blitz.14.5a")


def reduced(state: State, event: e.InterferenceReduced, _seat: str | None) -> Line:
    """Interference countered."""
    text = f"The interference of {state.units[event.target].name} falls by {event.by}."
    return Line(text, (event.unit, event.target), "blitz.14.5c")


def scanned(state: State, event: e.Scanned, _seat: str | None) -> Line:
    """A scan, and whether it found anything."""
    name = state.units[event.target].name if event.target in state.units else event.target
    came = "has scanned" if event.passed else "learns nothing about"
    return Line(f"{state.units[event.unit].name} {came} {name}.", (event.unit,), "blitz.7.8")
