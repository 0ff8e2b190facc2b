"""6: a force understood, what squads are made of, and everything in it that breaks a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gearlock.kernel.errors import BadFile
from gearlock.kernel.force import Block, Group, Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.muster.headers import faction_faults, model_hint, overspent
from gearlock.muster.lines import Line
from gearlock.muster.suggest import Suggestions
from gearlock.muster.tables import slug
from gearlock.systems.tactical.army_lists import (
    ANY,
    FOOT,
    GEARS,
    VEHICLES,
    Army,
    Formation,
    Lists,
    armies,
    lists_with,
    our_lists,
    sort_of,
)
from gearlock.systems.tactical.army_lists import KINDS_OWN_FILES as KINDS
from gearlock.systems.tactical.datacards import NAMES, Card
from gearlock.systems.tactical.forces.upgrades import DIVERTED, LEVEL, RANK, Fitted, Option, Purchase, fit, option_list
from gearlock.systems.tactical.infantry_cards import level_of, levels_for, unit_tv

# --- A roster understood: companies, sections and squads, models found in the lists and fitted out one by one

SQUADS, HQS, LEADER, DUELIST = ("squad", "cadre", "patrol", "team"), ("hq", "headquarters"), "leader", "duelist"
OPENERS = (*SQUADS, *HQS, LEADER, DUELIST)
OWN = ("", "own", "own-squad", "own-cadre", "own-patrol")
"""Ways to write a squad of one's own choice."""
LARGEST = 200_000
YES, NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n")
ROVERS = "Rovers"
_SLASH = re.compile(r"\s*/\s*")
_FREE = {GEARS: "any-gear-squad", VEHICLES: "any-armored-squad", FOOT: "any-infantry-block"}


class Recruit(Line[Card, Option]):
    """Equal models of one line, as far as they are understood."""

    squad: Squad

    @cached_property
    def fitted(self) -> Fitted | None:
        """The card with everything bought."""
        return None if self.card is None else fit(self.card, self.purchases, self.squad.force.lists)

    @property
    def levels(self) -> list[int]:
        """The crew levels its line names."""
        return [int(it.upgrade.means) for it in self.purchases if it.upgrade.kind == LEVEL]

    @property
    def level(self) -> int:
        """Its crew level: as its line says, or its squad's, or the usual one."""
        named = self.levels or self.squad.levels
        return named[0] if named else level_of(self.card) if self.card else 0

    @property
    def ranks(self) -> list[str]:
        """Commander, Second, or nothing."""
        return [it.upgrade.means for it in self.purchases if it.upgrade.kind == RANK]

    @property
    def tv(self) -> int:
        """What each of them costs."""
        return unit_tv(self.fitted.card, self.level) if self.fitted else 0


@dataclass
class Squad:
    """A squad of a force, its headquarters, its Duelist or a leader with henchmen."""

    block: Block
    force: Force
    company: str
    section: str
    recruits: list[Recruit] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """squad, hq, leader or duelist, whatever the roster calls it."""
        word = self.block.kind
        return SQUADS[0] if word in SQUADS else HQS[0] if word in HQS else word

    @cached_property
    def formation(self) -> Formation | None:
        """The entry of the lists it follows, one of free choice by what stands in it; None if there is none."""
        force, name = self.force, slug(self.block.code)
        known = force.lists.formations
        shared = None if self.is_freely_named else known.get(slug(f"{ANY} {name}"))
        found = known.get(slug(f"{force.faction} {name}")) or shared
        if found is not None or self.kind == DUELIST:
            return found
        foreign = next((each for each in known.values() if slug(each.name) == name), None)
        if foreign is not None or (name not in OWN and not self.is_freely_named):
            return foreign
        return known.get(self._free_id())

    @property
    def is_freely_named(self) -> bool:
        """Whether patrols and teams of its faction bear names of their players' choice."""
        return self.force.army is not None and self.force.army.squad in ("patrol", "team")

    def _free_id(self) -> str:
        sorts = [sort_of(recruit.card) for recruit in self.recruits if recruit.card]
        sort = sorts[0] if sorts else GEARS
        if self.force.faction == ROVERS:
            return "rovers-leader-group" if self.kind == LEADER else "rovers-team"
        if self.is_freely_named:
            return "cef-grel-patrol" if sort == FOOT else "cef-patrol"
        return _FREE[sort]

    @cached_property
    def levels(self) -> list[int]:
        """The crew levels said of all of it."""
        return [int(it.upgrade.means) for it in self.bought if it.upgrade.kind == LEVEL]

    @cached_property
    def bought(self) -> list[Purchase]:
        """What is said of all of it."""
        read = option_list(self.force.lists).read
        return [found for text in self.block.upgrades if (found := read(text))]

    @property
    def size(self) -> int:
        """How many units it has."""
        return sum(recruit.count for recruit in self.recruits)

    @property
    def is_complete(self) -> bool:
        """Whether it has all units of its kind."""
        return self.formation is not None and self.size >= self.formation.least

    @property
    def tv(self) -> int:
        """What it costs."""
        return sum(recruit.count * recruit.tv for recruit in self.recruits)

    @property
    def title(self) -> str:
        """As players call it."""
        listed = self.formation.name if self.formation else ""
        said = self.block.code if self.is_freely_named and slug(self.block.code) not in OWN else listed
        return "Duelist" if self.kind == DUELIST else said or self.block.code or self.block.kind

    @property
    def is_infantry(self) -> bool:
        """Whether all of it are men on foot."""
        return bool(self.recruits) and all(it.card and it.card.squad for it in self.recruits)


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    lists: Lists
    army: Army | None
    size: int | None
    support: int | None
    """TV set aside for artillery and aircraft; None where the header is no number."""
    squads: list[Squad] = field(default_factory=list)
    broken: list[Violation] = field(default_factory=list)
    """What is wrong with the files it names."""

    @property
    def faction(self) -> str:
        """Whose it is; "" if nobody knows."""
        return self.army.faction if self.army else ""

    @property
    def is_detachment(self) -> bool:
        """Whether it is a part of a regiment for one battle: the rest of it stays at home."""
        return self.roster.says("detachment").strip().lower() in YES

    @property
    def tv(self) -> int:
        """What it costs, what is set aside for support included."""
        return sum(squad.tv for squad in self.squads) + (self.support or 0)

    def of_kind(self, kind: str) -> list[Squad]:
        """Its squads, headquarters, Duelists or leader groups."""
        return [squad for squad in self.squads if squad.kind == kind]

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads for recruit in squad.recruits)

    def companies(self) -> dict[str, dict[str, list[Squad]]]:
        """The squads of each section of each company; headquarters and Duelists stand outside the sections.

        Where companies have names, a staff without one is that of the whole force, and no company.
        """
        found: dict[str, dict[str, list[Squad]]] = {}
        for squad in self.squads:
            sections = found.setdefault(squad.company, {})
            if squad.kind == SQUADS[0]:
                sections.setdefault(squad.section, []).append(squad)
        return {name: sections for name, sections in found.items() if name or sections or len(found) == 1}


def enlist(roster: Roster) -> Force:
    """Understand a roster. Where its files cannot be read, our lists are taken and the faults kept."""
    broken: list[Violation] = []
    try:
        lists = lists_with({kind: roster.says(kind) for kind in KINDS})
    except BadFile as error:
        lists = our_lists()
        named = next((header for kind in KINDS if (header := roster.header(kind))), None)
        fix = "Correct the file, or leave its line out."
        broken = [Violation("", named.line if named else 0, str(each), fix) for each in error.findings]
    faction = headers.find_faction(roster.says("faction"), tuple(armies()))
    said = roster.says("support").strip() or "0"
    support = int(said) if re.fullmatch(r"[0-9]{1,6}", said) else None
    army = armies().get(faction or "")
    force = Force(roster, lists, army, headers.size_of(roster, LARGEST), support, broken=broken)
    for number, group in enumerate(roster.groups, 1):
        force.squads += (_squad(block, force, group, number) for block in group.blocks)
    return force


def _squad(block: Block, force: Force, group: Group, number: int) -> Squad:
    """`group A Company / Section 1`: what stands before the slash is the company."""
    first, *rest = _SLASH.split(group.name, maxsplit=1)
    company, section = (first, rest[0]) if rest else ("", group.name)
    squad = Squad(block, force, company, section or f"section {number}")
    for entry in block.entries:
        recruit = Recruit(entry, force.lists.card(entry.model), *option_list(force.lists).read_all(entry.upgrades))
        recruit.squad = squad
        squad.recruits.append(recruit)
    return squad


# --- 6.1, 6.2.6: what squads are made of: the models of a list or others in their place, or whatever a player likes

UNITS, SWAP, CARDS = "tactical.6.2.6-units", "tactical.6.1-swap", "tactical.ref-datacards"
_MANY = {GEARS: "Gears", VEHICLES: "vehicles", FOOT: "infantry squads", ANY: "units"}


def squad_faults(squad: Squad) -> Iterator[Violation]:
    """Everything wrong with what a squad is made of."""
    for recruit in squad.recruits:
        yield from _model_faults(recruit)
    if squad.block.kind not in OPENERS:
        fix = f"Write one of {', '.join(OPENERS)}, and its name."
        yield Violation("", squad.block.line, f"'{squad.block.kind}' opens no squad.", fix)
    if squad.kind == DUELIST:
        return
    formation = squad.formation
    if formation is None:
        yield _no_squad(squad)
    elif formation.faction not in (ANY, squad.force.faction) and squad.force.army:
        said = f"The {formation.name} is of the {formation.faction} list, the force is {squad.force.faction}."
        yield Violation(squad.force.army.rule, squad.block.line, said, "Choose a squad of its own list.")
    elif not formation.fieldable:
        said = f"The {formation.name} cannot take the field: {formation.reason}."
        fix = "Bring it in a file of your own (a line 'squads' with its name), or choose another squad."
        yield Violation(formation.rule, squad.block.line, said, fix)
    else:
        yield from _number_faults(squad, formation)
        yield from _swap_faults(squad, formation) if formation.composition else _free_faults(squad, formation)


def _no_squad(squad: Squad) -> Violation:
    known = [each for each in squad.force.lists.formations.values() if each.faction in (ANY, squad.force.faction)]
    names = Suggestions(each.name for each in known or squad.force.lists.formations.values())
    fix = names.hint(squad.block.code) or f"There are {', '.join(names.names)}."
    return Violation(UNITS, squad.block.line, f"No squad is called '{squad.block.code[:60]}'.", fix)


def _model_faults(recruit: Recruit) -> Iterator[Violation]:
    """A model that there is, of a list the faction may use, and that a force can buy."""
    force, card = recruit.squad.force, recruit.card
    if card is None:
        yield _unknown(recruit)
    elif not card.fieldable:
        said = f"{card.name} comes with a scenario; no force buys it."
        yield Violation(CARDS, recruit.line, said, "Leave it to the scenario.")
    elif force.army and card.faction not in (ANY, *force.army.lists, force.faction):
        said = f"{card.name} is of the {card.faction} list; {force.faction} may have models of "
        yield Violation(
            force.army.rule, recruit.line, f"{said}{' and '.join(force.army.lists)}.", "Choose another model."
        )


def _unknown(recruit: Recruit) -> Violation:
    lists = recruit.squad.force.lists
    lost = next((name for name in lists.unfielded if name.lower() == recruit.name.strip().lower()), "")
    if lost:
        said = f"{lost} cannot take the field: {lists.unfielded[lost][1]}."
        fix = "Bring a card of it in a file of your own (a line 'cards' with its name), or choose another model."
        return Violation(CARDS, recruit.line, said, fix)
    names = Suggestions(card.name for card in lists.cards.values() if card.fieldable)
    fix = model_hint(recruit.name, lists.card, names)
    return Violation(CARDS, recruit.line, f"There is no card for '{recruit.name[:60]}'.", fix)


@heeds("tactical.6.2.6-size", "tactical.6.4.1", "tactical.6.5.1")
def _number_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """Never more units than it has; teams of Rovers have two at least. Others may be filled up later."""
    many = f"{formation.least} to {formation.most}" if formation.least < formation.most else str(formation.most)
    said = f"{squad.title} has {squad.size} units; a {formation.name} has {many} {_MANY[formation.kind]}."
    if squad.size > formation.most:
        fix = f"Take {squad.size - formation.most} less, or open another {squad.block.kind}."
        yield Violation(formation.rule, squad.block.line, said, fix)
    elif squad.size < formation.least and squad.force.faction == ROVERS:
        yield Violation(formation.rule, squad.block.line, said, f"Add {formation.least - squad.size}.")


@rule("tactical.6.2.6-units")
@heeds("tactical.6.3.6")
def _free_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """A squad of one's own choice: five Gears of any kind, three vehicles or thirty men, but one sort of them."""
    for recruit in squad.recruits:
        if recruit.card is None or formation.kind in (ANY, sort_of(recruit.card)):
            continue
        said = f"{recruit.name} stands in a {formation.name}, which has {_MANY[formation.kind]} only."
        fix = f"Open another {squad.block.kind} for it."
        yield Violation(formation.rule, recruit.line, said, fix)


@rule("tactical.6.1-swap")
def _swap_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """Its own models stand in their places, whatever they carry; in others stand models of the same or lower TV.

    A dearer one may stand there if its line says that the TV is diverted from elsewhere in the regiment. What is
    compared is the Threat Value at Qualified.
    """
    lists = squad.force.lists
    slots = [card for name in formation.models if (card := lists.card(name))]
    strangers: list[tuple[Recruit, Card]] = []
    for recruit in squad.recruits:
        for _ in range(recruit.count if recruit.fitted else 0):
            assert recruit.fitted is not None
            own = next((slot for slot in slots if slot.family == recruit.fitted.card.family), None)
            if own is not None:
                slots.remove(own)
            else:
                strangers.append((recruit, recruit.fitted.card))
    slots.sort(key=lambda slot: slot.tv)
    told: set[int] = set()
    for recruit, card in sorted(strangers, key=lambda pair: -pair[1].tv):
        slot = slots.pop() if slots else None
        fault = _swap_fault(squad, card, slot)
        if fault and not (slot and recruit.buys(DIVERTED) and sort_of(card) != FOOT) and recruit.line not in told:
            told.add(recruit.line)
            yield Violation(SWAP, recruit.line, *fault)


def _swap_fault(squad: Squad, card: Card, slot: Card | None) -> tuple[str, str] | None:
    """What is wrong with a model in another's place, and a remedy."""
    if slot is None:
        return None  # there are too many units, which is told already
    if sort_of(card) == FOOT:
        return f"{card.name} stands in place of a {slot.name}: vehicles are swapped for vehicles.", "Take a vehicle."
    if card.tv > slot.tv:
        said = f"{card.name} ({card.tv} TV) stands in place of a {slot.name} ({slot.tv} TV) in the {squad.title}."
        return said, "Choose one of the same or lower TV, or write 'Diverted' behind it and pay for it elsewhere."
    return None


@heeds("tactical.6.2.1")
def is_general_purpose(squad: Squad) -> bool:
    """Whether it is one of the standard squadrons that a Senior one is counted against."""
    return squad.kind == SQUADS[0] and squad.title == "General Purpose Squadron"


# --- 6.1.3 to 6.5.1: companies, sections, headquarters, Duelists, troops of patrols, and bands with their leaders

SENIOR, PRIME = "Senior General Purpose Squadron", "Prime General Purpose Squadron"
SENIOR_NEEDS = 10
DUEL = "tactical.6.2.6-support"


def organisation_faults(force: Force) -> Iterator[Violation]:
    """Everything wrong with how a force is built up. A detachment leaves the rest of its regiment at home."""
    if force.army is None:
        return
    yield from _duelists(force, force.army)
    yield from _support(force, force.army)
    if force.faction == ROVERS:
        yield from band_faults(force, force.army)
        return
    yield from _strangers(force, force.army, (LEADER,))
    yield from _limits(force, force.army)
    yield from _seniors(force)
    yield from headquarters_faults(force, force.army)
    if not force.is_detachment:
        yield from completeness_faults(force, force.army)


def _strangers(force: Force, army: Army, words: tuple[str, ...]) -> Iterator[Violation]:
    for squad in force.squads:
        if squad.kind in words:
            said = f"{army.faction} has no '{squad.block.kind}'."
            yield Violation(army.rule, squad.block.line, said, f"Write '{army.squad}' or leave it out.")


@rule("tactical.6.1.3", "tactical.6.3.6")
@heeds("tactical.6.1.2", "tactical.6.4.1")
def _limits(force: Force, army: Army) -> Iterator[Violation]:
    """Three squads to a section, four cadres in the South; four sections to a company, four companies at most."""
    companies = force.companies()
    if army.companies and len(companies) > army.companies:
        said = f"The regiment has {len(companies)} companies; it may have {army.companies}."
        yield Violation(army.rule, _first_line(force, list(companies)[-1]), said, "Leave one out.")
    for company, sections in companies.items():
        if len(sections) > army.sections:
            said = f"{_name(company)} has {len(sections)} {army.section}s; it may have {army.sections}."
            fix = "Open another company: write 'group B Company / Section 1'."
            yield Violation("tactical.6.1.3", list(sections.values())[-1][0].block.line, said, fix)
        for section, squads in sections.items():
            if len(squads) > army.most_squads:
                many = f"{len(squads)} {army.squad}s; a {army.section} may have {army.most_squads}"
                fix = f"Open another {army.section} with 'group' and its name."
                yield Violation("tactical.6.1.3", squads[-1].block.line, f"{section} has {many}.", fix)


def _name(company: str) -> str:
    return company or "The company"


def _first_line(force: Force, company: str) -> int:
    return next((squad.block.line for squad in force.squads if squad.company == company), 0)


@rule("tactical.6.2.6-size")
@heeds("tactical.6.1.3", "tactical.6.3.6", "tactical.6.4.1")
def completeness_faults(force: Force, army: Army) -> Iterator[Violation]:
    """One complete section in each company and one complete squad in each section; the rest may be filled later."""
    companies = force.companies()
    for company, sections in companies.items():
        complete = [name for name, squads in sections.items() if sum(it.is_complete for it in squads) >= army.squads]
        if not complete:
            best = max((sum(it.is_complete for it in squads) for squads in sections.values()), default=0)
            said = (
                f"{_name(company)} has no complete {army.section}, which is {army.squads} complete {army.squad}s; "
                f"the fullest has {best}."
            )
            fix = f"Add {army.squads - best}, or write 'detachment yes' if this is a part of a larger force."
            yield Violation(army.rule, _first_line(force, company), said, fix)
        for section, squads in sections.items():
            if not any(it.is_complete for it in squads):
                lacking = squads[0]
                wanted = lacking.formation.least - lacking.size if lacking.formation else 0
                said = f"{section} has no complete {army.squad}."
                fix = f"Add {wanted} units to the {lacking.title}." if wanted > 0 else "Complete one."
                yield Violation(army.rule, lacking.block.line, said, fix)


@rule("tactical.6.4.1")
@heeds("tactical.6.2.6-units", "tactical.6.3.6")
def headquarters_faults(force: Force, army: Army) -> Iterator[Violation]:
    """A headquarters squad of Gears or vehicles; of infantry only where the whole regiment is; with the CEF never."""
    quarters = force.of_kind(HQS[0])
    if not quarters and not force.is_detachment:
        header = force.roster.header("faction")
        fix = f"Add 'hq' with a {army.squad} of Gears or vehicles, or write 'detachment yes'."
        said = f"The force has no headquarters {army.squad}."
        yield Violation(army.hq_rule, header.line if header else 0, said, fix)
    seen: set[str] = set()
    for squad in quarters:
        if squad.company in seen:
            said = f"{_name(squad.company)} has a headquarters already."
            yield Violation("tactical.6.1.3", squad.block.line, said, f"Make it a {army.squad} of a {army.section}.")
        seen.add(squad.company)
        if not squad.is_complete and not force.is_detachment and squad.formation:
            said = f"The headquarters has {squad.size} units; a {squad.formation.name} has {squad.formation.least}."
            yield Violation(army.hq_rule, squad.block.line, said, f"Add {squad.formation.least - squad.size}.")
        yield from _walking_staff(squad, force, army)


def _walking_staff(squad: Squad, force: Force, army: Army) -> Iterator[Violation]:
    """Infantry leads infantry alone."""
    whole = all(it.is_infantry for it in force.squads)
    men = [it for it in squad.recruits if it.card and it.card.squad]
    if men and (army.squad == "patrol" or not whole):
        only = "never" if army.squad == "patrol" else "only where the whole regiment is infantry"
        said = f"{men[0].name} is infantry: it is in a headquarters {only}."
        yield Violation(army.hq_rule, men[0].line, said, "Put Gears or vehicles in the headquarters.")


@heeds("tactical.6.2.1")
def _seniors(force: Force) -> Iterator[Violation]:
    """A Senior squadron among ten General Purpose ones of its company, and one Prime squadron in a regiment."""
    for squad in force.squads:
        if squad.title == SENIOR:
            others = sum(is_general_purpose(it) for it in force.squads if it.company == squad.company)
            if others < SENIOR_NEEDS:
                said = f"A {SENIOR} needs {SENIOR_NEEDS} General Purpose Squadrons in its company; it has {others}."
                yield Violation("tactical.6.2.1", squad.block.line, said, "Make it a General Purpose Squadron.")
    primes = [squad for squad in force.squads if squad.title == PRIME]
    for squad in primes[1:]:
        said = f"There is a {PRIME} already; a regiment has one."
        yield Violation("tactical.6.2.1", squad.block.line, said, "Make it a General Purpose Squadron.")


@rule("tactical.6.2.6-support")
@heeds("tactical.6.3.6", "tactical.6.4.1", "tactical.6.5.1", "tactical.6.1.2-duel")
def _duelists(force: Force, army: Army) -> Iterator[Violation]:
    """One Duelist to a company of North or South, always in a Gear with a price list."""
    seen: set[str] = set()
    companies = max(1, len(force.companies()))
    for squad in force.of_kind(DUELIST):
        line = squad.block.line
        if not army.duelists:
            said = f"{army.faction} has no Duelists; North and South have."
            yield Violation(army.rule, line, said, "Leave it out.")
        elif squad.company in seen:
            yield Violation(DUEL, line, f"{_name(squad.company)} has a Duelist already.", "Leave one.")
        elif len(seen) == companies:
            yield Violation(DUEL, line, f"Each of {companies} companies has a Duelist already.", "Leave one out.")
        seen.add(squad.company)
        if squad.size != 1:
            yield Violation(DUEL, line, f"A Duelist is one Gear; here are {squad.size}.", "Leave one.")
        for recruit in squad.recruits:
            card = recruit.card
            if card and (sort_of(card) != GEARS or card.family not in force.lists.chassis):
                named = ", ".join(force.lists.chassis)
                said = f"A Duelist pilots a Gear with a price list; {card.name} is none."
                yield Violation(DUEL, recruit.line, said, f"Choose one of {named}.")


@heeds("tactical.6.5.1")
def _support(force: Force, army: Army) -> Iterator[Violation]:
    """TV set aside for artillery and aircraft, which Rovers have none of."""
    header = force.roster.header("support")
    if header is None:
        return
    if force.support is None:
        said = f"'{header.value[:20]}' is no Threat Value to set aside."
        yield Violation(DUEL, header.line, said, "Write a whole number, such as 'support 500'.")
    elif force.support and not army.support:
        said = f"{army.faction} calls on neither artillery nor aircraft."
        yield Violation(army.rule, header.line, said, "Leave the line out; scouting and intelligence are yours.")


@rule("tactical.6.5.1")
def band_faults(force: Force, army: Army) -> Iterator[Violation]:
    """Teams of two to six units, and one leader with henchmen, who drives something himself."""
    yield from _strangers(force, army, HQS)
    leaders = force.of_kind(LEADER)
    if not leaders and not force.is_detachment:
        header = force.roster.header("faction")
        fix = "Add 'leader' with his vehicle first and his henchmen below, or write 'detachment yes'."
        yield Violation(army.rule, header.line if header else 0, "The band has no leader.", fix)
    for squad in leaders[1:]:
        yield Violation(army.rule, squad.block.line, "A band has one leader.", "Make it a 'team'.")
    for squad in leaders[:1]:
        first = squad.recruits[0] if squad.recruits else None
        if first and first.card and first.card.squad:
            said = f"The leader always drives a vehicle; {first.name} stands first in his group."
            yield Violation(army.rule, first.line, said, "Put a Gear or vehicle first.")


@heeds("tactical.6.4.1")
def mixed_troops(force: Force) -> list[str]:
    """Troops in which vehicles and GRELs stand side by side: a habit broken, not a rule; they cannot keep up."""
    found: dict[tuple[str, str], set[bool]] = {}
    for squad in force.of_kind(SQUADS[0]) if force.army and force.army.section == "troop" else ():
        found.setdefault((squad.company, squad.section), set()).add(squad.is_infantry)
    return [section for (_, section), kinds in found.items() if len(kinds) > 1]


# --- Chapter 6: everything in a roster that breaks a rule

BALANCE, CREWS = "tactical.2.5.2", "tactical.2.3.2"


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


def faults(force: Force) -> Iterator[Violation]:
    """What is wrong with the whole, then with each squad and each line."""
    yield from force.broken
    yield from faction_faults("tactical.6.1.3", force.roster, tuple(armies()))
    yield from _header_faults(force)
    yield from _size_faults(force)
    yield from organisation_faults(force)
    yield from _rank_faults(force)
    for squad in force.squads:
        yield from squad_faults(squad)
        yield from _squad_purchases(squad)
        for recruit in squad.recruits:
            yield from _purchase_faults(recruit)


def _header_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("detachment")
    if header is not None and header.value.strip().lower() not in (*YES, *NO):
        said = f"'detachment {header.value[:20]}' says neither yes nor no."
        yield Violation("", header.line, said, "Say one of them.")


@rule("tactical.2.5.2")
@heeds("tactical.2.3.4-threat-value")
def _size_faults(force: Force) -> Iterator[Violation]:
    """Sides are balanced by Threat Value: a force costs no more than was agreed upon, and has somebody in it."""
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 3200', or whatever you play; this force costs {force.tv} TV."
        yield Violation(BALANCE, 0, "No line says the Threat Value of the game.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no Threat Value of a game."
        yield Violation(BALANCE, header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent(BALANCE, force.roster, force.tv, force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group' and its name, then 'squad General Purpose Squadron' or another, then models."
        yield Violation(BALANCE, header.line if header else 0, "The force has no models.", fix)


def _rank_faults(force: Force) -> Iterator[Violation]:
    """One Commander and one Second in Command."""
    for rank, title in (("commander", "Commander"), ("second", "Second in Command")):
        holders = [recruit for recruit in force.recruits() if rank in recruit.ranks]
        if sum(recruit.count for recruit in holders) > 1:
            said = f"The force has {sum(recruit.count for recruit in holders)} models as {title}; it has one."
            rule_id = "tactical.2.6.2-step0-commander"
            yield Violation(rule_id, holders[-1].line, said, "Leave it to one model, on a line of its own.")
    for recruit in force.recruits():
        if len(set(recruit.ranks)) > 1:
            said = f"{recruit.name} cannot be Commander and Second in Command."
            yield Violation("tactical.2.6.2-step0-commander", recruit.line, said, "Choose one.")


def _squad_purchases(squad: Squad) -> Iterator[Violation]:
    """Of a whole squad a roster says the crew level and nothing else."""
    options = option_list(squad.force.lists)
    for text in squad.block.upgrades:
        bought = options.read(text)
        if bought is None:
            yield Violation(CREWS, squad.block.line, f"There is no option '{text[:60]}'.", options.hint(text))
        elif bought.upgrade.kind != LEVEL:
            said = f"{bought.upgrade.name} is for single models."
            fix = f"Write it behind a model: 'Model: {bought.upgrade.name}'."
            yield Violation("tactical.7.1-customization", squad.block.line, said, fix)
    if len(squad.levels) > 1:
        yield Violation(CREWS, squad.block.line, f"{squad.title} has more than one crew level.", "Leave one.")


def _purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """What is not understood, cannot be had, or is said twice."""
    options = option_list(recruit.squad.force.lists)
    for text in recruit.unknown:
        said = f"There is no option '{text[:60]}'."
        yield Violation("tactical.7.1-customization", recruit.line, said, options.hint(text))
    for name, count in Counter(it.id for it in recruit.purchases if it.upgrade.kind == LEVEL).items():
        if count > 1 or len(recruit.levels) > 1:
            said = f"{recruit.name} has more than one crew level ({name})."
            yield Violation(CREWS, recruit.line, said, "Leave one.")
            break
    if recruit.card is not None and recruit.level not in levels_for(recruit.card):
        said = f"{recruit.name} cannot be {NAMES[recruit.level]}: that is a quality of infantry."
        yield Violation(CREWS, recruit.line, said, f"Elite is the best crew of a {recruit.card.kind}.")
    for wanted, rule_id, why in recruit.fitted.faults if recruit.fitted else ():
        yield Violation(rule_id, recruit.line, f"{recruit.name}, {wanted}: {why.message}.", why.fix)
