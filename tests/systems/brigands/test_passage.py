"""2.6 and 3: what a moving model passes over, under and along."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED
from systems.brigands.field import NORTH, code, give, ground, lay, mil, piece


@pytest.mark.rule("brigands.3.1")
@pytest.mark.parametrize(("clearance", "answer"), [(1.5, ""), (1.499, "terrain")])
def test_a_model_passes_under_instance_terrain_that_leaves_it_room(clearance: float, answer: str) -> None:
    bridge = piece("instance", 5, 12, 15, 13, 4, base=mil(clearance))
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(bridge))
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 5_000),))) == answer


@pytest.mark.rule("brigands.2.6")
@pytest.mark.parametrize(("elevation", "answer"), [(1_500, ""), (1_499, "overlap")])
def test_silhouettes_one_above_the_other_do_not_meet(elevation: int, answer: str) -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 10, 12.5, NORTH)])
    battle.state.units["red-2"].z = elevation
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 5_000),))) == answer


@pytest.mark.rule("brigands.3.1a")
def test_coming_back_to_the_road_does_not_bring_back_its_bonus() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(piece("road", 9, 0, 11, 40)))
    give(battle, Activate("red-1", COMBAT_SPEED))
    for turn in (-900, 900):
        give(battle, Move("red-1", "W", ((turn, 0), (0 if turn < 0 else 900, 1_500)), last=False))
    give(battle, Move("red-1", "W", ((-900, 500),), last=False))
    assert (battle.state.units["red-1"].x, battle.state.units["red-1"].y) == (10_000, 10_500)
    assert code(battle, Move("red-1", "W", ((0, 1_500),))) == ""
    assert code(battle, Move("red-1", "W", ((0, 1_501),))) == "movement"
