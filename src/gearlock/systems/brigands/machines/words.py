"""The events of vehicles of several parts, recovery and VTOLs as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.machines.events import Landed, PatchedUp, Repaired, TookOff
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def took_off(state: State, event: TookOff, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    if unit.is_dropping:
        text = f"{unit.name} is still in the air, 12 in above its place: it is Airborne and cannot act or react."
        return Line(text, (event.unit,), "brigands.11.4b-airdrop")
    return Line(f"{unit.name} takes off and is Airborne.", (event.unit,), "brigands.9.7")


def landed(state: State, event: Landed, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    how = "lands" if unit.is_fielded and not unit.is_crippled else "comes down"
    return Line(f"{unit.name} {how} at {where}.", (event.unit,), "brigands.9.7")


def repaired(state: State, event: Repaired, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} repairs {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6a")


def patched_up(state: State, event: PatchedUp, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} patches up {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6b")
