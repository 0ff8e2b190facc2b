"""A.2.5: what each faction and sub-list demands of a force, and everything in it that breaks a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import faction_faults, overspent
from gearlock.muster.lines import buyers, heads
from gearlock.systems.blitz.forces.enlisting import (
    LARGEST,
    NO,
    YES,
    CombatGroup,
    Force,
    Recruit,
    Squad,
    enlist,
    force_price,
    has_family_ties,
    shared_upgrade,
)
from gearlock.systems.blitz.forces.lists import GENERIC_SUBLISTS as GENERIC
from gearlock.systems.blitz.forces.lists import (
    HOMES,
    LEAGUELESS,
    LEAGUELESS_CODES,
    SUPPORTED,
    TALON_HOSTS,
    TALONS,
    TERRA_NOVANS,
    VETERAN,
    family,
    limits,
    sublists,
)
from gearlock.systems.blitz.forces.purchasing import (
    commander_faults,
    duelist_faults,
    group_faults,
    heavy_faults,
    is_veteran,
    officer_faults,
    purchase_faults,
    squad_faults,
    unit_purchase_faults,
    veteran_faults,
)

# --- A.2.5: whose models stand in whose force: one list, allies, guests, support from other worlds, Black Talons

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


# --- A.2.5: what each sub-list demands of a force beyond its lists

ARMIGER, MOST_ARMIGERS = "Armiger", 2
TANK_CODES = frozenset(("LT", "MT", "HT"))
HIGH_TECH, LEAST_HIGH_TECH = ("fusilade", "pillium", "pilum"), 2
SCOUT_CAR, CARRIER = "HC-3A", "HPC-64"
Demand = Callable[[Force], Iterator[Violation]]


def doctrine_faults(force: Force) -> Iterator[Violation]:
    """Whatever the sub-list or the faction of this force demands."""
    yield from _barred_doctrines(force)
    if has_family_ties(force):
        yield from family_ties(force)
    for demand in (DEMANDS.get(force.list_code), DEMANDS.get(force.faction or "")):
        if demand is not None:
            yield from demand(force)


@rule("blitz.force.north.wfp", "blitz.force.peace-river.ctf")
@heeds("blitz.force.north.umf")
def _barred_doctrines(force: Force) -> Iterator[Violation]:
    """Models that a sub-list keeps out of primary units, and codes it has no units of."""
    sublist = force.sublist
    for squad in force.squads if sublist else ():
        assert sublist is not None
        if squad.block.code in sublist.bars:
            said = f"A force of {sublist.code} has no {squad.block.code} units."
            yield Violation(sublist.rule, squad.block.line, said, "Choose another code.")
        for recruit in squad.recruits if squad.is_primary else ():
            if recruit.card and recruit.card.faction == sublist.faction and family(recruit.card) in sublist.keeps_out:
                said = f"Primary units of {sublist.code} have no {family(recruit.card)} models."
                yield Violation(sublist.rule, recruit.line, said, f"Move {recruit.name} to a support unit.")


@rule("blitz.force.peace-river.psbm")
@heeds("blitz.force.north.wfp", "blitz.force.leagueless")
def family_ties(force: Force) -> Iterator[Violation]:
    """If a commander has a veteran upgrade, all commanders share one."""
    commanders = [recruit for recruit in force.recruits() if recruit.is_commander]
    learned = [it for it in commanders if any(bought.upgrade.list == VETERAN for bought in it.purchases)]
    if learned and not shared_upgrade(force):
        without = next((it for it in commanders if it not in learned), learned[-1])
        said = "Commanders of this force share one veteran upgrade; these have none in common."
        rule_id = force.sublist.rule if force.sublist else "blitz.force.leagueless"
        yield Violation(rule_id, without.line, said, "Give all of them the same one.")


def _co(force: Force) -> Recruit | None:
    return next(iter(buyers(force.recruits(), "co")), None)


def _other_types(rule_id: str) -> Demand:
    def demand(force: Force) -> Iterator[Violation]:
        for group in force.groups:
            yield from _same_type(rule_id, group)

    return demand


@rule("blitz.force.north.ng", "blitz.force.south.milicia")
def _same_type(rule_id: str, group: CombatGroup) -> Iterator[Violation]:
    """Combined arms: a support unit has no model of a type that its primary unit has."""
    leading = {_type(recruit) for recruit in group.primary.recruits} if group.primary else set()
    for squad in group.squads:
        for recruit in squad.recruits if not squad.is_primary else ():
            if _type(recruit) and _type(recruit) in leading:
                said = f"{recruit.name} is of a type its primary unit has too ({_type(recruit)})."
                yield Violation(rule_id, recruit.line, said, "Choose a support unit of another type.")


def _type(recruit: Recruit) -> str:
    return recruit.card.type.split(" ")[0].rstrip(",") if recruit.card else ""


@rule("blitz.force.south.mk")
def _mekong(force: Force) -> Iterator[Violation]:
    """The Commanding Officer leads veterans."""
    chief = _co(force)
    if chief and chief.squad.is_primary and not is_veteran(chief.squad) and not force.is_elite:
        fix = f"Write 'primary {chief.squad.block.code}: veteran'."
        said = "The unit of the Commanding Officer of MK is a veteran unit."
        yield Violation("blitz.force.south.mk", chief.squad.block.line, said, fix)


@rule("blitz.force.peace-river.poc")
def _peace_officers(force: Force) -> Iterator[Violation]:
    """One Greyhound to a unit that does not serve them anyway, and one unit of military police."""
    police = [squad for squad in force.squads if any(it.id == "military-police" for it in squad.bought)]
    for squad in police:
        if squad is not police[0]:
            said = f"The force has {len(police)} units of Military Police; it may have one."
            yield Violation("blitz.force.peace-river.poc", squad.block.line, said, "Keep one of them.")
        if squad.block.code not in ("GP", "SK", "FS") or squad.origins - {"Peace River"}:
            said = "Military Police is a GP, SK or FS unit of Peace River."
            yield Violation("blitz.force.peace-river.poc", squad.block.line, said, "Choose such a unit.")


@rule("blitz.force.peace-river.hgsf")
def _home_guard(force: Force) -> Iterator[Violation]:
    """Two actions of Fusilade or Pillium variants in each unit."""
    for squad in force.squads:
        modern = [it for it in squad.recruits if it.card and any(name in it.card.name.lower() for name in HIGH_TECH)]
        actions = sum(it.count * it.size for it in modern)
        if squad.recruits and not squad.is_works and actions < LEAST_HIGH_TECH:
            said = f"The {squad.title} has {actions} actions of Fusilade or Pillium variants; HGSF wants two."
            yield Violation("blitz.force.peace-river.hgsf", squad.block.line, said, "Add such models.")


@rule("blitz.force.nucoal.hapf")
def _humanists(force: Force) -> Iterator[Violation]:
    """Primary units of models with two actions or more, and no ground vehicles."""
    for recruit in (it for squad in force.squads if squad.is_primary for it in squad.recruits):
        card = recruit.played
        if card and card.actions < 2:
            said = f"{recruit.name} has {card.actions} action; primary units of HAPF have models with two or more."
            yield Violation("blitz.force.nucoal.hapf", recruit.line, said, "Move it to a support unit.")
        if card and recruit.is_type("Vehicle") and card.gait == "G":
            said = f"{recruit.name} is a ground vehicle; primary units of HAPF have none but Striders."
            yield Violation("blitz.force.nucoal.hapf", recruit.line, said, "Move it to a support unit.")


@rule("blitz.force.nucoal.pak")
def _port_arthur(force: Force) -> Iterator[Violation]:
    """A hover vehicle commands; the CEF brings one recon unit of HC-3s; its best tanks serve among veterans."""
    chief = _co(force)
    if chief and chief.card and chief.card.type != "Vehicle (Hover)":
        said = f"{chief.name} is no hover vehicle; the Commanding Officer of PAK is one."
        yield Violation("blitz.force.nucoal.pak", chief.line, said, "Give CO to a hover vehicle.")
    scouts = [squad for squad in force.squads if squad.block.code == "RC" and "CEF" in squad.origins]
    for squad in scouts:
        if squad is not scouts[0]:
            said = f"The force has {len(scouts)} RC units of the CEF; it may have one."
            yield Violation("blitz.force.nucoal.pak", squad.block.line, said, "Keep one of them.")
        for recruit in squad.recruits:
            if recruit.card and family(recruit.card) != SCOUT_CAR:
                said = f"An RC unit of the CEF has HC-3 models only, not {recruit.name}."
                yield Violation("blitz.force.nucoal.pak", recruit.line, said, "Take HC-3A models.")
    for recruit in force.recruits():
        tank = recruit.card is not None and family(recruit.card) in ("LHT-71", "MHT-72")
        if tank and not is_veteran(recruit.squad) and not force.is_elite:
            said = f"{recruit.name} serves in veteran units of PAK only."
            yield Violation(
                "blitz.force.nucoal.pak", recruit.line, said, "Make its unit veteran, or take another tank."
            )


@rule("blitz.force.nucoal.fn")
def _fort_neil(force: Force) -> Iterator[Violation]:
    """Licensed Gears join units of NuCoal, not units of their own."""
    for squad in force.squads:
        guests = [recruit for recruit in squad.recruits if is_guest(recruit)]
        if guests and len(guests) == len(squad.recruits):
            said = f"The {squad.title} is all {guests[0].name}; licensed Gears join units of NuCoal."
            yield Violation("blitz.force.nucoal.fn", squad.block.line, said, "Add a model of NuCoal.")


@rule("blitz.force.nucoal.th")
def _temple_heights(force: Force) -> Iterator[Violation]:
    """Half of all primary units are Sandriders."""
    units = [squad for squad in force.squads if squad.is_primary]
    riders = sum(squad.block.code == "SR" for squad in units)
    if units and 2 * riders < len(units):
        said = f"{riders} of {len(units)} primary units are Sandriders (SR); TH wants half."
        yield Violation("blitz.force.nucoal.th", units[0].block.line, said, "Add SR units.")


@rule("blitz.force.cef.tank")
def _tanks(force: Force) -> Iterator[Violation]:
    """A tank commands, and no tanks follow in support."""
    chief = _co(force)
    if chief and chief.card and not (chief.is_type("Vehicle") and TANK_CODES & set(limits(chief.card))):
        said = f"{chief.name} is no vehicle of UA LT, MT or HT; the Commanding Officer of tanks is one."
        yield Violation("blitz.force.cef.tank", chief.line, said, "Give CO to a tank.")
    for squad in force.squads:
        if not squad.is_primary and squad.block.code in TANK_CODES:
            said = f"No support unit of a tank battalion is {squad.block.code}."
            yield Violation("blitz.force.cef.tank", squad.block.line, said, "Choose another code.")


@rule("blitz.force.cef.grel")
def _grels(force: Force) -> Iterator[Violation]:
    """A scout car or a carrier commands, and no primary unit is of tanks."""
    chief = _co(force)
    if chief and chief.card and family(chief.card) not in (SCOUT_CAR, CARRIER):
        said = f"The Commanding Officer of GRELs rides an HC-3 or an HPC-64, no {chief.name}."
        yield Violation("blitz.force.cef.grel", chief.line, said, "Give CO to such a model.")
    for squad in force.squads:
        if squad.is_primary and squad.block.code in TANK_CODES:
            said = f"No primary unit of a GREL battalion is {squad.block.code}."
            yield Violation("blitz.force.cef.grel", squad.block.line, said, "Choose another code.")


@rule("blitz.force.utopia-special")
def _utopians(force: Force) -> Iterator[Violation]:
    """An Armiger commands, and no unit has more than two."""
    chief = _co(force)
    if chief and chief.card and ARMIGER not in chief.card.name:
        said = f"The Commanding Officer of Utopia is an Armiger, no {chief.name}."
        yield Violation("blitz.force.utopia-special", chief.line, said, "Give CO to an Armiger.")
    for squad in force.squads:
        suits = [it for it in squad.recruits if it.card and ARMIGER in it.card.name]
        if heads(suits) > MOST_ARMIGERS:
            said = f"The {squad.title} has {heads(suits)} Armigers; it may have two."
            yield Violation("blitz.force.utopia-special", suits[-1].line, said, f"Take {heads(suits) - 2} less.")


DEMANDS: dict[str, Demand] = {
    "NG": _other_types("blitz.force.north.ng"),
    "MILICIA": _other_types("blitz.force.south.milicia"),
    "MK": _mekong,
    "POC": _peace_officers,
    "HGSF": _home_guard,
    "HAPF": _humanists,
    "PAK": _port_arthur,
    "FN": _fort_neil,
    "TH": _temple_heights,
    "TANK": _tanks,
    "GREL": _grels,
    "Utopia": _utopians,
}


# --- Chapter 5 and Appendix 2: everything in a roster that breaks a rule


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


def faults(force: Force) -> Iterator[Violation]:
    """Every fault of a roster understood."""
    if not force.sublist or force.roster.header("faction"):
        yield from faction_faults("blitz.5.0", force.roster, HOMES)
    yield from list_faults(force)
    yield from _size_faults(force)
    yield from officer_faults(force)
    yield from duelist_faults(force)
    yield from veteran_faults(force)
    yield from heavy_faults(force)
    yield from talon_faults(force)
    yield from air_faults(force)
    yield from doctrine_faults(force)
    for group in force.groups:
        yield from group_faults(group)
        for squad in group.squads:
            yield from squad_faults(squad, group)
            yield from origin_faults(squad, group)
            yield from commander_faults(squad, group.title)
            yield from unit_purchase_faults(squad)
            for recruit in squad.recruits:
                yield from purchase_faults(recruit)


@heeds("blitz.5.1", "blitz.A.2.0")
def _size_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 100', or whatever you play; these models cost {force_price(force)} TV."
        yield Violation("blitz.A.2.0", 0, "No line says how many TV the game allows.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no size of a game."
        yield Violation("blitz.A.2.0", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("blitz.5.1", force.roster, force_price(force), force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group', then 'primary GP' or another code, then models."
        yield Violation("blitz.A.2.0", header.line if header else 0, "The force has no models.", fix)
