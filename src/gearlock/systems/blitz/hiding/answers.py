"""18.1 and 18.2: offers to keep one's head down."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.systems.blitz.hiding.hiding import refuse_hide, refuse_hull_down
from gearlock.systems.blitz.hiding.orders import GoHullDown, Hide
from gearlock.systems.blitz.state import State, Unit


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    if refuse_hide(state, Hide(unit.id)) is None:
        yield Pick("Hide", Hide(unit.id), "blitz.18.1")
    if refuse_hull_down(state, GoHullDown(unit.id)) is None:
        yield Pick("Go hull down", GoHullDown(unit.id), "blitz.18.2")
