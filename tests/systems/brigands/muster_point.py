"""Full battles before their first Round, laid out for tests: who waits to be deployed, and in which phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.battles import begin
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.table.terrain import Ground
from systems.brigands.company import post_of
from systems.brigands.field import NORTH, SOUTH, mil, stage

Squads = list[tuple[str, list[str]]]
"""Units of a Combat Group: the code, and the models, `hunter/foc:recon-drone` with rank and drone."""

ENEMY: list[Squads] = [[("GP", ["hunter/foc", "hunter"])]]


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
    places = dict(zip(("red", "blue"), zones, strict=True))
    position = stage("battle", on, phase=phase, zones=places, rounds=6, turn="")
    for seat, groups in (("red", red), ("blue", blue)):
        squads = [(at, *squad) for at, group in enumerate(groups, 1) for squad in group]
        posts = [(at, squad, code, text) for squad, (at, code, texts) in enumerate(squads, 1) for text in texts]
        for number, (at, squad, code, text) in enumerate(posts, 1):
            post = post_of(text)
            more = {"rank": post.rank, "drones": post.drones, "group": at, "squad": squad, "code": code, "tv": 10}
            position.model(f"{seat}-{number}", post.model, **more)
    setup = position.setup()
    state = begin(setup)
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
