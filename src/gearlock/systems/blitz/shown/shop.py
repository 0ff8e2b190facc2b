"""What a builder of forces is shown: every model with its figure, every upgrade, every unit there can be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.muster.shops import good_of, openings
from gearlock.systems.blitz.cards import FACTIONS, ModelCard, model_cards
from gearlock.systems.blitz.forces import upgrades as sold
from gearlock.systems.blitz.forces.availability import codes
from gearlock.systems.blitz.forces.force_rules import FORCE
from gearlock.systems.blitz.forces.force_sheet import DOUBTFUL, listed
from gearlock.systems.blitz.forces.sublists import sublists
from gearlock.systems.blitz.models import read_type, ready
from gearlock.systems.blitz.shown.looks import figure_of, parts_of

SORTS = {
    sold.RANK: "Ranks", sold.GENERIC: "Upgrades", sold.DRONE: "Drones", sold.VETERAN: "Veteran upgrades",
    sold.DUELIST: "Duelist upgrades", sold.SPECIAL: "Upgrades of one list", sold.UNIT: "For the whole unit",
    sold.VARIANT: "Variants",
}  # fmt: skip
DRONE = "Drone"


@cache
def shop() -> Shop:
    """Everything a force can be built of. Drones are bought for a model, so they are no wares."""
    wares = tuple(_ware(card) for card in model_cards().values() if not card.type.startswith(DRONE))
    lists = tuple(f"{each.code}: {each.name} ({each.faction})" for each in sublists().values())
    says = (
        Saying("list", "the sub-list of the faction", lists),
        Saying("allies", "lists whose units join"),
        Saying("elite", "an elite force", ("no", "yes")),
    )
    return Shop(
        wares, tuple(_goods()), tuple(openings(FORCE, codes())), says, "TV",
        everybody=(FACTIONS["generic"],), notes=(DOUBTFUL,),
    )  # fmt: skip


def _goods() -> Iterator[Good]:
    for it in sold.upgrade_list().by_id.values():
        goes = UNIT if it.list == sold.UNIT else MODEL
        good = good_of(it.name, SORTS[it.list], goes, it.tv, it.tv_per_action, rule=it.rule, choice=it.choice)
        yield msgspec.structs.replace(good, rare=it.list in (sold.VARIANT, sold.SPECIAL))
    vet = sold.upgrade("vet")
    yield good_of("Veteran", SORTS[sold.UNIT], UNIT, vet.tv, vet.tv_per_action, rule=vet.rule)


def _ware(card: ModelCard) -> Ware:
    line = ready(card)
    serves = tuple(text.split()[0] for text in card.ua if text)
    kind = read_type(card.type)[0]
    return Ware(card.name, listed(card), card.faction, kind, figure_of(line), parts_of(line), codes=serves)
