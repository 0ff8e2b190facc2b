"""2.6 and 3.1 wherever a Move may end: random ground, random paths, and never a part of a model in what is solid."""

from __future__ import annotations

import random

import msgspec
import pytest

from gearlock.kernel.battle import Battle
from gearlock.mechanics.ground.forms import is_solid
from gearlock.systems.brigands.movement.paths import Move, Moved, follow
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import TOP_SPEED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.terrain import Ground
from systems.brigands.field import NORTH, give, ground, lay, piece

HEIGHTS = (0.25, 0.5, 0.75, 0.75, 1.5, 3.0)
STANDS, PATHS = 40, 60


def _jumble(chooser: random.Random) -> Ground:
    """A crowd of low pieces, some tall ones, a roof here and there, and a hill."""
    pieces = [piece("hill", 20, 5, 30, 15, 1.5, props={"slope": 30}, footing=True)]
    for number in range(60):
        x, y = chooser.uniform(3, 40), chooser.uniform(3, 40)
        wide, deep, top = chooser.uniform(0.3, 5), chooser.uniform(0.3, 5), chooser.choice(HEIGHTS)
        base = chooser.choice((0, 0, 0, 1_600)) if top > 1.6 else 0
        found = piece("instance", x, y, x + wide, y + deep, top, base=base, footing=chooser.random() < 0.5)
        pieces.append(msgspec.structs.replace(found, id=f"piece-{number}"))
    return ground(*pieces)


def _stuck_in(land: Ground, unit: Unit, moved: Moved) -> list[str]:
    """The pieces that a model would be in, judged piece by piece with the whole base."""
    base = Body(moved.x, moved.y, moved.z, unit.line.radius, unit.height)
    solid = [each for each in land.pieces if is_solid(each) and each.top > base.z and each.base < base.top]
    return [each.id for each in solid if footprint_overlaps(base, each.outline)]


def _wander(battle: Battle[State], chooser: random.Random) -> int:
    """Go along random paths, from wherever the last one has led; gives how many were legal."""
    unit, now = battle.state.units["red-1"], battle.state.activation
    assert now is not None
    legal = 0
    for _ in range(PATHS):
        legs = ((chooser.randrange(-900, 901), chooser.randrange(-2_500, 6_000)),)
        order = Move("red-1", chooser.choice("WWWG"), legs, drop=chooser.random() < 0.3)
        found = follow(battle.state, unit, now, order)
        if isinstance(found, Moved):
            assert not _stuck_in(battle.state.ground, unit, found), (unit, order, found)
            unit.x, unit.y, unit.z, unit.facing = found.x, found.y, found.z, found.facing
            legal += 1
    return legal


@pytest.mark.rule("brigands.3.1", "brigands.2.3-walker-step", "brigands.2.5", "brigands.3.3")
def test_no_move_ends_with_part_of_a_model_in_something_solid() -> None:
    chooser = random.Random(16)
    legal = 0
    for _ in range(STANDS):
        battle = lay([("hunter", 1.5, 1.5, NORTH)], on=_jumble(chooser))
        give(battle, Activate("red-1", TOP_SPEED))
        legal += _wander(battle, chooser)
    assert legal > STANDS * PATHS // 10
