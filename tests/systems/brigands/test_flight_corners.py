"""2.7 at its corners: what a Jetpack clears from a height, over whom it flies, and how far Thrusters lift."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.chain_of_command import TIGHT_MANEUVERS
from gearlock.systems.brigands.damage import Fell
from gearlock.systems.brigands.movement.paths import Jump, Move, Slide
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from gearlock.table.terrain import Ground
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel


def _start(*traits: str, on: Ground | None = None, z: int = 0, **changes: object) -> Battle[State]:
    """A model at 10, 10 facing north, Active, with these traits."""
    battle = lay([("hunter", 10, 10, NORTH)], on=on)
    unit = battle.state.units["red-1"]
    remodel(unit, traits=traits, **changes)
    unit.z = z
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.2.7a")
@pytest.mark.parametrize(("height", "refusal"), [(3.9, ""), (4.0, "terrain"), (6.0, "terrain")])
def test_the_height_of_terrain_counts_from_the_table_not_from_the_model(height: float, refusal: str) -> None:
    roof = piece("building", 8, 8, 12, 10.6, 3, footing=True)
    wall = piece("instance", 8, 11, 12, 12, height)
    assert code(_start("Jetpack:4", on=ground(roof, wall), z=3_000), Jump("red-1", 0, 3_500)) == refusal


@pytest.mark.rule("brigands.2.7a")
def test_a_wall_as_high_as_the_roof_beyond_it_is_not_cleared_either() -> None:
    roof = piece("building", 8, 12, 12, 16, 4, footing=True)
    wall = piece("instance", 8, 11, 12, 11.5, 4)
    assert code(_start("Jetpack:4", on=ground(roof)), Jump("red-1", 0, 3_500)) == ""
    assert code(_start("Jetpack:4", on=ground(roof, wall)), Jump("red-1", 0, 3_500)) == "terrain"


@pytest.mark.rule("brigands.2.7a", "brigands.2.6")
@pytest.mark.parametrize(
    ("kind", "height", "refusal"), [("Gear", 3.9, ""), ("Gear", 4, "overlap"), ("Infantry", 4, "")]
)
def test_it_flies_over_models_lower_than_its_rating_and_over_infantry(kind: str, height: float, refusal: str) -> None:
    battle = _start("Jetpack:4")
    other = battle.state.units["blue-1"]
    remodel(other, type=kind, height=height)
    other.x, other.y = 10_000, 12_000
    assert code(battle, Jump("red-1", 0, 4_000)) == refusal


@pytest.mark.rule("brigands.2.7a", "brigands.3.2b")
def test_nobody_flies_inside_a_building() -> None:
    house = piece("building", 8, 8, 12, 16, 3, footing=True)
    battle = _start("Jetpack:4", on=ground(house), type="Infantry", height=0.5)
    battle.state.units["red-1"].inside = house.id
    assert code(battle, Jump("red-1", 0, 2_000)) == "building"


@pytest.mark.rule("brigands.2.7a", "brigands.7.5d")
def test_tight_maneuvers_turn_a_jetpack_about() -> None:
    battle = _start("Jetpack:4")
    assert code(battle, Jump("red-1", 1_800, 4_000)) == "turn"
    battle.state.orders[TIGHT_MANEUVERS] = "red-1"
    assert code(battle, Jump("red-1", 1_801, 4_000)) == "turn"
    give(battle, Jump("red-1", 1_800, 4_000))
    unit = battle.state.units["red-1"]
    assert (unit.x, unit.y, unit.facing) == (10_000, 6_000, SOUTH)


@pytest.mark.rule("brigands.2.7b", "brigands.2.3")
def test_a_shift_through_tall_area_terrain_counts_as_area_terrain() -> None:
    wood = piece("area", 4, 8, 9.5, 20, 4)
    battle = _start("Thrusters:3", on=ground(wood), move={"H": 10})
    assert code(battle, Slide("red-1", 2_500)) == ""
    assert code(battle, Slide("red-1", 2_501)) == "area"
    give(battle, Slide("red-1", 2_500))
    assert code(battle, Move("red-1", "H", ((0, 1),))) == "area"


@pytest.mark.rule("brigands.2.7b", "brigands.2.5")
def test_what_thrusters_do_not_lift_is_a_fall() -> None:
    roof = piece("building", 8, 8, 12, 10.6, 8, footing=True)
    battle = _start("Thrusters:3", on=ground(roof), move={"H": 10}, z=8_000)
    assert code(battle, Move("red-1", "H", ((0, 1_700),))) == "step"
    battle = again(battle, [1, 1])
    events = give(battle, Move("red-1", "H", ((0, 1_700),), drop=True))
    assert Fell("red-1", 5_000, 2, 0) in events


@pytest.mark.rule("brigands.2.7b")
def test_thrusters_cross_a_gap_no_deeper_than_their_rating() -> None:
    for height, refusal in ((3, ""), (3.1, "air")):
        roofs = [piece("building", 8, y, 12, y + 3, height, footing=True) for y in (8, 14)]
        battle = _start("Thrusters:3", on=ground(*roofs), move={"H": 10}, z=round(height * 1000))
        assert code(battle, Move("red-1", "H", ((0, 6_000),))) == refusal


@pytest.mark.rule("brigands.2.7b")
def test_each_part_of_a_move_lifts_from_the_surface_it_begins_on() -> None:
    stairs = [piece("instance", 8, 11, 12, 14, 2, footing=True), piece("instance", 8, 14, 12, 18, 4, footing=True)]
    battle = _start("Thrusters:2", on=ground(*stairs), move={"H": 10})
    assert code(battle, Move("red-1", "H", ((0, 6_000),))) == "terrain"
    give(battle, Move("red-1", "H", ((0, 2_500),), last=False))
    assert code(battle, Move("red-1", "H", ((0, 3_500),))) == ""


@pytest.mark.rule("brigands.2.7b", "brigands.3.1")
@pytest.mark.parametrize(("length", "refusal"), [(1_409, ""), (1_500, "edge"), (2_100, ""), (2_700, "")])
def test_thrusters_set_a_model_down_on_terrain_or_clear_of_it(length: int, refusal: str) -> None:
    roof = piece("building", 8, 12, 12, 16, 3, footing=True)
    battle = _start("Thrusters:3", on=ground(roof), move={"H": 10})
    assert code(battle, Move("red-1", "H", ((0, length),))) == refusal
    bare = piece("instance", 8, 12, 12, 16, 3)
    blocked = "top" if length > 2_000 else refusal
    assert code(_start("Thrusters:3", on=ground(bare), move={"H": 10}), Move("red-1", "H", ((0, length),))) == blocked
