"""Battles of several Combat Groups laid out for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.positions import Position
from gearlock.systems.brigands.chain_of_command import Post
from gearlock.systems.brigands.state import State
from gearlock.table.terrain import Ground
from systems.brigands.field import stage

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
    return lined_up(red, blue, scenario).battle(Scripted(*dice))


def lined_up(
    red: Side,
    blue: Side = FOE,
    scenario: str = "command",
    *,
    on: Ground | None = None,
    turn: str = "red",
    models: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    **everybody: object,
) -> Position:
    """The same as a position: with what is said of some models, and of everybody."""
    position = stage(scenario, on, turn=turn, rounds=12)
    for seat, groups in (("red", red), ("blue", blue)):
        members = [(number, member) for number, group in enumerate(groups, 1) for member in group]
        for number, (group, (text, x, y)) in enumerate(members, 1):
            post, name = post_of(text), f"{seat}-{number}"
            place: dict[str, object] = {"at": (x, y, 0), "group": group, "rank": post.rank, "drones": post.drones}
            position.model(name, post.model, **{**place, **everybody, **models.get(name, {})})
    return position
