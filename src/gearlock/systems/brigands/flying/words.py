"""9.7: VTOLs, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.flying.events import Landed, TookOff
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
