"""A.2.5: whose models stand in whose force: one list, allies, guests, support from other worlds, Black Talons."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.forces.availability import limits
from gearlock.systems.blitz.forces.enlisting import NO, YES, CombatGroup, Force, Recruit, Squad
from gearlock.systems.blitz.forces.sublists import (
    GENERIC,
    LEAGUELESS,
    LEAGUELESS_CODES,
    SUPPORTED,
    TALON_HOSTS,
    TALONS,
    TERRA_NOVANS,
    family,
    sublists,
)

AIR_CODES = ("GF", "FB", "GB")
RULES = {
    "North": "blitz.force.north", "South": "blitz.force.south", "Peace River": "blitz.force.peace-river",
    "NuCoal": "blitz.force.nucoal", TALONS: "blitz.force.black-talon", "CEF": "blitz.force.cef",
    "Caprice": "blitz.force.caprice", "Utopia": "blitz.force.utopia", "Eden": "blitz.force.eden",
    LEAGUELESS: "blitz.force.leagueless",
}  # fmt: skip


@heeds("blitz.force.nucoal.fn", "blitz.force.peace-river.poc", "blitz.force.nucoal.kada")
def is_guest(recruit: Recruit) -> bool:
    """Whether a model may join a unit of another list: Greyhounds of the Corps, licensed Gears, duelists of KADA."""
    force, card = recruit.squad.force, recruit.card
    if card is None or force.sublist is None:
        return False
    if card.faction == force.faction and family(card) in force.sublist.everywhere:
        return True
    if force.list_code == "KADA" and recruit.buys("duelist") and card.faction in TERRA_NOVANS:
        return True
    return family(card) in force.sublist.guests.get(card.faction, ())


def origin_faults(squad: Squad, group: CombatGroup) -> Iterator[Violation]:
    """A unit is of one list, and of one that the force may draw on."""
    residents = [recruit for recruit in squad.recruits if recruit.card and not is_guest(recruit)]
    origins = sorted({recruit.card.faction for recruit in residents if recruit.card})
    yield from _mixed(squad, [origin for origin in origins if origin != GENERIC])
    for origin in origins:
        rule_id = _barred(squad, group, origin)
        if rule_id and squad.force.faction:
            first = next(it for it in residents if it.card and it.card.faction == origin)
            said = f"{first.name} is a model of {origin}, which the {squad.title} of this force may not take."
            yield Violation(rule_id, first.line, said, _offer(squad))
    if squad.force.faction == LEAGUELESS:
        yield from _leagueless(residents)


@heeds("blitz.A.2.5", "blitz.force.nucoal.hapf")
def _mixed(squad: Squad, origins: list[str]) -> Iterator[Violation]:
    sublist, home = squad.force.sublist, squad.force.faction
    allowed = home == LEAGUELESS or (sublist is not None and sublist.mixes and set(origins) <= {home, *sublist.allies})
    if len(origins) > 1 and not allowed:
        said = f"The {squad.title} mixes models of {' and '.join(origins)}; a unit is of one list."
        yield Violation("blitz.A.2.5", squad.block.line, said, "Split it into units of one list each.")


@rule(
    "blitz.force.north", "blitz.force.south", "blitz.force.peace-river", "blitz.force.nucoal", "blitz.force.cef",
    "blitz.force.caprice", "blitz.force.utopia", "blitz.force.eden",
)  # fmt: skip
def _barred(squad: Squad, group: CombatGroup, origin: str) -> str:
    """The rule that keeps a unit of this list out of the force; empty if it may join."""
    force, home = squad.force, squad.force.faction or ""
    if origin == home or (origin == GENERIC and (squad.is_works or squad.block.code in AIR_CODES)):
        return ""
    if home == LEAGUELESS:
        return "" if origin in TERRA_NOVANS else "blitz.force.leagueless"
    if _is_allied(squad, origin):
        return ""
    if not squad.is_primary and home in SUPPORTED.get(origin, ()) and not _follows_talons(group, home):
        return ""
    if origin == TALONS and home in TALON_HOSTS:
        return ""
    return force.sublist.rule if force.sublist and force.sublist.allies else RULES.get(home, "blitz.A.2.5")


@heeds("blitz.force.nucoal.hapf")
def _is_allied(squad: Squad, origin: str) -> bool:
    """A unit that this ally may bring; where lists mix, also any unit of one's own that its models join."""
    force, sublist = squad.force, squad.force.sublist
    if sublist is None or origin not in force.allies:
        return False
    return squad.block.code in sublist.brings(origin) or (sublist.mixes and force.faction in squad.origins)


def _follows_talons(group: CombatGroup, home: str) -> bool:
    return home != TALONS and group.primary is not None and group.primary.origins == {TALONS}


def _offer(squad: Squad) -> str:
    force = squad.force
    if force.sublist and force.sublist.choose and not force.allies:
        return f"Choose allies in a line 'allies': {' or '.join(force.sublist.allies)}."
    own = TERRA_NOVANS if force.faction == LEAGUELESS else (force.faction or "",)
    return f"Choose a model of {' or '.join(filter(None, (*own, *force.allies)))}."


@heeds("blitz.force.leagueless")
def _leagueless(residents: list[Recruit]) -> Iterator[Violation]:
    for recruit in residents:
        card = recruit.card
        if card and card.faction in TERRA_NOVANS and not LEAGUELESS_CODES & set(limits(card)):
            said = (
                f"{card.name} serves in none of {', '.join(sorted(LEAGUELESS_CODES))}; leagueless forces have it not."
            )
            yield Violation("blitz.force.leagueless", recruit.line, said, "Choose another model.")


@rule("blitz.force.black-talon")
def talon_faults(force: Force) -> Iterator[Violation]:
    """One combat group of Black Talons in a force that is not elite, never beside the CEF.

    It has four to nine actions, as every combat group has.
    """
    if force.faction == TALONS:
        return
    groups = [group for group in force.groups if any(TALONS in squad.origins for squad in group.squads)]
    for group in groups:
        line = group.squads[0].block.line
        if group is not groups[0]:
            said = f"The force has {len(groups)} groups of Black Talons; it may have one."
            yield Violation("blitz.force.black-talon", line, said, "Keep one of them.")
        if any(squad.origins - {TALONS} for squad in group.squads):
            fix = "Put Black Talons into a group of their own."
            yield Violation("blitz.force.black-talon", line, f"{group.title} is not all Black Talons.", fix)
        if force.is_elite:
            fix = "Take 'elite' off the force, or the Black Talons out."
            yield Violation("blitz.force.black-talon", line, "Black Talons join no elite force.", fix)
    if groups and any("CEF" in squad.origins for squad in force.squads):
        line = groups[0].squads[0].block.line
        said = "Black Talons never fight beside units of the CEF."
        yield Violation("blitz.force.black-talon", line, said, "Take the one or the other out.")


@rule("blitz.17.6")
def air_faults(force: Force) -> Iterator[Violation]:
    """At most one unit of generic aircraft as a primary unit, and one in support."""
    for primary, word in ((True, "primary"), (False, "support")):
        flights = [it for it in force.squads if it.is_primary == primary and it.block.code in AIR_CODES]
        for squad in flights[1:]:
            said = f"The force has {len(flights)} {word} units of generic aircraft; it may have one."
            yield Violation("blitz.17.6", squad.block.line, said, "Keep one of them.")


@heeds("blitz.A.2.5")
def list_faults(force: Force) -> Iterator[Violation]:
    """The sub-list is one of the faction's, the allies are of those it may have, and elite is allowed."""
    roster, sublist = force.roster, force.sublist
    header, chosen, elite = roster.header("list"), roster.header("allies"), roster.header("elite")
    if header and sublist is None:
        yield Violation("blitz.A.2.5", header.line, f"No sub-list is called '{header.value[:40]}'.", _lists_of(force))
    if header and sublist and force.faction and sublist.faction != force.faction:
        said = f"{sublist.code} is a sub-list of {sublist.faction}, not of {force.faction}."
        yield Violation("blitz.A.2.5", header.line, said, _lists_of(force))
    if chosen:
        yield from _ally_faults(force, chosen.value, chosen.line)
    if elite:
        yield from _elite_faults(force, elite.value, elite.line)


@heeds("blitz.5.5-elite", "blitz.force.south.milicia", "blitz.force.peace-river.hgsf", "blitz.force.peace-river.ctf")
def _elite_faults(force: Force, text: str, line: int) -> Iterator[Violation]:
    """Some lists are always elite, some never; everywhere else the roster says."""
    sublist, word = force.sublist, text.strip().lower()
    if word not in (*YES, *NO):
        said = f"'{text[:20]}' does not say whether the force is elite."
        yield Violation("blitz.5.5-elite", line, said, "Write 'elite yes', or take the line out.")
    elif word in NO and force.is_elite:
        rule_id = sublist.rule if sublist else RULES[TALONS]
        yield Violation(rule_id, line, "A force of this list is always elite.", "Take the line out.")
    elif word in YES and sublist and sublist.elite == "no":
        yield Violation(sublist.rule, line, f"A force of {sublist.code} may not be elite.", "Take the line out.")


def _ally_faults(force: Force, said: str, line: int) -> Iterator[Violation]:
    sublist = force.sublist
    if sublist is None or not sublist.allies:
        fix = "Take the line out, or choose a sub-list that has allies."
        yield Violation("blitz.A.2.5", line, "This force has no allies.", fix)
        return
    offered = ", ".join(sublist.allies)
    wrong = [
        text.strip() for text in said.split(",") if text.strip().title() not in {a.title() for a in sublist.allies}
    ]
    if wrong:
        yield Violation(sublist.rule, line, f"{sublist.code} has no allies in {wrong[0][:40]}.", f"It has {offered}.")
    elif sublist.choose and len(force.allies) > sublist.choose:
        yield Violation(sublist.rule, line, f"{sublist.code} has allies in one list.", f"Choose one of {offered}.")


def _lists_of(force: Force) -> str:
    own = [each.code for each in sublists().values() if force.faction in (None, each.faction)]
    return f"There are {', '.join(own)}." if own else f"{force.faction} has no sub-lists; take the line out."
