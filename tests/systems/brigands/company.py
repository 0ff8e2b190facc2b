"""Battles of several Combat Groups laid out for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.beginning.scenario import begin, setup_for
from gearlock.systems.brigands.commanding.lineup import Post
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.state import FIELDED, State
from systems.brigands.field import NORTH, SOUTH, ground, mil

Member = tuple[str, float, float]
"""A model with its rank behind a slash, and its place in inches."""

Side = Sequence[Sequence[Member]]

FOE: Side = [[("hunter/foc", 46, 46)]]


def _post(model: str, rank: str = "") -> Post:
    return Post(model, rank)


def company(
    red: Side,
    blue: Side = FOE,
    *dice: Iterable[int],
    scenario: str = "command",
) -> Battle[State]:
    """The Action Phase of Round 1, everybody in place with Actions and Command Points, red to begin."""
    sides = {"red": red, "blue": blue}
    forces = {
        seat: tuple(
            tuple(Post(name.partition("/")[0], name.partition("/")[2]) for name, _, _ in group) for group in groups
        )
        for seat, groups in sides.items()
    }
    setup = setup_for(scenario, 0, {}, ground(), forces, 12)
    state = begin(setup)
    places = [member for groups in sides.values() for group in groups for member in group]
    for unit, (_, x, y) in zip(state.units.values(), places, strict=True):
        unit.status, unit.x, unit.y = FIELDED, mil(x), mil(y)
        unit.facing = NORTH if unit.seat == "red" else SOUTH
        unit.actions, unit.command = unit.line.actions, RANKS[unit.rank][1]
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    return Battle.begin(SYSTEM, setup, Scripted(*dice), state)
