"""8.2: Comms Boosts and Command Points sent by radio."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class CommsBoosted(Event, frozen=True, tag="comms-boosted"):
    """A model added its Comms rating to a friend's, and what it paid with."""

    unit: str
    origin: str
    action: str
    rating: int
    cost: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


class Authorized(Event, frozen=True, tag="authorized"):
    """A Commander tried to send a Command Point to a model out of Formation, and whether it arrived."""

    unit: str
    receiver: str
    success: bool
