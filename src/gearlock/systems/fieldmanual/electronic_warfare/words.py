"""Electronic Warfare in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.electronic_warfare import events as e
from gearlock.systems.fieldmanual.state import State


def begun(state: State, event: e.CommEventBegun, _seat: str | None) -> Line:
    """Somebody communicates."""
    by = " by its drone" if event.source else ""
    text = f"{state.units[event.unit].name}: {event.purpose}{by}, a Comm Event."
    return Line(text, (event.unit,), "fieldmanual.comm-events")


def ecm(state: State, event: e.EcmUsed, _seat: str | None) -> Line:
    """Somebody jams."""
    more = f" with {', '.join(state.units[name].name for name in event.helpers)}" if event.helpers else ""
    text = f"{state.units[event.unit].name}{more} uses ECM against {state.units[event.against].name}."
    return Line(text, (event.unit, event.against), "fieldmanual.ecm-block")


def eccm(state: State, event: e.EccmUsed, _seat: str | None) -> Line:
    """Somebody aids."""
    text = f"{state.units[event.unit].name} aids {state.units[event.friend].name} with ECCM."
    return Line(text, (event.unit, event.friend), "fieldmanual.eccm")


def ended(state: State, event: e.CommEventEnded, _seat: str | None) -> Line:
    """Blocked or not."""
    came = "is blocked" if event.blocked else "gets through"
    text = f"{event.purpose} of {state.units[event.unit].name} {came}: {event.own} against {event.against}."
    return Line(text[0].upper() + text[1:], (event.unit,), "fieldmanual.ecm-block")


def homing(state: State, event: e.HomingUsed, _seat: str | None) -> Line:
    """Somebody listens."""
    text = f"{state.units[event.unit].name} uses EW Homing on {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-ew-homing")


def homed_in(state: State, event: e.HomedIn, _seat: str | None) -> Line:
    """Found."""
    text = f"{state.units[event.target].name} counts as Forward Observed and Designated."
    return Line(text, (event.target,), "fieldmanual.perk-ew-homing")
