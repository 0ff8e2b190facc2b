"""7.1 and 10.3: who leads: a Combat Group Leader in each Primary Unit, one of them the Force Commander."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.brigands.forces.enlisting import COMMANDERS, Force, Recruit, Squad
from gearlock.systems.brigands.forces.fitting import has_trait
from gearlock.systems.brigands.forces.upgrades import upgrades

LEADERS = ("foc", "cgl")


@rule("brigands.10.3")
@heeds("brigands.7.1", "brigands.7.1-xo", "brigands.10.5-xo")
def force_commander_faults(force: Force) -> Iterator[Violation]:
    """Exactly one Force Commander; at most one Executive Officer."""
    first = next((squad.block.line for squad in force.squads() if squad.is_primary), 0)
    chiefs, officers = buyers(force.recruits(), "foc"), buyers(force.recruits(), "xo")
    if not chiefs and first:
        fix = "Write ': FOC' behind one Combat Group Leader."
        yield Violation("brigands.10.3", first, "The force has no Force Commander.", fix)
    if heads(chiefs) > 1:
        said = f"The force has {heads(chiefs)} Force Commanders; it has one."
        yield Violation("brigands.10.3", chiefs[-1].line, said, "Make the others CGL.")
    if heads(officers) > 1:
        said = f"The force has {heads(officers)} Executive Officers; it may have one."
        yield Violation("brigands.10.5-xo", officers[-1].line, said, "Take XO off the others.")


@rule("brigands.10.5-2ic")
@heeds("brigands.10.3", "brigands.7.1", "brigands.7.1-2ic")
def commander_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """One Combat Group Leader to each Primary Unit, at most one Second-in-Command, none of them in Support."""
    leaders, seconds = buyers(squad.recruits, *LEADERS), buyers(squad.recruits, "2ic")
    whose = f"The {squad.title} of {group}"
    if squad.is_primary and not leaders and squad.recruits:
        fix = f"Write ': CGL' behind one model, as in '{_candidate(squad)}: CGL'."
        yield Violation("brigands.10.3", squad.block.line, f"{whose} has no leader.", fix)
    if heads(leaders) > 1:
        fix = "Leave CGL to one model; a line such as '2x' makes two of them."
        yield Violation("brigands.10.3", leaders[-1].line, f"{whose} has {heads(leaders)} leaders; it has one.", fix)
    if heads(seconds) > 1:
        said = f"{whose} has {heads(seconds)} Seconds-in-Command; it may have one."
        yield Violation("brigands.10.5-2ic", seconds[-1].line, said, "Take 2iC off the others.")
    for recruit in buyers(squad.recruits, *COMMANDERS):
        yield from _rank_faults(recruit, squad)


def _candidate(squad: Squad) -> str:
    fitting = (it for it in squad.recruits if it.card and not _cannot_command(it))
    return next(fitting, squad.recruits[0]).name


@heeds("brigands.trait.conscript", "brigands.trait.medic", "brigands.9.6")
def _cannot_command(recruit: Recruit) -> str:
    """The trait that keeps a model from command; empty if it may command."""
    card = recruit.card
    return next((trait for trait in ("Conscript", "Medic") if card and has_trait(card, trait)), "")


@rule("brigands.7.1-cmd", "brigands.10.5-xo")
@heeds("brigands.10.5-2ic", "brigands.10.6")
def _rank_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A rank is for one that has none, in a Primary Unit, and neither Conscript, Medic nor Duelist."""
    line = recruit.line
    ranks = [rank for rank in COMMANDERS if recruit.buys(rank)]
    names = " and ".join(upgrades()[rank].name for rank in ranks)
    bar = _cannot_command(recruit)
    if bar:
        rule_id = f"brigands.trait.{bar.lower()}"
        yield Violation(rule_id, line, f"{recruit.name} is a {bar} and may not command.", f"Take {names} off it.")
    if recruit.buys("duelist"):
        yield Violation("brigands.10.6", line, "A Duelist may not be a Commander.", f"Take {names} off it.")
    elif not squad.is_primary:
        rule_id = upgrades()[ranks[0]].rule
        yield Violation(rule_id, line, f"{names}: Support Units have no Commanders.", "Move it to the Primary Unit.")
    if len({"cgl" if rank == "foc" else rank for rank in ranks}) > 1:
        later = upgrades()[ranks[-1]]
        yield Violation(later.rule, line, f"{names}: one model holds one rank.", f"Give {later.name} to another model.")
