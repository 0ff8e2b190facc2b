"""5.4, A.2: a roster understood: models found in their lists, upgrades in theirs, prices added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from gearlock.kernel.force import Block, Entry, Group, Roster
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.muster.fitting import Unfit
from gearlock.muster.lines import Line, Names
from gearlock.muster.suggest import Suggestions
from gearlock.systems.blitz.cards import FACTIONS, ModelCard, model_cards, upgrade_cards
from gearlock.systems.blitz.forces.alterations import has_trait
from gearlock.systems.blitz.forces.availability import Limit
from gearlock.systems.blitz.forces.fitting import refit
from gearlock.systems.blitz.forces.sublists import GENERIC, TALONS, SubList, find_faction, find_list, limit_for
from gearlock.systems.blitz.forces.upgrades import (
    DRONE,
    RANKS,
    VARIANT,
    Purchase,
    Upgrade,
    read_purchase,
    upgrade,
    upgrade_list,
    variant_card,
)
from gearlock.systems.blitz.models import fortifications

PRIMARY, SUPPORT = "primary", "support"
LARGEST_BATTLE = 1_000
LARGEST = 10_000
FLAIL = "FLAIL"
YES, NO = ("yes", "true", "elite", "on", "y"), ("no", "false", "off", "n")
FILLED_BAYS = {"recon-hun": ("recon-drone",) * 3}
"""Models that come with their drones."""


@cache
def _lists() -> Mapping[str, Names[ModelCard]]:
    """The models of each list; parts of great vehicles and drones are not bought by themselves."""
    cards = [card for card in model_cards().values() if card.type != "Drone" and card.tv]
    return {name: Names(card for card in cards if card.faction == name) for name in FACTIONS.values()}


@cache
def model_names(faction: str | None) -> Suggestions:
    """The names a force of this faction may use; all there are if it has none of its own."""
    known = faction in _lists()
    return Suggestions(
        card.name
        for card in model_cards().values()
        if card.tv and card.type != "Drone" and (not known or card.faction in (faction, GENERIC))
    )


def find_model(name: str, owners: Iterable[str]) -> ModelCard | None:
    """A model of the first of these lists that has it, or else of any."""
    order = dict.fromkeys((*owners, *_lists()))
    return next((card for owner in order if owner in _lists() and (card := _lists()[owner].find(name))), None)


@cache
def _upgraded_names() -> Mapping[str, ModelCard]:
    """`Headhunter` alone is the stock model with that upgrade."""
    return {card.name.lower(): card for card in upgrade_cards().values()}


@heeds("blitz.trait.apc", "blitz.18.3a-table")
@rule("blitz.units.cef-hht90", "blitz.units.cef-flail")
def unit_size(card: ModelCard) -> int:
    """The actions a model counts for when units are chosen: one for APCs, the HHT-90, FLAILs and most works."""
    if card.line in fortifications():
        return fortifications()[card.line].counts
    if card.parts or FLAIL in card.name or has_trait(card, "APC"):
        return 1
    return card.actions


def printed_actions(card: ModelCard) -> int:
    """The actions of its line, those of all parts together."""
    return sum(model_cards()[part].actions for part in card.parts) or model_cards()[card.id].actions


class Recruit(Line[ModelCard, Upgrade]):
    """Equal models of one line, as far as they are understood."""

    squad: Squad

    @property
    def rank(self) -> str:
        """co, cgl, xo, 2ic or nothing."""
        return next((rank for rank in RANKS if self.buys(rank)), "")

    @property
    def is_commander(self) -> bool:
        """Whether they hold a rank."""
        return self.buys(*RANKS)

    @cached_property
    def drones(self) -> tuple[str, ...]:
        """The drones that each of them controls: those of a full bay, and those bought."""
        bought = (it.id for it in self.purchases if it.upgrade.list == DRONE for _ in range(it.times))
        return (*FILLED_BAYS.get(self.card.id if self.card else "", ()), *bought)

    @cached_property
    def fitted(self) -> tuple[ModelCard | None, list[tuple[Purchase, Unfit]]]:
        """The card with everything bought, and what could not be fitted."""
        return refit(self.card, [*self.purchases, *self.squad.purchases]) if self.card else (None, [])

    @property
    def played(self) -> ModelCard | None:
        """The card with its upgrades."""
        return self.fitted[0]

    @property
    def size(self) -> int:
        """What each counts for in its unit."""
        return unit_size(self.played) if self.played else 0

    @property
    def variants(self) -> list[ModelCard]:
        """The upgrade variants that were applied to it."""
        bought = (variant_card(it.id) for it in self.purchases if it.upgrade.list == VARIANT)
        return [card for card in bought if card is not None]

    @property
    def cards(self) -> list[ModelCard]:
        """The lines of the lists that limit it: the model's own and those of its upgrade variants."""
        return [*((self.card,) if self.card else ()), *self.variants]

    def has(self, trait: str) -> bool:
        """Whether it has this trait as it is played."""
        return self.played is not None and has_trait(self.played, trait)

    def is_type(self, *types: str) -> bool:
        """Whether it is a Gear, a Strider ..."""
        return self.card is not None and self.card.type.split(" ")[0].rstrip(",") in types

    @heeds("blitz.5.2")
    def limit(self, card: ModelCard) -> Limit | None:
        """The limit of its model, or of an upgrade variant on it, in the unit it is in."""
        force = self.squad.force
        return limit_for(card, self.squad.block.code, force.faction, force.sublist)


@dataclass
class Squad:
    """A primary or support unit."""

    block: Block
    force: Force
    recruits: list[Recruit] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        """Primary or support; a misspelt word counts as the one it is near, so that it is wrong only once."""
        known = (PRIMARY, SUPPORT)
        return self.block.kind if self.block.kind in known else "".join(Suggestions(known).near(self.block.kind, 1))

    @property
    def is_primary(self) -> bool:
        """Primary or support."""
        return self.kind == PRIMARY

    @cached_property
    def bought(self) -> list[Purchase]:
        """What is bought for the whole of it."""
        return [found for text in self.block.upgrades if (found := read_purchase(text))]

    @cached_property
    def purchases(self) -> list[Purchase]:
        """What is bought once for all members: grenades, explosives ..."""
        return [it for it in self.bought if it.upgrade.list == "unit"]

    @property
    def title(self) -> str:
        """`primary unit GP`."""
        return f"{self.kind} unit {self.block.code}".strip()

    @cached_property
    def size(self) -> int:
        """Actions of all its models as units are counted."""
        return sum(recruit.count * recruit.size for recruit in self.recruits)

    @property
    def is_duel(self) -> bool:
        """Whether it is there for a duelist."""
        return any(recruit.buys("duelist") for recruit in self.recruits)

    @property
    def is_works(self) -> bool:
        """Whether it is generic support."""
        return any(recruit.is_type("Fortification") for recruit in self.recruits)

    @property
    def origins(self) -> set[str]:
        """The lists its models are of."""
        return {recruit.card.faction for recruit in self.recruits if recruit.card}


@dataclass
class CombatGroup:
    """A primary unit and at most one support unit, when all is well."""

    group: Group
    title: str
    squads: list[Squad] = field(default_factory=list)

    @property
    def primary(self) -> Squad | None:
        """Its primary unit."""
        return next((squad for squad in self.squads if squad.is_primary), None)


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    faction: str | None
    sublist: SubList | None
    allies: tuple[str, ...]
    size: int | None
    groups: list[CombatGroup] = field(default_factory=list)

    @property
    def list_code(self) -> str:
        """The code of its sub-list; empty if it has none."""
        return self.sublist.code if self.sublist else ""

    @property
    @rule("blitz.5.5-elite")
    def is_elite(self) -> bool:
        """Whether every model is a veteran: because the roster says so, or the list demands it."""
        required = self.sublist is not None and self.sublist.elite == "required"
        return required or self.faction == TALONS or says_yes(self.roster.says("elite"))

    @cached_property
    def squads(self) -> list[Squad]:
        """All units."""
        return [squad for group in self.groups for squad in group.squads]

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads for recruit in squad.recruits)


def says_yes(text: str) -> bool:
    """Whether a header is meant."""
    return text.strip().lower() in YES


def enlist(roster: Roster) -> Force:
    """Understand a roster."""
    sublist = find_list(roster.says("list"))
    faction = find_faction(roster.says("faction")) or (sublist.faction if sublist else None)
    chosen = tuple(filter(None, (find_faction(text.strip()) for text in roster.says("allies").split(","))))
    allies = sublist.allies if sublist and not sublist.choose else chosen
    force = Force(roster, faction, sublist, allies, headers.size_of(roster, LARGEST))
    for number, group in enumerate(roster.groups, 1):
        force.groups.append(CombatGroup(group, group.name or f"group {number}"))
        force.groups[-1].squads = [_squad(block, force) for block in group.blocks]
    return force


def _squad(block: Block, force: Force) -> Squad:
    squad = Squad(block, force)
    owners = [*([force.faction] if force.faction else []), GENERIC, *force.allies]
    found = [find_model(entry.model, owners) for entry in block.entries]
    others = {card.faction for card in found if card} - {force.faction, GENERIC}
    squad.recruits = [
        _recruit(entry, squad, [*sorted(others), *owners] if others else owners) for entry in block.entries
    ]
    return squad


@heeds("blitz.5.5", "blitz.5.5-elite", "blitz.A.2.4")
def _recruit(entry: Entry, squad: Squad, owners: list[str]) -> Recruit:
    """Veteran units, elite forces and duelists pay for Vet whether it was typed or not."""
    card, texts = find_model(entry.model, owners), entry.upgrades
    upgraded = _upgraded_names().get(entry.model.lower()) if card is None else None
    if upgraded is not None:
        card, texts = find_model(upgraded.variant_of, (upgraded.faction,)), (upgraded.name, *texts)
    recruit = Recruit(entry, card, *upgrade_list().read_all(texts))
    recruit.squad = squad
    must = squad.force.is_elite or recruit.buys("duelist") or any(it.id == "vet" for it in squad.bought)
    if (
        must
        and card
        and not has_trait(card, "Vet")
        and not recruit.buys("vet")
        and not recruit.is_type("Fortification")
    ):
        recruit.purchases.append(Purchase(upgrade("vet")))
    return recruit
