"""Battles of several Combat Groups laid out for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.chain_of_command.lineup import Post
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.setup.scenario import begin, setup_for
from gearlock.systems.brigands.state import FIELDED, State
from systems.brigands.field import NORTH, SOUTH, ground, mil

Member = tuple[str, float, float]
"""A model with its rank behind a slash and its drones behind colons, and its place in inches."""

Side = Sequence[Sequence[Member]]

FOE: Side = [[("hunter/foc", 46, 46)]]


def post_of(text: str) -> Post:
    """A place in a Combat Group as a player types it."""
    what, *drones = text.split(":")
    name, _, rank = what.partition("/")
    return Post(name, rank, drones=tuple(drones))


def company(
    red: Side,
    blue: Side = FOE,
    *dice: Iterable[int],
    scenario: str = "command",
) -> Battle[State]:
    """The Action Phase of Round 1, everybody in place with Actions and Command Points, red to begin."""
    sides = {"red": red, "blue": blue}
    forces = {
        seat: tuple(tuple(post_of(name) for name, _, _ in group) for group in groups) for seat, groups in sides.items()
    }
    setup = setup_for(scenario, 0, {}, ground(), forces, 12)
    state = begin(setup)
    places = [member for groups in sides.values() for group in groups for member in group]
    models = [unit for unit in state.units.values() if not unit.controller]
    for unit, (_, x, y) in zip(models, places, strict=True):
        unit.status, unit.x, unit.y = FIELDED, mil(x), mil(y)
        unit.facing = NORTH if unit.seat == "red" else SOUTH
        unit.actions, unit.command = unit.line.actions, RANKS[unit.rank][1]
    state.phase, state.round, state.turn, state.winner = "action", 1, "red", "red"
    return Battle.begin(SYSTEM, setup, Scripted(*dice), state)
