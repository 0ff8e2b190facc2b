"""What may happen in drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.events import Event

COMPANIONS_EVENTS: tuple[type[Event], ...] = ()
