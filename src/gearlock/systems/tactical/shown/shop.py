"""What a builder of forces is shown: squads with the units they begin with, cards, crew levels and weapons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.systems.tactical.crew_levels import NAMES
from gearlock.systems.tactical.forces.force_sheet import STAR, formation_line, listed
from gearlock.systems.tactical.formations import Formation
from gearlock.systems.tactical.own_files import our_lists
from gearlock.systems.tactical.shown.looks import figure_of, parts_of
from gearlock.systems.tactical.weapons import PRINTED

SQUAD = "squad"
ANYBODY = "any"


@cache
def shop() -> Shop:
    """Everything a force can be built of; squads whose composition is lost are left out."""
    lists = our_lists()
    squads = (_squad(formation) for formation in lists.formations.values() if formation.composition)
    cards = (
        Ware(card.name, listed(card), card.faction, card.kind, figure_of(card), parts_of(card))
        for card in lists.cards.values()
    )
    return Shop((*squads, *cards), tuple(_goods()), (), _says(), "TV", everybody=(ANYBODY,), notes=(STAR,))


def _says() -> tuple[Saying, ...]:
    return (
        Saying("size", "the Threat Value that was agreed", ()),
        Saying("detachment", "part of a regiment, without its headquarters", ("yes", "no")),
    )


def _goods() -> Iterator[Good]:
    for level in NAMES.values():
        yield Good(level, "Crew levels", UNIT, "for the whole squad, or for one unit", "tactical.2.3.2")
        yield Good(level, "Crew levels", MODEL, "", "tactical.2.3.2")
    for rank in ("Commander", "Second in Command"):
        yield Good(rank, "Ranks", MODEL, "", "tactical.2.6.2-step0-commander")
    sold: dict[str, list[str]] = {}
    for gear, prices in our_lists().prices.items():
        for option, price in prices.items():
            mark = "" if price.mark == PRINTED else f" ({price.mark})"
            sold.setdefault(option, []).append(f"{gear} {price.cost} TV{mark}")
    for option, costs in sold.items():
        shelf = "Weapons and options of customizable Gears"
        yield Good(option, shelf, MODEL, ", ".join(costs), "tactical.2.3.6", rare=True)


def _squad(formation: Formation) -> Ware:
    lists = our_lists()
    cards = [card for name in formation.models if (card := lists.card(name))]
    figure, parts = (figure_of(cards[0]), parts_of(cards[0])) if cards else ("", ())
    brings = tuple((name, count) for count, name in formation.composition)
    return Ware(formation.name, formation_line(formation), formation.faction, "Squad", figure, parts, SQUAD, brings)
