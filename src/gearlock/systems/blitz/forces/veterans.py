"""5.2, 5.5: veteran units. A force has one, or is elite as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.lines import buyers, heads
from gearlock.systems.blitz.forces.alterations import has_trait
from gearlock.systems.blitz.forces.enlisting import Force, Recruit, Squad
from gearlock.systems.blitz.forces.pricing import is_extra_police
from gearlock.systems.blitz.forces.purchasing import buys_generic, is_free_veteran
from gearlock.systems.blitz.forces.sublists import TALONS


def _is_marked(recruit: Recruit) -> bool:
    """Whether its availability here is marked Vet."""
    limit = recruit.limit(recruit.card) if recruit.card else None
    return limit is not None and limit.veteran


def _is_listed(recruit: Recruit) -> bool:
    """Whether its line has the trait."""
    return recruit.card is not None and has_trait(recruit.card, "Vet")


@heeds("blitz.force.nucoal.fn")
def _test_pilots(squad: Squad) -> list[Recruit]:
    """Fort Neil: one model of each unit buys Vet without making a veteran unit of it."""
    pilots = buyers(squad.recruits, "vet") if squad.force.list_code == "FN" else []
    marked = any(it.id == "vet" for it in squad.bought)
    return pilots if not marked and heads(pilots) == 1 else []


@heeds("blitz.5.2", "blitz.trait.vet")
def is_veteran(squad: Squad) -> bool:
    """Whether a unit takes the force's place for veterans: by a model that buys or has Vet, or by a limit of Vet."""
    pilots = _test_pilots(squad)
    bound = (it for it in squad.recruits if not is_free_veteran(it) and it not in pilots)
    return any(it.buys("vet") or _is_listed(it) or _is_marked(it) for it in bound)


@rule("blitz.5.5")
@heeds("blitz.force.south.mk", "blitz.force.black-talon")
def veteran_faults(force: Force) -> Iterator[Violation]:
    """One veteran unit. A group of Black Talons is the one; the police of the Mekong Dominion come on top."""
    for squad in force.squads:
        yield from _support_faults(squad)
        yield from _conscript_faults(squad)
    if force.is_elite:
        return
    units = [squad for squad in force.squads if is_veteran(squad) and not is_extra_police(squad)]
    talons = [squad for squad in units if squad.origins == {TALONS}]
    counted = [*talons[:1], *(squad for squad in units if squad not in talons)]
    for squad in counted[1:]:
        cause = next((it for it in squad.recruits if _is_listed(it) or _is_marked(it)), None)
        why = f" ({cause.name} serves in veteran units only)" if cause else ""
        said = f"The force has {len(counted)} veteran units; it may have one{why}."
        fix = "Choose other models or take Vet off, or make the whole force elite with a line 'elite yes'."
        yield Violation("blitz.5.5", cause.line if cause else squad.block.line, said, fix)


@heeds("blitz.5.5", "blitz.A.2.2-vet", "blitz.force.north.ng")
def _support_faults(squad: Squad) -> Iterator[Violation]:
    """Units that buy nothing generic buy no Vet; they are veteran only if all their models have it of their own."""
    if buys_generic(squad) or squad.force.is_elite:
        return
    if any(it.id == "vet" for it in squad.bought):
        yield Violation("blitz.5.5", squad.block.line, "A support unit buys no Vet.", "Take 'veteran' off.")
        return
    pilots = _test_pilots(squad)
    for recruit in buyers(squad.recruits, "vet"):
        if recruit not in pilots:
            said = f"{recruit.name}: models of support units buy no Vet."
            yield Violation("blitz.5.5", recruit.line, said, "Take it off, or choose models that have Vet.")
    if any(_is_listed(it) or _is_marked(it) for it in squad.recruits):
        for recruit in squad.recruits:
            if recruit.card and not _is_listed(recruit) and recruit not in pilots:
                said = f"{recruit.name} has no Vet; a veteran support unit is veteran to a model."
                yield Violation("blitz.5.5", recruit.line, said, "Choose models with Vet, or none.")


@heeds("blitz.force.south.milicia")
def _conscript_faults(squad: Squad) -> Iterator[Violation]:
    for recruit in squad.recruits:
        if recruit.buys("conscript") and recruit.buys("vet"):
            said = f"{recruit.name}: conscripts are no veterans."
            yield Violation("blitz.force.south.milicia", recruit.line, said, "Take one of the two off.")
