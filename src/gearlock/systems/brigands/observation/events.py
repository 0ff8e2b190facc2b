"""What may happen in Forward Observation and Sensor Sharing."""

from __future__ import annotations

from gearlock.kernel.events import Event

OBSERVATION_EVENTS: tuple[type[Event], ...] = ()
