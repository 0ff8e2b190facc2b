"""Upgrades and options: what may not be bought, by whom, how often, and what must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import heads
from gearlock.systems.fieldmanual.forces.alterations import spoken
from gearlock.systems.fieldmanual.forces.enlisting import WAR, Force, Recruit, Squad
from gearlock.systems.fieldmanual.forces.options import GROUP, LEADER, Offer, Option, option_list

RULE = "fieldmanual.upgrades-options"
WFPA = "WFPA"
DOWNGRADES = {"Grizzly": "Bear", "Jaguar": "Field Armor Mad Dog"}
"""What the WFPA fields instead of Gears it cannot afford."""


def purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """Everything wrong with what a line of models buys."""
    for text in recruit.unknown:
        yield Violation(RULE, recruit.line, f"There is no option '{text[:60]}'.", option_list().hint(text))
    times = Counter(bought.id for bought in recruit.purchases)
    for bought in {each.id: each for each in recruit.purchases}.values():
        if times[bought.id] > 1 or bought.times > 1:
            said = f"{recruit.name} takes {bought.upgrade.name} more than once."
            yield Violation(RULE, recruit.line, said, "Leave one.")
        if bought.upgrade.kind == GROUP:
            fix = f"Write 'squad {recruit.squad.list_name}: {bought.upgrade.name}'."
            yield Violation(RULE, recruit.line, f"{bought.upgrade.name} is for a whole Combat Group.", fix)
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
    rule_id = option.offer[0].rule if option.offer else RULE
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
    for recruit in force.recruits():
        for _, offer in recruit.fitted.offers if recruit.fitted else ():
            if offer.per_tv:
                takers.setdefault(offer, []).append(recruit)
    for offer, recruits in takers.items():
        most = (force.size or 0) // offer.per_tv
        if heads(recruits) > most:
            said = f"{heads(recruits)} models take this upgrade; there is one for every {offer.per_tv} TV, so {most}."
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
            yield Violation(RULE, line, f"There is no option '{text[:60]}'.", option_list().hint(text))
        elif bought.upgrade.kind != GROUP:
            said = f"{bought.upgrade.name} is for single models."
            yield Violation(RULE, line, said, f"Write it behind a model: 'Model: {bought.upgrade.name}'.")
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
        yield Violation(RULE, chosen[-1].block.line, said, "Leave it to one group.")
