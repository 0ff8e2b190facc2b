"""6.1.3 to 6.5.1: companies, sections, headquarters, Duelists, troops of patrols, and bands with their leaders."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.forces.composition import is_general_purpose
from gearlock.systems.tactical.forces.enlisting import DUELIST, HQS, LEADER, ROVERS, SQUADS, Force, Squad
from gearlock.systems.tactical.formations import GEARS, Army, sort_of

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
