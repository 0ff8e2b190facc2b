"""Building an army: everything in a roster that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import faction_faults, overspent
from gearlock.muster.suggest import Suggestions
from gearlock.systems.fieldmanual.forces.composition import squad_faults
from gearlock.systems.fieldmanual.forces.enlisting import LARGEST, NO, WAR, YES, Force, enlist, factions_of
from gearlock.systems.fieldmanual.forces.levels import level_faults
from gearlock.systems.fieldmanual.forces.options import armies
from gearlock.systems.fieldmanual.forces.pricing import force_price
from gearlock.systems.fieldmanual.forces.purchasing import (
    command_faults,
    exchange_faults,
    number_faults,
    purchase_faults,
    share_faults,
    squad_purchase_faults,
)

RULE = "fieldmanual.step1-army"


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


@rule("fieldmanual.step1-army")
def faults(force: Force) -> Iterator[Violation]:
    """Any army may be chosen; Threat Value and Priority Level shape it, but for home-made scenarios."""
    yield from force.broken
    yield from _header_faults(force)
    yield from _size_faults(force)
    yield from level_faults(force)
    yield from command_faults(force)
    yield from share_faults(force)
    for squad in force.squads:
        yield from squad_faults(squad)
        yield from squad_purchase_faults(squad)
        yield from number_faults(squad)
        yield from exchange_faults(squad)
        for recruit in squad.recruits:
            yield from purchase_faults(recruit)


def _header_faults(force: Force) -> Iterator[Violation]:
    """A faction, an army of that faction if any, an era, and yes or no where that is asked."""
    if force.army is None or force.roster.header("faction"):
        yield from faction_faults(RULE, force.roster, factions_of(force.lists))
    army = force.roster.header("army")
    if army is not None and force.army is None:
        hint = Suggestions(armies()).hint(army.value) or f"There are {', '.join(armies())}."
        yield Violation(RULE, army.line, f"No army is called '{army.value[:60]}'.", hint)
    elif army is not None and force.army and force.faction and force.army.faction != force.faction:
        said = f"{force.army.name} is an army of {force.army.faction}, not of {force.faction}."
        yield Violation(RULE, army.line, said, "Choose another army, or the other faction.")
    era = force.roster.header("era")
    if era is not None and not force.era and not era.value.strip().removeprefix("TN").strip().isdigit():
        said = f"'{era.value[:20]}' is no era."
        yield Violation("fieldmanual.options-scope", era.line, said, f"Write '{WAR}', or a year such as 1935.")
    for key in ("proposed", "free"):
        header = force.roster.header(key)
        if header is not None and header.value.strip().lower() not in (*YES, *NO):
            yield Violation(
                RULE, header.line, f"'{key} {header.value[:20]}' says neither yes nor no.", "Say one of them."
            )


@rule("fieldmanual.threat-value")
@heeds("fieldmanual.step1-army")
def _size_faults(force: Force) -> Iterator[Violation]:
    """A force costs no more than the Threat Value that was agreed upon, and has somebody in it."""
    header = force.roster.header("size")
    if force.is_free:
        pass
    elif header is None:
        fix = f"Add 'size 1000', or whatever you play; these models cost {force_price(force)} TV."
        yield Violation("fieldmanual.threat-value", 0, "No line says the Threat Value of the game.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no Threat Value of a game."
        yield Violation("fieldmanual.threat-value", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("fieldmanual.threat-value", force.roster, force_price(force), force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group', then 'squad General Purpose Cadre' or another, then models."
        yield Violation(RULE, header.line if header else 0, "The force has no models.", fix)
