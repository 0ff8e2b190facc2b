"""What a seat does not know: the enemy's mission and points, who commands there, who is a coward; drawn anew."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import LIMIT, OBJECTIVE, PARTS, TYPE, key, owner_of
from gearlock.systems.tactical.missions.condition import can_have_ecm
from gearlock.systems.tactical.missions.lasting import DICED, FIRST_ROUNDS
from gearlock.systems.tactical.plots import COWARDS, might_be_cowards
from gearlock.systems.tactical.state import COMMANDER, NO_GROUP, RESERVE, SECOND, State, opponent
from gearlock.systems.tactical.support.secrecy import draw_secret_support
from gearlock.systems.tactical.victory_points.events import SPENT
from gearlock.systems.tactical.victory_points.pools import EARNED, FOR_A_MISSION, POOL

COLUMNS = {TYPE: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew, whatever it is."""
    twin, enemy = state.clone(), opponent(seat)
    draw_mission(twin, enemy, seat, chooser)
    draw_pool(twin, enemy, chooser)
    draw_ranks(twin, enemy, chooser)
    draw_cowards(twin, seat, chooser)
    draw_secret_support(twin, enemy, seat, chooser)
    return twin


@heeds("tactical.4.1")
def draw_mission(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Unknown parts of a mission, as the table gives them; that nobody is done with it is known.

    A time limit that takes dice is told with them after round five: who has rolled none by then has no such limit.
    """
    for part in PARTS:
        fact = state.facts.get(key(part, enemy))
        if fact is None or is_known(fact, seat):
            continue
        might_be = [row[COLUMNS[part]] for row in t.rows("mission")]
        if part == OBJECTIVE:
            owner = owner_of(state.facts[key(TYPE, enemy)].value, enemy)
            might_be = [one for one in might_be if one != t.ECM or can_have_ecm(state, owner)]
        if part == LIMIT and state.round > FIRST_ROUNDS:
            might_be = [one for one in might_be if one not in DICED]
        state.facts[key(part, enemy)] = Sealed(chooser.choice(might_be), fact.knows)
    if key(TYPE, enemy) in state.facts and not is_known(state.facts[key(TYPE, enemy)], seat):
        state.points.pop(f"held:{enemy}", None)
        state.points.pop(f"settled:{enemy}", None)


@heeds("tactical.4.2.2")
def draw_pool(state: State, enemy: str, chooser: Chooser) -> None:
    """The Victory Points it brought: what it has spent in sight of all and not earned here, and up to a mission's more.

    What it repaired and bought since the last battle is told to nobody.
    """
    if POOL + enemy in state.points:
        spent, earned = (state.points.get(name + enemy, 0) for name in (SPENT, EARNED))
        least = max(0, spent - max(0, earned))
        state.points[POOL + enemy] = least + chooser.choice(range(FOR_A_MISSION + 1))


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


@heeds("tactical.4.1.4-coward")
def draw_cowards(state: State, seat: str, chooser: Chooser) -> None:
    """Which of a seat's units will fall back: any that has not shown what it is made of."""
    hidden = [name for name, fact in state.facts.items() if name.startswith(COWARDS) and not is_known(fact, seat)]
    taken = {fact.value for name, fact in state.facts.items() if name.startswith(COWARDS) and name not in hidden}
    for name in hidden:
        might_be = [unit for unit in might_be_cowards(state, name.split(":")[1]) if unit not in taken]
        if might_be:
            fact = state.facts[name]
            state.facts[name] = Sealed(chooser.choice(might_be), fact.knows)
            taken.add(state.facts[name].value)


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy with other secrets: as likely as any that the seat might suppose, also when the end is near.

    What the twins come to may differ as soon as a limit is told or a mission is done: then the seat learns of it.
    """
    return suppose(state, seat, chooser)
