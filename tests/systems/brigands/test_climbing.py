from __future__ import annotations

import pytest

from gearlock.kernel.asks import Pick, Place
from gearlock.kernel.battle import Battle
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.damage import Damaged, Fell, MarginalHitsRolled, hits_of_fall
from gearlock.systems.brigands.movement.paths import Climb, EndMove, Move, Moved
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, WRECK, State, Unit
from gearlock.table.terrain import Ground, Piece
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel
from systems.brigands.shooting import lines

EDGE = 12_000
"""Where the south face of the tower is."""
FOOT = EDGE - BASE - 50
"""Where a model stands that is going to climb it."""
UP = EDGE + BASE + 10
"""Where it stands once it is over the edge."""
TOWER = piece("building", 8, 12, 14, 18, 4, footing=True)


def _at_wall(
    *traits: str, posture: str = COMBAT_SPEED, on: Ground | None = None, z: int = 0, y: int = FOOT
) -> Battle[State]:
    """A Hunter at the foot of a tower 4 in tall, 1.5 in tall itself, Active."""
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(TOWER) if on is None else on)
    unit = battle.state.units["red-1"]
    remodel(unit, traits=traits or ("Arms",))
    unit.x, unit.y, unit.z = 11_000, y, z
    unit.hanging = TOWER.id if z and y < EDGE else ""
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


def _climb(z: int, y: int = FOOT, x: int = 11_000, gait: str = "C", last: bool = True) -> Climb:
    return Climb("red-1", TOWER.id, x, y, z, gait, last)


def _unit(battle: Battle[State]) -> Unit:
    return battle.state.units["red-1"]


@pytest.mark.rule("brigands.2.4", "brigands.trait.arms")
def test_arms_climb_their_height_in_a_move_and_no_more() -> None:
    battle = _at_wall()
    assert code(battle, _climb(1_500)) == ""
    assert code(battle, _climb(1_501)) == "movement"
    give(battle, _climb(1_500))
    assert (_unit(battle).z, _unit(battle).hanging) == (1_500, TOWER.id)
    assert code(battle, _climb(3_000)) == "no-move"


@pytest.mark.rule("brigands.2.4", "brigands.trait.arms", "brigands.trait.climber")
def test_only_walkers_with_arms_or_climber_climb() -> None:
    assert code(_at_wall("Agile"), _climb(1_000)) == "climber"
    battle = _at_wall()
    remodel(_unit(battle), traits=("Arms",), move={"G": 6})
    assert code(battle, _climb(1_000)) == "climber"


@pytest.mark.rule("brigands.2.4")
def test_without_climber_there_is_no_walking_in_a_climbing_move() -> None:
    battle = _at_wall()
    give(battle, _climb(1_000, last=False))
    assert code(battle, Move("red-1", "W", ((0, 100),))) == "gait"
    give(battle, EndMove("red-1"))
    battle = _at_wall()
    give(battle, Move("red-1", "W", ((900, 1_000),), last=False))
    assert code(battle, _climb(1_000, x=_unit(battle).x)) == "gait"


@pytest.mark.rule("brigands.2.4", "brigands.trait.climber")
def test_a_climber_walks_and_climbs_in_one_move() -> None:
    battle = _at_wall("Climber")
    give(battle, Move("red-1", "W", ((900, 1_000),), last=False))
    x = _unit(battle).x
    assert x == 10_000
    assert code(battle, _climb(4_001, x=x, gait="W")) == "height"
    assert code(battle, _climb(4_000, x=x, gait="W", last=False)) == ""
    assert code(battle, _climb(1_000, x=x)) == "gait"
    give(battle, _climb(3_000, x=x, gait="W", last=False))
    assert code(battle, _climb(4_000, UP, x=x, gait="W")) == "movement"


@pytest.mark.rule("brigands.2.4")
def test_sideways_along_a_face_is_climbing_too_and_measured_straight() -> None:
    battle = _at_wall()
    assert code(battle, _climb(900, x=12_200)) == ""
    assert code(battle, _climb(901, x=12_200)) == "movement"
    give(battle, _climb(900, x=12_200))
    assert (_unit(battle).x, _unit(battle).z) == (12_200, 900)


@pytest.mark.rule("brigands.2.4")
def test_over_the_edge_ends_a_climb_that_has_enough_left_and_else_takes_a_walk() -> None:
    battle = _at_wall(z=3_900)
    assert code(battle, _climb(4_000, UP)) == ""
    give(battle, _climb(4_000, UP))
    assert (_unit(battle).z, _unit(battle).hanging) == (4_000, "")
    battle = _at_wall(z=3_000, posture=TOP_SPEED)
    assert code(battle, _climb(4_000, UP)) == "movement"
    give(battle, _climb(4_000))
    assert code(battle, _climb(4_000, UP, gait="W")) == ""
    assert code(battle, Move("red-1", "W", ((0, UP - FOOT),))) == ""
    assert code(battle, Move("red-1", "W", ((0, 800),))) == "hanging"
    give(battle, Move("red-1", "W", ((0, 3_000),)))
    assert (_unit(battle).y, _unit(battle).z, _unit(battle).hanging) == (FOOT + 3_000, 4_000, "")


@pytest.mark.rule("brigands.2.4")
def test_the_whole_base_must_be_on_the_new_surface() -> None:
    battle = _at_wall(z=3_900)
    assert code(battle, _climb(4_000, UP - 30)) == "edge"
    bare = piece("building", 8, 12, 14, 18, 4)
    assert code(_at_wall(z=3_900, on=ground(bare)), _climb(4_000, UP)) == "top"


@pytest.mark.rule("brigands.2.4")
def test_a_climb_begins_and_ends_at_a_face() -> None:
    assert code(_at_wall(y=FOOT - 200), _climb(1_000, FOOT - 200)) == "face"
    battle = _at_wall()
    assert code(battle, _climb(1_000, FOOT - 200)) == "face"
    assert code(battle, _climb(0, x=12_000)) == "path"
    assert code(battle, _climb(0)) == "path"
    assert code(battle, Climb("red-1", "nowhere", 1, 1, 1)) == "piece"


@pytest.mark.rule("brigands.2.4")
def test_one_climbs_down_as_one_climbs_up() -> None:
    battle = _at_wall(z=4_000, y=UP, posture=TOP_SPEED)
    give(battle, _climb(4_000, FOOT, gait="W"))
    assert _unit(battle).hanging == TOWER.id
    give(battle, _climb(2_500))
    assert _unit(battle).z == 2_500
    battle = _at_wall(z=1_000)
    give(battle, _climb(0))
    assert (_unit(battle).z, _unit(battle).hanging) == (0, "")


@pytest.mark.rule("brigands.2.4", "brigands.2.6")
def test_nobody_climbs_through_others() -> None:
    battle = _at_wall()
    other = battle.state.units["blue-1"]
    other.x, other.y, other.z = 11_000, FOOT, 2_000
    assert code(battle, _climb(1_000)) == "overlap"
    other.z = 3_000
    assert code(battle, _climb(1_000)) == ""
    roof = piece("instance", 8, 10, 14, 12, 4, base=2_500)
    assert code(_at_wall(on=ground(TOWER, roof)), _climb(1_200)) == "terrain"
    assert code(_at_wall(on=ground(TOWER, roof)), _climb(1_000)) == ""


@pytest.mark.rule("brigands.2.4", "brigands.9.1")
def test_infantry_climbs_an_inch() -> None:
    battle = _at_wall()
    remodel(_unit(battle), traits=("Arms",), type="Infantry", height=0.5)
    assert code(battle, _climb(1_000)) == ""
    assert code(battle, _climb(1_001)) == "movement"


@pytest.mark.rule("brigands.2.4a", "brigands.trait.climber")
def test_hanging_costs_a_die_to_attack_and_defend_but_not_climbers() -> None:
    battle = _at_wall(z=1_000)
    foe = battle.state.units["blue-1"]
    foe.x, foe.y, foe.facing = 11_000, 4_000, NORTH
    unit = _unit(battle)
    unit.facing = SOUTH
    attack, _ = lines(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert attack["Climbing"] == -1
    assert defence["Climbing"] == -1
    give(battle, EndActivation("red-1"))
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert defence["Climbing"] == -1
    remodel(unit, traits=("Climber",))
    attack, _ = lines(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    _, defence = lines(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert "Climbing" not in attack
    assert "Climbing" not in defence


@pytest.mark.rule("brigands.2.5")
@pytest.mark.parametrize(
    ("height", "piloting", "hits"), [(4.0, 3, 1), (3.9, 3, 0), (6.5, 4, 2), (2.0, 4, 0), (5.0, 0, 5)]
)
def test_a_fall_hits_for_every_whole_inch_beyond_piloting(height: float, piloting: int, hits: int) -> None:
    battle = _at_wall()
    remodel(_unit(battle), piloting=piloting)
    assert hits_of_fall(_unit(battle), round(height * 1000)) == hits


@pytest.mark.rule("brigands.2.5")
def test_whoever_walks_over_an_edge_drops_only_if_told_to() -> None:
    battle = _at_wall(z=4_000, y=UP)
    over = ((900, 0), (900, 1_783))
    assert code(battle, Move("red-1", "W", over)) == "step"
    assert code(battle, Move("red-1", "W", ((900, 0), (900, 1_000)), drop=True)) == "edge"
    assert code(battle, Move("red-1", "W", ((900, 0), (900, 1_784)), drop=True)) == "air"
    battle = again(battle, [4])
    events = give(battle, Move("red-1", "W", over, drop=True))
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.z, moved.fall) == (0, 4_000)
    assert Fell("red-1", 4_000, 1, 0) in events
    assert [event.damage for event in events if isinstance(event, MarginalHitsRolled | Damaged)] == [1, 1]
    assert (_unit(battle).hull, _unit(battle).z) == (3, 0)


@pytest.mark.rule("brigands.2.4", "brigands.2.5")
@pytest.mark.parametrize(("gap", "refusal"), [(1.182, ""), (1.184, "air")])
def test_nobody_walks_on_air_from_roof_to_roof_but_over_a_gap_no_wider_than_a_base(gap: float, refusal: str) -> None:
    beyond = piece("building", 8, 18 + gap, 14, 30, 4, footing=True)
    battle = _at_wall(z=4_000, y=16_500, on=ground(TOWER, beyond))
    for gait in ("W", "G"):
        assert code(battle, Move("red-1", gait, ((0, 4_500),))) == refusal
    assert code(battle, Move("red-1", "W", ((0, 2_000), (0, 2_500)))) == refusal
    low = piece("instance", 8, 18, 14, 21, 3.3, footing=True)
    battle = _at_wall(z=4_000, y=16_500, on=ground(TOWER, low))
    assert code(battle, Move("red-1", "W", ((0, 3_500),))) == ""
    assert code(battle, Move("red-1", "G", ((0, 3_500),))) == "step"


@pytest.mark.rule("brigands.2.5")
def test_a_hanging_model_may_let_go() -> None:
    battle = _at_wall(z=3_500)
    give(battle, Move("red-1", "W", (), drop=True))
    assert (_unit(battle).z, _unit(battle).hanging, _unit(battle).hull) == (0, "", 4)
    battle = _at_wall(z=3_500)
    assert code(battle, Move("red-1", "W", ((900, 1_000),))) == "hanging"


@pytest.mark.rule("brigands.2.5")
def test_a_fall_may_destroy_but_leaves_a_wreck() -> None:
    battle = _at_wall(z=4_000, y=UP)
    remodel(_unit(battle), piloting=0, hull=1, structure=1)
    battle = again(battle, [4, 5, 6, 1])
    give(battle, Move("red-1", "W", ((900, 0), (900, 1_500)), drop=True))
    assert _unit(battle).status == WRECK
    assert battle.state.activation is None


@pytest.mark.rule("brigands.2.4", "brigands.5.6d")
def test_the_wreck_of_a_climber_lies_at_the_foot_of_the_wall() -> None:
    battle = lay(
        [("hunter", 11, 4, NORTH)], [("hunter", 11, FOOT / 1000, SOUTH), ("hunter", 40, 40, SOUTH)], on=ground(TOWER)
    )
    foe = battle.state.units["blue-1"]
    foe.z, foe.hanging, foe.hull, foe.structure = 2_000, TOWER.id, 0, 1
    foe.actions = 0
    battle = again(battle, [3, 2, 1])
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert (foe.status, battle.state.units["blue-1"].status) == ("fielded", WRECK)
    assert (battle.state.units["blue-1"].z, battle.state.units["blue-1"].hanging) == (0, "")


@pytest.mark.rule("brigands.3.3")
@pytest.mark.parametrize(("slope", "refusal"), [(45, ""), (20, ""), (46, "terrain"), (90, "terrain")])
def test_inclines_up_to_45_degrees_are_walked_and_steeper_ones_climbed(slope: int, refusal: str) -> None:
    hill = Piece("hill", "Hill", "hill", TOWER.outline, 4_000, rating="heavy", footing=True, props={"slope": slope})
    battle = _at_wall(on=ground(hill))
    climbed = Climb("red-1", "hill", 11_000, FOOT, 1_000)
    for gait in ("W", "G"):
        assert code(battle, Move("red-1", gait, ((0, 3_000),))) == refusal
    assert code(battle, climbed) == ("" if refusal else "piece")
    if not refusal:
        give(battle, Move("red-1", "G", ((0, 3_000),)))
        assert (_unit(battle).z, _unit(battle).hanging) == (4_000, "")
        give(battle, EndActivation("red-1"))


@pytest.mark.rule("brigands.3.3")
def test_an_incline_is_walked_down_again_without_falling() -> None:
    hill = Piece("hill", "Hill", "hill", TOWER.outline, 4_000, rating="heavy", footing=True, props={"slope": 30})
    battle = _at_wall(on=ground(hill), z=4_000, y=UP)
    events = give(battle, Move("red-1", "W", ((900, 0), (900, 2_000))))
    assert _unit(battle).z == 0
    assert not [event for event in events if isinstance(event, Fell)]


@pytest.mark.rule("brigands.2.4", "brigands.2.5")
def test_players_are_offered_the_climbs_there_are() -> None:
    labels = {option.label for option in _at_wall().options("red")}
    assert {"Climb up the building", "Climb along the building"} <= labels
    labels = {option.label for option in _at_wall(z=3_900).options("red")}
    assert {"Climb onto the building", "Climb down the building", "Let go and drop"} <= labels
    labels = {option.label for option in _at_wall(z=4_000, y=UP).options("red")}
    assert {"Climb down the building", "Let oneself over the edge of the building"} <= labels
    assert "Move and drop over the edge: Walker" in labels
    battle = _at_wall("Climber")
    option = next(option for option in battle.options("red") if isinstance(option, Place) and "along" in option.label)
    order = battle.aim("red", option, Aim(12_000, 11_900))
    assert isinstance(order, Climb)
    assert order.z == 4_000
    picks = [option for option in battle.options("red") if isinstance(option, Pick)]
    assert all(battle.refuse("red", option.order) is None for option in picks)
    assert battle.preview("red", order).ends == (order.x, order.y, NORTH)
