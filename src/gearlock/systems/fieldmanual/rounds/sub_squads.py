"""Sub-squads: Combat Groups split in two, in small games and for a side that is badly outnumbered."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.rounds.events import GroupsSplit
from gearlock.systems.fieldmanual.rounds.orders import SplitGroups
from gearlock.systems.fieldmanual.state import NO_GROUP, SEATS, SUB_SQUAD, State, Unit, opponent

SWITCH, SMALL, OUTNUMBERED, ALL = "sub-squads", "small", "outnumbered", "yes"
SPLIT = "split"
FEW = 2
"""How many Combat Groups a side of a small game has at most."""


def waiting_models(state: State, seat: str) -> list[Unit]:
    """The models of a side on the table that are still to be activated, each Combined Model once."""
    there = (unit for unit in state.fielded(seat) if not unit.used and unit.group != NO_GROUP)
    return [unit for unit in there if state.is_lead(unit)]


def combat_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side that have models left, whether they are split or not."""
    return sorted({unit.group for unit in state.models(seat) if unit.group != NO_GROUP})


def is_split(state: State, seat: str) -> bool:
    """Whether a side has Sub-squads; they are not changed for the rest of the game."""
    return any(unit.seat == seat and unit.token(SUB_SQUAD) for unit in state.units.values())


@heeds("fieldmanual.sub-squads-small-game")
def second_halves(state: State, seat: str) -> tuple[str, ...]:
    """Who is in the second Sub-squad of each Combat Group: half of it, as evenly as can be, never its leader."""
    found: list[str] = []
    for group in combat_groups(state, seat):
        mates = [unit for unit in state.models(seat) if unit.group == group]
        mates.sort(key=lambda unit: not unit.rank)
        found += [unit.id for unit in mates[(len(mates) + 1) // 2 :]]
    return tuple(found)


@rule("fieldmanual.sub-squads-small-game")
def is_small(state: State) -> bool:
    """Whether both sides split at the start: a game with this option, of one or two Combat Groups a side."""
    if state.switches.get(SWITCH) not in (SMALL, ALL) or state.round != 1:
        return False
    return all(0 < len(combat_groups(state, seat)) <= FEW and not is_split(state, seat) for seat in SEATS)


@rule("fieldmanual.sub-squads-outnumbered")
def may_split(state: State, seat: str) -> bool:
    """Whether a side may split at the start of a round: a third of the opponent's Combat Groups, or fewer."""
    if state.switches.get(SWITCH) not in (OUTNUMBERED, ALL) or is_split(state, seat):
        return False
    mine, theirs = (len(combat_groups(state, each)) for each in (seat, opponent(seat)))
    return 0 < 3 * mine <= theirs and bool(second_halves(state, seat))


@heeds("fieldmanual.sub-squads-small-game", "fieldmanual.sub-squads-outnumbered")
def resolve_sub_squads(ctx: Ctx[State]) -> Script[None]:
    """At the start of a round: everybody splits in a small game; who is outnumbered may."""
    if is_small(ctx.state):
        for seat in SEATS:
            ctx.emit(GroupsSplit(seat, second_halves(ctx.state, seat)))
        return
    for seat in SEATS:
        if may_split(ctx.state, seat):
            prompt = "You are badly outnumbered. Split your Combat Groups into Sub-squads for the rest of the game?"
            rule_id = "fieldmanual.sub-squads-outnumbered"
            order = yield from ask(Ask(seat, SPLIT, rule=rule_id, prompt=prompt, optional=True))
            if isinstance(order, SplitGroups):
                ctx.emit(GroupsSplit(seat, second_halves(ctx.state, seat)))


def offer_splitting(_state: State, asked: Ask) -> Iterator[Option]:
    """Now, or not."""
    yield Pick("Split into Sub-squads", SplitGroups(), asked.rule)
    yield decline("Stay together", asked.rule)


@heeds("fieldmanual.sub-squads-small-game")
def begun_groups(state: State, seat: str) -> list[int]:
    """Combat Groups of which one Sub-squad has been activated and the other waits: they come before any other."""
    if not is_split(state, seat):
        return []
    waiting = {unit.squad for unit in waiting_models(state, seat)}
    used = {unit.squad for unit in state.fielded(seat) if unit.used}
    groups = {unit.squad: unit.group for unit in state.models(seat)}
    done = {groups[squad] for squad in used if squad not in waiting and squad in groups}
    return sorted(done & {groups[squad] for squad in waiting})
