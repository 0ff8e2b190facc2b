"""Building an army: Priority Levels, what may not be bought, and everything in a force that breaks a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import faction_faults, overspent
from gearlock.muster.lines import heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.fieldmanual.army.building import (
    LARGEST,
    LEVELS,
    NO,
    WAR,
    YES,
    Force,
    Recruit,
    Squad,
    enlist,
    factions_of,
    force_price,
    squad_faults,
)
from gearlock.systems.fieldmanual.army.upgrades import GROUP, LEADER, Offer, Option, armies, option_list, spoken
from gearlock.systems.fieldmanual.datacards import CORE, TYPES
from gearlock.systems.fieldmanual.weapons import PACKAGE

# --- Priority Levels: how many Combat Groups of each type a force may have, and how many of them veteran


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Groups of a type: at least, at most; only with so many Core groups; or one for each group of another type."""

    least: int = 0
    most: int | None = None
    after: int = 0
    each: str = ""


class PriorityLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Priority Level."""

    level: int
    rule: str
    veterans: int
    bounds: dict[str, Bound]

    def bound(self, type: str) -> Bound:
        """What holds for groups of a type; nothing said is no bound."""
        return self.bounds.get(type, Bound())


@cache
def priority_levels() -> Mapping[int, PriorityLevel]:
    """The four levels by number."""
    levels = data_records(PACKAGE, "priority_levels.toml", "level", PriorityLevel)
    return {level.level: level for level in levels}


@rule("fieldmanual.pl1", "fieldmanual.pl2", "fieldmanual.pl3", "fieldmanual.pl4")
def wanting(level: PriorityLevel, numbers: Mapping[str, int], veterans: int) -> Iterator[tuple[str, str, str]]:
    """What is wrong with so many groups of each type and so many veterans: the type, words and a remedy."""
    for type in TYPES:
        bound, number = level.bound(type), numbers.get(type, 0)
        many = f"{number or 'no'} {type} group{'s' * (number != 1)}"
        if number < bound.least:
            yield type, f"has {many}; it has at least {bound.least}", f"Add {bound.least - number}."
        if bound.most is not None and number > bound.most:
            most = f"at most {bound.most}" if bound.most else "none"
            yield type, f"has {many}; it may have {most}", f"Take {number - bound.most} less, or another level."
        if bound.each and number > numbers.get(bound.each, 0):
            said = f"has {many}; it may have one for each {bound.each} group, which are {numbers.get(bound.each, 0)}"
            yield type, said, f"Add {bound.each} groups or take less {type} ones."
        if number and numbers.get(CORE, 0) < bound.after:
            said = f"has {many} with {numbers.get(CORE, 0)} Core groups; it needs {bound.after} of them first"
            yield type, said, f"Add {bound.after - numbers.get(CORE, 0)} Core groups, or leave it out."
    if veterans > level.veterans:
        yield "", f"has {veterans} veteran groups; it may have {level.veterans}", "Take 'Veteran' off the others."


@rule("fieldmanual.priority-level")
@heeds("fieldmanual.step1-army")
def level_faults(force: Force) -> Iterator[Violation]:
    """A force has a Priority Level, chosen freely, and keeps to it. Home-made scenarios may ignore it."""
    header = force.roster.header("level")
    if force.is_free:
        return
    if force.level is None:
        said = f"'{header.value[:20]}' is no Priority Level." if header else "No line says the Priority Level."
        fix = f"Write 'level 1', or another of {', '.join(map(str, LEVELS))}."
        yield Violation("fieldmanual.priority-level", header.line if header else 0, said, fix)
        return
    level = priority_levels()[force.level]
    numbers = Counter(squad.type for squad in force.squads)
    veterans = [squad for squad in force.squads if squad.is_veteran]
    for type, said, fix in wanting(level, numbers, len(veterans)):
        of_type = [squad for squad in force.squads if squad.type == type] if type else veterans
        line = of_type[-1].block.line if of_type else header.line if header else 0
        yield Violation(level.rule, line, f"A force of Priority Level {level.level} {said}.", fix)


# --- Upgrades and options: what may not be bought, by whom, how often, and what must be

WFPA = "WFPA"
DOWNGRADES = {"Grizzly": "Bear", "Jaguar": "Field Armor Mad Dog"}
"""What the WFPA fields instead of Gears it cannot afford."""


def purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """Everything wrong with what a line of models buys."""
    for text in recruit.unknown:
        yield Violation(
            "fieldmanual.upgrades-options", recruit.line, f"There is no option '{text[:60]}'.", option_list().hint(text)
        )
    times = Counter(bought.id for bought in recruit.purchases)
    for bought in {each.id: each for each in recruit.purchases}.values():
        if times[bought.id] > 1 or bought.times > 1:
            said = f"{recruit.name} takes {bought.upgrade.name} more than once."
            yield Violation("fieldmanual.upgrades-options", recruit.line, said, "Leave one.")
        if bought.upgrade.kind == GROUP:
            fix = f"Write 'squad {recruit.squad.list_name}: {bought.upgrade.name}'."
            yield Violation(
                "fieldmanual.upgrades-options", recruit.line, f"{bought.upgrade.name} is for a whole Combat Group.", fix
            )
    if recruit.fitted is None:
        return
    for purchase, offer, fault in recruit.fitted.faults:
        if offer is None:
            yield _not_offered(purchase.upgrade, recruit)
        else:
            yield Violation(offer.rule, recruit.line, f"{purchase.title}: {fault.message}.", fault.fix)
    yield from _closed(recruit)


@rule("fieldmanual.options-scope")
@heeds("fieldmanual.upgrades-options", "fieldmanual.errata-wfpa-exchanges")
def _not_offered(option: Option, recruit: Recruit) -> Violation:
    """Who may have it instead; where only the time is wrong, that. Of the options one is dated, and three new units."""
    squad = recruit.squad
    assert recruit.fitted is not None
    timely = next((offer for offer in option.offer if offer.era and _fits_but_for_era(offer, recruit)), None)
    if timely is not None:
        said = f"{option.name}: there is none before TN 1940."
        return Violation("fieldmanual.options-scope", recruit.line, said, f"Add a line 'era {WAR}', or leave it out.")
    offers = [offer for offer in option.offer if not offer.models or recruit.fitted.families & set(offer.models)]
    veteran = next((offer for offer in offers if offer.veteran and not squad.is_veteran), None)
    if veteran is not None and len(offers) == 1:
        said = f"{option.name} is a veteran option; this group is not veteran."
        fix = f"Write 'squad {squad.list_name}: Veteran', or leave it out."
        return Violation(veteran.rule, recruit.line, said, fix)
    armed = next((offer for offer in offers if offer.armies and not squad.force.army), None)
    fix = f"It is for {'; '.join(dict.fromkeys(spoken(offer) for offer in option.offer))}."
    if armed is not None:
        fix += " Name the army of the force with a line 'army'."
    rule_id = option.offer[0].rule if option.offer else "fieldmanual.upgrades-options"
    return Violation(rule_id, recruit.line, f"{recruit.name} may not take {option.name} here.", fix)


def _fits_but_for_era(offer: Offer, recruit: Recruit) -> bool:
    squad, fitted = recruit.squad, recruit.fitted
    assert fitted is not None
    return (
        (not offer.models or bool(fitted.families & set(offer.models)))
        and (not offer.armies or bool({squad.force.faction, squad.force.army_name} & set(offer.armies)))
        and (not offer.veteran or squad.is_veteran)
        and squad.force.era != offer.era
    )


@rule("fieldmanual.errata-growing-pains-skirmishers")
def _closed(recruit: Recruit) -> Iterator[Violation]:
    """Models swapped by the Growing Pains take no other weapons or upgrades than those of that rule."""
    assert recruit.fitted is not None
    offers = recruit.fitted.offers
    closing = next((offer for _, offer in offers if offer.closes), None)
    for purchase, offer in offers if closing else ():
        assert closing is not None
        if not offer.closes and offer.arms:
            said = f"{recruit.name} takes {purchase.upgrade.name} although its swap allows nothing further."
            yield Violation(closing.rule, recruit.line, said, "Leave one of the two out.")


@heeds("fieldmanual.newunit-gladiator", "fieldmanual.newunit-wildcat", "fieldmanual.option-crusader-v")
def number_faults(squad: Squad) -> Iterator[Violation]:
    """So many models of a group as an offer is made to."""
    takers: dict[Offer, list[Recruit]] = {}
    names: dict[Offer, str] = {}
    for recruit in squad.recruits:
        for purchase, offer in recruit.fitted.offers if recruit.fitted else ():
            takers.setdefault(offer, []).append(recruit)
            names[offer] = purchase.upgrade.name
    for offer, recruits in takers.items():
        most = offer.most_veteran if squad.is_veteran and offer.most_veteran else offer.most
        if most and heads(recruits) > most:
            said = f"{heads(recruits)} models of the {squad.list_name} take {names[offer]}; {most} may."
            yield Violation(offer.rule, recruits[-1].line, said, f"Take it off {heads(recruits) - most}.")


@heeds("fieldmanual.option-kodiak-conqueror")
def share_faults(force: Force) -> Iterator[Violation]:
    """Options of which there is one for so many TV of the army."""
    takers: dict[Offer, list[Recruit]] = {}
    names: dict[Offer, str] = {}
    for recruit in force.recruits():
        for purchase, offer in recruit.fitted.offers if recruit.fitted else ():
            if offer.per_tv:
                takers.setdefault(offer, []).append(recruit)
                names[offer] = purchase.upgrade.name
    for offer, recruits in takers.items():
        most = (force.size or 0) // offer.per_tv
        if heads(recruits) > most:
            taking = f"{heads(recruits)} model{'s' * (heads(recruits) > 1)} take{'s' * (heads(recruits) == 1)}"
            said = f"{taking} {names[offer]}; there is one for every {offer.per_tv} TV, so {most}."
            yield Violation(offer.rule, recruits[-1].line, said, f"Take it off {heads(recruits) - most}.")


@rule("fieldmanual.errata-wfpa-exchanges")
def exchange_faults(squad: Squad) -> Iterator[Violation]:
    """The WFPA exchanges its better Gears for lesser ones in every group that is not veteran."""
    if squad.force.army_name != WFPA or squad.is_veteran:
        return
    for recruit in squad.recruits:
        instead = DOWNGRADES.get(recruit.fitted.card.family) if recruit.fitted else None
        if instead is not None:
            said = f"{recruit.name}: groups of the {WFPA} that are not veteran have a {instead} in its place."
            fix = f"Write '{recruit.name}: {instead}', or make the group veteran."
            yield Violation("fieldmanual.errata-wfpa-exchanges", recruit.line, said, fix)


def squad_purchase_faults(squad: Squad) -> Iterator[Violation]:
    """What is bought for a whole group: Veteran and Army Command, each once; and who leads it."""
    line = squad.block.line
    for text in squad.block.upgrades:
        bought = option_list().read(text)
        if bought is None:
            yield Violation(
                "fieldmanual.upgrades-options", line, f"There is no option '{text[:60]}'.", option_list().hint(text)
            )
        elif bought.upgrade.kind != GROUP:
            said = f"{bought.upgrade.name} is for single models."
            yield Violation(
                "fieldmanual.upgrades-options", line, said, f"Write it behind a model: 'Model: {bought.upgrade.name}'."
            )
    leaders = [recruit for recruit in squad.recruits if recruit.buys(LEADER)]
    if heads(leaders) > 1:
        said = f"The {squad.list_name} has {heads(leaders)} leaders; it has one."
        yield Violation("fieldmanual.leaders", leaders[-1].line, said, "Leave it to one model.")


@heeds("fieldmanual.upgrades-options")
def command_faults(force: Force) -> Iterator[Violation]:
    """One group is the Army Command Group, whichever its player likes; where nobody says, the best leader's."""
    chosen = [squad for squad in force.squads if squad.commands]
    if len(chosen) > 1:
        said = f"The force has {len(chosen)} Army Command Groups; it has one."
        yield Violation("fieldmanual.upgrades-options", chosen[-1].block.line, said, "Leave it to one group.")


# --- Building an army: everything in a roster that breaks a rule


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


@rule("fieldmanual.step1-army")
def faults(force: Force) -> Iterator[Violation]:
    """Any army may be chosen; Threat Value and Priority Level shape it, but for home-made scenarios."""
    yield from force.broken
    yield from _header_faults(force)
    yield from _size_faults(force)
    yield from level_faults(force)
    yield from command_faults(force)
    yield from share_faults(force)
    for squad in force.squads:
        yield from squad_faults(squad)
        yield from squad_purchase_faults(squad)
        yield from number_faults(squad)
        yield from exchange_faults(squad)
        for recruit in squad.recruits:
            yield from purchase_faults(recruit)


def _header_faults(force: Force) -> Iterator[Violation]:
    """A faction, an army of that faction if any, an era, and yes or no where that is asked."""
    if force.army is None or force.roster.header("faction"):
        yield from faction_faults("fieldmanual.step1-army", force.roster, factions_of(force.lists))
    army = force.roster.header("army")
    if army is not None and force.army is None:
        hint = Suggestions(armies()).hint(army.value) or f"There are {', '.join(armies())}."
        yield Violation("fieldmanual.step1-army", army.line, f"No army is called '{army.value[:60]}'.", hint)
    elif army is not None and force.army and force.faction and force.army.faction != force.faction:
        said = f"{force.army.name} is an army of {force.army.faction}, not of {force.faction}."
        yield Violation("fieldmanual.step1-army", army.line, said, "Choose another army, or the other faction.")
    era = force.roster.header("era")
    if era is not None and not force.era and not era.value.strip().removeprefix("TN").strip().isdigit():
        said = f"'{era.value[:20]}' is no era."
        yield Violation("fieldmanual.options-scope", era.line, said, f"Write '{WAR}', or a year such as 1935.")
    for key in ("proposed", "free"):
        header = force.roster.header(key)
        if header is not None and header.value.strip().lower() not in (*YES, *NO):
            yield Violation(
                "fieldmanual.step1-army",
                header.line,
                f"'{key} {header.value[:20]}' says neither yes nor no.",
                "Say one of them.",
            )


@rule("fieldmanual.threat-value")
@heeds("fieldmanual.step1-army")
def _size_faults(force: Force) -> Iterator[Violation]:
    """A force costs no more than the Threat Value that was agreed upon, and has somebody in it."""
    header = force.roster.header("size")
    if force.is_free:
        pass
    elif header is None:
        fix = f"Add 'size 1000', or whatever you play; these models cost {force_price(force)} TV."
        yield Violation("fieldmanual.threat-value", 0, "No line says the Threat Value of the game.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no Threat Value of a game."
        yield Violation("fieldmanual.threat-value", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("fieldmanual.threat-value", force.roster, force_price(force), force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group', then 'squad General Purpose Cadre' or another, then models."
        yield Violation("fieldmanual.step1-army", header.line if header else 0, "The force has no models.", fix)
