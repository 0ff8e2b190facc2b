"""Building an army: a force understood, what its Combat Groups are made of, and what it costs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.force import Block, Roster, Violation
from gearlock.kernel.force import Group as RosterGroup
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.muster.fitting import Unfit
from gearlock.muster.headers import model_hint
from gearlock.muster.lines import Line, heads
from gearlock.muster.suggest import Suggestions
from gearlock.muster.tables import slug
from gearlock.systems.fieldmanual.army.upgrades import (
    ARMY_COMMAND,
    LEADER,
    VETERAN,
    Army,
    Offer,
    Option,
    Purchase,
    altered,
    find_army,
    option_list,
)
from gearlock.systems.fieldmanual.army.upgrades import MODEL as FOR_MODELS
from gearlock.systems.fieldmanual.datacards import (
    PROPOSED,
    TYPES,
    Card,
    Group,
    Lists,
    lists_with,
    our_lists,
    read_composition,
)
from gearlock.systems.fieldmanual.weapons import PACKAGE, read_number

# --- A roster understood: Combat Groups found in the lists, models in theirs, options fitted to cards one by one

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
        for purchase in option_list().in_order(it for it in self.purchases if it.upgrade.kind == FOR_MODELS):
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


# --- Combat Groups of an army list: which models they are made of, and which cards are kept out of usual forces

RULE = "fieldmanual.group-types"
LOST = "fieldmanual.datacards-lost"
MOUNTS = ("ATV", "ORV")
APC = "Hamath APC"


def squad_faults(squad: Squad) -> Iterator[Violation]:
    """Everything wrong with what a Combat Group is made of."""
    line, force = squad.block.line, squad.force
    if squad.block.kind != SQUAD:
        yield Violation("", line, f"'{squad.block.kind}' opens no Combat Group.", f"Write '{SQUAD}' and its name.")
    if squad.group is None:
        yield _no_group(squad)
    elif force.faction and squad.group.faction != force.faction:
        said = f"The {squad.group.name} is a group of {squad.group.faction}, the force is of {force.faction}."
        yield Violation("fieldmanual.step1-army", line, said, "Choose a group of its own lists.")
    elif not squad.group.fieldable:
        yield _lost(squad)
    else:
        yield from _places(squad)
        yield from _proposed(squad)
    for recruit in squad.recruits:
        if recruit.card is None:
            yield _unknown(recruit)
    yield from _hamath(squad)


def _no_group(squad: Squad) -> Violation:
    names = [group.name for group in squad.force.lists.groups.values() if group.faction == squad.force.faction]
    named = names or [group.name for group in squad.force.lists.groups.values()]
    fix = Suggestions(named).hint(squad.block.code) or f"There are {', '.join(named)}."
    return Violation(RULE, squad.block.line, f"No Combat Group is called '{squad.block.code[:60]}'.", fix)


@heeds("fieldmanual.datacards-lost")
def _lost(squad: Squad) -> Violation:
    """Groups that the book prices, and whose cards, models or type are lost."""
    group = squad.group
    assert group is not None
    missing = [name for _, name in group.composition if squad.force.lists.card(name) is None]
    why = f"there is no card for {', '.join(missing)}" if missing else "nobody knows its models"
    if not missing and group.composition and not group.type:
        why = f"no list says its type, one of {', '.join(TYPES)}"
    fix = "Bring it in files of your own (lines 'cards' and 'lists' with their names), or choose another group."
    return Violation(LOST, squad.block.line, f"The {group.name} cannot take the field: {why}.", fix)


def _unknown(recruit: Recruit) -> Violation:
    lists = recruit.squad.force.lists
    names = Suggestions(card.name for card in lists.cards.values() if card.tv)
    fix = model_hint(recruit.name, lists.card, names)
    return Violation(LOST, recruit.line, f"There is no card for '{recruit.name[:60]}'.", fix)


@heeds("fieldmanual.upgrades-options", "fieldmanual.errata-flail-upgrade")
def _places(squad: Squad) -> Iterator[Violation]:
    """The models of its list or variants of them, no less, and no more than are sold beside them."""
    left = dict(squad.places)
    for recruit in squad.recruits:
        if recruit.card is not None:
            left[recruit.card.family] = left.get(recruit.card.family, 0) - recruit.count
    for family, number in left.items():
        if number > 0:
            have = squad.places[family] - number
            said = (
                f"The {squad.list_name} has {squad.places[family]} {family} on its list; this one has {have or 'none'}."
            )
            yield Violation(RULE, squad.block.line, said, f"Add {number}: {_variants(squad, family)}.")
        elif number < 0:
            yield from _beyond(squad, family, -number)


def _variants(squad: Squad, family: str) -> str:
    return " or ".join(card.name for card in squad.force.lists.cards.values() if card.family == family) or family


@rule("fieldmanual.errata-flail-upgrade")
def _beyond(squad: Squad, family: str, number: int) -> Iterator[Violation]:
    """Models beyond the list: those sold beside it, with the company they need, and not more than the list has."""
    recruit = [it for it in squad.recruits if it.card and it.card.family == family][-1]
    assert recruit.card is not None
    sold, whole = sold_beside(squad, recruit.card), sum(squad.places.values())
    if sold is None:
        said = f"The {squad.list_name} has no place for {'another' if family in squad.places else 'a'} {recruit.name}."
        fix = f"It has {', '.join(f'{count} {name}' for name, count in squad.places.items())}."
        yield Violation(RULE, recruit.line, said, fix)
        return
    if number > whole:
        said = f"The {squad.list_name} has {number} models more than its list; it may have {whole} more."
        yield Violation(sold.rule, recruit.line, said, f"Take {number - whole} less.")
    for needed, name in sold.needs:
        there = heads(it for it in squad.recruits if it.card and it.card.name == name)
        if there < needed:
            said = f"A {recruit.name} needs {needed} {name} in its group; there are {there}."
            yield Violation(sold.rule, recruit.line, said, f"Add {needed - there}, or leave it out.")


@rule("fieldmanual.errata-caprice-infantry")
def _hamath(squad: Squad) -> Iterator[Violation]:
    """Infantry that rides in a Hamath APC has no ATVs or ORVs: it walks when it gets out."""
    if not any(it.card and it.card.name == APC for it in squad.recruits):
        return
    for recruit in squad.recruits:
        card = recruit.card
        if card and card.is_infantry and (len(card.rows) > 1 or any(word in card.name for word in MOUNTS)):
            said = f"{recruit.name}: infantry that rides in a {APC} may have neither ATVs nor ORVs."
            fix = f"Take a squad on foot, or leave the {APC} out."
            yield Violation("fieldmanual.errata-caprice-infantry", recruit.line, said, fix)


def is_proposed(card: Card) -> bool:
    """Whether a card has figures that are ours, so that it stays out of usual forces."""
    return card.status == PROPOSED or not card.default_force


@heeds("fieldmanual.datacards-lost")
def _proposed(squad: Squad) -> Iterator[Violation]:
    """Proposed cards and groups made of them are for those who ask for them."""
    if squad.force.allows_proposed:
        return
    fix = "Add a line 'proposed yes' if you want them, or choose other models."
    for recruit in squad.recruits:
        card = recruit.fitted.card if recruit.fitted else None
        if card is not None and is_proposed(card):
            said = f"{card.name}: some of its figures are proposed by us, not printed in the book."
            yield Violation(LOST, recruit.line, said, fix)


def uses_proposed(force: Force) -> bool:
    """Whether anything in a force is a proposal of ours: its card has such figures."""
    return any(recruit.fitted is not None and is_proposed(recruit.fitted.card) for recruit in force.recruits())


# --- Threat Values: what models and Combat Groups cost in which army, and what may be added to a group

FILE = "prices.csv"
COLUMNS = ("book", "page", "army", "group", "kind", "model", "tv", "needs", "rule", "line")
GROUP, MODEL = "group", "model"


class Price(msgspec.Struct, frozen=True):
    """What a group costs in an army, or a model in a group of it; `needs` are models it must stand beside."""

    army: str
    group: str
    model: str
    tv: int | None
    needs: tuple[tuple[int, str], ...]
    rule: str
    line: str


def read_prices(text: str, file: str = FILE) -> list[Price]:
    """The prices of a file; BadFile names everything wrong with it, by line."""
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        raise BadFile([Finding(file, 1, f"the columns must be {', '.join(COLUMNS)}")])
    found: list[Price] = []
    findings: list[Finding] = []
    for cells in rows:
        row = dict(zip(COLUMNS, cells, strict=False))
        try:
            if len(cells) != len(COLUMNS):
                raise ValueError(f"{len(cells)} columns; there must be {len(COLUMNS)}")
            if row["kind"] not in (GROUP, MODEL) or (row["kind"] == MODEL) != bool(row["model"]):
                raise ValueError("a row is of a group, or of a model and names it")
            if not re.fullmatch(r"fieldmanual\.[\w-]+", row["rule"]):
                raise ValueError(f"'{row['rule']}' is no rule")
            tv = read_number("tv", row["tv"]) if row["tv"] else None
            needs = read_composition(row["needs"])
            found.append(Price(row["army"], row["group"], row["model"], tv, needs, row["rule"], row["line"]))
        except ValueError as error:
            findings.append(Finding(file, rows.line_num, f"{row.get('group', 'empty line')}: {error}"))
    if findings:
        raise BadFile(findings)
    return found


@cache
@rule("fieldmanual.tv-adjustments", "fieldmanual.errata-leagueless-troopers")
def prices() -> Mapping[tuple[str, str, str], Price]:
    """The adjusted and added prices by army, group and model; the model is "" for the group as a whole."""
    text = (resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8")
    return {(price.army, price.group, price.model): price for price in read_prices(text)}


def _price(squad: Squad, model: str) -> Price | None:
    """The entry for the army of a force, or for its faction."""
    names = (squad.force.army_name, squad.force.faction)
    return next((prices()[key] for name in names if (key := (name, squad.list_name, model)) in prices()), None)


def sold_beside(squad: Squad, card: Card) -> Price | None:
    """The entry by which a group may have this model beyond those of its list; None if it may not."""
    return _price(squad, card.name) or _price(squad, card.family)


def stock_price(squad: Squad, card: Card) -> int:
    """What a model without options costs in this group."""
    listed = _price(squad, card.name)
    return card.tv if listed is None or listed.tv is None else listed.tv


def price(recruit: Recruit) -> int:
    """What each of these models costs with its options. A swap is priced beside the model that was swapped."""
    if recruit.card is None or recruit.fitted is None:
        return 0
    return stock_price(recruit.squad, recruit.card) + recruit.fitted.extra


def list_price(squad: Squad) -> int:
    """What the group costs as its list has it: the adjusted price, or else the list's; 0 if neither says."""
    listed = _price(squad, "")
    if listed is not None and listed.tv is not None:
        return listed.tv
    return squad.group.tv if squad.group else 0


def surcharge(squad: Squad) -> int:
    """What the price of the list is above or below that of its models one by one."""
    cards = [squad.force.lists.card(name) for name in (squad.group.models if squad.group else ())]
    if not list_price(squad) or not cards or None in cards:
        return 0
    return list_price(squad) - sum(stock_price(squad, card) for card in cards if card)


def squad_price(squad: Squad) -> int:
    """What a Combat Group costs with all its models and options."""
    models = sum(recruit.count * price(recruit) for recruit in squad.recruits)
    return models + surcharge(squad) if models else 0


def force_price(force: Force) -> int:
    """The Threat Value of a force."""
    return sum(squad_price(squad) for squad in force.squads)
