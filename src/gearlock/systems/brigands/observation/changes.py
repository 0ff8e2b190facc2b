"""How the events of Forward Observation and Sensor Sharing change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.observation import events as e
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.underway import Observation


def _observe(state: State, event: e.Observed) -> None:
    pay(state.units[event.unit], event.cost)
    state.observation = Observation(event.unit, event.target, event.point, event.designated)


def _receive(state: State, event: e.ObservationReceived) -> None:
    assert state.observation is not None, "something is observed"
    state.observation = replace(state.observation, receivers=event.receivers)


OBSERVATION_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.Observed: _observe,
    e.ObservationReceived: _receive,
}
