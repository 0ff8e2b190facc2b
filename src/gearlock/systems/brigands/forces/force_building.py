"""10.1 to 10.3: a force understood, what the book demands of it, and who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Block, Entry, Group, Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.muster.drawing_lots import Bounds
from gearlock.muster.fitting import Unfit
from gearlock.muster.headers import faction_faults, model_hint, overspent
from gearlock.muster.lines import Line, Names, buyers, heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.brigands.forces.upgrades import (
    NOT_IN_UNITS,
    UA_CODES,
    Purchase,
    Upgrade,
    has_trait,
    price,
    read_purchase,
    read_trait,
    read_ua,
    refit,
    trait_rating,
    unit_cards,
    upgrade_list,
    upgrades,
)
from gearlock.systems.brigands.models import ModelCard

# --- 7.1 and 10.3: who leads: a Combat Group Leader in each Primary Unit, one of them the Force Commander

LEADERS = ("foc", "cgl")


@rule("brigands.10.3")
@heeds("brigands.7.1", "brigands.7.1-xo", "brigands.10.5-xo")
def force_commander_faults(force: Force) -> Iterator[Violation]:
    """Exactly one Force Commander; at most one Executive Officer."""
    first = next((squad.block.line for squad in force.squads() if squad.is_primary), 0)
    chiefs, officers = buyers(force.recruits(), "foc"), buyers(force.recruits(), "xo")
    if not chiefs and first:
        fix = "Write ': FOC' behind one Combat Group Leader."
        yield Violation("brigands.10.3", first, "The force has no Force Commander.", fix)
    if heads(chiefs) > 1:
        said = f"The force has {heads(chiefs)} Force Commanders; it has one."
        yield Violation("brigands.10.3", chiefs[-1].line, said, "Make the others CGL.")
    if heads(officers) > 1:
        said = f"The force has {heads(officers)} Executive Officers; it may have one."
        yield Violation("brigands.10.5-xo", officers[-1].line, said, "Take XO off the others.")


@rule("brigands.10.5-2ic")
@heeds("brigands.10.3", "brigands.7.1", "brigands.7.1-2ic")
def commander_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """One Combat Group Leader to each Primary Unit, at most one Second-in-Command, none of them in Support."""
    leaders, seconds = buyers(squad.recruits, *LEADERS), buyers(squad.recruits, "2ic")
    whose = f"The {squad.title} of {group}"
    if squad.is_primary and not leaders and squad.recruits:
        fix = f"Write ': CGL' behind one model, as in '{_candidate(squad)}: CGL'."
        yield Violation("brigands.10.3", squad.block.line, f"{whose} has no leader.", fix)
    if heads(leaders) > 1:
        fix = "Leave CGL to one model; a line such as '2x' makes two of them."
        yield Violation("brigands.10.3", leaders[-1].line, f"{whose} has {heads(leaders)} leaders; it has one.", fix)
    if heads(seconds) > 1:
        said = f"{whose} has {heads(seconds)} Seconds-in-Command; it may have one."
        yield Violation("brigands.10.5-2ic", seconds[-1].line, said, "Take 2iC off the others.")
    for recruit in buyers(squad.recruits, *COMMANDERS):
        yield from _rank_faults(recruit, squad)


def _candidate(squad: Squad) -> str:
    fitting = (it for it in squad.recruits if it.card and not _cannot_command(it))
    return next(fitting, squad.recruits[0]).name


@heeds("brigands.trait.conscript", "brigands.trait.medic", "brigands.9.6")
def _cannot_command(recruit: Recruit) -> str:
    """The trait that keeps a model from command; empty if it may command."""
    card = recruit.card
    return next((trait for trait in ("Conscript", "Medic") if card and has_trait(card, trait)), "")


@rule("brigands.7.1-cmd", "brigands.10.5-xo")
@heeds("brigands.10.5-2ic", "brigands.10.6")
def _rank_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A rank is for one that has none, in a Primary Unit, and neither Conscript, Medic nor Duelist."""
    line = recruit.line
    ranks = [rank for rank in COMMANDERS if recruit.buys(rank)]
    names = " and ".join(upgrades()[rank].name for rank in ranks)
    bar = _cannot_command(recruit)
    if bar:
        rule_id = f"brigands.trait.{bar.lower()}"
        yield Violation(rule_id, line, f"{recruit.name} is a {bar} and may not command.", f"Take {names} off it.")
    if recruit.buys("duelist"):
        yield Violation("brigands.10.6", line, "A Duelist may not be a Commander.", f"Take {names} off it.")
    elif not squad.is_primary:
        rule_id = upgrades()[ranks[0]].rule
        yield Violation(rule_id, line, f"{names}: Support Units have no Commanders.", "Move it to the Primary Unit.")
    if len({"cgl" if rank == "foc" else rank for rank in ranks}) > 1:
        later = upgrades()[ranks[-1]]
        yield Violation(later.rule, line, f"{names}: one model holds one rank.", f"Give {later.name} to another model.")


# --- 10.1-10.3: a roster understood: models found in their lists, upgrades in theirs, prices added up, models fielded

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


# --- 10.4-10.6: who may buy what

ONCE = {
    "rank": "brigands.10.5",
    "generic": "brigands.10.5",
    "veteran": "brigands.10.4-list",
    "duelist": "brigands.10.6-list",
}
"""The rule that says so, for each list of which a model may buy each upgrade once."""


def purchase_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """Everything that is wrong with what one line of models buys."""
    line = recruit.line
    for text in recruit.unknown:
        said = f"There is no upgrade '{text[:60]}'."
        yield Violation("brigands.10.5", line, said, upgrade_list().hint(text))
    if recruit.card is None:
        return
    yield from _repeated(recruit)
    yield from _drone_faults(recruit, squad)
    for purchase in recruit.purchases:
        yield from _list_faults(purchase, recruit, squad)
    for purchase, fault in recruit.fitted[1]:
        yield Violation(purchase.upgrade.rule, line, f"{purchase.title}: {fault.message}.", fault.fix)


@rule("brigands.10.4-list", "brigands.10.6-list")
@heeds("brigands.10.5")
def _repeated(recruit: Recruit) -> Iterator[Violation]:
    """Each upgrade once. Drones are counted on their own."""
    times = Counter[str]()
    for purchase in recruit.purchases:
        times[purchase.id] += purchase.times
    for purchase in {bought.id: bought for bought in recruit.purchases}.values():
        if purchase.upgrade.list in ONCE and times[purchase.id] > 1:
            said = f"{recruit.name} buys {purchase.upgrade.name} {times[purchase.id]} times; once is all it may."
            yield Violation(ONCE[purchase.upgrade.list], recruit.line, said, "Leave one.")


@heeds("brigands.10.5-drones", "brigands.trait.drone-bay", "brigands.9.2")
def _drone_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """One drone to a model of a Primary Unit; a Drone Bay has room for as many as its rating."""
    number = sum(purchase.times for purchase in recruit.drones)
    room = max(1, trait_rating(recruit.card, "Drone Bay")) if recruit.card else 1
    if number > room:
        said = f"{recruit.name} buys {number} drones; it may have {room}."
        yield Violation("brigands.10.5-drones", recruit.line, said, f"Take {number - room} less.")
    if number and not squad.is_primary and not recruit.buys("duelist"):
        said = f"{recruit.name}: models of Support Units buy no drones."
        yield Violation("brigands.10.5-drones", recruit.line, said, "Move it to the Primary Unit.")


@rule("brigands.10.5")
@heeds("brigands.10.4", "brigands.10.4-list", "brigands.10.5-init", "brigands.10.6")
def _list_faults(purchase: Purchase, recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """Generic upgrades are for Primary Units, Veteran Upgrades for models with Vet, the last list for the Duelist."""
    upgrade, line = purchase.upgrade, recruit.line
    duelist = recruit.buys("duelist")
    card = recruit.played
    if upgrade.list == "veteran" and card and not has_trait(card, "Vet"):
        fix = "Make its Unit Veteran ('primary GP: veteran'), or leave it out."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is for models with Vet; {recruit.name} has it not.", fix)
    if upgrade.list == "duelist" and not duelist:
        said = f"{upgrade.name} is for the Duelist; {recruit.name} is none."
        yield Violation(upgrade.rule, line, said, "Add ': Duelist' in a Support Unit of its own, or leave it out.")
    if upgrade.id == "init" and not recruit.buys("foc"):
        said = f"Init is for the Force Commander; {recruit.name} is none."
        yield Violation(upgrade.rule, line, said, "Give it to the model with FOC.")
    if upgrade.id == "vet" and not squad.is_primary and not duelist:
        said = "Support Units cannot be Veteran."
        yield Violation(upgrade.rule, line, said, "Take Vet off, or choose a model that has it in its list.")


@rule("brigands.10.4", "brigands.10.5-veterans")
def veteran_faults(squad: Squad) -> Iterator[Violation]:
    """A Primary Unit is Veteran as a whole: Vet is bought for all its models or for none."""
    line = squad.block.line
    for text in squad.block.upgrades:
        bought = read_purchase(text)
        if bought is None or bought.id != "vet":
            said = f"'{text[:60]}' is nothing a whole Unit buys."
            yield Violation("brigands.10.4", line, said, "Write it behind a model; a Unit can be 'veteran'.")
        elif not squad.is_primary:
            yield Violation("brigands.10.4", line, "Support Units cannot be Veteran.", "Take 'veteran' off.")
    if not squad.is_primary or not buyers(squad.recruits, "vet"):
        return
    green = [it for it in squad.recruits if it.played and not has_trait(it.played, "Vet")]
    for recruit in green:
        said = f"Others of the {squad.title} buy Vet; {recruit.name} has it not, and a Unit is Veteran as a whole."
        fix = f"Write 'primary {squad.block.code}: veteran', or take Vet off the others."
        yield Violation("brigands.10.4", recruit.line, said, fix)


@heeds("brigands.10.6")
def duelist_faults(force: Force) -> Iterator[Violation]:
    """At most one Duelist: a Gear, alone in a Support Unit, no CMD model."""
    found = [(squad, recruit) for squad in force.squads() for recruit in buyers(squad.recruits, "duelist")]
    number = heads(recruit for _, recruit in found)
    if number > 1:
        said = f"The force has {number} Duelists; it may have one."
        yield Violation("brigands.10.6", found[-1][1].line, said, "Take Duelist off the others.")
    for squad, recruit in found:
        line = recruit.line
        if recruit.card and recruit.card.type != "Gear":
            said = f"{recruit.name} is a {recruit.card.type}; a Duelist is a Gear."
            yield Violation("brigands.10.6", line, said, "Choose a Gear.")
        if squad.is_primary:
            fix = "Put it under a line 'support' with a code of its own."
            yield Violation("brigands.10.6", line, "A Duelist serves in a Support Unit.", fix)
        elif (crowd := heads(squad.recruits)) > 1:
            said = f"A Duelist is alone in its Unit; this one has {crowd} models."
            yield Violation("brigands.10.6", line, said, "Move the others to another Unit.")
        if recruit.limit(squad.block.code) == "commanders only":
            said = f"{recruit.name} is for Commanders, and a Duelist may not be one."
            yield Violation("brigands.10.6", line, said, "Choose another Gear.")


# --- Chapter 10: what the book demands of a force: faction, TV, Units, their codes, Actions and limits

ACTIONS = {PRIMARY: Bounds(3, 6), SUPPORT: Bounds(1, 3)}
"""10.2: Actions of a Unit, fewest and most."""
STANDARD_LIMIT = 2


def check(roster: Roster) -> list[Violation]:
    """Everything in this roster that breaks a rule, in the order of its lines."""
    force = enlist(roster)
    found = [*_faction_faults(force), *_size_faults(force), *force_commander_faults(force), *duelist_faults(force)]
    for group in force.groups:
        found += _group_faults(group)
        for squad in group.squads:
            found += _squad_faults(squad, group.title, force.faction)
    return sorted(found, key=lambda violation: violation.line)


def _squad_faults(squad: Squad, group: str, faction: str | None) -> Iterator[Violation]:
    yield from _code_faults(squad)
    yield from _action_faults(squad, group)
    yield from _limit_faults(squad)
    yield from _component_faults(squad)
    yield from commander_faults(squad, group)
    yield from veteran_faults(squad)
    for recruit in squad.recruits:
        yield from _model_faults(recruit, squad, faction)
        yield from purchase_faults(recruit, squad)


@heeds("brigands.10.1")
def _faction_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("faction")
    if header and force.faction == LISTLESS:
        said = f"{LISTLESS} has no list of models; neither book prints one."
        yield Violation("brigands.10.1", header.line, said, f"Choose another. There are {', '.join(FACTIONS)}.")
    else:
        yield from faction_faults("brigands.10.1", force.roster, FACTIONS)


@heeds("brigands.10.2")
def _size_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 100', or whatever you play; these models cost {force.price} TV."
        yield Violation("brigands.10.2", 0, "No line says how many TV the game allows.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no size of a game."
        yield Violation("brigands.10.2", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("brigands.10.2", force.roster, force.price, force.size, "TV")
    if not any(squad.recruits for squad in force.squads()):
        fix = "Write 'group', then 'primary GP' or another code, then models."
        yield Violation("brigands.10.3", header.line if header else 0, "The force has no models.", fix)


@heeds("brigands.10.3")
def _group_faults(group: CombatGroup) -> Iterator[Violation]:
    """One Primary Unit, and at most one Support Unit."""
    kinds = Counter(squad.kind for squad in group.squads)
    line = group.group.line
    if kinds[PRIMARY] == 0:
        fix = "Add a line 'primary' with a code and 3 to 6 Actions under it, or take the group out."
        yield Violation("brigands.10.3", line, f"{group.title} has no Primary Unit.", fix)
    for kind, word in ((PRIMARY, "Primary"), (SUPPORT, "Support")):
        if kinds[kind] > 1:
            later = [squad for squad in group.squads if squad.kind == kind][1]
            said = f"{group.title} has {kinds[kind]} {word} Units; a Combat Group has one."
            yield Violation("brigands.10.3", later.block.line, said, "Open another 'group' above it.")
    for squad in group.squads:
        if squad.block.kind not in ACTIONS:
            said = f"'{squad.block.kind}' is no kind of Unit."
            hint = Suggestions(ACTIONS).hint(squad.block.kind) or "There are primary and support."
            yield Violation("brigands.10.3", squad.block.line, said, hint)


@heeds("brigands.10.2a", "brigands.10.3")
def _code_faults(squad: Squad) -> Iterator[Violation]:
    """Each Unit has one code."""
    if squad.block.code in UA_CODES:
        return
    said = f"'{squad.block.code}' is no Unit Availability." if squad.block.code else f"The {squad.title} has no code."
    known = [recruit for recruit in squad.recruits if recruit.card]
    fitting = [code for code in UA_CODES if squad.recruits and all(recruit.limit(code) for recruit in known)]
    fix = f"Its models could serve as {' or '.join(fitting)}." if fitting else f"There are {', '.join(UA_CODES)}."
    yield Violation("brigands.10.2a", squad.block.line, said, fix)


@heeds("brigands.10.2", "brigands.10.3")
def _action_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """Nobody knows the Actions of a model that is not found, so a Unit with one is not called too small."""
    if squad.kind not in ACTIONS:
        return
    least, most = ACTIONS[squad.kind]
    guessing = any(recruit.card is None for recruit in squad.recruits)
    if least <= squad.actions <= most or (guessing and squad.actions < least):
        return
    said = f"The {squad.title} of {group} has {counted(squad.actions, 'Action')}; it may have {least} to {most}."
    change = squad.actions - most if squad.actions > most else least - squad.actions
    fix = f"Take {counted(change, 'Action')} {'less' if squad.actions > most else 'more'}."
    yield Violation("brigands.10.2", squad.block.line, said, fix)


def counted(number: int, thing: str) -> str:
    """`1 Action`, `2 Actions`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


@rule("brigands.10.2b")
def _limit_faults(squad: Squad) -> Iterator[Violation]:
    """Two of each variant in a Unit, unless its code is marked."""
    same: dict[str, list[Recruit]] = {}
    for recruit in squad.recruits:
        same.setdefault(recruit.card.id if recruit.card else "", []).append(recruit)
    for recruits in same.values():
        last, count = recruits[-1], heads(recruits)
        if last.limit(squad.block.code) == "0-2" and count > STANDARD_LIMIT:
            said = f"The {squad.title} has {count} {last.name}; it may have {STANDARD_LIMIT}."
            fix = f"Take {count - STANDARD_LIMIT} less, or another variant."
            yield Violation("brigands.10.2b", last.line, said, fix)


@heeds("brigands.9.5")
def _component_faults(squad: Squad) -> Iterator[Violation]:
    """The parts of a multi-component vehicle stand in one Unit: as many Attached models as Cores."""
    numbers: Counter[str] = Counter()
    for recruit in squad.recruits:
        numbers[recruit.name] += recruit.count
    for recruit in squad.recruits:
        for core, part in _components(recruit):
            if numbers[core] != numbers[part]:
                said = f"{core} and {part} are one vehicle; the {squad.title} has {numbers[core]} and {numbers[part]}."
                yield Violation("brigands.9.5", recruit.line, said, "Take as many of one as of the other.")


def _components(recruit: Recruit) -> Iterator[tuple[str, str]]:
    """Core and Attached model, for a line that is one of them."""
    if recruit.card is None:
        return
    for entry in map(read_trait, recruit.card.traits):
        if entry.name == "Attached":
            yield entry.rating, recruit.card.name
        elif entry.name == "Core":
            yield from ((recruit.card.name, part) for part in _attached_to(recruit.card.name, recruit.card.faction))


def _attached_to(core: str, faction: str) -> list[str]:
    names = model_names(faction).names
    cards = (find_model(name, faction) for name in names)
    return [card.name for card in cards if card and f"Attached:{core}" in card.traits]


def _model_faults(recruit: Recruit, squad: Squad, faction: str | None) -> Iterator[Violation]:
    line = recruit.line
    if recruit.card is None:
        said = f"No model is called '{recruit.name[:60]}'."
        fix = model_hint(recruit.name, lambda name: find_model(name, faction), model_names(faction))
        yield Violation("brigands.10.1", line, said, fix)
        return
    if faction and recruit.card.faction not in (faction, ANYBODY):
        said = f"{recruit.name} is a model of {recruit.card.faction}, not of {faction}."
        near = model_names(faction).hint(recruit.name)
        yield Violation("brigands.10.1", line, said, near or f"Choose a model of {faction}.")
    yield from _availability_faults(recruit, squad)


@rule("brigands.trait.duelist")
@heeds("brigands.10.2", "brigands.10.2b", "brigands.7.1-cmd", "brigands.9.2")
def _availability_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A model's list says in which Units it serves, and whether as a Commander only."""
    line, code, card = recruit.line, squad.block.code, recruit.card
    if card is None:
        return
    if card.type == NOT_IN_UNITS:
        fix = f"Write it behind the model that controls it: 'Model: {card.name}'."
        yield Violation("brigands.9.2", line, f"A {card.name} is bought for another model.", fix)
        return
    limit = recruit.limit(code)
    if limit is None and code in UA_CODES:
        said = f"{card.name} does not serve in {code} Units."
        yield Violation("brigands.10.2", line, said, f"It serves in {', '.join(card.ua)}.")
    if limit == "commanders only" and not recruit.is_commander:
        rule_id = "brigands.7.1-cmd"
        fix = "Give it a rank (CGL, FOC, XO, 2iC) in a Primary Unit, or take another model."
        yield Violation(rule_id, line, f"{card.name} serves in {code} Units as a Commander only.", fix)
    if has_trait(card, "Duelist") and not recruit.buys("duelist"):
        yield Violation("brigands.trait.duelist", line, f"{card.name} serves as a Duelist only.", "Add ': Duelist'.")
