"""A.2.2 to A.2.4: who may buy what: veterans, drones, grenades, duelists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.blitz.forces.alterations import rating
from gearlock.systems.blitz.forces.enlisting import Force, Recruit, Squad
from gearlock.systems.blitz.forces.pricing import has_family_ties
from gearlock.systems.blitz.forces.sublists import TALONS, is_swarm
from gearlock.systems.blitz.forces.upgrades import (
    DRONE,
    DUELIST,
    GENERIC,
    SPECIAL,
    UNIT,
    VARIANT,
    VETERAN,
    Purchase,
    read_purchase,
    upgrade_list,
)

MOST_WITH_DRONES = 2
MOST_ANTI_AIR = 2
MONKS = ("GP", "SK", "FS")
HEAVY = {"hhg": "heavy hand grenades", "hse": "heavy shaped explosives"}


def purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """Everything that is wrong with what one line of models buys."""
    line = recruit.line
    for text in recruit.unknown:
        yield Violation("blitz.A.2.2-vet", line, f"There is no upgrade '{text[:60]}'.", upgrade_list().hint(text))
    if recruit.card is None:
        return
    yield from _repeated(recruit)
    yield from _drone_faults(recruit)
    for purchase in recruit.purchases:
        yield from _list_faults(purchase, recruit)
    for purchase, fault in recruit.fitted[1]:
        yield Violation(purchase.upgrade.rule, line, f"{purchase.title}: {fault.message}.", fault.fix)


@heeds("blitz.A.2.3")
def _repeated(recruit: Recruit) -> Iterator[Violation]:
    """Each upgrade once. Drones are counted on their own."""
    times = Counter[str]()
    for purchase in recruit.purchases:
        times[purchase.id] += purchase.times
    for purchase in {bought.id: bought for bought in recruit.purchases}.values():
        if purchase.upgrade.list != DRONE and times[purchase.id] > 1:
            said = f"{recruit.name} buys {purchase.upgrade.name} {times[purchase.id]} times; once is all it may."
            yield Violation(purchase.upgrade.rule, recruit.line, said, "Leave one.")


@rule("blitz.A.2.2-drones", "blitz.trait.dronebay")
@heeds("blitz.force.utopia-special")
def _drone_faults(recruit: Recruit) -> Iterator[Violation]:
    """One drone to a model of a primary unit; a Drone Bay has room for as many as its rating, in support too."""
    bay = rating(recruit.card, "Drone Bay") if recruit.card else 0
    number, line = len(recruit.drones), recruit.line
    if number > max(1, bay):
        said = f"{recruit.name} has {number} drones; it may have {max(1, bay)}."
        yield Violation("blitz.A.2.2-drones", line, said, f"Take {number - max(1, bay)} less.")
    if number and not bay and not buys_generic(recruit.squad):
        said = f"{recruit.name}: models of support units buy no drones without a Drone Bay."
        yield Violation("blitz.A.2.2-drones", line, said, "Move it to the primary unit, or take the drone off.")
    if number and recruit.card and is_swarm(recruit.card) and recruit.card.actions == 1:
        said = f"{recruit.name}: N-KIDU with one action have no drones."
        yield Violation("blitz.force.utopia-special", line, said, "Take the drone off.")


@heeds("blitz.force.north.ng", "blitz.A.2.4")
def buys_generic(squad: Squad) -> bool:
    """Primary units, the support units of the Northern Guard, and duelists; no works."""
    return not squad.is_works and (squad.is_primary or squad.force.list_code == "NG" or squad.is_duel)


@rule("blitz.force.nucoal.kada")
def is_duelist(recruit: Recruit) -> bool:
    """Who may use the options of duelists: every commander of Khayr Ad-Din among them."""
    return recruit.buys("duelist") or (recruit.squad.force.list_code == "KADA" and recruit.is_commander)


@rule("blitz.A.2.3")
@heeds("blitz.A.2.4", "blitz.force.north.umf", "blitz.A.2.2-aa")
def _list_faults(purchase: Purchase, recruit: Recruit) -> Iterator[Violation]:
    """Generic upgrades are for primary units, veteran upgrades for models with Vet, others for whom they name."""
    upgrade, line, kind = purchase.upgrade, recruit.line, purchase.upgrade.list
    if kind == VETERAN and not recruit.has("Vet") and not (_is_gifted(recruit) and _only_veteran(recruit)):
        fix = "Make its unit veteran ('primary GP: veteran'), or leave it out."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is for models with Vet; {recruit.name} has it not.", fix)
    if kind == DUELIST and not is_duelist(recruit):
        said = f"{upgrade.name} is for duelists; {recruit.name} is none."
        yield Violation(upgrade.rule, line, said, "Add ': Duelist' in a support unit of its own, or leave it out.")
    if kind == UNIT:
        fix = f"Write '{recruit.squad.kind} {recruit.squad.block.code}: {upgrade.name}'."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is bought for a whole unit.", fix)
    if kind == GENERIC and upgrade.id != "vet" and not buys_generic(recruit.squad):
        said = f"{upgrade.name}: support units buy no generic upgrades."
        yield Violation("blitz.5.4", line, said, "Move it to the primary unit, or leave it out.")
    if kind == SPECIAL:
        yield from _special_faults(purchase, recruit)
    if kind == VARIANT and upgrade.id.endswith("utopia-apes") and not _are_apes(recruit):
        said = f"{upgrade.name} is for golems in a support unit of a Utopian force."
        yield Violation("blitz.force.eden", line, said, "Leave it out.")


def _are_apes(recruit: Recruit) -> bool:
    return recruit.squad.force.faction == "Utopia" and not recruit.squad.is_primary


def _is_gifted(recruit: Recruit) -> bool:
    return recruit.squad.force.list_code == "UMF" and recruit.rank == "co"


def _only_veteran(recruit: Recruit) -> bool:
    return sum(it.upgrade.list == VETERAN for it in recruit.purchases) == 1


def _special_faults(purchase: Purchase, recruit: Recruit) -> Iterator[Violation]:
    upgrade, force = purchase.upgrade, recruit.squad.force
    sold = force.list_code in upgrade.sold or (
        TALONS in upgrade.sold and recruit.card and recruit.card.faction == TALONS
    )
    if not sold:
        said = f"{upgrade.name} is for {' and '.join(upgrade.sold)} alone."
        yield Violation(upgrade.rule, recruit.line, said, f"Add 'list {upgrade.sold[0]}' on top, or leave it out.")
    elif upgrade.buyer == "commander" and not recruit.is_commander:
        said = f"{upgrade.name} is for commanders; {recruit.name} is none."
        yield Violation(upgrade.rule, recruit.line, said, "Give it to a commander.")


@heeds("blitz.A.2.2-grenades", "blitz.A.2.2-explosives", "blitz.A.2.2-aa", "blitz.A.2.2-drones")
def unit_purchase_faults(squad: Squad) -> Iterator[Violation]:
    """What a whole unit buys, and what only two models of a unit may have."""
    line = squad.block.line
    for text in squad.block.upgrades:
        bought = read_purchase(text)
        if bought is None or (bought.upgrade.list != UNIT and bought.id != "vet"):
            fix = "Write it behind a model; a unit buys grenades, explosives, or 'veteran'."
            yield Violation("blitz.A.2.2-grenades", line, f"'{text[:60]}' is nothing a whole unit buys.", fix)
    for purchase in squad.purchases:
        yield from _unit_upgrade_faults(purchase, squad)
    for kind in ("hg", "se"):
        sizes = [it.upgrade.name for it in squad.purchases if it.id[1:] == kind]
        if len(sizes) > 1:
            yield Violation("blitz.A.2.2-grenades", line, f"{' and '.join(sizes)}: one size to a unit.", "Keep one.")
    crews = [it for it in squad.recruits if it.drones and it.card and not rating(it.card, "Drone Bay")]
    guns = buyers(squad.recruits, "aa")
    for lines, most, what in ((crews, MOST_WITH_DRONES, "drones"), (guns, MOST_ANTI_AIR, "AA")):
        if heads(lines) > most:
            said = f"The {squad.title} has {heads(lines)} models with {what}; it may have {most}."
            rule_id = "blitz.A.2.2-drones" if what == "drones" else "blitz.A.2.2-aa"
            yield Violation(rule_id, lines[-1].line, said, f"Take it off {heads(lines) - most}.")


def _unit_upgrade_faults(purchase: Purchase, squad: Squad) -> Iterator[Violation]:
    upgrade, line, force = purchase.upgrade, squad.block.line, squad.force
    if upgrade.sold and force.list_code not in upgrade.sold:
        fix = f"Add 'list {upgrade.sold[0]}' on top, or leave it out."
        yield Violation(upgrade.rule, line, f"{upgrade.name} is for {' and '.join(upgrade.sold)} alone.", fix)
    if upgrade.id == "warrior-monks" and squad.block.code not in MONKS:
        said = f"{upgrade.name}: a {squad.block.code} unit has none."
        yield Violation(upgrade.rule, line, said, f"Choose a unit of {', '.join(MONKS)}.")
    if not upgrade.sold and squad.recruits and not buys_generic(squad):
        said = f"{upgrade.name}: support units buy no generic upgrades."
        yield Violation("blitz.5.4", line, said, "Take it off, or buy it for the primary unit.")
    if not upgrade.sold and squad.recruits and not any(recruit.has("Arms") for recruit in squad.recruits):
        said = f"{upgrade.name}: no model of the {squad.title} has Arms."
        yield Violation(upgrade.rule, line, said, "Leave it out.")


@heeds("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
def heavy_faults(force: Force) -> Iterator[Violation]:
    """One unit of a force throws the heavy kind."""
    for id, name in HEAVY.items():
        squads = [squad for squad in force.squads if any(it.id == id for it in squad.purchases)]
        for squad in squads[1:]:
            said = f"{len(squads)} units have {name}; one unit of a force may."
            rule_id = "blitz.A.2.2-grenades" if id == "hhg" else "blitz.A.2.2-explosives"
            yield Violation(rule_id, squad.block.line, said, "Choose a lighter kind.")


@rule("blitz.A.2.4")
@heeds("blitz.force.nucoal.kada", "blitz.trait.duelist")
def duelist_faults(force: Force) -> Iterator[Violation]:
    """At most one duelist: a Gear, alone in a support unit, no command model, with a shield or a linked weapon."""
    found = [(squad, recruit) for squad in force.squads for recruit in buyers(squad.recruits, "duelist")]
    number, champions = heads(recruit for _, recruit in found), force.list_code == "KADA"
    if number > 1 and not champions:
        said = f"The force has {number} duelists; it may have one."
        yield Violation("blitz.A.2.4", found[-1][1].line, said, "Take Duelist off the others.")
    striders = [recruit for _, recruit in found if recruit.is_type("Strider")]
    for squad, recruit in found:
        line = recruit.line
        if recruit.card and not recruit.is_type("Gear") and not (champions and striders[:1] == [recruit]):
            yield Violation("blitz.A.2.4", line, f"{recruit.name} is no Gear; duelists are.", "Choose a Gear.")
        if squad.is_primary:
            fix = "Put it under a line 'support' with a code of its own."
            yield Violation("blitz.A.2.4", line, "A duelist serves in a support unit.", fix)
        elif (crowd := heads(squad.recruits)) > 1:
            said = f"A duelist is alone in its unit; this one has {crowd} models."
            yield Violation("blitz.A.2.4", line, said, "Move the others to another unit.")
        for card in recruit.cards:
            if (limit := recruit.limit(card)) and limit.commander:
                fix = "Choose another Gear." if card is recruit.card else f"Take {card.name} off it."
                said = f"{card.name} is for commanders, and a duelist may not be one."
                yield Violation("blitz.A.2.4", line, said, fix)
    for recruit in force.recruits():
        if recruit.buys("shield") and recruit.buys("linked"):
            fix = "Keep one of the two."
            yield Violation("blitz.A.2.4", recruit.line, "A duelist has a shield or a linked weapon, not both.", fix)


def is_free_veteran(recruit: Recruit) -> bool:
    """Whose Vet makes no veteran unit: duelists, and commanders with family ties."""
    ties = has_family_ties(recruit.squad.force) and recruit.is_commander and recruit.buys("vet")
    return recruit.buys("duelist") or ties
