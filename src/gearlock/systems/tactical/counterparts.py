"""This book beside others: shared words for its cards and weapons, and the units that a battle has cost."""

from __future__ import annotations

from functools import cache

from gearlock.kernel import counterparts as shared
from gearlock.systems.tactical.firing_range.conditions import names, ranged
from gearlock.systems.tactical.state import NO_GROUP, State
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.table.measure import inches_text

WORDS = shared.read_words("gearlock.systems.tactical")


@cache
def _models() -> dict[str, str]:
    cards = all_cards()
    return shared.shared_names((shared.Named(id, name, cards[id].faction) for id, name in names().items()), WORDS)


def _weapons(model: str) -> dict[str, str]:
    """By the codes of the lists."""
    carried = [shared.Carried(mount.id, "", mount.weapon.id) for mount in ranged(all_cards()[model])]
    return shared.shared_weapons(carried, WORDS)


def _price(model: str) -> int:
    return all_cards()[model].tv


def _card(model: str) -> dict[str, str]:
    """Armor as its thresholds; speeds as Combat and Top MP."""
    card = all_cards()[model]
    move = ", ".join(f"{mode}:{speed.combat}/{speed.top}" for mode, speed in card.modes.items()) or "never moves"
    facts = {"armour": card.armor, "actions": card.actions, "maneuver": card.maneuver, "move": move}
    return {name: str(value) for name, value in facts.items()}


def _weapon(model: str, weapon: str) -> str:
    """Damage Multiplier, ranges and ROF."""
    mount = next(each for each in all_cards()[model].weapons if each.id == weapon)
    reach = "/".join(inches_text(end) for end in mount.weapon.band_ends())
    rof = [f"ROF {mount.weapon.rof}"] if mount.weapon.rof else []
    return ", ".join([f"DM x{mount.weapon.dm}", f"{reach} in", *rof, *mount.weapon.traits])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """Units of combat groups."""
    units = [unit for unit in state.units.values() if unit.group != NO_GROUP]
    return {unit.id: shared.Fielded(unit.seat, unit.card.name, unit.tv, unit.is_lost) for unit in units}


COUNTERPARTS = shared.Counterparts(WORDS, _models, _weapons, _price, _card, _weapon, _fielded)
