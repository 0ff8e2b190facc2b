"""What may happen in vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.events import Event

MACHINES_EVENTS: tuple[type[Event], ...] = ()
