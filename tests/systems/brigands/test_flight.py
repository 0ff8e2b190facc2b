from __future__ import annotations

import pytest

from gearlock.kernel.asks import Amount, Path
from gearlock.kernel.battle import Battle
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.damage import Fell
from gearlock.systems.brigands.movement.paths import EndMove, Jump, Move, Slide
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, State, Unit
from gearlock.table.terrain import Ground
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water


def _start(
    *traits: str, on: Ground | None = None, posture: str = COMBAT_SPEED, z: int = 0, **changes: object
) -> Battle[State]:
    """A model at 10, 10 facing north, Active, with these traits."""
    battle = lay([("hunter", 10, 10, NORTH)], on=on)
    unit = battle.state.units["red-1"]
    remodel(unit, traits=traits, **changes)
    unit.z = z
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


def _unit(battle: Battle[State]) -> Unit:
    return battle.state.units["red-1"]


@pytest.mark.rule("brigands.2.7a", "brigands.trait.jetpack")
def test_a_jetpack_carries_its_rating_forward_or_backward_at_one_price() -> None:
    battle = _start("Jetpack:4")
    assert code(battle, Jump("red-1", 0, 4_000)) == ""
    assert code(battle, Jump("red-1", 0, -4_000)) == ""
    assert code(battle, Jump("red-1", 0, 4_001)) == "movement"
    assert code(battle, Jump("red-1", 0, 0)) == "movement"
    assert code(battle, Jump("red-1", 901, 1_000)) == "turn"
    give(battle, Jump("red-1", 900, -4_000))
    assert (_unit(battle).x, _unit(battle).y) == (14_000, 10_000)
    assert code(battle, Jump("red-1", 0, 1_000)) == "no-move"
    assert code(_start("Arms"), Jump("red-1", 0, 1_000)) == "jetpack"


@pytest.mark.rule("brigands.2.7a")
def test_at_top_speed_both_moves_may_be_jetpack_moves() -> None:
    battle = _start("Jetpack:4", posture=TOP_SPEED)
    give(battle, Jump("red-1", 0, 4_000), Jump("red-1", 0, 4_000))
    assert _unit(battle).y == 18_000
    battle = _start("Jetpack:4", posture=TOP_SPEED)
    give(battle, Move("red-1", "W", ((0, 1_000),), last=False))
    assert code(battle, Jump("red-1", 0, 4_000)) == "gait"
    give(battle, EndMove("red-1"))
    assert code(battle, Jump("red-1", 0, 4_000)) == ""


@pytest.mark.rule("brigands.2.7a", "brigands.wtrait.aux")
def test_a_crippled_model_cannot_use_an_auxiliary_jetpack() -> None:
    battle = _start("Jetpack:4 (Aux)")
    assert code(battle, Jump("red-1", 0, 4_000)) == ""
    _unit(battle).hull = 0
    assert code(battle, Jump("red-1", 0, 4_000)) == "jetpack"


@pytest.mark.rule("brigands.2.7a")
@pytest.mark.parametrize(("height", "refusal"), [(3.9, ""), (4.0, "terrain")])
def test_it_clears_terrain_lower_than_its_rating(height: float, refusal: str) -> None:
    wall = piece("instance", 8, 11, 12, 12, height)
    assert code(_start("Jetpack:4", on=ground(wall)), Jump("red-1", 0, 3_500)) == refusal
    wood = piece("area", 8, 11, 12, 12, height)
    assert code(_start("Jetpack:4", on=ground(wood)), Jump("red-1", 0, 3_500)) == refusal


@pytest.mark.rule("brigands.2.7a", "brigands.2.3")
def test_it_knows_no_limits_of_area_terrain_and_roads() -> None:
    rough = piece("area", 8, 10, 12, 20, 1)
    assert code(_start("Jetpack:4", on=ground(rough), move={"G": 6}), Jump("red-1", 0, 4_000)) == ""
    road = piece("road", 8, 0, 12, 20)
    assert code(_start("Jetpack:4", on=ground(road)), Jump("red-1", 0, 4_500)) == "movement"


@pytest.mark.rule("brigands.2.7a")
@pytest.mark.parametrize(("top", "refusal"), [(4.0, ""), (4.1, "height")])
def test_it_lands_as_high_as_its_rating_with_the_whole_base(top: float, refusal: str) -> None:
    roof = piece("building", 8, 11, 12, 16, top, footing=True)
    battle = _start("Jetpack:4", on=ground(roof))
    assert code(battle, Jump("red-1", 0, 3_000)) == refusal
    assert code(battle, Jump("red-1", 0, 1_200)) == "terrain"
    if not refusal:
        give(battle, Jump("red-1", 0, 3_000))
        assert _unit(battle).z == 4_000
    bare = piece("instance", 8, 11, 12, 16, 2)
    assert code(_start("Jetpack:4", on=ground(bare)), Jump("red-1", 0, 3_000)) == "terrain"


@pytest.mark.rule("brigands.2.7a", "brigands.2.5")
def test_going_down_farther_than_the_rating_is_falling_the_rest() -> None:
    roof = piece("building", 8, 8, 12, 10.6, 8, footing=True)
    battle = again(_start("Jetpack:4", on=ground(roof), z=8_000), [1])
    events = give(battle, Jump("red-1", 0, 4_000))
    assert Fell("red-1", 4_000, 1, 0) in events
    battle = _start("Jetpack:4", on=ground(piece("building", 8, 8, 12, 10.6, 4, footing=True)), z=4_000)
    assert not [event for event in give(battle, Jump("red-1", 0, 4_000)) if isinstance(event, Fell)]


@pytest.mark.rule("brigands.2.7a", "brigands.2.6", "brigands.3.2a")
def test_it_lands_neither_on_others_nor_in_deep_water() -> None:
    battle = _start("Jetpack:4")
    other = battle.state.units["blue-1"]
    other.x, other.y = 10_000, 12_000
    assert code(battle, Jump("red-1", 0, 2_500)) == "overlap"
    assert code(battle, Jump("red-1", 0, 4_000)) == ""
    other.line = _unit(_start("Arms", height=4.0)).line
    assert code(battle, Jump("red-1", 0, 4_000)) == "overlap"
    pond = water(8, 12, 12, 20, 1)
    assert code(_start("Jetpack:4", on=ground(pond)), Jump("red-1", 0, 3_000)) == "water"
    assert code(_start("Jetpack:4", "Amphib", on=ground(pond)), Jump("red-1", 0, 3_000)) == ""


@pytest.mark.rule("brigands.2.7b", "brigands.trait.thrusters")
def test_thrusters_shift_once_in_a_move_free_of_cost() -> None:
    battle = _start("Thrusters:3", move={"H": 10}, posture=TOP_SPEED)
    assert code(battle, Slide("red-1", 3_001)) == "movement"
    give(battle, Slide("red-1", 3_000))
    assert (_unit(battle).x, _unit(battle).y, _unit(battle).facing) == (7_000, 10_000, NORTH)
    assert code(battle, Slide("red-1", -1_000)) == "slid"
    assert code(battle, Move("red-1", "H", ((-450, 10_000),))) == ""
    give(battle, Move("red-1", "H", ((0, 10_000),)))
    give(battle, Slide("red-1", -3_000))
    assert (_unit(battle).x, _unit(battle).y) == (10_000, 20_000)
    assert code(_start("Arms", move={"H": 10}), Slide("red-1", 1_000)) == "thrusters"
    assert code(_start("Thrusters:3", move={"W": 5}), Slide("red-1", 1_000)) == "thrusters"


@pytest.mark.rule("brigands.2.7b")
@pytest.mark.parametrize(("height", "refusal"), [(3.0, ""), (3.5, "area")])
def test_thrusters_cross_area_terrain_up_to_their_rating_freely(height: float, refusal: str) -> None:
    wood = piece("area", 8, 10, 12, 20, height)
    assert code(_start("Thrusters:3", on=ground(wood), move={"H": 10}), Move("red-1", "H", ((0, 8_000),))) == refusal
    assert code(_start("Arms", on=ground(wood), move={"H": 10}), Move("red-1", "H", ((0, 8_000),))) == "area"


@pytest.mark.rule("brigands.2.7b")
def test_thrusters_jump_onto_terrain_and_down_again() -> None:
    roof = piece("building", 8, 11, 12, 16, 3, footing=True)
    battle = _start("Thrusters:3", on=ground(roof), move={"H": 10}, posture=TOP_SPEED)
    give(battle, Move("red-1", "H", ((0, 4_000),)))
    assert _unit(battle).z == 3_000
    events = give(battle, Move("red-1", "H", ((0, 6_000),)))
    assert _unit(battle).z == 0
    assert not [event for event in events if isinstance(event, Fell)]
    tall = piece("building", 8, 11, 12, 16, 3.5, footing=True)
    assert code(_start("Thrusters:3", on=ground(tall), move={"H": 10}), Move("red-1", "H", ((0, 4_000),))) == "terrain"


@pytest.mark.rule("brigands.2.7b", "brigands.5.3", "brigands.trait.thrusters")
def test_thrusters_leave_melee_unpunished() -> None:
    for traits, asked in ((("Thrusters:3",), []), (("Arms",), ["blue"])):
        battle = _start(*traits, move={"H": 10})
        foe = battle.state.units["blue-1"]
        foe.x, foe.y, foe.facing = 10_000, 10_000 + 2 * BASE, SOUTH
        give(battle, Move("red-1", "H", ((0, -3_000),)))
        waiting = [battle.pending[0].seat] if battle.pending[0].kind == "snap" else []
        assert waiting == asked


@pytest.mark.rule("brigands.trait.offroad", "brigands.2.3")
def test_offroad_models_have_more_area_terrain_in_a_move_but_not_water() -> None:
    rough = piece("area", 8, 10, 12, 20, 1)
    battle = _start("Offroad:2", on=ground(rough))
    assert code(battle, Move("red-1", "G", ((0, 4_000),))) == ""
    assert code(battle, Move("red-1", "G", ((0, 4_001),))) == "area"
    pond = water(8, 10, 12, 20, 0.5)
    battle = _start("Offroad:2", on=ground(pond))
    assert code(battle, Move("red-1", "G", ((0, 2_000),))) == ""
    assert code(battle, Move("red-1", "G", ((0, 2_001),))) == "area"
    give(battle, Move("red-1", "G", ((0, 1_500),), last=False))
    assert code(battle, Move("red-1", "G", ((0, 501),))) == "area"


@pytest.mark.rule("brigands.trait.amphib", "brigands.3.2a")
def test_amphibious_models_go_through_any_water_without_penalty() -> None:
    pond = water(8, 10, 12, 20, 3)
    assert code(_start("Amphib", on=ground(pond)), Move("red-1", "G", ((0, 6_000),))) == ""
    assert code(_start("Arms", on=ground(pond)), Move("red-1", "G", ((0, 1_000),))) == "water"
    assert code(_start("Amphib", on=ground(pond), move={"H": 9}), Move("red-1", "H", ((0, 6_000),))) == ""
    assert code(_start("Arms", on=ground(pond), move={"H": 9}), Move("red-1", "H", ((0, 6_000),))) == "water"


@pytest.mark.rule("brigands.2.7a", "brigands.2.7b")
def test_flight_is_offered_and_goes_where_one_points() -> None:
    battle = _start("Jetpack:4", "Thrusters:3", move={"H": 8})
    options = battle.options("red")
    jump = next(option for option in options if isinstance(option, Path) and isinstance(option.order, Jump))
    assert battle.aim("red", jump, Aim(10_000, 30_000)) == Jump("red-1", 0, 4_000)
    assert battle.aim("red", jump, Aim(10_000, 8_000)) == Jump("red-1", 0, -2_000)
    slide = next(option for option in options if isinstance(option, Amount))
    assert battle.aim("red", slide, Aim(2_000, 20_000)) == Slide("red-1", 3_000)
    assert battle.aim("red", slide, Aim(11_000, 10_000)) == Slide("red-1", -1_000)
    assert battle.preview("red", Jump("red-1", 0, 4_000)).ends == (10_000, 14_000, NORTH)
