"""What a seat does not know: the enemy's mission and who commands there, drawn anew from what it might be."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import LIMIT, OBJECTIVE, PARTS, TYPE, key, owner_of
from gearlock.systems.tactical.missions.condition import can_have_ecm
from gearlock.systems.tactical.missions.lasting import FIRST_ROUNDS
from gearlock.systems.tactical.state import COMMANDER, NO_GROUP, RESERVE, SECOND, State, opponent

COLUMNS = {TYPE: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew, whatever it is."""
    twin, enemy = state.clone(), opponent(seat)
    draw_mission(twin, enemy, seat, chooser)
    draw_ranks(twin, enemy, chooser)
    return twin


@heeds("tactical.4.1")
def draw_mission(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Unknown parts of a mission, as the table gives them; that nobody is done with it is known."""
    for part in PARTS:
        fact = state.facts.get(key(part, enemy))
        if fact is None or is_known(fact, seat):
            continue
        might_be = [row[COLUMNS[part]] for row in t.rows("mission")]
        if part == OBJECTIVE:
            owner = owner_of(state.facts[key(TYPE, enemy)].value, enemy)
            might_be = [one for one in might_be if one != t.ECM or can_have_ecm(state, owner)]
        state.facts[key(part, enemy)] = Sealed(chooser.choice(might_be), fact.knows)
    if key(TYPE, enemy) in state.facts and not is_known(state.facts[key(TYPE, enemy)], seat):
        state.points.pop(f"held:{enemy}", None)
        state.points.pop(f"settled:{enemy}", None)


@heeds("tactical.2.6.2-step0-commander")
def draw_ranks(state: State, enemy: str, chooser: Chooser) -> None:
    """Who commands the enemy: somebody of the same kind with the same crew, so that nothing that shows is changed."""
    able = [unit for unit in state.in_play(enemy) if unit.group != NO_GROUP and unit.status != RESERVE]
    sorts = {unit.rank: (unit.level, unit.card.kind) for unit in able if unit.rank}
    for unit in able:
        unit.rank = ""
    for rank in (COMMANDER, SECOND):
        if rank in sorts:
            free = [unit for unit in able if not unit.rank and (unit.level, unit.card.kind) == sorts[rank]]
            chooser.choice(free).rank = rank


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy with other secrets that shows the same to a seat for a while.

    Where a limit is about to be told, or a mission that ends the battle might be reached, those are left as they are.
    """
    twin, enemy = state.clone(), opponent(seat)
    limit = state.facts.get(key(LIMIT, enemy))
    draw_mission(twin, enemy, seat, chooser)
    draw_ranks(twin, enemy, chooser)
    if limit is not None and not is_known(limit, seat):
        _keep_the_end(state, twin, enemy, chooser)
    return twin


def _keep_the_end(state: State, twin: State, enemy: str, chooser: Chooser) -> None:
    truth = state.facts[key(LIMIT, enemy)]
    if state.round >= FIRST_ROUNDS - 1 or truth.value == t.BY_OBJECTIVE:
        for part in PARTS:
            twin.facts[key(part, enemy)] = state.facts[key(part, enemy)]
        return
    others = [row["time_limit"] for row in t.rows("mission") if row["time_limit"] != t.BY_OBJECTIVE]
    twin.facts[key(LIMIT, enemy)] = Sealed(chooser.choice(others), truth.knows)
