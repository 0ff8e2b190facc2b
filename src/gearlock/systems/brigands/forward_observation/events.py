"""What may happen in Forward Observation and Sensor Sharing."""

from __future__ import annotations

from dataclasses import replace

from gearlock.kernel.events import Event
from gearlock.systems.brigands.dice_on_table import Observation
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class Observed(Event, frozen=True, tag="observed"):
    """An Origin observes a model or a point, and what it paid with; `designated` by a Target Designator."""

    unit: str
    target: str
    cost: str
    point: tuple[int, int, int] | None = None
    designated: bool = False
    sharer: str = ""

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)
        state.observation = Observation(self.unit, self.target, self.point, self.designated)


class ObservationReceived(Event, frozen=True, tag="observation-received"):
    """The models that have received an Observation; whether it got as far as the one it was sent to, if to any."""

    unit: str
    receivers: tuple[str, ...]
    sent_to: str = ""
    arrived: bool = True

    def change(self, state: State) -> None:
        assert state.observation is not None, "something is observed"
        state.observation = replace(state.observation, receivers=self.receivers)
