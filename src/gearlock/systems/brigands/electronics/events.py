"""What may happen in electronic warfare."""

from __future__ import annotations

from gearlock.kernel.events import Event

ELECTRONICS_EVENTS: tuple[type[Event], ...] = ()
