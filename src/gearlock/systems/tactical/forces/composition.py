"""6.1, 6.2.6: what squads are made of: the models of a list or others in their place, or whatever a player likes."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import model_hint
from gearlock.muster.suggest import Suggestions
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.forces.enlisting import DUELIST, OPENERS, ROVERS, SQUADS, Recruit, Squad
from gearlock.systems.tactical.forces.upgrades import DIVERTED
from gearlock.systems.tactical.formations import ANY, FOOT, GEARS, VEHICLES, Formation, sort_of

UNITS, SWAP, CARDS = "tactical.6.2.6-units", "tactical.6.1-swap", "tactical.ref-datacards"
_MANY = {GEARS: "Gears", VEHICLES: "vehicles", FOOT: "infantry squads", ANY: "units"}


def squad_faults(squad: Squad) -> Iterator[Violation]:
    """Everything wrong with what a squad is made of."""
    for recruit in squad.recruits:
        yield from _model_faults(recruit)
    if squad.block.kind not in OPENERS:
        fix = f"Write one of {', '.join(OPENERS)}, and its name."
        yield Violation("", squad.block.line, f"'{squad.block.kind}' opens no squad.", fix)
    if squad.kind == DUELIST:
        return
    formation = squad.formation
    if formation is None:
        yield _no_squad(squad)
    elif formation.faction not in (ANY, squad.force.faction) and squad.force.army:
        said = f"The {formation.name} is of the {formation.faction} list, the force is {squad.force.faction}."
        yield Violation(squad.force.army.rule, squad.block.line, said, "Choose a squad of its own list.")
    elif not formation.fieldable:
        said = f"The {formation.name} cannot take the field: {formation.reason}."
        fix = "Bring it in a file of your own (a line 'squads' with its name), or choose another squad."
        yield Violation(formation.rule, squad.block.line, said, fix)
    else:
        yield from _number_faults(squad, formation)
        yield from _swap_faults(squad, formation) if formation.composition else _free_faults(squad, formation)


def _no_squad(squad: Squad) -> Violation:
    known = [each for each in squad.force.lists.formations.values() if each.faction in (ANY, squad.force.faction)]
    names = Suggestions(each.name for each in known or squad.force.lists.formations.values())
    fix = names.hint(squad.block.code) or f"There are {', '.join(names.names)}."
    return Violation(UNITS, squad.block.line, f"No squad is called '{squad.block.code[:60]}'.", fix)


def _model_faults(recruit: Recruit) -> Iterator[Violation]:
    """A model that there is, of a list the faction may use, and that a force can buy."""
    force, card = recruit.squad.force, recruit.card
    if card is None:
        yield _unknown(recruit)
    elif not card.fieldable:
        said = f"{card.name} comes with a scenario; no force buys it."
        yield Violation(CARDS, recruit.line, said, "Leave it to the scenario.")
    elif force.army and card.faction not in (ANY, *force.army.lists, force.faction):
        said = f"{card.name} is of the {card.faction} list; {force.faction} may have models of "
        yield Violation(
            force.army.rule, recruit.line, f"{said}{' and '.join(force.army.lists)}.", "Choose another model."
        )


def _unknown(recruit: Recruit) -> Violation:
    lists = recruit.squad.force.lists
    lost = next((name for name in lists.unfielded if name.lower() == recruit.name.strip().lower()), "")
    if lost:
        said = f"{lost} cannot take the field: {lists.unfielded[lost][1]}."
        fix = "Bring a card of it in a file of your own (a line 'cards' with its name), or choose another model."
        return Violation(CARDS, recruit.line, said, fix)
    names = Suggestions(card.name for card in lists.cards.values() if card.fieldable)
    fix = model_hint(recruit.name, lists.card, names)
    return Violation(CARDS, recruit.line, f"There is no card for '{recruit.name[:60]}'.", fix)


@heeds("tactical.6.2.6-size", "tactical.6.4.1", "tactical.6.5.1")
def _number_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """Never more units than it has; teams of Rovers have two at least. Others may be filled up later."""
    many = f"{formation.least} to {formation.most}" if formation.least < formation.most else str(formation.most)
    said = f"{squad.title} has {squad.size} units; a {formation.name} has {many} {_MANY[formation.kind]}."
    if squad.size > formation.most:
        fix = f"Take {squad.size - formation.most} less, or open another {squad.block.kind}."
        yield Violation(formation.rule, squad.block.line, said, fix)
    elif squad.size < formation.least and squad.force.faction == ROVERS:
        yield Violation(formation.rule, squad.block.line, said, f"Add {formation.least - squad.size}.")


@rule("tactical.6.2.6-units")
@heeds("tactical.6.3.6")
def _free_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """A squad of one's own choice: five Gears of any kind, three vehicles or thirty men, but one sort of them."""
    for recruit in squad.recruits:
        if recruit.card is None or formation.kind in (ANY, sort_of(recruit.card)):
            continue
        said = f"{recruit.name} stands in a {formation.name}, which has {_MANY[formation.kind]} only."
        fix = f"Open another {squad.block.kind} for it."
        yield Violation(formation.rule, recruit.line, said, fix)


@rule("tactical.6.1-swap")
def _swap_faults(squad: Squad, formation: Formation) -> Iterator[Violation]:
    """Its own models stand in their places, whatever they carry; in others stand models of the same or lower TV.

    A dearer one may stand there if its line says that the TV is diverted from elsewhere in the regiment. What is
    compared is the Threat Value at Qualified.
    """
    lists = squad.force.lists
    slots = [card for name in formation.models if (card := lists.card(name))]
    strangers: list[tuple[Recruit, Card]] = []
    for recruit in squad.recruits:
        for _ in range(recruit.count if recruit.fitted else 0):
            assert recruit.fitted is not None
            own = next((slot for slot in slots if slot.family == recruit.fitted.card.family), None)
            if own is not None:
                slots.remove(own)
            else:
                strangers.append((recruit, recruit.fitted.card))
    slots.sort(key=lambda slot: slot.tv)
    told: set[int] = set()
    for recruit, card in sorted(strangers, key=lambda pair: -pair[1].tv):
        slot = slots.pop() if slots else None
        fault = _swap_fault(squad, card, slot)
        if fault and not (slot and recruit.buys(DIVERTED) and sort_of(card) != FOOT) and recruit.line not in told:
            told.add(recruit.line)
            yield Violation(SWAP, recruit.line, *fault)


def _swap_fault(squad: Squad, card: Card, slot: Card | None) -> tuple[str, str] | None:
    """What is wrong with a model in another's place, and a remedy."""
    if slot is None:
        return None  # there are too many units, which is told already
    if sort_of(card) == FOOT:
        return f"{card.name} stands in place of a {slot.name}: vehicles are swapped for vehicles.", "Take a vehicle."
    if card.tv > slot.tv:
        said = f"{card.name} ({card.tv} TV) stands in place of a {slot.name} ({slot.tv} TV) in the {squad.title}."
        return said, "Choose one of the same or lower TV, or write 'Diverted' behind it and pay for it elsewhere."
    return None


@heeds("tactical.6.2.1")
def is_general_purpose(squad: Squad) -> bool:
    """Whether it is one of the standard squadrons that a Senior one is counted against."""
    return squad.kind == SQUADS[0] and squad.title == "General Purpose Squadron"
