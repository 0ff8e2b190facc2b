"""Infantry in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.infantry.events import SquadHurt
from gearlock.systems.tactical.squads import standing
from gearlock.systems.tactical.state import State


def squad_hurt(state: State, event: SquadHurt, _seat: str | None) -> Line:
    """Who fell, and how many are left."""
    unit = state.units[event.unit]
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    if event.gone:
        return Line(f"{unit.name} takes {event.damage} damage: nobody is left standing.", units, event.rule)
    numbers = ", ".join(f"#{number}" for number in event.fallen)
    fell = f"trooper{'s' * (len(event.fallen) > 1)} {numbers} down" if event.fallen else "nobody falls"
    left = standing(unit)
    text = f"{unit.name} takes {event.damage} damage: {fell}, {left} of {len(event.troopers)} up."
    return Line(text, units, event.rule)
