"""3.2b: buildings that come down, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.buildings.events import BuildingDamaged
from gearlock.systems.brigands.state import State


def building_damaged(state: State, event: BuildingDamaged, _seat: str | None) -> Line:
    left = "and falls" if event.destroyed else f"and has {event.hull}/{event.structure} left"
    text = f"The {state.ground.piece(event.building).name} takes {event.damage} damage {left}."
    return Line(text, (event.by,), "brigands.3.2b-destroyed" if event.destroyed else "brigands.3.2b-attack")
