"""What a builder of forces is shown: every model with its figure, every upgrade, every Unit there can be."""

from __future__ import annotations

from functools import cache

from gearlock.kernel.shop import MODEL, UNIT, Shop, Ware
from gearlock.muster.shops import good_of, openings
from gearlock.systems.brigands.forces.enlisting import ANYBODY
from gearlock.systems.brigands.forces.force_rules import FORCE
from gearlock.systems.brigands.forces.force_sheet import CONVERTED, listed
from gearlock.systems.brigands.forces.roster_units import NOT_IN_UNITS, ready, unit_cards
from gearlock.systems.brigands.forces.upgrades import upgrades
from gearlock.systems.brigands.models import ModelCard, weapons_table
from gearlock.systems.brigands.shown.looks import figure_of, parts_of

CODES = {
    "GP": "General Purpose", "SK": "Strike", "FS": "Fire Support", "RC": "Recon", "SF": "Special Forces",
    "EG": "Engineering", "LT": "Light Tank", "HT": "Heavy Tank", "ST": "Strider", "IN": "Infantry",
}  # fmt: skip
SORTS = {
    "rank": "Ranks", "generic": "Upgrades", "drone": "Drones", "veteran": "Veteran Upgrades",
    "duelist": "Duelist Upgrades",
}  # fmt: skip


@cache
def shop() -> Shop:
    """Everything a force can be built of. Drones are bought for a model, so they are no wares."""
    wares = tuple(_ware(card) for card in unit_cards().values() if card.type != NOT_IN_UNITS)
    goods = [
        good_of(it.name, SORTS[it.list], MODEL, it.tv, it.tv_per_action, rule=it.rule, choice=it.choice)
        for it in upgrades().values()
    ]
    vet = upgrades()["vet"]
    goods.append(good_of("Veteran", "The whole Unit", UNIT, vet.tv, vet.tv_per_action, rule="brigands.10.4"))
    ways = tuple(openings(FORCE, CODES))
    return Shop(wares, tuple(goods), ways, currency="TV", everybody=(ANYBODY,), notes=(CONVERTED,))


def _ware(card: ModelCard) -> Ware:
    line = ready(card, weapons_table())
    codes = tuple(text[:2] for text in card.ua)
    return Ware(card.name, listed(card), card.faction, card.type, figure_of(line), parts_of(line), codes=codes)
