"""2.4 to 2.6 at their corners: what a climb costs in parts, who is in its way, who falls on whom."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Attack, Demolish
from gearlock.systems.brigands.command import Promoted
from gearlock.systems.brigands.damage import Fell
from gearlock.systems.brigands.movement.paths import Climb, Move
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, WRECK, State, Unit
from gearlock.table.inches import bodies_overlap, footprint_overlaps, gap
from gearlock.table.terrain import Ground, Piece
from systems.brigands.company import company
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, kinds, lay, piece, remodel
from systems.brigands.shooting import lines

TOWER = piece("building", 8, 12, 14, 18, 4, footing=True)
FOOT, UP = 12_000 - BASE - 50, 12_000 + BASE + 10


def _at_wall(
    *traits: str, z: int = 0, y: int = FOOT, on: Ground | None = None, posture: str = COMBAT_SPEED, **line: object
) -> Battle[State]:
    """A Hunter at the south face of a tower, 1.5 in tall, 5 in on foot, Active; an enemy far off."""
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(TOWER) if on is None else on)
    unit = battle.state.units["red-1"]
    remodel(unit, traits=traits or ("Arms",), **line)
    unit.x, unit.y, unit.z = 11_000, y, z
    unit.hanging = TOWER.id if z and y < 12_000 else ""
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


def _climb(z: int, y: int = FOOT, x: int = 11_000, gait: str = "C", last: bool = True) -> Climb:
    return Climb("red-1", TOWER.id, x, y, z, gait, last)


def _other(battle: Battle[State], y: int, z: int, **line: object) -> Unit:
    other = battle.state.units["blue-1"]
    remodel(other, **line)
    other.x, other.y, other.z = 11_000, y, z
    return other


@pytest.mark.rule("brigands.2.4")
def test_the_parts_of_a_climbing_move_add_up_to_one_height() -> None:
    battle = _at_wall()
    give(battle, _climb(1_000, last=False))
    assert code(battle, _climb(1_500)) == ""
    assert code(battle, _climb(1_501)) == "movement"


@pytest.mark.rule("brigands.2.4")
def test_going_over_the_edge_and_down_costs_the_way_across_too() -> None:
    battle = _at_wall(z=4_000, y=UP, height=2)
    assert code(battle, _climb(4_000 - (2_000 - (UP - FOOT)))) == ""
    assert code(battle, _climb(4_000 - (2_000 - (UP - FOOT)) - 1)) == "movement"


@pytest.mark.rule("brigands.2.4", "brigands.3.1a")
def test_a_road_at_the_foot_of_a_wall_makes_no_climb_longer() -> None:
    tower = piece("building", 8, 12, 14, 18, 9, footing=True)
    road = piece("road", 8, 0, 14, 12)
    battle = _at_wall("Climber", on=ground(tower, road))
    order = Climb("red-1", tower.id, 11_000, FOOT, 5_000, "W")
    assert code(battle, order) == ""
    assert code(battle, Climb("red-1", tower.id, 11_000, FOOT, 5_001, "W")) == "movement"


@pytest.mark.rule("brigands.2.4")
def test_nobody_climbs_what_is_above_its_head() -> None:
    ledge = piece("instance", 8, 12, 14, 18, 6, base=3_000, footing=True)
    battle = _at_wall(on=ground(ledge))
    assert code(battle, Climb("red-1", ledge.id, 11_000, FOOT, 3_500)) == "face"


@pytest.mark.rule("brigands.2.4", "brigands.2.6")
def test_a_climb_goes_past_infantry_but_does_not_end_in_it() -> None:
    battle = _at_wall("Climber")
    _other(battle, FOOT, 1_600, type="Infantry", height=0.5)
    assert code(battle, _climb(2_500, gait="W")) == ""
    assert code(battle, _climb(1_000, gait="W")) == "overlap"
    assert code(battle, _climb(2_000, gait="W")) == "overlap"


@pytest.mark.rule("brigands.2.4")
def test_from_a_face_only_walking_leads_onto_the_top() -> None:
    battle = _at_wall(z=4_000, move={"W": 5, "G": 6})
    assert code(battle, Move("red-1", "W", ((0, UP - FOOT),))) == ""
    assert code(battle, Move("red-1", "G", ((0, UP - FOOT),))) == "hanging"


@pytest.mark.rule("brigands.2.4a")
def test_hanging_costs_a_die_in_melee_too() -> None:
    battle = _at_wall(z=1_000)
    _other(battle, FOOT - 1_182, 1_000)
    battle.state.units["red-1"].facing = SOUTH
    attack, _ = lines(battle, Attack("red-1", "LVB", "Melee", ("blue-1",)))
    _, defence = lines(battle, Attack("blue-1", "LVB", "Melee", ("red-1",)))
    assert (attack["Climbing"], defence["Climbing"]) == (-1, -1)


@pytest.mark.rule("brigands.2.5", "brigands.2.6")
def test_nobody_lets_go_over_somebody_s_head() -> None:
    battle = _at_wall(z=3_500)
    other = _other(battle, FOOT - 500, 0)
    drop = Move("red-1", "W", (), drop=True)
    assert code(battle, drop) == "overlap"
    assert "Let go and drop" not in {option.label for option in battle.options("red")}
    other.y = FOOT - 1_182
    battle = again(battle)
    assert code(battle, drop) == ""
    assert "Let go and drop" in {option.label for option in battle.options("red")}


@pytest.mark.rule("brigands.2.5", "brigands.7.1-2ic")
def test_a_deputy_succeeds_a_leader_who_falls_to_death() -> None:
    battle = company([[("hunter/foc", 11, 10), ("hunter/2ic", 20, 10)]])
    leader = battle.state.units["red-1"]
    remodel(leader, piloting=0, hull=1, structure=0)
    battle.state.ground = ground(TOWER)
    leader.y, leader.z, leader.hanging, leader.command = FOOT, 2_000, TOWER.id, 0
    battle = again(battle, (4, 1))
    events = give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", (), drop=True))
    assert Promoted("red-2", "cgl", 1) in events


@pytest.mark.rule("brigands.2.6", "brigands.9.1")
def test_infantry_passes_through_infantry_but_not_through_a_gear() -> None:
    for kind, refusal in (("Infantry", ""), ("Gear", "overlap")):
        battle = _at_wall(on=ground(), y=6_000, type="Infantry", height=0.5)
        _other(battle, 8_000, 0, type=kind)
        assert code(battle, Move("red-1", "W", ((0, 5_000),))) == refusal


@pytest.mark.rule("brigands.2.6")
def test_one_walks_above_and_below_others() -> None:
    deck = piece("instance", 8, 12, 14, 18, 4, base=3_000, footing=True)
    battle = _at_wall(on=ground(deck))
    _other(battle, 14_000, 4_000)
    assert code(battle, Move("red-1", "W", ((0, 5_000),))) == ""
    battle = _at_wall(on=ground(deck), z=4_000, y=UP)
    _other(battle, 15_000, 0)
    assert code(battle, Move("red-1", "W", ((0, 4_000),))) == ""


@pytest.mark.rule("brigands.2.4", "brigands.5.7b-fire", "brigands.5.7b-corrosion", "brigands.5.6d")
@pytest.mark.parametrize("effect", ["Fire:1", "Corrosion"])
def test_whoever_burns_or_rots_to_death_on_a_face_comes_down_too(effect: str) -> None:
    battle = _at_wall(y=4_000, weapons=(f"LAC ({effect})",))
    other = _other(battle, FOOT, 2_000, hull=3, structure=1, armor=30)
    other.hanging, other.actions, other.hull = TOWER.id, 0, 0
    other.corroded = effect == "Corrosion"
    dice = ([6, 6, 6], [4]) if effect == "Fire:1" else ([6, 1], [4])
    if effect == "Corrosion":
        other.activated = True
        battle = again(battle, *dice)
        give(battle, EndActivation("red-1"))
    else:
        battle = again(battle, *dice)
        give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    wreck = battle.state.units["blue-1"]
    assert (wreck.status, wreck.z, wreck.hanging) == (WRECK, 0, "")


@pytest.mark.rule("brigands.2.5", "brigands.2.6", "brigands.3.2b-destroyed")
def test_whoever_falls_where_another_is_comes_to_rest_beside_it() -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
    battle = lay([("hunter", 11, 10, NORTH)], [("hunter", 11, 26.641, SOUTH), ("hunter", 14, 26.641, SOUTH)])
    low, high = battle.state.units["blue-1"], battle.state.units["blue-2"]
    low.z, high.z, high.x = 500, 2_500, low.x
    low.hanging = high.hanging = house.id
    low.actions = high.actions = 0
    battle.state.ground, battle.state.buildings[house.id] = ground(house), (0, 1)
    battle = again(battle, [4, 2, 2])
    give(battle, Activate("red-1", COMBAT_SPEED), Demolish("red-1", "LAC", "Ballistic", house.id))
    low, high = battle.state.units["blue-1"], battle.state.units["blue-2"]
    assert (low.x, low.y, low.z, high.z) == (11_000, 26_641, 0, 0)
    assert 0 <= gap(low.body, high.body) < 300
    assert not bodies_overlap(low.body, high.body)


@pytest.mark.rule("brigands.2.6", "brigands.5.6d")
def test_a_wreck_off_the_wall_lies_beside_whoever_stands_below_and_clear_of_the_wall() -> None:
    battle = _at_wall(y=4_000)
    other = _other(battle, FOOT, 2_000)
    other.hanging, other.actions, other.hull, other.structure = TOWER.id, 0, 0, 1
    below = battle.state.units["red-1"].clone()
    below.id, below.y, below.x = "red-2", FOOT, 11_300
    battle.state.units["red-2"] = below
    battle = again(battle, [3, 2, 1])
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    wreck, below = battle.state.units["blue-1"], battle.state.units["red-2"]
    assert (wreck.status, wreck.z, below.x, below.y) == (WRECK, 0, 11_300, FOOT)
    assert not bodies_overlap(wreck.body, below.body)
    assert not footprint_overlaps(wreck.body, TOWER.outline)


def _on_hill(hut: Piece) -> Battle[State]:
    """A Hunter at 11, 13 on a hill 2 in tall that begins at 12, looking south to something as tall beside it."""
    hill = Piece("hill", "Hill", "hill", TOWER.outline, 2_000, rating="heavy", footing=True, props={"slope": 30})
    battle = _at_wall(on=ground(hill, hut), z=2_000, y=13_000)
    battle.state.units["red-1"].facing = SOUTH
    return again(battle)


@pytest.mark.rule("brigands.3.3", "brigands.3.1")
def test_at_the_foot_of_an_incline_walls_are_in_the_way_again() -> None:
    assert code(_on_hill(piece("building", 11.6, 9, 14, 11, 2)), Move("red-1", "W", ((0, 3_000),))) == ""
    beside = _on_hill(piece("building", 11.5, 9, 14, 11, 2))
    assert code(beside, Move("red-1", "W", ((0, 3_000),))) == "terrain"
    assert code(beside, Move("red-1", "W", ((0, 1_400),))) == ""
    low = _on_hill(piece("building", 11.5, 9, 14, 11, 0.75))
    assert code(low, Move("red-1", "W", ((0, 3_000),))) == "edge"
    assert code(low, Move("red-1", "W", ((0, 4_600),))) == ""


@pytest.mark.rule("brigands.3.3", "brigands.2.5")
def test_no_incline_leads_down_from_the_roof_beside_it() -> None:
    battle = _on_hill(piece("building", 8, 10, 14, 12, 2, footing=True))
    give(battle, Move("red-1", "W", ((0, 2_000),), last=False))
    assert battle.state.units["red-1"].z == 2_000
    for legs in (((0, 1_600),), ((0, 1_000), (0, 600))):
        assert code(battle, Move("red-1", "W", legs)) == "step"
    assert code(battle, Move("red-1", "W", ((0, 1_500),), drop=True)) == "edge"
    events = give(battle, Move("red-1", "W", ((0, 1_600),), drop=True))
    assert Fell("red-1", 2_000, 0, 0) in events
    battle = _on_hill(piece("building", 8, 10, 14, 12, 2, footing=True))
    assert code(battle, Move("red-1", "W", ((0, 3_600),))) == "step"
    assert Fell("red-1", 2_000, 0, 0) in give(battle, Move("red-1", "W", ((0, 3_600),), drop=True))


@pytest.mark.rule("brigands.2.4")
def test_top_speed_climbs_twice() -> None:
    battle = _at_wall(posture=TOP_SPEED)
    events = give(battle, _climb(1_500), _climb(3_000))
    assert kinds(events).count("MoveEnded") == 2
    assert battle.state.units["red-1"].z == 3_000
