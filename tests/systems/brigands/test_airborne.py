"""9.7: VTOLs and Airborne models; anti-air weapons."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.attacking.attack import Aim, can_aim
from gearlock.systems.brigands.machines.airborne import altitude_at
from gearlock.systems.brigands.moving.movement import budget_left
from gearlock.systems.brigands.sighting.cover import CLEAR, look_at
from gearlock.systems.brigands.sighting.sensing import has_sensor_lock, sensor_range
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State, Unit
from gearlock.table.inches import gap
from gearlock.table.terrain import Piece
from systems.brigands.company import company
from systems.brigands.field import BASE, again, code, give, ground, kinds, mil, piece, remodel, water
from systems.brigands.shooting import lines

FLYER = "dragonfly-north"
ALOFT = 12_000


def airfield(*pieces: Piece, enemy: tuple[str, float, float] = ("hunter/foc", 24, 40)) -> Battle[State]:
    """A Dragonfly at 24, 10 facing north on the ground, a Hunter to the north, and this terrain."""
    battle = company([[(f"{FLYER}/foc", 24, 10)]], [[enemy]])
    battle.state.ground = ground(*pieces)
    for unit in battle.state.units.values():
        unit.command = 0
    return again(battle)


def fly(battle: Battle[State], posture: str = COMBAT_SPEED) -> Unit:
    give(battle, o.Activate("red-1", posture, airborne=True))
    return battle.state.units["red-1"]


@pytest.mark.rule("brigands.9.7", "brigands.trait.vtol")
@pytest.mark.parametrize("posture", [BRACED, COMBAT_SPEED, TOP_SPEED])
def test_a_vtol_chooses_with_any_posture_whether_it_flies(posture: str) -> None:
    battle = airfield()
    flyer = fly(battle, posture)
    assert (flyer.airborne, flyer.z, flyer.posture) == (True, ALOFT, posture)
    assert battle.state.activation is not None
    assert battle.state.activation.z == ALOFT
    grounded = airfield()
    give(grounded, o.Activate("red-1", posture))
    assert not grounded.state.units["red-1"].airborne


@pytest.mark.rule("brigands.9.7", "brigands.trait.vtol")
def test_only_a_vtol_takes_off() -> None:
    battle = company([[("hunter/foc", 24, 10)]])
    assert code(battle, o.Activate("red-1", COMBAT_SPEED, airborne=True)) == "vtol"


@pytest.mark.rule("brigands.9.7")
def test_it_stays_in_the_air_until_it_is_activated_again() -> None:
    battle = airfield()
    fly(battle)
    give(battle, o.EndActivation("red-1"))
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
    give(battle, o.Move("red-1", "H", ((0, mil(11)),)))
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
    assert has_sensor_lock(flyer, enemy)
    enemy.y += mil(0.5)
    assert not has_sensor_lock(flyer, enemy)
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
    attack = o.Attack("blue-1", "LAC", "Ballistic", ("red-1",))
    assert "Airborne" not in lines(battle, attack)[1]
    fly(battle)
    assert lines(battle, attack)[1]["Airborne"] == 1
    own = lines(battle, o.Attack("red-1", "MAC", "Ballistic", ("blue-1",)))
    assert "Airborne" not in own[0] | own[1]


@pytest.mark.rule("brigands.wtrait.aa")
def test_anti_air_gives_two_dice_against_what_flies_and_nothing_else() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 24))
    shot = o.Attack("red-1", "MAC", "Ballistic", ("blue-1",))
    assert "Anti-Air" not in lines(battle, shot)[0]
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z = True, ALOFT
    assert lines(battle, shot)[0]["Anti-Air"] == 2
    plain = o.Attack("red-1", "MATM", "Missile", ("blue-1",))
    assert "Anti-Air" not in lines(battle, plain)[0]


def _at(distance: float, airborne: bool) -> tuple[Aim, Unit]:
    """A Dragonfly in the air, a Hunter as high or 10.5 in below it, so many inches away across the table."""
    battle = airfield()
    flyer = fly(battle)
    enemy = battle.state.units["blue-1"]
    enemy.y = flyer.y + flyer.line.radius + enemy.line.radius + mil(distance)
    enemy.airborne, enemy.z = airborne, ALOFT if airborne else 0
    return Aim(battle.state, flyer, enemy), flyer


@pytest.mark.rule("brigands.wtrait.aa")
def test_anti_air_reaches_six_inches_farther_for_what_flies() -> None:
    """A MAC is best at 6 to 18 in and reaches 36: 24 and 42 in the air."""
    for distance, optimal, reached in ((18, True, True), (24, True, True), (24.1, False, True), (42, False, True)):
        aim, flyer = _at(distance, airborne=True)
        weapon = flyer.line.weapons["MAC"]
        assert aim.strike(weapon, "Ballistic", False).optimal is optimal
        assert can_aim(aim, weapon, "Ballistic") is reached
    aim, flyer = _at(42.1, airborne=True)
    assert not can_aim(aim, flyer.line.weapons["MAC"], "Ballistic")
    aim, flyer = _at(18, airborne=False)
    assert not aim.strike(flyer.line.weapons["MAC"], "Ballistic", False).optimal
    aim, flyer = _at(36, airborne=False)
    assert not can_aim(aim, flyer.line.weapons["MAC"], "Ballistic")


@pytest.mark.rule("brigands.wtrait.aa")
def test_who_is_too_far_for_anti_air_is_told_how_far_it_reaches() -> None:
    battle = airfield()
    flyer = fly(battle)
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y, enemy.airborne, enemy.z = mil(24), mil(10) + flyer.line.radius + BASE + mil(42.2), True, ALOFT
    refusal = battle.refuse("red", o.Attack("red-1", "MAC", "Ballistic", ("blue-1",)))
    assert refusal is not None
    assert (refusal.code, refusal.facts["range"]) == ("range", mil(42))


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
    ahead = o.Move("red-1", "H", ((0, mil(14)),))
    grounded = airfield(wall, wood, water(10, 21, 38, 23.5, 3.0))
    give(grounded, o.Activate("red-1", COMBAT_SPEED))
    assert code(grounded, ahead) in ("terrain", "water", "area")
    fly(battle)
    assert code(battle, o.Move("red-1", "H", ((0, mil(14.1)),))) == "movement"
    assert code(battle, o.Move("red-1", "H", ((100, mil(2)), (100, mil(2))))) == "turns"
    give(battle, ahead)
    assert battle.state.units["red-1"].y == mil(24)


@pytest.mark.rule("brigands.9.7", "brigands.3.1a")
def test_no_road_makes_it_faster_in_the_air() -> None:
    road = piece("road", 22, 0, 26, 48, rating="")
    battle = airfield(road)
    give(battle, o.Activate("red-1", COMBAT_SPEED))
    assert budget_left(battle.state, battle.state.units["red-1"], "H") == mil(16)
    battle = airfield(road)
    assert budget_left(battle.state, fly(battle), "H") == mil(14)
    assert code(battle, o.Move("red-1", "H", ((0, mil(15)),))) == "movement"


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_models_on_the_ground_are_flown_over_and_others_in_the_air_are_not() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 15))
    fly(battle)
    over, upon = o.Move("red-1", "H", ((0, mil(10)),)), o.Move("red-1", "H", ((0, mil(5)),))
    assert code(battle, over) == code(battle, upon) == ""
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z = True, ALOFT
    assert code(battle, over) == code(battle, upon) == "overlap"


@pytest.mark.rule("brigands.9.7", "brigands.2.2")
def test_it_keeps_to_the_table() -> None:
    battle = airfield()
    fly(battle)
    assert code(battle, o.Move("red-1", "H", ((1800 // 2, 0), (0, mil(1))))) == ""
    assert code(battle, o.Move("red-1", "H", ((0, -mil(7)),))) == ""
    battle.state.units["red-1"].y = mil(1.5)
    assert code(battle, o.Move("red-1", "H", ((0, -mil(1)),))) == "table"


def landing(*pieces: Piece, enemy: tuple[str, float, float] = ("hunter/foc", 24, 40)) -> Battle[State]:
    """A Dragonfly in the air at 24, 10 that was not activated yet."""
    battle = airfield(*pieces, enemy=enemy)
    unit = battle.state.units["red-1"]
    unit.airborne, unit.z = True, altitude_at(battle.state.ground, unit.x, unit.y)
    return battle


@pytest.mark.rule("brigands.9.7")
def test_it_lands_where_it_is_or_on_a_top_that_holds_it() -> None:
    battle = landing()
    give(battle, o.Activate("red-1", COMBAT_SPEED))
    assert (battle.state.units["red-1"].airborne, battle.state.units["red-1"].z) == (False, 0)
    battle = landing(piece("building", 20, 6, 28, 14, top=3, footing=True))
    give(battle, o.Activate("red-1", COMBAT_SPEED))
    assert battle.state.units["red-1"].z == mil(3)


@pytest.mark.rule("brigands.9.7")
@pytest.mark.parametrize(
    ("below", "reason"),
    [(piece("instance", 23, 9, 25, 11, top=3), "terrain"), (water(20, 6, 28, 14, 2.0), "water")],
)
def test_it_stays_in_the_air_where_there_is_no_room_to_land(below: Piece, reason: str) -> None:
    battle = landing(below)
    assert code(battle, o.Activate("red-1", COMBAT_SPEED)) == reason
    offered = [option.order for option in battle.options("red")]
    assert offered
    assert all(isinstance(order, o.Activate) and order.airborne for order in offered)


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_it_neither_lands_on_a_model_nor_rises_into_one() -> None:
    battle = landing(enemy=("hunter/foc", 24, 10))
    assert code(battle, o.Activate("red-1", COMBAT_SPEED)) == "overlap"
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y, enemy.z, enemy.airborne = mil(24), mil(10), ALOFT, True
    assert code(battle, o.Activate("red-1", COMBAT_SPEED, airborne=True)) == "overlap"


@pytest.mark.rule("brigands.9.7")
def test_it_does_not_rise_through_a_bridge() -> None:
    bridge = piece("instance", 20, 6, 28, 14, top=4, base=3000)
    battle = airfield(bridge)
    assert code(battle, o.Activate("red-1", COMBAT_SPEED, airborne=True)) == "overhang"
    assert code(battle, o.Activate("red-1", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.9.7", "brigands.5.7b-haywire", "brigands.7.5e")
@pytest.mark.parametrize("wound", ["hull", "haywire", "steadied"])
def test_a_crippled_vtol_does_not_take_off(wound: str) -> None:
    battle = airfield()
    unit = battle.state.units["red-1"]
    unit.hull, unit.haywire, unit.steady = (4, True, False) if wound == "haywire" else (0, False, wound == "steadied")
    assert code(battle, o.Activate("red-1", COMBAT_SPEED, airborne=True)) == "crippled"


def _shot_down(damage: int, *pieces: Piece, below: bool = False) -> Battle[State]:
    """A Hunter shoots at an Airborne Dragonfly (AR 6, 4/4): LAC PEN 6, so the margin is the damage."""
    battle = company([[(f"{FLYER}/foc", 24, 10)]], [[("hunter/foc", 24, 24), ("hunter", 24 if below else 40, 10)]])
    battle.state.ground = ground(*pieces)
    unit = battle.state.units["red-1"]
    unit.airborne, unit.z = True, altitude_at(battle.state.ground, unit.x, unit.y)
    remodel(unit, armor=6, hull=4, structure=4, traits=("VTOL",), move={"H": 14}, type="Vehicle", piloting=3)
    unit.actions = 0
    for model in battle.state.units.values():
        model.command = 0
    battle.state.turn = "blue"
    battle = again(battle, (damage + 1, 1, 1), (1, 1, 1))
    give(battle, o.Activate("blue-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.9.7")
@pytest.mark.parametrize(("damage", "airborne"), [(3, True), (4, False)])
def test_a_vtol_that_is_crippled_comes_down_at_once_and_unhurt(damage: int, airborne: bool) -> None:
    battle = _shot_down(damage)
    events = give(battle, o.Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    unit = battle.state.units["red-1"]
    assert (unit.hull, unit.structure) == (4 - damage, 4)
    assert unit.airborne is airborne
    assert unit.z == (ALOFT if airborne else 0)
    assert ("Landed" in kinds(events)) is not airborne
    assert "Fell" not in kinds(events)


@pytest.mark.rule("brigands.9.7", "brigands.2.6")
def test_one_that_comes_down_over_a_model_or_a_rock_lands_beside_it() -> None:
    for battle in (_shot_down(4, below=True), _shot_down(4, piece("instance", 23.5, 9.5, 24.5, 10.5, top=2))):
        give(battle, o.Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
        unit = battle.state.units["red-1"]
        assert (unit.airborne, unit.z) == (False, 0)
        assert (unit.x, unit.y) != (mil(24), mil(10))
        assert abs(unit.x - mil(24)) + abs(unit.y - mil(10)) < mil(3)


@pytest.mark.rule("brigands.9.7", "brigands.5.6d")
def test_the_wreck_of_a_flyer_lies_on_the_ground() -> None:
    battle = _shot_down(4)
    unit = battle.state.units["red-1"]
    unit.hull, unit.structure = 1, 1
    battle = again(battle, (5, 1, 1), (1, 1, 1))
    give(battle, o.Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    unit = battle.state.units["red-1"]
    assert (unit.status, unit.airborne, unit.z) == (WRECK, False, 0)


@pytest.mark.rule("brigands.9.7")
def test_a_flyer_keeps_its_height_above_what_is_left_of_a_building() -> None:
    house = piece("building", 20, 6, 28, 14, top=5, footing=True)
    battle = landing(house)
    assert battle.state.units["red-1"].z == mil(17)
    battle.state.ground = ground()
    battle = again(battle)
    assert battle.state.units["red-1"].z == ALOFT


@pytest.mark.rule("brigands.9.7")
def test_a_dropped_model_that_is_crippled_stays_in_the_air_until_it_lands() -> None:
    battle = airfield()
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z, enemy.hull = True, ALOFT, 0
    battle = again(battle)
    assert battle.state.units["blue-1"].airborne


@pytest.mark.rule("brigands.9.7")
def test_the_preview_of_a_take_off_weighs_the_view_from_there() -> None:
    wall = piece("instance", 0, 20, 48, 21, top=4)
    battle = airfield(wall, enemy=("hunter/foc", 24, 30))
    remodel(battle.state.units["blue-1"], weapons=())
    low = battle.preview("red", o.Activate("red-1", COMBAT_SPEED))
    high = battle.preview("red", o.Activate("red-1", COMBAT_SPEED, airborne=True))
    assert high.gives > low.gives + 0.1
