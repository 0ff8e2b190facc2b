"""Chapter 6: everything in a roster that breaks a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import faction_faults, overspent
from gearlock.systems.tactical.crew_levels import NAMES
from gearlock.systems.tactical.forces.composition import squad_faults
from gearlock.systems.tactical.forces.enlisting import LARGEST, NO, YES, Force, Recruit, Squad, enlist
from gearlock.systems.tactical.forces.organising import organisation_faults
from gearlock.systems.tactical.forces.upgrades import LEVEL, option_list
from gearlock.systems.tactical.formations import armies
from gearlock.systems.tactical.threat_value import levels_for

BALANCE, CREWS = "tactical.2.5.2", "tactical.2.3.2"


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


def faults(force: Force) -> Iterator[Violation]:
    """What is wrong with the whole, then with each squad and each line."""
    yield from force.broken
    yield from faction_faults("tactical.6.1.3", force.roster, tuple(armies()))
    yield from _header_faults(force)
    yield from _size_faults(force)
    yield from organisation_faults(force)
    yield from _rank_faults(force)
    for squad in force.squads:
        yield from squad_faults(squad)
        yield from _squad_purchases(squad)
        for recruit in squad.recruits:
            yield from _purchase_faults(recruit)


def _header_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("detachment")
    if header is not None and header.value.strip().lower() not in (*YES, *NO):
        said = f"'detachment {header.value[:20]}' says neither yes nor no."
        yield Violation("", header.line, said, "Say one of them.")


@rule("tactical.2.5.2")
@heeds("tactical.2.3.4-threat-value")
def _size_faults(force: Force) -> Iterator[Violation]:
    """Sides are balanced by Threat Value: a force costs no more than was agreed upon, and has somebody in it."""
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 3200', or whatever you play; this force costs {force.tv} TV."
        yield Violation(BALANCE, 0, "No line says the Threat Value of the game.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no Threat Value of a game."
        yield Violation(BALANCE, header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent(BALANCE, force.roster, force.tv, force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group' and its name, then 'squad General Purpose Squadron' or another, then models."
        yield Violation(BALANCE, header.line if header else 0, "The force has no models.", fix)


def _rank_faults(force: Force) -> Iterator[Violation]:
    """One Commander and one Second in Command."""
    for rank, title in (("commander", "Commander"), ("second", "Second in Command")):
        holders = [recruit for recruit in force.recruits() if rank in recruit.ranks]
        if sum(recruit.count for recruit in holders) > 1:
            said = f"The force has {sum(recruit.count for recruit in holders)} models as {title}; it has one."
            rule_id = "tactical.2.6.2-step0-commander"
            yield Violation(rule_id, holders[-1].line, said, "Leave it to one model, on a line of its own.")
    for recruit in force.recruits():
        if len(set(recruit.ranks)) > 1:
            said = f"{recruit.name} cannot be Commander and Second in Command."
            yield Violation("tactical.2.6.2-step0-commander", recruit.line, said, "Choose one.")


def _squad_purchases(squad: Squad) -> Iterator[Violation]:
    """Of a whole squad a roster says the crew level and nothing else."""
    options = option_list(squad.force.lists)
    for text in squad.block.upgrades:
        bought = options.read(text)
        if bought is None:
            yield Violation(CREWS, squad.block.line, f"There is no option '{text[:60]}'.", options.hint(text))
        elif bought.upgrade.kind != LEVEL:
            said = f"{bought.upgrade.name} is for single models."
            fix = f"Write it behind a model: 'Model: {bought.upgrade.name}'."
            yield Violation("tactical.7.1-customization", squad.block.line, said, fix)
    if len(squad.levels) > 1:
        yield Violation(CREWS, squad.block.line, f"{squad.title} has more than one crew level.", "Leave one.")


def _purchase_faults(recruit: Recruit) -> Iterator[Violation]:
    """What is not understood, cannot be had, or is said twice."""
    options = option_list(recruit.squad.force.lists)
    for text in recruit.unknown:
        said = f"There is no option '{text[:60]}'."
        yield Violation("tactical.7.1-customization", recruit.line, said, options.hint(text))
    for name, count in Counter(it.id for it in recruit.purchases if it.upgrade.kind == LEVEL).items():
        if count > 1 or len(recruit.levels) > 1:
            said = f"{recruit.name} has more than one crew level ({name})."
            yield Violation(CREWS, recruit.line, said, "Leave one.")
            break
    if recruit.card is not None and recruit.level not in levels_for(recruit.card):
        said = f"{recruit.name} cannot be {NAMES[recruit.level]}: that is a quality of infantry."
        yield Violation(CREWS, recruit.line, said, f"Elite is the best crew of a {recruit.card.kind}.")
    for wanted, rule_id, why in recruit.fitted.faults if recruit.fitted else ():
        yield Violation(rule_id, recruit.line, f"{recruit.name}, {wanted}: {why.message}.", why.fix)
