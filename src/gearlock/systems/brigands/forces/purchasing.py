"""10.4-10.6: who may buy what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.brigands.forces.enlisting import Force, Recruit, Squad
from gearlock.systems.brigands.forces.fitting import has_trait, trait_rating
from gearlock.systems.brigands.forces.upgrades import Purchase, read_purchase, upgrade_list

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
