"""This book beside others: nobody else has its machines, so they keep the names they have here."""

from __future__ import annotations

from gearlock.kernel import counterparts as shared
from gearlock.systems.hex100.firing_range.attackers import fieldable, weapons
from gearlock.systems.hex100.state import State

WORDS = shared.read_words("gearlock.systems.hex100")


def _models() -> dict[str, str]:
    return shared.shared_names((shared.Named(m.id, m.name, m.unit.name) for m in fieldable().values()), WORDS)


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """All machines but drones."""
    machines = [unit for unit in state.units.values() if unit.id not in state.scene.drones]
    cards = state.scene.machines
    return {u.id: shared.Fielded(u.seat, cards[u.id].name, cards[u.id].cost, u.destroyed) for u in machines}


COUNTERPARTS: shared.Counterparts[State] = shared.Counterparts(
    words=WORDS,
    models=_models,
    weapons=lambda model: {name: name for name in weapons(model)},
    price=lambda model: fieldable()[model].cost,
    card=lambda _model: {},
    weapon=lambda _model, weapon: weapon,
    fielded=_fielded,
)
