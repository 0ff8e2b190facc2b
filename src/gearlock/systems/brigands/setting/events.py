"""What may happen in deployment."""

from __future__ import annotations

from gearlock.kernel.events import Event

SETTING_EVENTS: tuple[type[Event], ...] = ()
