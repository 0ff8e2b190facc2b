"""A.2.5: what each sub-list demands of a force beyond its lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.blitz.forces.availability import limits
from gearlock.systems.blitz.forces.enlisting import CombatGroup, Force, Recruit
from gearlock.systems.blitz.forces.origins import is_guest
from gearlock.systems.blitz.forces.pricing import has_family_ties, shared_upgrade
from gearlock.systems.blitz.forces.sublists import family
from gearlock.systems.blitz.forces.upgrades import VETERAN
from gearlock.systems.blitz.forces.veterans import is_veteran

ARMIGER, MOST_ARMIGERS = "Armiger", 2
TANK_CODES = frozenset(("LT", "MT", "HT"))
HIGH_TECH, LEAST_HIGH_TECH = ("fusilade", "pillium", "pilum"), 2
SCOUT_CAR, CARRIER = "HC-3A", "HPC-64"
Demand = Callable[[Force], Iterator[Violation]]


def doctrine_faults(force: Force) -> Iterator[Violation]:
    """Whatever the sub-list or the faction of this force demands."""
    yield from _barred(force)
    if has_family_ties(force):
        yield from family_ties(force)
    for demand in (DEMANDS.get(force.list_code), DEMANDS.get(force.faction or "")):
        if demand is not None:
            yield from demand(force)


@rule("blitz.force.north.wfp", "blitz.force.peace-river.ctf")
@heeds("blitz.force.north.umf")
def _barred(force: Force) -> Iterator[Violation]:
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
