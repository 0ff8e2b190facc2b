"""This book beside others: nobody else has its machines, but what a battle has cost can be counted everywhere."""

from __future__ import annotations

from gearlock.kernel.counterparts import Counterparts, Losses, read_words
from gearlock.systems.hex100.state import State


def _losses(state: State) -> dict[str, Losses]:
    """Machines destroyed; drones are not counted."""
    found: dict[str, list[bool]] = {}
    for unit in state.units.values():
        if unit.id not in state.scene.drones:
            found.setdefault(unit.seat, []).append(unit.destroyed)
    return {seat: Losses(sum(gone), len(gone)) for seat, gone in found.items()}


COUNTERPARTS: Counterparts[State] = Counterparts(
    words=read_words("gearlock.systems.hex100"),
    models=dict,
    weapons=lambda _model: {},
    card=lambda _model: {},
    weapon=lambda _model, _weapon: "",
    losses=_losses,
)
