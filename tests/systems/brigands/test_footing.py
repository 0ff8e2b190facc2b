"""2.4 to 2.7 and 3.2b: what stands beside a way up, where who falls comes to rest, what a building is to whom."""

from __future__ import annotations

import pytest

from gearlock.mechanics.going.resting import resting_place
from gearlock.systems.brigands.attacks.attack import BuildingRolled, Demolish
from gearlock.systems.brigands.attacks.exchange import demolition_pools, distance_of
from gearlock.systems.brigands.movement.moving import building_of
from gearlock.systems.brigands.movement.paths import ChangeFloor, Climb, Slide
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, Rolled
from systems.brigands.field import BASE, EAST, NORTH, SOUTH, WEST, again, code, give, ground, lay, piece, remodel

TOWER = piece("building", 20, 20, 28, 28, 4, footing=True, props={"size": "small"})
ROCK = piece("instance", 20, 20, 28, 28, 4, footing=True)
SIDES = {NORTH: (24_000, 19_359), SOUTH: (24_000, 28_641), EAST: (19_359, 24_000), WEST: (28_641, 24_000)}
"""At the feet of the tower, a little off each face, looking at it."""


@pytest.mark.rule("brigands.2.4", "brigands.2.6")
@pytest.mark.parametrize("facing", SIDES)
@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("along", [0, -1_000, 1_000], ids=["up", "up and back", "up and on"])
@pytest.mark.parametrize(("clear", "answer"), [(0, ""), (-2, "terrain")])
def test_a_pillar_beside_a_climb_bars_whoever_brushes_it(
    facing: int, side: int, along: int, clear: int, answer: str
) -> None:
    x, y = SIDES[facing]
    beside = BASE + clear + max(0, side * along)
    near, far = sorted((side * beside, side * (beside + 400)))
    if facing in (NORTH, SOUTH):
        box, end = (x + near, y - 400, x + far, y + 400), (x + along, y)
    else:
        box, end = (x - 400, y + near, x + 400, y + far), (x, y + along)
    x0, y0, x1, y1 = (each / 1000 for each in box)
    pillar = piece("instance", x0, y0, x1, y1, 9)
    battle = lay([("hunter", 5, 5, facing)], on=ground(TOWER, pillar))
    unit = battle.state.units["red-1"]
    remodel(unit, traits=("Arms",))
    unit.x, unit.y = x, y
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Climb("red-1", TOWER.id, *end, 1_000, "C", True)) == answer


@pytest.mark.rule("brigands.3.2b", "brigands.9.1")
def test_a_rock_has_no_floors_though_infantry_stands_on_it() -> None:
    battle = lay([("north-infantry-squad", 24, 24, NORTH)], on=ground(ROCK))
    unit = battle.state.units["red-1"]
    unit.z = 4_000
    assert building_of(battle.state.ground, unit) is None
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, ChangeFloor("red-1", "W", 1)) == "building"


@pytest.mark.rule("brigands.3.2b")
@pytest.mark.parametrize(("z", "found"), [(4_000, True), (3_999, False), (0, False)])
def test_whoever_stands_on_a_roof_stands_just_at_its_height(z: int, found: bool) -> None:
    battle = lay([("hunter", 24, 24, NORTH)], on=ground(TOWER))
    unit = battle.state.units["red-1"]
    unit.z = z
    assert (building_of(battle.state.ground, unit) is not None) is found


@pytest.mark.rule("brigands.3.2b-attack", "brigands.1.4")
@pytest.mark.parametrize(
    ("x", "y", "z", "away"),
    [
        (24_000, 24_000, 4_000, 0),
        (24_000, 24_000, 4_700, 700),
        (24_000, 24_000, 0, 0),
        (24_000, 20_000 - BASE, 0, 0),
        (24_000, 20_000 - BASE - 1, 0, 1),
        (24_000, 10_000, 0, 10_000 - BASE),
    ],
)
def test_how_far_a_building_is_from_who_is_on_it_in_it_or_before_it(x: int, y: int, z: int, away: int) -> None:
    unit = lay([("hunter", 24, 24, NORTH)], on=ground(TOWER)).state.units["red-1"]
    unit.x, unit.y, unit.z = x, y, z
    assert distance_of(unit, TOWER) == away


@pytest.mark.rule("brigands.3.2b-attack", "brigands.1.4")
def test_a_building_on_stilts_is_measured_to_from_below() -> None:
    loft = piece("building", 20, 20, 28, 28, 8, base=3_000, footing=True, props={"size": "small"})
    unit = lay([("hunter", 24, 24, NORTH)], on=ground(loft)).state.units["red-1"]
    assert distance_of(unit, loft) == 3_000 - unit.height


@pytest.mark.rule("brigands.3.2b-attack")
@pytest.mark.parametrize(("weapon", "dice"), [("LAC", 3), ("LFM", 1)])
def test_a_building_has_neither_dice_nor_a_bonus_of_its_own(weapon: str, dice: int) -> None:
    battle = lay([("hunter", 24, 5, NORTH)], on=ground(TOWER))
    unit = battle.state.units["red-1"]
    remodel(unit, weapons=(weapon,))
    gun = unit.line.weapons[weapon]
    lines, pools = demolition_pools(battle.state, unit, gun, gun.categories[0], TOWER)
    assert (pools.attack, pools.defence, pools.defence_modifier) == (dice, 0, 0), lines


@pytest.mark.rule("brigands.3.2b-attack")
def test_what_is_rolled_against_a_building_is_noted_for_a_reroll() -> None:
    battle = lay([("hunter", 24, 10, NORTH)], on=ground(TOWER), command=1)
    remodel(battle.state.units["red-1"], weapons=("LAC",))
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, [4, 2, 2])
    give(battle, Activate("red-1", COMBAT_SPEED), Demolish("red-1", "LAC", "Ballistic", TOWER.id))
    assert battle.ask_for("red").kind == "reroll"  # type: ignore[union-attr]
    rolled = battle.state.rolled
    assert rolled is not None
    against = Rolled("red-1", "LAC", "", 4, 1, 3, 0, 0, 0, 0, 4, building=TOWER.id)
    assert rolled == against, "4 to the 1 of a building, three dice to none, nothing added to either"


@pytest.mark.rule("brigands.2.7b", "brigands.trait.thrusters")
@pytest.mark.parametrize(
    ("length", "answer"), [(0, "movement"), (1, ""), (-1, ""), (3_000, ""), (-3_000, ""), (-3_001, "movement")]
)
def test_a_shift_is_some_way_to_either_side(length: int, answer: str) -> None:
    battle = lay([("hunter", 24, 24, NORTH)])
    remodel(battle.state.units["red-1"], traits=("Thrusters:3",), move={"H": 10})
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Slide("red-1", length)) == answer


@pytest.mark.rule("brigands.2.5", "brigands.2.6")
@pytest.mark.parametrize(
    "spot", [(BASE, 24_000), (48_000 - BASE, 24_000), (24_000, BASE), (24_000, 48_000 - BASE), (24_000, 19_400)]
)
def test_who_falls_onto_another_comes_to_rest_beside_it_on_free_ground_of_the_table(spot: tuple[int, int]) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)], on=ground(ROCK))
    unit, other = battle.state.units["red-1"], battle.state.units["blue-1"]
    unit.x, unit.y = other.x, other.y = spot
    x, y = resting_place(battle.state.ground, unit, 0, BASE, battle.state.obstacles(unit))
    assert (x, y) != spot
    assert BASE <= x <= 48_000 - BASE
    assert BASE <= y <= 48_000 - BASE
    assert (x - spot[0]) ** 2 + (y - spot[1]) ** 2 >= (2 * BASE) ** 2, "Silhouettes do not overlap"
    outside = max(20_000 - x, x - 28_000, 20_000 - y, y - 28_000)
    assert outside > 0, "not in the rock nor on it"
    assert (x - spot[0]) ** 2 + (y - spot[1]) ** 2 < (4 * BASE) ** 2, "and no farther than it must"


@pytest.mark.rule("brigands.2.5", "brigands.2.6")
@pytest.mark.parametrize("spot", [(24_000, 20_050), (24_000, 27_950), (20_050, 24_000), (27_950, 24_000)])
def test_who_comes_down_at_the_edge_of_a_rock_rests_on_the_rock(spot: tuple[int, int]) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)], on=ground(ROCK))
    unit, other = battle.state.units["red-1"], battle.state.units["blue-1"]
    unit.x, unit.y = other.x, other.y = spot
    other.z = 4_000
    x, y = resting_place(battle.state.ground, unit, 4_000, BASE, battle.state.obstacles(unit))
    assert (x, y) != spot
    assert 20_000 <= x <= 28_000
    assert 20_000 <= y <= 28_000


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.5a")
def test_whoever_has_one_die_against_a_building_rolls_one() -> None:
    battle = lay([("hunter", 24, 5, NORTH)], on=ground(TOWER))
    remodel(battle.state.units["red-1"], weapons=("LFM",))
    battle = again(battle, [1], [1], [1])
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, Demolish("red-1", "LFM", "Indirect", TOWER.id))
    assert [event.faces for event in events if isinstance(event, BuildingRolled)] == [(1,)]
