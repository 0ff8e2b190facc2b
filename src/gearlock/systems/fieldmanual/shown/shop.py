"""What a builder of forces is shown: Combat Groups with the models they begin with, cards, options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.systems.fieldmanual.cards import DRONE, Card
from gearlock.systems.fieldmanual.forces.enlisting import LEVELS, SQUAD, WAR
from gearlock.systems.fieldmanual.forces.force_sheet import STAR, group_line, listed
from gearlock.systems.fieldmanual.forces.options import GROUP, Option, armies, option_list
from gearlock.systems.fieldmanual.forces.options import MODEL as FOR_MODELS
from gearlock.systems.fieldmanual.groups import Group
from gearlock.systems.fieldmanual.own_files import our_lists
from gearlock.systems.fieldmanual.shown.looks import figure_of, parts_of

ANYBODY = "any"
GROUPS = "Combat Group"


@cache
def shop() -> Shop:
    """Everything a force can be built of; a group whose cards are lost is left out."""
    lists = our_lists()
    groups = (_group_ware(group, lists.cards) for group in lists.groups.values() if group.fieldable)
    cards = (_ware(card) for card in lists.cards.values() if card.kind != DRONE)
    return Shop((*groups, *cards), tuple(_goods()), (), _says(), "TV", everybody=(ANYBODY,), notes=(STAR,))


def _says() -> tuple[Saying, ...]:
    return (
        Saying("level", "the Priority Level", tuple(map(str, LEVELS))),
        Saying("army", "the army it belongs to", tuple(armies())),
        Saying("era", "when it is fought", (WAR,)),
        Saying("proposed", "cards of our own making may be used", ("yes", "no")),
    )


def _goods() -> Iterator[Good]:
    for option in option_list().by_id.values():
        goes, sort = (UNIT, "For the whole group") if option.kind == GROUP else (MODEL, _sort(option))
        rule = option.rule or (option.offer[0].rule if option.offer else "")
        yield Good(option.name, sort, goes, "", rule, option.choice, rare=option.kind == FOR_MODELS)


def _sort(option: Option) -> str:
    return "Options" if option.kind == FOR_MODELS else "Ranks"


def _group_ware(group: Group, cards: dict[str, Card]) -> Ware:
    first = next((card for card in cards.values() if card.name in group.models), None)
    figure, parts = (figure_of(first), parts_of(first)) if first else ("", ())
    brings = tuple((name, count) for count, name in group.composition)
    return Ware(group.name, group_line(group), group.faction, GROUPS, figure, parts, SQUAD, brings)


def _ware(card: Card) -> Ware:
    return Ware(card.name, listed(card), card.faction, card.kind, figure_of(card), parts_of(card))
