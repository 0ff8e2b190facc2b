"""Options: Combat Groups split into Sub-squads, in small games or by a side that is badly outnumbered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.rounds.events import GroupsSplit
from gearlock.systems.fieldmanual.rounds.orders import SplitGroups
from gearlock.systems.fieldmanual.state import IN_PLAY, NO_GROUP, SEATS, State, Unit, opponent

SECOND = 50
"""The second Sub-squad of group 3 is numbered 53."""
OUTNUMBERED = "fieldmanual.sub-squads-outnumbered"
SPLIT = "split"


def whole_of(group: int) -> int:
    """The Combat Group that a Sub-squad is half of."""
    return group % SECOND


def sibling_of(group: int) -> int:
    """The other half of a Combat Group."""
    return group - SECOND if group > SECOND else group + SECOND


@rule("fieldmanual.sub-squads-small-game")
def halves(units: list[Unit]) -> dict[str, int]:
    """Each Combat Group split as evenly as can be; the half with the leader keeps the number, and the odd model."""
    found: dict[str, int] = {}
    grouped = sorted((unit for unit in units if unit.group != NO_GROUP), key=lambda unit: unit.group)
    for group, run in groupby(grouped, key=lambda unit: unit.group):
        models = list(run)
        names = list(dict.fromkeys(unit.team or unit.id for unit in models))
        leader = next((unit.team or unit.id for unit in models if unit.rank), names[0])
        names.remove(leader)
        keeping = {leader, *names[: (len(names) + 2) // 2 - 1]}
        found |= {unit.id: group if (unit.team or unit.id) in keeping else group + SECOND for unit in models}
    return found


@heeds("fieldmanual.sub-squads-small-game")
def bound_groups(state: State, seat: str, waiting: set[int]) -> set[int]:
    """Sub-squads that must be next, because the other half of their group has been activated already."""
    used = {unit.group for unit in state.units.values() if unit.seat == seat and unit.used}
    return {group for group in waiting if sibling_of(group) in used - waiting}


@rule("fieldmanual.sub-squads-outnumbered")
def may_split(state: State, seat: str) -> bool:
    """Whether a side has a third of the opponent's Combat Groups or fewer, and has not split before."""
    if not state.switch("outnumbered") or state.points.get(f"{SPLIT}:{seat}"):
        return False
    mine, theirs = (len(_groups(state, each)) for each in (seat, opponent(seat)))
    return 0 < 3 * mine <= theirs


def _groups(state: State, seat: str) -> set[int]:
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.status in IN_PLAY)
    return {unit.group for unit in mine if unit.group != NO_GROUP and not unit.is_static}


@heeds("fieldmanual.sub-squads-outnumbered")
def offer_to_split(ctx: Ctx[State]) -> Script[None]:
    """At the start of a round: whoever is outnumbered so may split for the rest of the game."""
    for seat in SEATS:
        if not may_split(ctx.state, seat):
            continue
        prompt = "You are outnumbered: split your Combat Groups into Sub-squads for the rest of the game?"
        order = yield from ask(Ask(seat, SPLIT, "", (), OUTNUMBERED, prompt, optional=True))
        if isinstance(order, SplitGroups):
            mine = [unit for unit in ctx.state.units.values() if unit.seat == seat and not unit.is_static]
            ctx.emit(GroupsSplit(seat, tuple(sorted(halves(mine).items()))))


def refuse_split(state: State, asked: Ask, _order: SplitGroups) -> Refusal | None:
    """Only who is outnumbered, and once."""
    if may_split(state, asked.seat):
        return None
    message = "Only a side with a third of the opponent's Combat Groups or fewer may split them, once."
    return Refusal("split", OUTNUMBERED, message)


def offer_split(_state: State, _asked: Ask) -> Iterator[Option]:
    """Split, or not."""
    yield Pick("Split all Combat Groups into Sub-squads", SplitGroups(), OUTNUMBERED)
    yield decline("Keep them together", OUTNUMBERED)
