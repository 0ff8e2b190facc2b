"""Vehicles of several parts, recovery and VTOLs: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.systems.brigands.mending.repairs import legal_patches, legal_repairs
from gearlock.systems.brigands.state import State, Unit


def offer_mending(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    for repair in legal_repairs(state, unit):
        yield Pick(f"Repair the {state.units[repair.target].name}", repair, "brigands.9.6a")
    for patch in legal_patches(state, unit):
        yield Pick(f"Patch Up the {state.units[patch.target].name}", patch, "brigands.9.6b")
