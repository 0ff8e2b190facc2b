"""This book beside others: nobody else has its machines, so they keep the names they have here."""

from __future__ import annotations

from gearlock.kernel import counterparts as shared
from gearlock.systems.hex100.firing_range.attackers import fieldable, weapons
from gearlock.systems.hex100.state import State

WORDS = shared.read_words("gearlock.systems.hex100")


def _models() -> dict[str, str]:
    return shared.shared_names((shared.Named(m.id, m.name, m.unit.name) for m in fieldable().values()), WORDS)


def _losses(state: State) -> dict[str, shared.Losses]:
    """Machines destroyed; drones are not counted."""
    found: dict[str, list[bool]] = {}
    for unit in state.units.values():
        if unit.id not in state.scene.drones:
            found.setdefault(unit.seat, []).append(unit.destroyed)
    return {seat: shared.Losses(sum(gone), len(gone)) for seat, gone in found.items()}


COUNTERPARTS: shared.Counterparts[State] = shared.Counterparts(
    words=WORDS,
    models=_models,
    weapons=lambda model: {name: name for name in weapons(model)},
    price=lambda model: fieldable()[model].cost,
    card=lambda _model: {},
    weapon=lambda _model, weapon: weapon,
    losses=_losses,
)
