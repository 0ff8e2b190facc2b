"""5.4: where an area is centred, how far that is, and whom it reaches."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED
from systems.brigands.field import BASE, NORTH, SOUTH, code, give, ground, lay, piece
from systems.brigands.shooting import facing, fire, lines


@pytest.mark.rule("brigands.5.4c")
@pytest.mark.parametrize(("place", "answer"), [((12.5, 9.0), "arc"), ((12.5, 10.0), "")])
def test_a_weapon_bears_on_every_target_of_a_split_attack(place: tuple[float, float], answer: str) -> None:
    battle = facing(3, ("hunter", *place, NORTH))
    assert code(battle, fire("LAC", "Ballistic", "blue-1", "blue-2")) == answer
    assert code(battle, fire("LAC", "Ballistic", "blue-2", "blue-1")) == answer


@pytest.mark.rule("brigands.5.4c", "brigands.4.4-full")
def test_no_target_of_a_split_attack_is_behind_full_heavy_cover() -> None:
    wall = ground(piece("instance", 12, 15, 16, 15.2, 5))
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 13.5, 16.5, SOUTH)], on=wall)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, fire("LAC", "Ballistic", "blue-1", "blue-2")) == "blocked"


@pytest.mark.rule("brigands.5.4a", "brigands.1.4b", "brigands.wtrait.ae")
@pytest.mark.parametrize(("away", "caught"), [(3_000, True), (3_001, False)])
def test_an_area_reaches_whatever_has_any_part_within_its_radius(away: int, caught: bool) -> None:
    battle = facing(10)
    x, y = 12_000, 18_500
    target = battle.state.units["blue-1"]
    target.x, target.y = x + (away + BASE) * 3 // 5, y + (away + BASE) * 4 // 5 + (0 if caught else 1)
    unit = battle.state.units["red-1"]
    order = Attack("red-1", "LRP", "Ballistic", (), (x, y, 0))
    assert bool(strikes_of(battle.state, unit, unit.line.weapons["LRP"], order)) is caught


@pytest.mark.rule("brigands.5.4a")
def test_an_area_is_a_sphere_and_passes_beneath_what_stands_high_enough() -> None:
    battle = facing(10)
    unit = battle.state.units["red-1"]
    order = Attack("red-1", "LRP", "Ballistic", (), (10_000, 21_182, 0))
    for z, caught in ((3_000, True), (3_001, False)):
        battle.state.units["blue-1"].z = z
        assert bool(strikes_of(battle.state, unit, unit.line.weapons["LRP"], order)) is caught


@pytest.mark.rule("brigands.5.4a", "brigands.5.5a")
def test_range_is_measured_to_the_target_point() -> None:
    battle = facing(17.5)
    assert "Ballistic, Suboptimal range" in lines(battle, fire("LRP"))[0]
    near = Attack("red-1", "LRP", "Ballistic", ("blue-1",), (10_000, 10_000 + 17_500 + BASE, 100))
    assert "Ballistic, Suboptimal range" not in lines(battle, near)[0]
    battle = facing(35.9)
    assert code(battle, fire("LRP")) == "range"
    near = Attack("red-1", "LRP", "Ballistic", ("blue-1",), (10_000, 10_000 + 35_900 + BASE, 100))
    assert code(battle, near) == ""
    beside = Attack("red-1", "LRP", "Ballistic", ("blue-1",), (10_000, 10_000 + 35_800 + BASE, 100))
    assert code(battle, beside) == "point"


@pytest.mark.rule("brigands.5.4a", "brigands.4.4-full", "brigands.5.2b")
@pytest.mark.parametrize(("rating", "category", "answer"), [
    ("heavy", "Ballistic", "blocked"), ("light", "Ballistic", ""), ("heavy", "Indirect", ""),
])  # fmt: skip
def test_straight_fire_reaches_no_point_behind_a_heavy_wall(rating: str, category: str, answer: str) -> None:
    wall = ground(piece("instance", 5, 15, 15, 15.2, 5, rating=rating))
    battle = lay([("hunter", 10, 10, NORTH)], on=wall)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Attack("red-1", "LRP", category, (), (10_000, 18_000, 0))) == answer


@pytest.mark.rule("brigands.5.4a")
@pytest.mark.parametrize(("ahead", "answer"), [(BASE, "point"), (BASE + 1, "")])
def test_no_model_aims_an_area_at_its_own_silhouette(ahead: int, answer: str) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Attack("red-1", "LRP", "Ballistic", (), (10_000, 10_000 + ahead, 0))) == answer
