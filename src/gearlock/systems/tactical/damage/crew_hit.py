"""3.5.1: crews and passengers that are hit: stunned, or so many of them out of the fight."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.condition import COMPARTMENT, perk
from gearlock.systems.tactical.damage.crew import crew_left
from gearlock.systems.tactical.damage.events import CrewFell, CrewStunned, PerkUsedUp, SystemHarmed, SystemSpared
from gearlock.systems.tactical.damage.losing import riders
from gearlock.systems.tactical.damage.systems import RUINED
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.infantry.attacked import LOCATIONS, Felled
from gearlock.systems.tactical.infantry.casualties import cross_out
from gearlock.systems.tactical.squads import standing
from gearlock.systems.tactical.state import LIGHT, State

REINFORCED_CREW, REINFORCED_PASSENGERS = "Reinforced Crew Compartment", "Reinforced Passenger Compartment"
RULE = "tactical.3.5.1-crew"
TENTH, THREE_QUARTERS = 10, 75
TO_PASSENGERS = 4
"""From this die on a hit is the passengers'."""


@heeds("tactical.3.5.1-heavy-table", "tactical.3.5.1-subtable-b")
def casualties_of(people: int, percent: int) -> int:
    """So many in a hundred, rounded up: at least one of whoever is there."""
    return (people * percent + 99) // 100


@rule("tactical.3.5.1-crew")
@heeds("tactical.3.5.1-light-table", "tactical.2.6.3")
def stun(ctx: Ctx[State], unit_id: str) -> None:
    """An Action less: one that is left this round, or one owed in the next."""
    ctx.emit(CrewStunned(unit_id, ctx.state.units[unit_id].actions < 1))


def fell(ctx: Ctx[State], unit_id: str, percent: int) -> None:
    """Casualties among a crew."""
    left = crew_left(ctx.state.units[unit_id])
    lost = casualties_of(left, percent)
    if lost:
        ctx.emit(CrewFell(unit_id, lost, left - lost))


@rule("tactical.7.2-reinforced-crew")
@heeds("tactical.3.5.1-crew", "tactical.3.5.1-light-table", "tactical.3.5.1-heavy-table", "tactical.7.2-passengers")
def resolve_crew_hit(ctx: Ctx[State], unit_id: str, level: str, _blow: Blow) -> Script[None]:
    """Light stuns, Heavy takes one in ten, exposed all. A reinforced compartment ignores the first hit."""
    if (yield from resolve_who(ctx, unit_id)):
        yield from resolve_passengers_hit(ctx, unit_id, level)
        return
    unit = ctx.state.units[unit_id]
    if not crew_left(unit):
        ctx.emit(SystemSpared(unit_id, "nobody of the crew is left", RULE))
    elif perk(unit, REINFORCED_CREW):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_CREW, "tactical.7.2-reinforced-crew"))
    elif level == LIGHT:
        stun(ctx, unit_id)
    else:
        fell(ctx, unit_id, 100 if level == RUINED else TENTH)


@rule("tactical.7.2-passengers")
@heeds("tactical.3.5.1-crew")
def resolve_who(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether the passengers are hit and not the crew: a die where there are any, 1-3 the crew, 4-6 they."""
    if not riders(ctx.state, unit_id):
        return False
    die = yield from throw_die(ctx, "crew or passengers", unit_id, RULE)
    return die >= TO_PASSENGERS


@heeds("tactical.7.2-passengers", "tactical.7.2-card-only-perks", "tactical.3.5.1-crew")
def resolve_passengers_hit(ctx: Ctx[State], unit_id: str, level: str) -> Script[None]:
    """As a crew: each squad aboard owes an Action, or loses one man in ten, whom a die for the location finds."""
    unit = ctx.state.units[unit_id]
    if perk(unit, REINFORCED_PASSENGERS):
        ctx.emit(PerkUsedUp(unit_id, REINFORCED_PASSENGERS, "tactical.7.2-card-only-perks"))
        return
    for squad_id in [squad.id for squad in riders(ctx.state, unit_id)]:
        if level == LIGHT:
            stun(ctx, squad_id)
            continue
        die = yield from throw_die(ctx, "passengers hit", squad_id, RULE)
        squad = ctx.state.units[squad_id]
        lost = casualties_of(standing(squad), 100 if level == RUINED else TENTH)
        found = felled(squad.troopers, die, lost)
        cross_out(ctx, squad_id, sum(squad.troopers) - sum(found.troopers), found, "", RULE)


def felled(troopers: list[int], die: int, men: int) -> Felled:
    """Men who fall whatever they could take, from where the die says."""
    left = list(troopers)
    first, step = LOCATIONS[die]
    at = min(first, len(left)) - 1
    for _ in range(len(left)):
        if men and left[at]:
            left[at], men = 0, men - 1
        at = (at + step) % len(left)
    return Felled(tuple(left), 0)


@heeds("tactical.3.5.1-subtable-b", "tactical.3.5.1-structure")
def crush(ctx: Ctx[State], unit_id: str) -> None:
    """The crew compartment collapses: three in four of the crew, whatever reinforces it. How many is kept with it."""
    words = "the crew compartment collapses"
    lost = casualties_of(crew_left(ctx.state.units[unit_id]), THREE_QUARTERS)
    ctx.emit(SystemHarmed(unit_id, COMPARTMENT, max(1, lost), words, "tactical.3.5.1-subtable-b"))
    fell(ctx, unit_id, THREE_QUARTERS)
