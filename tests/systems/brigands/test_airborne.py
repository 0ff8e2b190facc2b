"""9.7: VTOLs and Airborne models."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.comms import comms_rating
from gearlock.systems.brigands.electronic_warfare.contests import defender_modifiers
from gearlock.systems.brigands.lock_and_cover.sight import CLEAR, has_sensor_lock, look_at, sensor_range
from gearlock.systems.brigands.movement.paths import Move, budget_left
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED
from gearlock.systems.brigands.vtols import altitude_at
from gearlock.table.inches import gap
from systems.brigands.airfield import ALOFT, airfield, fly
from systems.brigands.company import company
from systems.brigands.field import BASE, code, give, mil, piece, remodel, water
from systems.brigands.shooting import lines


@pytest.mark.rule("brigands.9.7", "brigands.trait.vtol")
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED, TOP_SPEED])
def test_a_vtol_chooses_with_any_posture_whether_it_flies(posture: str) -> None:
    battle = airfield()
    flyer = fly(battle, posture)
    assert (flyer.airborne, flyer.z, flyer.posture) == (True, ALOFT, posture)
    assert battle.state.activation is not None
    assert battle.state.activation.z == ALOFT
    grounded = airfield()
    give(grounded, Activate("red-1", posture))
    assert not grounded.state.units["red-1"].airborne


@pytest.mark.rule("brigands.9.7", "brigands.trait.vtol")
def test_only_a_vtol_takes_off() -> None:
    battle = company([[("hunter/foc", 24, 10)]])
    assert code(battle, Activate("red-1", COMBAT_SPEED, airborne=True)) == "vtol"


@pytest.mark.rule("brigands.9.7")
def test_it_stays_in_the_air_until_it_is_activated_again() -> None:
    battle = airfield()
    fly(battle)
    give(battle, EndActivation("red-1"))
    assert battle.state.units["red-1"].airborne


@pytest.mark.rule("brigands.9.7", "brigands.1.9")
def test_everybody_sees_that_it_is_airborne() -> None:
    battle = airfield()
    fly(battle)
    shown = next(piece for piece in battle.view("blue").pieces if piece.id == "red-1")
    assert "Airborne" in [token.name for token in shown.tokens]
    assert shown.z == ALOFT


@pytest.mark.rule("brigands.9.7")
def test_it_counts_as_twelve_inches_above_whatever_is_below() -> None:
    hill = piece("hill", 20, 18, 28, 26, top=4, props={"slope": 30})
    wood = piece("area", 20, 8, 28, 12, top=3, rating="light")
    battle = airfield(hill, wood)
    flyer = fly(battle)
    assert flyer.z == mil(15)
    give(battle, Move("red-1", "H", ((0, mil(11)),)))
    assert battle.state.units["red-1"].z == mil(16)
    assert altitude_at(battle.state.ground, mil(40), mil(40)) == ALOFT


@pytest.mark.rule("brigands.9.7")
def test_ranges_are_measured_through_the_air() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 19))
    before = gap(battle.state.units["red-1"].body, battle.state.units["blue-1"].body)
    flyer = fly(battle)
    after = gap(flyer.body, battle.state.units["blue-1"].body)
    assert before < mil(8) < mil(10.5) < after < mil(13)


@pytest.mark.rule("brigands.9.7")
def test_sensors_reach_six_inches_farther_from_the_air() -> None:
    battle = airfield()
    unit = battle.state.units["red-1"]
    assert sensor_range(unit) == mil(18)
    flyer = fly(battle)
    assert sensor_range(flyer) == mil(24)
    enemy = battle.state.units["blue-1"]
    enemy.y = mil(10) + flyer.line.radius + BASE + mil(21.5)
    assert has_sensor_lock(battle.state, flyer, enemy)
    enemy.y += mil(0.5)
    assert not has_sensor_lock(battle.state, flyer, enemy)
    """10.5 in down and 21.5 in away are 23.93 in; 22 in away they are 24.4."""


@pytest.mark.rule("brigands.9.7", "brigands.5.6c")
def test_a_crippled_model_that_is_being_dropped_has_half_its_sensors_and_six_inches() -> None:
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z, enemy.hull = True, ALOFT, 0
    assert sensor_range(enemy) == enemy.line.sensors // 2 + mil(6)


@pytest.mark.rule("brigands.9.7", "brigands.5.5b")
def test_an_airborne_model_has_a_die_more_in_defence_and_none_in_attack() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 24))
    attack = Attack("blue-1", "LAC", "Ballistic", ("red-1",))
    assert "Airborne" not in lines(battle, attack)[1]
    fly(battle)
    assert lines(battle, attack)[1]["Airborne"] == 1
    own = lines(battle, Attack("red-1", "MAC", "Ballistic", ("blue-1",)))
    assert "Airborne" not in own[0] | own[1]


@pytest.mark.rule("brigands.9.7", "brigands.4.4")
def test_a_wall_that_hides_a_model_on_the_ground_does_not_hide_it_in_the_air() -> None:
    wall = piece("instance", 10, 20, 38, 21, top=4)
    battle = airfield(wall)
    unit, enemy = battle.state.units["red-1"], battle.state.units["blue-1"]
    assert not look_at(battle.state, enemy, unit).sight
    flyer = fly(battle)
    assert look_at(battle.state, enemy, flyer) == CLEAR
    assert look_at(battle.state, flyer, enemy) == CLEAR


@pytest.mark.rule("brigands.9.7", "brigands.4.4a")
@pytest.mark.parametrize(
    ("depth", "covered"),
    [(8, True), (2.1, True), (0.9, False)],
    ids=["deep in a wood", "two inches in", "less than an inch in"],
)
def test_a_wood_covers_from_above_where_the_look_down_runs_through_an_inch_of_it(depth: float, covered: bool) -> None:
    """The eye is 13.5 in up; to a foot 20 in away the look runs through the lowest 3 in over its last 4.4 in."""
    edge = 32 + 1.575 - 1.575
    wood = piece("area", 10, edge - depth, 38, 46, top=3, rating="light")
    battle = airfield(wood)
    flyer, enemy = fly(battle), battle.state.units["blue-1"]
    enemy.y = mil(edge) + BASE
    assert (look_at(battle.state, flyer, enemy) != CLEAR) is covered


@pytest.mark.rule("brigands.9.7", "brigands.4.4a")
def test_a_wood_far_before_the_target_is_looked_over_from_the_air_and_not_from_the_ground() -> None:
    wood = piece("area", 10, 16, 38, 22, top=3, rating="light")
    battle = airfield(wood)
    enemy = battle.state.units["blue-1"]
    assert look_at(battle.state, battle.state.units["red-1"], enemy) != CLEAR
    assert look_at(battle.state, fly(battle), enemy) == CLEAR


@pytest.mark.rule("brigands.9.7", "brigands.3.2a")
def test_deep_water_below_covers_nobody_in_the_air() -> None:
    battle = airfield(water(20, 6, 28, 14, 1.0))
    enemy = battle.state.units["blue-1"]
    assert look_at(battle.state, enemy, battle.state.units["red-1"]).dice == 1
    assert look_at(battle.state, enemy, fly(battle)).dice == 0


@pytest.mark.rule("brigands.9.7", "brigands.2.3")
def test_it_flies_over_everything_with_its_rating_and_one_turn() -> None:
    wall = piece("instance", 10, 14, 38, 15, top=6)
    wood = piece("area", 10, 16, 38, 21, top=3, rating="light")
    battle = airfield(wall, wood, water(10, 21, 38, 23.5, 3.0))
    ahead = Move("red-1", "H", ((0, mil(14)),))
    grounded = airfield(wall, wood, water(10, 21, 38, 23.5, 3.0))
    give(grounded, Activate("red-1", COMBAT_SPEED))
    assert code(grounded, ahead) in ("terrain", "water", "area")
    fly(battle)
    assert code(battle, Move("red-1", "H", ((0, mil(14.1)),))) == "movement"
    assert code(battle, Move("red-1", "H", ((100, mil(2)), (100, mil(2))))) == "turns"
    give(battle, ahead)
    assert battle.state.units["red-1"].y == mil(24)


@pytest.mark.rule("brigands.9.7", "brigands.3.1a")
def test_no_road_makes_it_faster_in_the_air() -> None:
    road = piece("road", 22, 0, 26, 48, rating="")
    battle = airfield(road)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert budget_left(battle.state, battle.state.units["red-1"], "H") == mil(16)
    battle = airfield(road)
    assert budget_left(battle.state, fly(battle), "H") == mil(14)
    assert code(battle, Move("red-1", "H", ((0, mil(15)),))) == "movement"


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_models_on_the_ground_are_flown_over_and_others_in_the_air_are_not() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 15))
    fly(battle)
    over, upon = Move("red-1", "H", ((0, mil(10)),)), Move("red-1", "H", ((0, mil(5)),))
    assert code(battle, over) == code(battle, upon) == ""
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z = True, ALOFT
    assert code(battle, over) == code(battle, upon) == "overlap"


@pytest.mark.rule("brigands.9.7", "brigands.2.2")
def test_it_keeps_to_the_table() -> None:
    battle = airfield()
    fly(battle)
    assert code(battle, Move("red-1", "H", ((1800 // 2, 0), (0, mil(1))))) == ""
    assert code(battle, Move("red-1", "H", ((0, -mil(7)),))) == ""
    battle.state.units["red-1"].y = mil(1.5)
    assert code(battle, Move("red-1", "H", ((0, -mil(1)),))) == "table"


@pytest.mark.rule("brigands.9.7")
def test_the_preview_of_a_take_off_weighs_the_view_from_there() -> None:
    wall = piece("instance", 0, 20, 48, 21, top=4)
    battle = airfield(wall, enemy=("hunter/foc", 24, 30))
    remodel(battle.state.units["blue-1"], weapons=())
    low = battle.preview("red", Activate("red-1", COMBAT_SPEED))
    high = battle.preview("red", Activate("red-1", COMBAT_SPEED, airborne=True))
    assert high.gives > low.gives + 0.1


@pytest.mark.rule("brigands.9.7", "brigands.8.3a")
def test_its_passive_ecm_works_on_the_ground_and_not_in_the_air() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 20))
    flyer, enemy = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(flyer, traits=("VTOL", "ECM:2"))
    remodel(enemy, traits=("Comms:3",))
    assert comms_rating(battle.state, enemy) == 1
    flyer.airborne, flyer.z = True, ALOFT
    assert comms_rating(battle.state, enemy) == 3


@pytest.mark.rule("brigands.9.7")
def test_it_has_its_die_against_electronic_warfare_and_in_melee_too() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 20))
    flyer, enemy = fly(battle), battle.state.units["blue-1"]
    assert [line.value for line in defender_modifiers(battle.state, flyer) if line.label == "Airborne"] == [1]
    enemy.airborne, enemy.z = True, ALOFT
    assert lines(battle, Attack("blue-1", "LVB", "Melee", ("red-1",)))[1]["Airborne"] == 1
