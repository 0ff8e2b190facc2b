"""Combat Groups of an army list: which models they are made of, and which cards are kept out of usual forces."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import model_hint
from gearlock.muster.lines import heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.fieldmanual.cards import PROPOSED, Card
from gearlock.systems.fieldmanual.forces.enlisting import SQUAD, Force, Recruit, Squad
from gearlock.systems.fieldmanual.forces.pricing import sold_beside
from gearlock.systems.fieldmanual.groups import TYPES

RULE = "fieldmanual.group-types"
LOST = "fieldmanual.datacards-lost"
MOUNTS = ("ATV", "ORV")
APC = "Hamath APC"


def squad_faults(squad: Squad) -> Iterator[Violation]:
    """Everything wrong with what a Combat Group is made of."""
    line, force = squad.block.line, squad.force
    if squad.block.kind != SQUAD:
        yield Violation("", line, f"'{squad.block.kind}' opens no Combat Group.", f"Write '{SQUAD}' and its name.")
    if squad.group is None:
        yield _no_group(squad)
    elif force.faction and squad.group.faction != force.faction:
        said = f"The {squad.group.name} is a group of {squad.group.faction}, the force is of {force.faction}."
        yield Violation("fieldmanual.step1-army", line, said, "Choose a group of its own lists.")
    elif not squad.group.fieldable:
        yield _lost(squad)
    else:
        yield from _places(squad)
        yield from _proposed(squad)
    for recruit in squad.recruits:
        if recruit.card is None:
            yield _unknown(recruit)
    yield from _hamath(squad)


def _no_group(squad: Squad) -> Violation:
    names = [group.name for group in squad.force.lists.groups.values() if group.faction == squad.force.faction]
    named = names or [group.name for group in squad.force.lists.groups.values()]
    fix = Suggestions(named).hint(squad.block.code) or f"There are {', '.join(named)}."
    return Violation(RULE, squad.block.line, f"No Combat Group is called '{squad.block.code[:60]}'.", fix)


@heeds("fieldmanual.datacards-lost")
def _lost(squad: Squad) -> Violation:
    """Groups that the book prices, and whose cards, models or type are lost."""
    group = squad.group
    assert group is not None
    missing = [name for _, name in group.composition if squad.force.lists.card(name) is None]
    why = f"there is no card for {', '.join(missing)}" if missing else "nobody knows its models"
    if not missing and group.composition and not group.type:
        why = f"no list says its type, one of {', '.join(TYPES)}"
    fix = "Bring it in files of your own (lines 'cards' and 'lists' with their names), or choose another group."
    return Violation(LOST, squad.block.line, f"The {group.name} cannot take the field: {why}.", fix)


def _unknown(recruit: Recruit) -> Violation:
    lists = recruit.squad.force.lists
    names = Suggestions(card.name for card in lists.cards.values() if card.tv)
    fix = model_hint(recruit.name, lists.card, names)
    return Violation(LOST, recruit.line, f"There is no card for '{recruit.name[:60]}'.", fix)


@heeds("fieldmanual.upgrades-options", "fieldmanual.errata-flail-upgrade")
def _places(squad: Squad) -> Iterator[Violation]:
    """The models of its list or variants of them, no less, and no more than are sold beside them."""
    left = dict(squad.places)
    for recruit in squad.recruits:
        if recruit.card is not None:
            left[recruit.card.family] = left.get(recruit.card.family, 0) - recruit.count
    for family, number in left.items():
        if number > 0:
            have = squad.places[family] - number
            said = (
                f"The {squad.list_name} has {squad.places[family]} {family} on its list; this one has {have or 'none'}."
            )
            yield Violation(RULE, squad.block.line, said, f"Add {number}: {_variants(squad, family)}.")
        elif number < 0:
            yield from _beyond(squad, family, -number)


def _variants(squad: Squad, family: str) -> str:
    return " or ".join(card.name for card in squad.force.lists.cards.values() if card.family == family) or family


@rule("fieldmanual.errata-flail-upgrade")
def _beyond(squad: Squad, family: str, number: int) -> Iterator[Violation]:
    """Models beyond the list: those sold beside it, with the company they need, and not more than the list has."""
    recruit = [it for it in squad.recruits if it.card and it.card.family == family][-1]
    assert recruit.card is not None
    sold, whole = sold_beside(squad, recruit.card), sum(squad.places.values())
    if sold is None:
        said = f"The {squad.list_name} has no place for {'another' if family in squad.places else 'a'} {recruit.name}."
        fix = f"It has {', '.join(f'{count} {name}' for name, count in squad.places.items())}."
        yield Violation(RULE, recruit.line, said, fix)
        return
    if number > whole:
        said = f"The {squad.list_name} has {number} models more than its list; it may have {whole} more."
        yield Violation(sold.rule, recruit.line, said, f"Take {number - whole} less.")
    for needed, name in sold.needs:
        there = heads(it for it in squad.recruits if it.card and it.card.name == name)
        if there < needed:
            said = f"A {recruit.name} needs {needed} {name} in its group; there are {there}."
            yield Violation(sold.rule, recruit.line, said, f"Add {needed - there}, or leave it out.")


@rule("fieldmanual.errata-caprice-infantry")
def _hamath(squad: Squad) -> Iterator[Violation]:
    """Infantry that rides in a Hamath APC has no ATVs or ORVs: it walks when it gets out."""
    if not any(it.card and it.card.name == APC for it in squad.recruits):
        return
    for recruit in squad.recruits:
        card = recruit.card
        if card and card.is_infantry and (len(card.rows) > 1 or any(word in card.name for word in MOUNTS)):
            said = f"{recruit.name}: infantry that rides in a {APC} may have neither ATVs nor ORVs."
            fix = f"Take a squad on foot, or leave the {APC} out."
            yield Violation("fieldmanual.errata-caprice-infantry", recruit.line, said, fix)


def is_proposed(card: Card) -> bool:
    """Whether a card has figures that are ours, so that it stays out of usual forces."""
    return card.status == PROPOSED or not card.default_force


@heeds("fieldmanual.datacards-lost")
def _proposed(squad: Squad) -> Iterator[Violation]:
    """Proposed cards and groups made of them are for those who ask for them."""
    if squad.force.allows_proposed:
        return
    fix = "Add a line 'proposed yes' if you want them, or choose other models."
    for recruit in squad.recruits:
        card = recruit.fitted.card if recruit.fitted else None
        if card is not None and is_proposed(card):
            said = f"{card.name}: some of its figures are proposed by us, not printed in the book."
            yield Violation(LOST, recruit.line, said, fix)


def uses_proposed(force: Force) -> bool:
    """Whether anything in a force is a proposal of ours: its card has such figures."""
    return any(recruit.fitted is not None and is_proposed(recruit.fitted.card) for recruit in force.recruits())
