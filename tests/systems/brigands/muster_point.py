"""Full battles before their first Round, laid out for tests: who waits to be deployed, and in which phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.chain_of_command.lineup import Post
from gearlock.systems.brigands.setup.scenario import begin, setup_for
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.terrain import Ground
from systems.brigands.field import NORTH, SOUTH, ground, mil

Squads = list[tuple[str, list[str]]]
"""Units of a Combat Group: the code, and the models, `hunter/foc:recon-drone` with rank and drone."""

ENEMY: list[Squads] = [[("GP", ["hunter/foc", "hunter"])]]


def force(*groups: Squads) -> tuple[tuple[Post, ...], ...]:
    found: list[tuple[Post, ...]] = []
    number = 0
    for squads in groups:
        posts: list[Post] = []
        for unit_code, models in squads:
            number += 1
            for text in models:
                name, *drones = text.split(":")
                model, _, rank = name.partition("/")
                posts.append(Post(model, rank, squad=number, code=unit_code, tv=10, drones=tuple(drones)))
        found.append(tuple(posts))
    return tuple(found)


def gathered(
    red: list[Squads],
    *dice: Iterable[int],
    blue: list[Squads] = ENEMY,
    phase: str = "roll-off",
    on: Ground | None = None,
    zones: tuple[str, str] = ("south", "north"),
    change: Callable[[State], None] = lambda state: None,
) -> Battle[State]:
    """A full battle in a phase before its first Round, its state changed by hand if need be."""
    forces = {"red": force(*red), "blue": force(*blue)}
    setup = setup_for("battle", 0, {}, ground() if on is None else on, forces, 6)
    state = begin(setup)
    state.phase, state.zones = phase, dict(zip(("red", "blue"), zones, strict=True))
    change(state)
    return Battle.begin(SYSTEM, setup, Scripted(*dice), state)


def stand_all(state: State) -> None:
    """Everybody on the table, side by side in their zones."""
    for number, unit in enumerate(state.units.values()):
        stand(unit, 4 + 4 * number, 8 if unit.seat == "red" else 40)


def stand(unit: Unit, x: float, y: float, facing: int | None = None) -> None:
    """Put a model on the table by hand."""
    unit.status, unit.x, unit.y = FIELDED, mil(x), mil(y)
    unit.facing = (NORTH if unit.seat == "red" else SOUTH) if facing is None else facing
