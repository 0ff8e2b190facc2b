"""This book beside others: its models and weapons by shared words, what their cards say, what a battle has cost."""

from __future__ import annotations

from functools import cache

from gearlock.kernel.counterparts import (
    Carried,
    Counterparts,
    Fielded,
    Named,
    read_words,
    shared_names,
    shared_weapons,
)
from gearlock.systems.brigands.forces.roster_units import CATALOG, ready
from gearlock.systems.brigands.models import Model, weapons_table
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches

WORDS = read_words("gearlock.systems.brigands")


@cache
def models() -> dict[str, str]:
    """Every model by its shared name."""
    return shared_names((Named(card.id, card.name, card.faction) for card in CATALOG.values()), WORDS)


def _line(model: str) -> Model:
    return ready(CATALOG[model], weapons_table())


def weapons(model: str) -> dict[str, str]:
    """The weapons of a model by shared words."""
    arsenal = _line(model).weapons
    return shared_weapons((Carried(id, weapon.size, weapon.row.code) for id, weapon in arsenal.items()), WORDS)


def price(model: str) -> int:
    """Its Threat Value."""
    return CATALOG[model].tv


def card(model: str) -> dict[str, str]:
    """What other books print too; a skill is a number of dice here."""
    line = CATALOG[model]
    return {
        "armour": str(line.armor),
        "hull + structure": f"{line.hull} + {line.structure}",
        "actions": str(line.actions),
        "gunnery": str(line.gunnery),
        "piloting": str(line.piloting),
        "move": " ".join(f"{gait}:{far}" for gait, far in line.move.items()),
    }


def weapon_line(model: str, weapon: str) -> str:
    """Penetration, ranges and traits."""
    found = _line(model).weapons[weapon]
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in found.traits.items())
    ranges = f"{inches(found.near)}-{inches(found.far)}/{inches(found.most)} in"
    return ", ".join((f"PEN {found.pen}", ranges, *traits))


def fielded(state: State) -> dict[str, Fielded]:
    """All models but drones."""
    return {
        unit.id: Fielded(unit.seat, unit.line.name, unit.line.card.tv, unit.is_destroyed)
        for unit in state.units.values()
        if not unit.controller
    }


COUNTERPARTS = Counterparts(WORDS, models, weapons, price, card, weapon_line, fielded)
