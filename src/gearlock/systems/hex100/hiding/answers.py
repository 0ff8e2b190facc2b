"""Stealth and the sensors against it: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.systems.hex100.hiding.locking import active_lock_options
from gearlock.systems.hex100.hiding.looking import search_options
from gearlock.systems.hex100.hiding.marker import (
    marker_options,
)
from gearlock.systems.hex100.state import State, Unit


def offer_searches(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from search_options(state, unit)
    yield from active_lock_options(state, unit)
    yield from marker_options(state, unit)
