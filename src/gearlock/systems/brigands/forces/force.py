"""Chapter 10: what the book demands of a force: faction, TV, Units, their codes, Actions and limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.drawing_lots import Bounds
from gearlock.muster.headers import faction_faults, model_hint, overspent
from gearlock.muster.lines import heads
from gearlock.muster.suggest import Suggestions
from gearlock.systems.brigands.forces.command_staff import commander_faults, force_commander_faults
from gearlock.systems.brigands.forces.enlisting import (
    ANYBODY,
    FACTIONS,
    LARGEST,
    LISTLESS,
    PRIMARY,
    SUPPORT,
    CombatGroup,
    Force,
    Recruit,
    Squad,
    enlist,
    find_model,
    model_names,
)
from gearlock.systems.brigands.forces.fitting import has_trait
from gearlock.systems.brigands.forces.purchasing import duelist_faults, purchase_faults, veteran_faults
from gearlock.systems.brigands.forces.roster_units import NOT_IN_UNITS, UA_CODES, read_trait

ACTIONS = {PRIMARY: Bounds(3, 6), SUPPORT: Bounds(1, 3)}
"""10.2: Actions of a Unit, fewest and most."""
STANDARD_LIMIT = 2


def check(roster: Roster) -> list[Violation]:
    """Everything in this roster that breaks a rule, in the order of its lines."""
    force = enlist(roster)
    found = [*_faction_faults(force), *_size_faults(force), *force_commander_faults(force), *duelist_faults(force)]
    for group in force.groups:
        found += _group_faults(group)
        for squad in group.squads:
            found += _squad_faults(squad, group.title, force.faction)
    return sorted(found, key=lambda violation: violation.line)


def _squad_faults(squad: Squad, group: str, faction: str | None) -> Iterator[Violation]:
    yield from _code_faults(squad)
    yield from _action_faults(squad, group)
    yield from _limit_faults(squad)
    yield from _component_faults(squad)
    yield from commander_faults(squad, group)
    yield from veteran_faults(squad)
    for recruit in squad.recruits:
        yield from _model_faults(recruit, squad, faction)
        yield from purchase_faults(recruit, squad)


@heeds("brigands.10.1")
def _faction_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("faction")
    if header and force.faction == LISTLESS:
        said = f"{LISTLESS} has no list of models; neither book prints one."
        yield Violation("brigands.10.1", header.line, said, f"Choose another. There are {', '.join(FACTIONS)}.")
    else:
        yield from faction_faults("brigands.10.1", force.roster, FACTIONS)


@heeds("brigands.10.2")
def _size_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 100', or whatever you play; these models cost {force.price} TV."
        yield Violation("brigands.10.2", 0, "No line says how many TV the game allows.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no size of a game."
        yield Violation("brigands.10.2", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("brigands.10.2", force.roster, force.price, force.size, "TV")
    if not any(squad.recruits for squad in force.squads()):
        fix = "Write 'group', then 'primary GP' or another code, then models."
        yield Violation("brigands.10.3", header.line if header else 0, "The force has no models.", fix)


@heeds("brigands.10.3")
def _group_faults(group: CombatGroup) -> Iterator[Violation]:
    """One Primary Unit, and at most one Support Unit."""
    kinds = Counter(squad.kind for squad in group.squads)
    line = group.group.line
    if kinds[PRIMARY] == 0:
        fix = "Add a line 'primary' with a code and 3 to 6 Actions under it, or take the group out."
        yield Violation("brigands.10.3", line, f"{group.title} has no Primary Unit.", fix)
    for kind, word in ((PRIMARY, "Primary"), (SUPPORT, "Support")):
        if kinds[kind] > 1:
            later = [squad for squad in group.squads if squad.kind == kind][1]
            said = f"{group.title} has {kinds[kind]} {word} Units; a Combat Group has one."
            yield Violation("brigands.10.3", later.block.line, said, "Open another 'group' above it.")
    for squad in group.squads:
        if squad.block.kind not in ACTIONS:
            said = f"'{squad.block.kind}' is no kind of Unit."
            hint = Suggestions(ACTIONS).hint(squad.block.kind) or "There are primary and support."
            yield Violation("brigands.10.3", squad.block.line, said, hint)


@heeds("brigands.10.2a", "brigands.10.3")
def _code_faults(squad: Squad) -> Iterator[Violation]:
    """Each Unit has one code."""
    if squad.block.code in UA_CODES:
        return
    said = f"'{squad.block.code}' is no Unit Availability." if squad.block.code else f"The {squad.title} has no code."
    known = [recruit for recruit in squad.recruits if recruit.card]
    fitting = [code for code in UA_CODES if squad.recruits and all(recruit.limit(code) for recruit in known)]
    fix = f"Its models could serve as {' or '.join(fitting)}." if fitting else f"There are {', '.join(UA_CODES)}."
    yield Violation("brigands.10.2a", squad.block.line, said, fix)


@heeds("brigands.10.2", "brigands.10.3")
def _action_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """Nobody knows the Actions of a model that is not found, so a Unit with one is not called too small."""
    if squad.kind not in ACTIONS:
        return
    least, most = ACTIONS[squad.kind]
    guessing = any(recruit.card is None for recruit in squad.recruits)
    if least <= squad.actions <= most or (guessing and squad.actions < least):
        return
    said = f"The {squad.title} of {group} has {counted(squad.actions, 'Action')}; it may have {least} to {most}."
    change = squad.actions - most if squad.actions > most else least - squad.actions
    fix = f"Take {counted(change, 'Action')} {'less' if squad.actions > most else 'more'}."
    yield Violation("brigands.10.2", squad.block.line, said, fix)


def counted(number: int, thing: str) -> str:
    """`1 Action`, `2 Actions`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


@rule("brigands.10.2b")
def _limit_faults(squad: Squad) -> Iterator[Violation]:
    """Two of each variant in a Unit, unless its code is marked."""
    same: dict[str, list[Recruit]] = {}
    for recruit in squad.recruits:
        same.setdefault(recruit.card.id if recruit.card else "", []).append(recruit)
    for recruits in same.values():
        last, count = recruits[-1], heads(recruits)
        if last.limit(squad.block.code) == "0-2" and count > STANDARD_LIMIT:
            said = f"The {squad.title} has {count} {last.name}; it may have {STANDARD_LIMIT}."
            fix = f"Take {count - STANDARD_LIMIT} less, or another variant."
            yield Violation("brigands.10.2b", last.line, said, fix)


@heeds("brigands.9.5")
def _component_faults(squad: Squad) -> Iterator[Violation]:
    """The parts of a multi-component vehicle stand in one Unit: as many Attached models as Cores."""
    numbers: Counter[str] = Counter()
    for recruit in squad.recruits:
        numbers[recruit.name] += recruit.count
    for recruit in squad.recruits:
        for core, part in _components(recruit):
            if numbers[core] != numbers[part]:
                said = f"{core} and {part} are one vehicle; the {squad.title} has {numbers[core]} and {numbers[part]}."
                yield Violation("brigands.9.5", recruit.line, said, "Take as many of one as of the other.")


def _components(recruit: Recruit) -> Iterator[tuple[str, str]]:
    """Core and Attached model, for a line that is one of them."""
    if recruit.card is None:
        return
    for entry in map(read_trait, recruit.card.traits):
        if entry.name == "Attached":
            yield entry.rating, recruit.card.name
        elif entry.name == "Core":
            yield from ((recruit.card.name, part) for part in _attached_to(recruit.card.name, recruit.card.faction))


def _attached_to(core: str, faction: str) -> list[str]:
    names = model_names(faction).names
    cards = (find_model(name, faction) for name in names)
    return [card.name for card in cards if card and f"Attached:{core}" in card.traits]


def _model_faults(recruit: Recruit, squad: Squad, faction: str | None) -> Iterator[Violation]:
    line = recruit.line
    if recruit.card is None:
        said = f"No model is called '{recruit.name[:60]}'."
        fix = model_hint(recruit.name, lambda name: find_model(name, faction), model_names(faction))
        yield Violation("brigands.10.1", line, said, fix)
        return
    if faction and recruit.card.faction not in (faction, ANYBODY):
        said = f"{recruit.name} is a model of {recruit.card.faction}, not of {faction}."
        near = model_names(faction).hint(recruit.name)
        yield Violation("brigands.10.1", line, said, near or f"Choose a model of {faction}.")
    yield from _availability_faults(recruit, squad)


@rule("brigands.trait.duelist")
@heeds("brigands.10.2", "brigands.10.2b", "brigands.7.1-cmd", "brigands.9.2")
def _availability_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A model's list says in which Units it serves, and whether as a Commander only."""
    line, code, card = recruit.line, squad.block.code, recruit.card
    if card is None:
        return
    if card.type == NOT_IN_UNITS:
        fix = f"Write it behind the model that controls it: 'Model: {card.name}'."
        yield Violation("brigands.9.2", line, f"A {card.name} is bought for another model.", fix)
        return
    limit = recruit.limit(code)
    if limit is None and code in UA_CODES:
        said = f"{card.name} does not serve in {code} Units."
        yield Violation("brigands.10.2", line, said, f"It serves in {', '.join(card.ua)}.")
    if limit == "commanders only" and not recruit.is_commander:
        rule_id = "brigands.7.1-cmd"
        fix = "Give it a rank (CGL, FOC, XO, 2iC) in a Primary Unit, or take another model."
        yield Violation(rule_id, line, f"{card.name} serves in {code} Units as a Commander only.", fix)
    if has_trait(card, "Duelist") and not recruit.buys("duelist"):
        yield Violation("brigands.trait.duelist", line, f"{card.name} serves as a Duelist only.", "Add ': Duelist'.")
