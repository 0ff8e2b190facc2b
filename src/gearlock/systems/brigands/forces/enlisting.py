"""10.1-10.3: a roster understood: models found in their lists, upgrades in theirs, prices added up, models fielded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Block, Entry, Group, Roster
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.muster.fitting import Unfit
from gearlock.muster.lines import Line, Names
from gearlock.muster.suggest import Suggestions
from gearlock.systems.brigands.forces.fitting import has_trait, refit
from gearlock.systems.brigands.forces.roster_units import NOT_IN_UNITS, read_ua, unit_cards
from gearlock.systems.brigands.forces.upgrades import Purchase, Upgrade, price, read_purchase, upgrade_list, upgrades
from gearlock.systems.brigands.models import ModelCard

FACTIONS = ("North", "South", "Peace River", "NuCoal", "Black Talon", "CEF", "Caprice", "Utopia", "Eden")
LISTLESS = "Leagueless"
"""A faction the book names without a list of models, here or in the older game."""
ANYBODY = "Generic"
"""Fortifications and drones: every force may have them."""
PRIMARY, SUPPORT = "primary", "support"
LARGEST_BATTLE = 1_000
"""TV of a side, in battles that can be fought here."""
LARGEST = 10_000
COMMANDERS = ("foc", "cgl", "xo", "2ic")


@rule("brigands.10.1")
def find_faction(name: str) -> str | None:
    """A faction by its name, large or small letters."""
    return headers.find_faction(name, (*FACTIONS, LISTLESS))


@cache
def _lists() -> Mapping[str, Names[ModelCard]]:
    cards = unit_cards().values()
    owners = (*FACTIONS, LISTLESS, ANYBODY)
    return {owner: Names(card for card in cards if card.faction == owner) for owner in owners}


@cache
def model_names(faction: str | None) -> Suggestions:
    """The names a force of this faction may use; all there are if it is not known."""
    wanted = (*FACTIONS, ANYBODY) if faction is None else (faction, ANYBODY)
    return Suggestions(card.name for card in unit_cards().values() if card.faction in wanted)


@heeds("brigands.10.1")
def find_model(name: str, faction: str | None) -> ModelCard | None:
    """A model of this faction, of the list for everybody, or else of another faction, which will be a violation."""
    owners = (*((faction,) if faction else ()), ANYBODY, *FACTIONS)
    return next((card for owner in owners if (card := _lists()[owner].find(name))), None)


class Recruit(Line[ModelCard, Upgrade]):
    """Equal models of one line, as far as they are understood."""

    @property
    def is_commander(self) -> bool:
        """Whether they hold a rank."""
        return self.buys(*COMMANDERS)

    @property
    def drones(self) -> list[Purchase]:
        """The drones that each of them controls."""
        return [purchase for purchase in self.purchases if purchase.upgrade.list == "drone"]

    @cached_property
    def fitted(self) -> tuple[ModelCard | None, list[tuple[Purchase, Unfit]]]:
        """The card as it is played, and what could not be fitted."""
        return refit(self.card, self.purchases) if self.card else (None, [])

    @property
    def played(self) -> ModelCard | None:
        """The card with its upgrades."""
        return self.fitted[0]

    @property
    @heeds("brigands.9.5", "brigands.9.2")
    def actions(self) -> int:
        """Actions that count for the size of a Unit; Attached components and drones do not."""
        played = self.played
        if played is None or played.type == NOT_IN_UNITS or has_trait(played, "Attached"):
            return 0
        return played.actions

    def price_of(self, purchase: Purchase) -> int:
        """What one of them pays for it."""
        return price(purchase, self.played.actions if self.played else 0, self.buys("duelist"))

    @property
    def price(self) -> int:
        """What one of them costs with its upgrades."""
        return (self.card.tv if self.card else 0) + sum(self.price_of(purchase) for purchase in self.purchases)

    def limit(self, code: str) -> str | None:
        """How often a Unit of this code may have it; None if it may not."""
        found = dict(read_ua(text) for text in self.card.ua) if self.card else {}
        return found.get(code)


@dataclass
class Squad:
    """A Primary or Support Unit."""

    block: Block
    recruits: list[Recruit] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        """Primary or support; a misspelt word counts as the one it is near, so that it is wrong only once."""
        known = (PRIMARY, SUPPORT)
        return self.block.kind if self.block.kind in known else "".join(Suggestions(known).near(self.block.kind, 1))

    @property
    def is_primary(self) -> bool:
        """Primary or Support."""
        return self.kind == PRIMARY

    @property
    def is_marked_veteran(self) -> bool:
        """Whether Vet is bought for all of it at once."""
        return any((bought := read_purchase(text)) and bought.id == "vet" for text in self.block.upgrades)

    @property
    def title(self) -> str:
        """`Primary Unit GP`."""
        return f"{self.kind.capitalize()} Unit {self.block.code}".strip()

    @property
    def actions(self) -> int:
        """Actions of all its models that count."""
        return sum(recruit.count * recruit.actions for recruit in self.recruits)

    @property
    def price(self) -> int:
        """TV of all its models."""
        return sum(recruit.count * recruit.price for recruit in self.recruits)


@dataclass
class CombatGroup:
    """A Primary Unit and at most one Support Unit, when all is well."""

    group: Group
    squads: list[Squad]
    title: str


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    faction: str | None
    size: int | None
    groups: list[CombatGroup]

    def squads(self) -> Iterator[Squad]:
        """All Units."""
        return (squad for group in self.groups for squad in group.squads)

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads() for recruit in squad.recruits)

    @property
    @rule("brigands.10.2")
    def price(self) -> int:
        """TV of the whole force."""
        return sum(squad.price for squad in self.squads())


def enlist(roster: Roster) -> Force:
    """Understand a roster."""
    faction = find_faction(roster.says("faction"))
    groups = [
        CombatGroup(group, [_squad(block, faction) for block in group.blocks], group.name or f"group {number}")
        for number, group in enumerate(roster.groups, 1)
    ]
    return Force(roster, faction, headers.size_of(roster, LARGEST), groups)


def _squad(block: Block, faction: str | None) -> Squad:
    squad = Squad(block)
    veteran = squad.is_primary and squad.is_marked_veteran
    squad.recruits = [_recruit(entry, faction, veteran) for entry in block.entries]
    return squad


@heeds("brigands.10.4", "brigands.10.6")
def _recruit(entry: Entry, faction: str | None, veteran: bool) -> Recruit:
    """Veteran Units and Duelists pay for Vet whether it was typed or not."""
    recruit = Recruit(entry, find_model(entry.model, faction), *upgrade_list().read_all(entry.upgrades))
    must = veteran or recruit.buys("duelist")
    if must and recruit.card and not has_trait(recruit.card, "Vet") and not recruit.buys("vet"):
        recruit.purchases.append(Purchase(upgrades()["vet"]))
    return recruit


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `group` and `squad` count its Combat Groups and all its Units from 0.

    `rank` is foc, cgl, xo, 2ic or empty. The price has its upgrades in it, and its drones.
    """

    card: ModelCard
    price: int
    group: int
    squad: int
    code: str
    rank: str
    drones: tuple[ModelCard, ...] = ()


def field_force(roster: Roster) -> tuple[Fielded, ...]:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    squads = ((number, squad) for number, group in enumerate(enlist(roster).groups) for squad in group.squads)
    fielded: list[Fielded] = []
    for place, (number, squad) in enumerate(squads):
        for recruit in squad.recruits:
            rank = next((rank for rank in COMMANDERS if recruit.buys(rank)), "")
            drones = tuple(unit_cards()[bought.id] for bought in recruit.drones for _ in range(bought.times))
            card = played_card(recruit)
            fielded += [Fielded(card, recruit.price, number, place, squad.block.code, rank, drones)] * recruit.count
    return tuple(fielded)


def played_card(recruit: Recruit) -> ModelCard:
    """The card as it is played. Equal upgrades give equal ids, so that equal models share one stat line."""
    card = recruit.played
    if card is None:
        raise BadInput(f"line {recruit.line}: no model is called '{recruit.entry.model[:60]}'.")
    bought = (each for each in recruit.purchases if each.id not in COMMANDERS and each not in recruit.drones)
    fitted = sorted(each.title.lower().replace(" ", "-") for each in bought)
    return msgspec.structs.replace(card, id="+".join([card.id, *fitted]))
