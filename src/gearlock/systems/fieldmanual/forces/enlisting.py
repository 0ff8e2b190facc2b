"""A roster understood: Combat Groups found in the lists, models in theirs, options fitted to cards one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gearlock.kernel.errors import BadFile
from gearlock.kernel.force import Block, Roster, Violation
from gearlock.kernel.force import Group as RosterGroup
from gearlock.kernel.rulebook import rule
from gearlock.muster import headers
from gearlock.muster.fitting import Unfit
from gearlock.muster.lines import Line
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.forces.alterations import altered
from gearlock.systems.fieldmanual.forces.options import (
    ARMY_COMMAND,
    LEADER,
    MODEL,
    VETERAN,
    Army,
    Offer,
    Option,
    Purchase,
    find_army,
    option_list,
)
from gearlock.systems.fieldmanual.groups import Group
from gearlock.systems.fieldmanual.own_files import Lists, lists_with, our_lists
from gearlock.systems.fieldmanual.tables import slug

SQUAD = "squad"
LEVELS = (1, 2, 3, 4)
LARGEST = 20_000
WAR = "post 1940"
_WAR_YEAR = 1940
YES, NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n")


@dataclass
class Fitted:
    """Models of a line as they are played: the card, what each option costs, and what could not be had."""

    card: Card
    families: frozenset[str]
    """The names whose options it may take."""
    offers: list[tuple[Purchase, Offer]] = field(default_factory=list)
    faults: list[tuple[Purchase, Offer | None, Unfit]] = field(default_factory=list)

    @property
    def extra(self) -> int:
        """TV of its options. Where one gives Actions, skills cost double."""
        double = any(offer.doubles for _, offer in self.offers)
        return sum((offer.tv or 0) * (2 if double and offer.skill else 1) for _, offer in self.offers)

    @property
    def unpriced(self) -> list[Purchase]:
        """Options whose price stands in a list that this book has not."""
        return [bought for bought, offer in self.offers if offer.tv is None]


class Recruit(Line[Card, Option]):
    """Equal models of one line, as far as they are understood."""

    squad: Squad

    @property
    def is_leader(self) -> bool:
        """Whether the roster makes it the leader of its group."""
        return self.buys(LEADER)

    @cached_property
    def fitted(self) -> Fitted | None:
        """The card with everything bought, in the order in which options are carried out."""
        if self.card is None:
            return None
        done = Fitted(self.card, frozenset((self.card.family,)))
        for purchase in option_list().in_order(it for it in self.purchases if it.upgrade.kind == MODEL):
            offer = offer_for(purchase.upgrade, done, self.squad)
            if offer is None:
                done.faults.append((purchase, None, Unfit("is not for it")))
                continue
            try:
                done.card = altered(done.card, offer, purchase.choice, self.squad.force.lists)
            except Unfit as fault:
                done.faults.append((purchase, offer, fault))
                continue
            done.offers.append((purchase, offer))
            if offer.becomes:
                done.families = frozenset((done.card.family, *(done.families if offer.keeps else ())))
        return done


@rule("fieldmanual.upgrades-options")
def offer_for(option: Option, model: Fitted, squad: Squad) -> Offer | None:
    """The offer that a model may take: made to its name or a variant's, its army, its group, veterans, its era.

    An option that names a vehicle is for that vehicle and its variants; one that names a weapon for whoever has it.
    """
    force = squad.force
    for offer in option.offer:
        if (
            (not offer.models or model.families & set(offer.models))
            and (not offer.kinds or model.card.kind in offer.kinds)
            and (not offer.groups or squad.list_name in offer.groups)
            and (not offer.armies or {force.faction, force.army_name} & set(offer.armies))
            and (not offer.veteran or squad.is_veteran)
            and (not offer.era or force.era == offer.era)
        ):
            return offer
    return None


@dataclass
class Squad:
    """A Combat Group of a force."""

    block: Block
    force: Force
    title: str
    group: Group | None
    recruits: list[Recruit] = field(default_factory=list)

    @property
    def list_name(self) -> str:
        """What its list calls it."""
        return self.group.name if self.group else self.block.code

    @property
    def type(self) -> str:
        """Core, Auxiliary, Specialist or Elite; "" if nobody knows."""
        return self.group.type if self.group else ""

    @cached_property
    def bought(self) -> list[Purchase]:
        """What is bought for the whole of it."""
        return [found for text in self.block.upgrades if (found := option_list().read(text))]

    @property
    def is_veteran(self) -> bool:
        """Whether it was made veteran."""
        return any(it.id == VETERAN for it in self.bought)

    @property
    def commands(self) -> bool:
        """Whether it was made the Army Command Group."""
        return any(it.id == ARMY_COMMAND for it in self.bought)

    @cached_property
    def places(self) -> dict[str, int]:
        """How many models of each family its list has; families by name."""
        found: dict[str, int] = {}
        for name in self.group.models if self.group else ():
            card = self.force.lists.card(name)
            family = card.family if card else name
            found[family] = found.get(family, 0) + 1
        return found


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    lists: Lists
    faction: str
    army: Army | None
    size: int | None
    level: int | None
    squads: list[Squad] = field(default_factory=list)
    broken: list[Violation] = field(default_factory=list)
    """What is wrong with the files of cards and groups it names."""

    @property
    def army_name(self) -> str:
        """The army its roster names; "" if it names none."""
        return self.army.name if self.army else ""

    @property
    def era(self) -> str:
        """`post 1940` if the roster says so, or a year from 1940 on."""
        said = self.roster.says("era").casefold().replace("-", " ").replace("tn", "").strip()
        if re.fullmatch(r"[0-9]{1,5}", said):
            return WAR if int(said) >= _WAR_YEAR else ""
        return WAR if said == WAR else ""

    @property
    def is_free(self) -> bool:
        """Whether it is for a home-made scenario, which may ignore Priority Level and Threat Value."""
        return says_yes(self.roster.says("free"))

    @property
    def allows_proposed(self) -> bool:
        """Whether proposed cards are wanted."""
        return says_yes(self.roster.says("proposed"))

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads for recruit in squad.recruits)


def says_yes(text: str) -> bool:
    """Whether a header is meant."""
    return text.strip().lower() in YES


def enlist(roster: Roster) -> Force:
    """Understand a roster. Where its files of cards cannot be read, our lists are taken and the faults kept."""
    broken: list[Violation] = []
    try:
        lists = lists_with(roster.says("cards"), roster.says("lists"), roster.folder)
    except BadFile as error:
        lists = our_lists()
        header = roster.header("cards") or roster.header("lists")
        broken = [
            Violation("", header.line if header else 0, f"{str(fault).rstrip('.')}.", "Correct the file.")
            for fault in error.findings
        ]
    army = find_army(roster.says("army"))
    faction = headers.find_faction(roster.says("faction"), factions_of(lists)) or (army.faction if army else "")
    said = roster.says("level")
    level = int(said) if said in map(str, LEVELS) else None
    force = Force(roster, lists, faction, army, headers.size_of(roster, LARGEST), level, broken=broken)
    for number, group in enumerate(roster.groups, 1):
        force.squads += (_squad(block, force, group, number) for block in group.blocks)
    return force


def factions_of(lists: Lists) -> tuple[str, ...]:
    """Those that have groups, in alphabetical order."""
    return tuple(sorted({group.faction for group in lists.groups.values()}))


def find_group(name: str, force: Force) -> Group | None:
    """A group of the lists by name: of the force's own faction, or else of any."""
    groups = force.lists.groups
    own = groups.get(slug(f"{force.faction} {name}"))
    return own or next((group for group in groups.values() if slug(group.name) == slug(name)), None)


def _squad(block: Block, force: Force, group: RosterGroup, number: int) -> Squad:
    squad = Squad(block, force, group.name or f"group {number}", find_group(block.code, force))
    for entry in block.entries:
        recruit = Recruit(entry, force.lists.card(entry.model), *option_list().read_all(entry.upgrades))
        recruit.squad = squad
        squad.recruits.append(recruit)
    return squad
