"""How well a model stands: both sides' best attacks, Braced from where they are or after one Move."""

from __future__ import annotations

import pytest

from gearlock.mechanics.judging.outlook import AFTER_A_MOVE
from gearlock.systems.brigands.advice.attack_odds import strikes_at, worth
from gearlock.systems.brigands.advice.best_attack import SHARED, SPENT, stakes, standing
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit
from systems.brigands.field import NORTH, SOUTH, ground, lay, mil, piece


def best(state: State, unit: Unit, target: Unit, posture: str, step: float = 0.0) -> float:
    """The best attack by the lines a player reads, so many inches farther north."""
    there = unit.clone()
    there.posture = posture
    there.y += mil(step)
    after = state.with_unit(there)
    return max((worth(after, strike) for strike in strikes_at(after, there, target, turning=True)), default=0.0)


def test_in_range_both_sides_would_brace() -> None:
    state = lay([("hunter", 24, 10, NORTH)], [("hunter", 24, 20, SOUTH)]).state
    red, blue = state.units["red-1"], state.units["blue-1"]
    here = standing(state, "red", "red-1")
    assert here.strikes == best(state, red, blue, BRACED) > 0
    assert here.soon == {"blue-1": best(state, blue, red, BRACED)}
    assert here.late == {}


def test_out_of_range_one_move_counts_and_less() -> None:
    state = lay([("hunter", 24, 2, NORTH)], [("hunter", 24, 42, SOUTH)]).state
    red, blue = state.units["red-1"], state.units["blue-1"]
    farthest = max(red.line.move.values()) / 1000
    assert best(state, red, blue, BRACED) == 0.0
    near = best(state, red, blue, COMBAT_SPEED, farthest)
    assert standing(state, "red", "red-1").strikes == pytest.approx(AFTER_A_MOVE * near)


def test_nobody_comes_nearer_through_a_wall() -> None:
    wall = piece("building", 20, 5, 28, 12, 6.0)
    open_ground = lay([("hunter", 24, 2, NORTH)], [("hunter", 24, 32, SOUTH)]).state
    walled = lay([("hunter", 24, 2, NORTH)], [("hunter", 24, 32, SOUTH)], on=ground(wall)).state
    assert standing(open_ground, "red", "red-1").strikes > 0
    red, blue = walled.units["red-1"], walled.units["blue-1"]
    assert standing(walled, "red", "red-1").strikes == best(walled, red, blue, BRACED)


def test_enemies_that_have_acted_count_as_late() -> None:
    state = lay([("hunter", 24, 10, NORTH)], [("hunter", 24, 20, SOUTH)]).state
    state.units["blue-1"].activated = True
    here = standing(state, "red", "red-1")
    assert here.soon == {}
    assert set(here.late) == {"blue-1"}


def test_of_others_and_of_the_dead_there_is_nothing_to_say() -> None:
    state = lay([("hunter", 24, 10, NORTH)], [("hunter", 24, 20, SOUTH)]).state
    assert standing(state, "red", "blue-1").left == standing(state, "red", "nobody").left == 0.0


@pytest.mark.parametrize(("beside", "shared"), [([], 0.0), ([1.5], 1 / 2), ([1.5, -1.5], 2 / 3), ([9.0], 0.0)])
def test_friends_within_an_area_of_effect_add_to_each_others_danger(beside: list[float], shared: float) -> None:
    red = [("hunter", 24, 10, NORTH), *(("hunter", 24 + step, 10, NORTH) for step in beside)]
    state = lay(red, [("hunter", 24, 20, SOUTH)]).state
    assert any(weapon.area for weapon in state.units["blue-1"].line.weapons.values())
    alone = lay(red[:1], [("hunter", 24, 20, SOUTH)]).state
    meant = standing(alone, "red", "red-1").soon["blue-1"]
    assert standing(state, "red", "red-1").soon["blue-1"] == pytest.approx(meant * (1 + SHARED * shared))


def test_models_count_by_their_tv_and_the_crippled_less() -> None:
    state = lay([("hunter", 24, 10, NORTH)], [("hunter", 20, 20, SOUTH), ("hunter", 28, 20, SOUTH)]).state
    state.units["blue-1"].tv, state.units["blue-2"].tv = 6, 18
    assert stakes(state, "red") == {"red-1": 1.0, "blue-1": 0.5, "blue-2": 1.5}
    assert standing(state, "blue", "blue-2").stake == 1.5
    state.units["blue-2"].hull = 0
    assert stakes(state, "red")["blue-2"] == SPENT * 1.5


def test_a_prospect_counts_by_whom_it_is_of() -> None:
    state = lay([("hunter", 24, 10, NORTH)], [("hunter", 20, 20, SOUTH), ("hunter", 36, 40, SOUTH)]).state
    alike = standing(state, "red", "red-1").strikes
    state.units["blue-1"].tv, state.units["blue-2"].tv = 15, 5
    assert standing(state, "red", "red-1").strikes == pytest.approx(1.5 * alike)
