"""Vehicles of several parts, recovery and VTOLs: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.machines.mending import legal_patches, legal_repairs, refuse_patch_up, refuse_repair
from gearlock.systems.brigands.machines.orders import PatchUp, Repair
from gearlock.systems.brigands.machines.worth import preview_mending
from gearlock.systems.brigands.state import State, Unit


def machines_options(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    for repair in legal_repairs(state, unit):
        yield Pick(f"Repair the {state.units[repair.target].name}", repair, "brigands.9.6a")
    for patch in legal_patches(state, unit):
        yield Pick(f"Patch Up the {state.units[patch.target].name}", patch, "brigands.9.6b")


def _refuse_repair(state: State, _ask: Ask, order: Repair) -> Refusal | None:
    return refuse_repair(state, order)


def _refuse_patch_up(state: State, _ask: Ask, order: PatchUp) -> Refusal | None:
    return refuse_patch_up(state, order)


MACHINES_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    ("act", Repair): _refuse_repair,
    ("act", PatchUp): _refuse_patch_up,
}

MACHINES_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {
    Repair: preview_mending,
    PatchUp: preview_mending,
}
