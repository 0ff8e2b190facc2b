"""What may happen because of objectives."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.damage.carried import shed_riders
from gearlock.systems.hex100.state import SEATS, State


class ObjectiveScored(Event, frozen=True, tag="objective-scored"):
    """An objective counted for a side: its number, for what, and the points."""

    reveals: ClassVar[bool] = True
    objective: int
    item: str
    seat: str
    points: int

    def change(self, state: State) -> None:
        state.scored.append((self.objective, self.item, self.seat, self.points))


class LeftMap(Event, frozen=True, tag="left-map"):
    """A unit left the map by a zone; it is out of the battle and not destroyed."""

    unit: str
    zone: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for drone, tie in state.scene.ties.items():
            if tie.carrier == unit.id and state.units[drone].docked:
                state.units[drone].left = self.zone
        shed_riders(state, unit)
        unit.placed, unit.left, unit.done, unit.pool = False, self.zone, True, {}
        unit.lock, unit.lock_at, unit.held, unit.held_weapons, unit.trigger = "", None, "", [], ""
        for seat in SEATS:
            state.known[seat].pop(unit.id, None)
            state.contacts[seat].pop(unit.id, None)
        if state.acting == unit.id:
            state.acting = ""


class SiteVisited(Event, frozen=True, tag="site-visited"):
    """What stands in a hex was scanned or hacked."""

    unit: str
    q: int
    r: int
    how: str

    def change(self, state: State) -> None:
        state.sites.append((self.q, self.r, state.units[self.unit].seat, self.how))


class SiteHackRolled(Event, frozen=True, tag="site-hack-rolled"):
    """The die of a unit that hacks a site: it gets in unless it is under the number."""

    unit: str
    q: int
    r: int
    number: int
    face: int
