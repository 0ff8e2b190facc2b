"""What may happen in Objectives."""

from __future__ import annotations

from gearlock.kernel.events import Event

OBJECTIVES_EVENTS: tuple[type[Event], ...] = ()
