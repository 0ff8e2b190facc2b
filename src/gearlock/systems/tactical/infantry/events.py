"""What happens to squads."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import DESTROYED, State


class SquadHurt(Event, frozen=True, tag="squad-hurt"):
    """Damage points taken off a squad: what each trooper has left, who fell, and whether nobody is left."""

    unit: str
    by: str
    damage: int
    troopers: tuple[int, ...]
    fallen: tuple[int, ...]
    """Numbers of the troopers who fell, from 1."""
    gone: bool = False
    rule: str = "tactical.3.6.5-damage"

    def change(self, state: State) -> None:
        """The track; who has nobody left is off the table."""
        unit = state.units[self.unit]
        unit.troopers = list(self.troopers)
        if self.gone:
            unit.status, unit.slayer, unit.actions, unit.carrier = DESTROYED, self.by, 0, ""


class CiviliansKilled(Event, frozen=True, tag="civilians-killed"):
    """Civilians of a subplot died by the hand of a side; of nobody where the seat is empty."""

    unit: str
    dead: int
    seat: str

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        if self.seat:
            state.points[f"VP:{self.seat}"] = state.points.get(f"VP:{self.seat}", 0) - self.dead
