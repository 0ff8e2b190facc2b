"""This book beside others: shared words for its cards and weapons, and the models that a battle has cost."""

from __future__ import annotations

from functools import cache

from gearlock.kernel import counterparts as shared
from gearlock.systems.fieldmanual.cards import STATIC, Card
from gearlock.systems.fieldmanual.firing_range.conditions import names, ranged
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.unit_files import all_cards
from gearlock.systems.fieldmanual.weapons import BOARD
from gearlock.table.measure import inches_text

WORDS = shared.read_words("gearlock.systems.fieldmanual")


@cache
def _models() -> dict[str, str]:
    cards = all_cards()
    return shared.shared_names((shared.Named(id, name, cards[id].faction) for id, name in names().items()), WORDS)


def _weapons(model: str) -> dict[str, str]:
    """By the whole codes of the tables, which have the size in them."""
    carried = [shared.Carried(mount.id, "", mount.weapon.id) for mount in ranged(all_cards()[model])]
    return shared.shared_weapons(carried, WORDS)


def _price(model: str) -> int:
    return all_cards()[model].tv


def _move(card: Card) -> str:
    return ", ".join(f"{mode}:{row.combat}/{row.top}" for mode, row in card.rows.items()) or "never moves"


def _card(model: str) -> dict[str, str]:
    """Skills are dice, of which the highest counts."""
    card = all_cards()[model]
    facts = {"armour": card.armor, "boxes": card.boxes, "overkill": card.overkill, "actions": card.actions}
    facts |= {"attack": f"{card.skills.attack}D6", "defense": f"{card.skills.defense}D6", "move": _move(card)}
    return {name: str(value) for name, value in facts.items()}


def _weapon(model: str, weapon: str) -> str:
    """Damage multiplier, ranges, RoF and traits."""
    card = all_cards()[model]
    mount = next(each for each in card.weapons if each.id == weapon)
    near, far, most = mount.weapon.ranges(card.size)
    end = "" if most is None else "/any" if most >= BOARD else f"/{inches_text(most)}"
    parts = [f"DM x{mount.weapon.damage(card.size)}", f"{inches_text(near)}/{inches_text(far)}{end} in"]
    parts += [f"RoF {mount.weapon.rof}"] if mount.weapon.rof else []
    return ", ".join([*parts, *(f"{n}{r}" if r > 1 else n for n, r in mount.weapon.traits.items())])


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """A Combined Model counts once, when all of it is lost; drones and turrets not at all."""
    found: dict[str, shared.Fielded] = {}
    for unit in state.units.values():
        if not unit.parent and unit.card.kind != STATIC:
            first = found.get(unit.team or unit.id)
            lost = unit.is_lost and (first is None or first.lost)
            price = unit.tv + (first.price if first else 0)
            found[unit.team or unit.id] = shared.Fielded(unit.seat, unit.card.name, price, lost)
    return found


COUNTERPARTS = shared.Counterparts(WORDS, _models, _weapons, _price, _card, _weapon, _fielded)
