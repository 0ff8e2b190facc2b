"""This book beside others: shared words for its cards and weapons, and the models that a battle has cost."""

from __future__ import annotations

from functools import cache

from gearlock.kernel import counterparts as shared
from gearlock.systems.blitz.cards import model_cards
from gearlock.systems.blitz.models import ready
from gearlock.systems.blitz.state import State
from gearlock.table.measure import inches

WORDS = shared.read_words("gearlock.systems.blitz")


@cache
def _models() -> dict[str, str]:
    named = [shared.Named(id, found.name, found.faction) for id, found in model_cards().items()]
    return shared.shared_names(named, WORDS)


def _weapons(model: str) -> dict[str, str]:
    carried = [shared.Carried(id, arm.size, arm.row.code) for id, arm in ready(model_cards()[model]).weapons.items()]
    return shared.shared_weapons(carried, WORDS)


def _price(model: str) -> int:
    return model_cards()[model].tv


def _card(model: str) -> dict[str, str]:
    """Skills are the face from which dice count."""
    found = model_cards()[model]
    facts = {"armour": found.armor, "hull + structure": f"{found.hull} + {found.structure}"}
    facts |= {"actions": found.actions, "gunnery": f"{found.gun}+", "piloting": f"{found.pilot}+"}
    return {name: str(value) for name, value in {**facts, "move": f"{found.gait}:{found.move}"}.items()}


def _weapon(model: str, weapon: str) -> str:
    """Penetration, ranges and traits, with the first kind of ammunition."""
    arm = next(iter(ready(model_cards()[model]).weapons[weapon].loads.values()))
    band = f"{inches(arm.near)}-{inches(arm.far)}/{inches(arm.most)} in"
    return ", ".join([f"PEN {arm.pen}", band, *(f"{n}:{r}" if r > 1 else n for n, r in arm.traits.items())])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """Great vehicles count once, drones and works not at all."""
    counted = [unit for unit in state.units.values() if not unit.parent and unit.line.type != "Fortification"]
    return {u.id: shared.Fielded(u.seat, u.line.name, u.tv, u.is_destroyed) for u in counted}


COUNTERPARTS = shared.Counterparts(WORDS, _models, _weapons, _price, _card, _weapon, _fielded)
