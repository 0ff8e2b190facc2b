"""5.4, 15.0, A.2.2: who leads: a leader in each primary unit, one of them the Commanding Officer."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.blitz.forces.enlisting import Force, Recruit, Squad
from gearlock.systems.blitz.forces.upgrades import RANKS, upgrade

LEADERS = ("co", "cgl")


@rule("blitz.15.0-large")
@heeds("blitz.5.4", "blitz.A.2.0", "blitz.A.2.2-xo")
def officer_faults(force: Force) -> Iterator[Violation]:
    """Exactly one Commanding Officer, who leads all of a large game as well; at most one Executive Officer."""
    first = next((squad.block.line for squad in force.squads if squad.is_primary), 0)
    chiefs, officers = buyers(force.recruits(), "co"), buyers(force.recruits(), "xo")
    if not chiefs and first:
        fix = "Write ': CO' instead of ': CGL' behind one of the leaders; it costs nothing."
        yield Violation("blitz.A.2.0", first, "The force has no Commanding Officer.", fix)
    if heads(chiefs) > 1:
        said = f"The force has {heads(chiefs)} Commanding Officers; it has one."
        yield Violation("blitz.A.2.0", chiefs[-1].line, said, "Make the others CGL.")
    if heads(officers) > 1:
        said = f"The force has {heads(officers)} Executive Officers; it may have one."
        yield Violation("blitz.A.2.2-xo", officers[-1].line, said, "Take XO off the others.")


@rule("blitz.A.2.2-xo")
@heeds("blitz.5.4")
def commander_faults(squad: Squad, group: str) -> Iterator[Violation]:
    """One leader to each primary unit, at most one Second in Command, no commander in support."""
    leaders, seconds = buyers(squad.recruits, *LEADERS), buyers(squad.recruits, "2ic")
    whose = f"The {squad.title} of {group}"
    if squad.is_primary and not leaders and squad.recruits:
        fix = f"Write ': CGL' behind one model, as in '{_candidate(squad)}: CGL'."
        yield Violation("blitz.5.4", squad.block.line, f"{whose} has no leader.", fix)
    if heads(leaders) > 1:
        fix = "Leave CGL to one model; a line such as '2x' makes two of them."
        yield Violation("blitz.5.4", leaders[-1].line, f"{whose} has {heads(leaders)} leaders; it has one.", fix)
    if heads(seconds) > 1:
        said = f"{whose} has {heads(seconds)} Seconds in Command; it may have one."
        yield Violation("blitz.A.2.2-xo", seconds[-1].line, said, "Take 2iC off the others.")
    for recruit in buyers(squad.recruits, *RANKS):
        yield from _rank_faults(recruit, squad)


def _candidate(squad: Squad) -> str:
    fitting = (it for it in squad.recruits if it.card and not it.has("Medic"))
    return next(fitting, squad.recruits[0]).name


@heeds("blitz.A.2.4", "blitz.18.7-medic")
def _rank_faults(recruit: Recruit, squad: Squad) -> Iterator[Violation]:
    """A rank is for one that has none, in a primary unit, and neither a medic nor a duelist."""
    line = recruit.line
    ranks = [rank for rank in RANKS if recruit.buys(rank)]
    names = " and ".join(upgrade(rank).name for rank in ranks)
    if recruit.has("Medic"):
        said = f"{recruit.name} is a medic and may not command."
        yield Violation("blitz.18.7-medic", line, said, f"Take {names} off it.")
    if recruit.buys("duelist"):
        yield Violation("blitz.A.2.4", line, "A duelist may not be a commander.", f"Take {names} off it.")
    elif not squad.is_primary:
        said = f"{names}: support units have no commanders."
        yield Violation("blitz.5.4", line, said, "Move it to the primary unit.")
    if len({"cgl" if rank == "co" else rank for rank in ranks}) > 1:
        later = upgrade(ranks[-1])
        yield Violation(later.rule, line, f"{names}: one model holds one rank.", f"Give {later.name} to another model.")
