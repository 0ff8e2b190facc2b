"""Stealth and the sensors against it: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.hiding.locking import active_lock_options, preview_active_lock, refuse_active_lock
from gearlock.systems.hex100.hiding.looking import preview_search, refuse_search, search_options
from gearlock.systems.hex100.hiding.marker import (
    aim_hex,
    guess_hex,
    marker_options,
    preview_hex,
    preview_marking,
    refuse_hex,
    refuse_marking,
)
from gearlock.systems.hex100.hiding.orders import ActiveLock, MarkHex, MarkTarget, Search
from gearlock.systems.hex100.state import State, Unit


def hiding_options(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from search_options(state, unit)
    yield from active_lock_options(state, unit)
    yield from marker_options(state, unit)


HIDING_ACTS: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {
    Search: refuse_search,
    MarkTarget: refuse_marking,
    MarkHex: refuse_hex,
    ActiveLock: refuse_active_lock,
}
"""Why the acting unit may not."""

HIDING_GUESSES: dict[type[Order], Callable[[State, Ask, Any, Chooser], Order]] = {MarkHex: guess_hex}

HIDING_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {MarkHex: aim_hex}

HIDING_PREVIEWS: dict[type[Order], Callable[[State, Unit, Any], Preview]] = {
    Search: preview_search,
    MarkTarget: preview_marking,
    MarkHex: preview_hex,
    ActiveLock: preview_active_lock,
}
