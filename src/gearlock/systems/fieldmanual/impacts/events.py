"""What happens when models run into something."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import COMBAT, STATIONARY, TOP, State

LOWER = {TOP: COMBAT}
"""The next lower Speed Band; below Combat Speed there is only Stationary."""


class Rammed(Event, frozen=True, tag="rammed"):
    """A ram got through, by whom and by how much; `quarters` of the damage are done to each."""

    unit: str
    target: str
    margin: int
    quarters: int
    recoil: int


class Collided(Event, frozen=True, tag="collided"):
    """A model that could not stop ran into another, or into something."""

    unit: str
    against: str = ""
    what: str = ""


class Slowed(Event, frozen=True, tag="slowed"):
    """A model dropped one Speed Band."""

    unit: str

    @heeds("fieldmanual.ram")
    def change(self, state: State) -> None:
        """All bases of a Combined Model alike; whoever is Stationary stays so."""
        for part in state.parts(state.units[self.unit]):
            part.band = LOWER.get(part.band, STATIONARY)
