from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.mechanics.structures import floors_of
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.buildings import plan_of
from gearlock.systems.brigands.lock_and_cover.sight import look_at, sensor_range
from gearlock.systems.brigands.movement.moving import FLOOR
from gearlock.systems.brigands.movement.paths import ChangeFloor, EndMove, Jump, Move
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, GONE, TOP_SPEED, State, Unit
from gearlock.table.terrain import Ground, Piece
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water
from systems.brigands.shooting import lines


def _house(**props: int | str) -> Piece:
    """A house 3 in tall, from 12 in north on."""
    return piece("building", 8, 12, 14, 18, 3, footing=True, props=props)


def _squad(on: Ground | None = None, posture: str = COMBAT_SPEED, **line: object) -> Battle[State]:
    """Infantry at 11, 10, looking north, Active: half an inch tall, 5 in on foot."""
    battle = lay([("hunter", 11, 10, NORTH)], on=on)
    fields: dict[str, object] = {"type": "Infantry", "height": 0.5, "move": {"W": 5}, "traits": (), **line}
    remodel(battle.state.units["red-1"], **fields)
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


def _unit(battle: Battle[State]) -> Unit:
    return battle.state.units["red-1"]


def _walk(length: int, last: bool = True, gait: str = "W") -> Move:
    return Move("red-1", gait, ((0, length),), last)


@pytest.mark.rule("brigands.9.1")
def test_infantry_turns_as_often_as_it_likes_and_minds_no_area_terrain() -> None:
    rough = piece("area", 8, 10, 14, 20, 1)
    battle = _squad(on=ground(rough), move={"G": 6})
    turns = ((300, 1_000), (-300, 1_000), (300, 1_000), (-300, 3_000))
    assert code(battle, Move("red-1", "G", turns)) == ""
    assert code(_squad(on=ground(rough), move={"G": 6}, type="Gear"), Move("red-1", "G", turns)) == "turns"
    assert code(_squad(on=ground(rough), move={"G": 6}, type="Gear"), _walk(6_000, gait="G")) == "area"
    pond = water(8, 10, 14, 20, 1)
    assert code(_squad(on=ground(pond)), _walk(1_000)) == "water"


@pytest.mark.rule("brigands.9.1-attack", "brigands.1.5b")
def test_infantry_shoots_all_around_and_has_no_back() -> None:
    battle = _squad()
    foe = battle.state.units["blue-1"]
    foe.x, foe.y, foe.facing = 11_000, 4_000, NORTH
    shot = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    assert code(battle, shot) == ""
    attack, _ = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert "Back Attack" not in attack
    attack, _ = lines(battle, Attack("blue-1", "LVB", "Melee", ("red-1",)))
    assert "Back Attack" not in attack
    gear = _squad(type="Gear")
    foe = gear.state.units["blue-1"]
    foe.x, foe.y, foe.facing = 11_000, 4_000, NORTH
    assert code(gear, shot) == "arc"
    attack, _ = lines(gear, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert attack["Back Attack"] == 1


@pytest.mark.rule("brigands.9.1-damage", "brigands.5.6c")
def test_crippled_infantry_keeps_its_speed_and_its_eyes() -> None:
    for kind, refusal, sight in (("Infantry", "", 18_000), ("Gear", "crippled", 9_000)):
        battle = lay([("hunter", 11, 10, NORTH)])
        unit = battle.state.units["red-1"]
        remodel(unit, type=kind)
        unit.hull = 0
        assert code(battle, Activate("red-1", TOP_SPEED)) == refusal
        unit.hull, unit.haywire = 4, True
        assert code(battle, Activate("red-1", TOP_SPEED)) == refusal
        assert sensor_range(unit) == sight
        labels = {option.label for option in battle.options("red")}
        assert any("top speed" in label for label in labels) == (refusal == "")


@pytest.mark.rule("brigands.9.1-damage", "brigands.wtrait.ai")
def test_destroyed_infantry_leaves_nothing_behind_and_weapons_without_ai_take_one_at_a_time() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH), ("hunter", 40, 40, SOUTH)])
    target = battle.state.units["blue-1"]
    remodel(target, type="Infantry", hull=2, structure=0)
    target.actions = 0
    battle = again(battle, [6, 6, 6], [1, 1])
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.state.units["blue-1"].hull == 1
    battle.state.units["red-1"].used.clear()
    battle.state.units["red-1"].actions = 1
    battle = again(battle, [6, 6, 6], [1, 1])
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.state.units["blue-1"].status == GONE


@pytest.mark.rule("brigands.9.1-basing")
def test_infantry_passes_where_one_figure_does() -> None:
    gap = ground(piece("instance", 8, 12, 10.7, 14, 3), piece("instance", 11.3, 12, 14, 14, 3))
    assert code(_squad(on=gap), _walk(5_000)) == ""
    assert code(_squad(on=gap, type="Gear"), _walk(5_000)) == "terrain"
    for half, refusal in ((0.2, ""), (0.199, "terrain")):
        tight = (piece("instance", 8, 12, 11 - half, 14, 3), piece("instance", 11 + half, 12, 14, 14, 3))
        assert code(_squad(on=ground(*tight)), _walk(5_000)) == refusal
    narrow = ground(piece("instance", 8, 12, 10.9, 14, 3), piece("instance", 11.1, 12, 14, 14, 3))
    assert code(_squad(on=narrow), _walk(5_000)) == "terrain"


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_infantry_alone_enters_buildings_and_pays_an_inch_for_a_wall() -> None:
    battle = _squad(on=ground(_house()))
    assert code(battle, _walk(4_000)) == ""
    assert code(battle, _walk(4_001)) == "movement"
    give(battle, _walk(4_000))
    assert (_unit(battle).inside, _unit(battle).y, _unit(battle).z) == (_house().id, 14_000, 0)
    assert code(_squad(on=ground(_house()), type="Gear", height=1.5), _walk(3_000)) == "terrain"
    battle = _squad(on=ground(piece("building", 8, 10.7, 14, 12.7, 3)))
    assert code(battle, _walk(3_000)) == ""
    assert code(battle, _walk(3_001)) == "movement"
    give(battle, _walk(3_000))
    assert _unit(battle).inside == ""


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_a_stop_right_at_a_wall_does_not_save_the_inch_it_costs() -> None:
    battle = _squad(on=ground(_house()), posture=TOP_SPEED)
    assert code(battle, Move("red-1", "W", ((0, 2_000), (0, 2_000)))) == ""
    assert code(battle, Move("red-1", "W", ((0, 2_000), (0, 2_001)))) == "movement"
    give(battle, _walk(2_000, last=False))
    assert _unit(battle).inside == ""
    assert code(battle, _walk(2_001)) == "movement"
    give(battle, _walk(2_000))
    assert _unit(battle).inside == _house().id
    give(battle, _walk(-2_000, last=False))
    assert (_unit(battle).y, _unit(battle).inside) == (12_000, _house().id)
    assert code(battle, _walk(-1)) == "movement"


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_open_buildings_are_free_and_closed_ones_have_their_doors() -> None:
    assert code(_squad(on=ground(_house(entry="open"))), _walk(5_000)) == ""
    assert code(_squad(on=ground(_house(entry="doors", doors="11,12"))), _walk(5_000)) == ""
    assert code(_squad(on=ground(_house(entry="doors", doors="13,12"))), _walk(5_000)) == "wall"
    assert code(_squad(on=ground(_house(entry="doors", doors="nonsense"))), _walk(3_000)) == "wall"


@pytest.mark.rule("brigands.3.2b")
@pytest.mark.parametrize(("door", "refusal"), [("11.5,12", ""), ("11.6,12", "wall")])
def test_a_door_is_an_inch_wide(door: str, refusal: str) -> None:
    assert code(_squad(on=ground(_house(entry="doors", doors=door))), _walk(5_000)) == refusal


@pytest.mark.rule("brigands.3.2b", "brigands.2.6")
def test_the_stairs_are_for_infantry_and_lead_into_nobody() -> None:
    house = _house(entry="open", roof="access")
    battle = _squad(on=ground(house), type="Gear", height=1.5)
    unit = _unit(battle)
    unit.y, unit.z = 15_000, 3_000
    assert code(battle, ChangeFloor("red-1", "W", 2)) == "building"
    battle = _squad(on=ground(house))
    unit, other = _unit(battle), battle.state.units["blue-1"]
    unit.y, unit.inside = 15_000, house.id
    remodel(other, type="Infantry", height=0.5)
    other.x, other.y, other.z, other.inside = 11_000, 15_500, 1_000, house.id
    assert code(battle, ChangeFloor("red-1", "W", 1)) == "overlap"
    assert code(battle, ChangeFloor("red-1", "W", 2)) == ""


@pytest.mark.rule("brigands.3.2b-crippled", "brigands.3.2b")
def test_the_walls_of_a_crippled_building_are_passed_for_an_inch() -> None:
    house = _house(entry="doors")
    battle = _squad(on=ground(house))
    battle.state.buildings[house.id] = (0, 5)
    assert code(battle, _walk(4_000)) == ""
    assert code(battle, _walk(4_001)) == "movement"


@pytest.mark.rule("brigands.3.2b")
def test_floors_cost_an_inch_each_and_the_roof_needs_access() -> None:
    for props, refusal in (({}, "roof"), ({"roof": "access"}, "")):
        battle = _squad(on=ground(_house(entry="open", **props)), posture=TOP_SPEED)
        give(battle, _walk(5_000))
        give(battle, ChangeFloor("red-1", "W", 2))
        assert (_unit(battle).z, _unit(battle).inside) == (2_000, _house().id)
        assert code(battle, _walk(-1_501)) == "movement"
        assert code(battle, ChangeFloor("red-1", "W", 3)) == refusal
        assert code(battle, ChangeFloor("red-1", "W", 4)) == "floor"
        assert code(battle, Move("red-1", "W", ((0, -1_000),))) == ""
        labels = {option.label for option in battle.options("red")}
        assert "Go down a floor in the building" in labels
        assert ("Go up a floor in the building" in labels) == (refusal == "")
    give(battle, ChangeFloor("red-1", "W", 3))
    assert (_unit(battle).z, _unit(battle).inside) == (3_000, "")
    assert code(battle, ChangeFloor("red-1", "W", 2)) == ""
    assert code(_squad(on=ground(_house())), ChangeFloor("red-1", "W", 1)) == "building"


@pytest.mark.rule("brigands.3.2b")
def test_from_an_upper_floor_there_is_no_way_through_the_wall() -> None:
    battle = _squad(on=ground(_house(entry="open")), posture=TOP_SPEED)
    give(battle, Move("red-1", "W", ((0, 3_000),)), ChangeFloor("red-1", "W", 1))
    assert code(battle, Move("red-1", "W", ((0, -2_000),))) == "floor"
    assert code(battle, Move("red-1", "W", ((0, -2_000),), drop=True)) == "floor"
    give(battle, ChangeFloor("red-1", "W", 0))
    assert code(battle, Move("red-1", "W", ((0, -1_500),))) == ""
    assert code(battle, Jump("red-1", 0, 1_000)) == "jetpack"
    give(battle, EndMove("red-1"))


@pytest.mark.rule("brigands.3.2b", "brigands.4.4a")
def test_a_building_is_area_terrain_to_whoever_is_in_it() -> None:
    battle = _squad(on=ground(_house(entry="open")))
    unit, foe = _unit(battle), battle.state.units["blue-1"]
    foe.x, foe.y = 11_000, 4_000
    unit.x, unit.y, unit.inside = 11_000, 13_000, _house().id
    assert look_at(battle.state, foe, unit) == (True, False, 0)
    unit.y = 15_000
    assert look_at(battle.state, foe, unit) == (False, True, 2)
    light = piece("building", 8, 12, 14, 18, 3, rating="light")
    battle = _squad(on=ground(light))
    unit, foe = _unit(battle), battle.state.units["blue-1"]
    foe.x, foe.y = 11_000, 4_000
    unit.y, unit.inside = 15_000, light.id
    assert look_at(battle.state, foe, unit) == (False, False, 1)


@pytest.mark.rule("brigands.3.2b")
def test_a_plan_is_read_from_the_map_or_from_the_size_of_the_ground() -> None:
    assert plan_of(_house(size="large", armor="bunker", roof="access")) == (12, 12, True)
    assert plan_of(_house()) == (10, 7, False)
    assert plan_of(piece("building", 0, 0, 4, 4, 2)) == (8, 7, False)
    assert plan_of(piece("building", 0, 0, 9, 9, 2, props={"armor": "outpost", "size": "vast"})) == (12, 10, False)
    assert [floors_of(piece("building", 0, 0, 4, 4, top), FLOOR) for top in (0.5, 1.0, 2.5, 6.0)] == [1, 1, 2, 6]
