"""The ground at its edge: over which side, behind what, how deep, through which wall, and who comes down with it."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.script import Ctx
from gearlock.systems.brigands.advice.attack_odds import collapse_worth
from gearlock.systems.brigands.attacks.attack import Demolish
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.drones import resolve_drones
from gearlock.systems.brigands.lock_and_cover.sight import (
    Look,
    crossing_of,
    has_line_of_sight,
    look_from_eye,
    sees_by_boom,
)
from gearlock.systems.brigands.movement.moving import trace_jump
from gearlock.systems.brigands.movement.paths import Climb, Jump, Move, Moved, Slide
from gearlock.systems.brigands.objectives.winning import refuse_ground
from gearlock.systems.brigands.recovery_and_medics import way_to_patient
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import (
    CAPTURE,
    COMBAT_SPEED,
    DEMOLITIONS,
    FIELDED,
    GONE,
    RIDING,
    WRECK,
    State,
    objectives,
)
from gearlock.table.bodies import Body
from gearlock.table.terrain import Piece
from systems.brigands.company import company
from systems.brigands.field import BASE, EAST, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water

HOUSE = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})


def _on_roof(y: float, *more: Piece, **changes: object) -> Battle[State]:
    """A Hunter on the roof of the house, looking south over its edge, Active."""
    battle = lay([("hunter", 11, y, SOUTH)], on=ground(HOUSE, *more))
    unit = battle.state.units["red-1"]
    remodel(unit, **changes)
    unit.z = 4_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


# --- 2: moving --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.2.2", "brigands.2.3")
@pytest.mark.parametrize(("legs", "answer"), [(31, ""), (32, ""), (33, "path")])
def test_a_path_has_so_many_legs_and_no_more(legs: int, answer: str) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 100),) * legs)) == answer


@pytest.mark.rule("brigands.2.7b", "brigands.2.5", "brigands.trait.thrusters")
def test_thrusters_shift_nobody_over_an_edge() -> None:
    for roof, answer in ((2, ""), (2.001, "step")):
        low = piece("building", 8, 20, 14, 26, roof, footing=True)
        battle = lay([("hunter", 9, 23, SOUTH)], on=ground(low))
        unit = battle.state.units["red-1"]
        remodel(unit, traits=("Thrusters:2",), move={"H": 8})
        unit.z = low.top
        battle = again(battle)
        give(battle, Activate("red-1", COMBAT_SPEED))
        assert code(battle, Slide("red-1", 2_000)) == ""
        assert code(battle, Slide("red-1", -2_000)) == answer


@pytest.mark.rule("brigands.2.7a", "brigands.trait.jetpack")
def test_a_jump_spends_no_movement_and_meets_no_ground_on_its_way() -> None:
    rough = piece("area", 8, 11, 12, 13, 1)
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(rough))
    remodel(battle.state.units["red-1"], traits=("Jetpack:4",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    jumped = trace_jump(battle.state, Jump("red-1", 0, 4_000))
    assert jumped == Moved("red-1", "J", 10_000, 14_000, 0, NORTH, 0, 0, 0, 4_000, 0, False, ((10_000, 14_000),))


@pytest.mark.rule("brigands.2.4")
@pytest.mark.parametrize(
    ("ledge", "height", "z"), [(0, 6, 0), (0, 2, 3_242), (0, 1.242, 4_000), (3, 6, 3_000), (3.9, 2, 3_900)]
)
def test_one_climbs_down_as_far_as_the_move_goes_or_to_what_is_below(ledge: float, height: float, z: int) -> None:
    below = [piece("building", 8, 14, 14, 19.9, ledge, footing=True)] if ledge else []
    battle = _on_roof(20 + (BASE + 10) / 1000, *below, height=height, traits=("Arms",))
    (down,) = [each.order for each in battle.options("red") if each.label == "Climb down the building"]
    assert isinstance(down, Climb)
    assert (down.z, code(battle, down)) == (z, "")


@pytest.mark.rule("brigands.3.2b-crippled", "brigands.3.2b")
@pytest.mark.parametrize(("left", "open_"), [((1, 1), False), ((1, 0), False), ((0, 1), True), ((0, 5), True)])
def test_closed_walls_open_with_the_last_of_the_hull(left: tuple[int, int], open_: bool) -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small", "entry": "doors"})
    battle = lay([("north-infantry-squad", 11, 19, NORTH)], on=ground(house))
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 1_500),))) == "wall"
    battle.state.buildings[house.id] = left
    assert code(battle, Move("red-1", "W", ((0, 1_500),))) == ("" if open_ else "wall")


# --- 3.2b: buildings --------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.3.2b-attack", "brigands.5.1")
def test_a_building_is_attacked_with_what_one_carries_and_has_not_fired() -> None:
    battle = lay([("hunter", 11, 10, NORTH)], [("hunter", 45, 45, SOUTH)], on=ground(HOUSE))
    give(battle, Activate("red-1", COMBAT_SPEED))
    shot = Demolish("red-1", "LAC", "Ballistic", HOUSE.id)
    assert code(battle, shot) == ""
    assert code(battle, Demolish("red-1", "MAC", "Ballistic", HOUSE.id)) == "no-weapon"
    assert code(battle, Demolish("red-1", "LAC", "Melee", HOUSE.id)) == "category"
    battle.state.units["red-1"].used.append("LAC")
    assert code(battle, shot) == "used"


@pytest.mark.rule("brigands.3.2b-attack", "brigands.wtrait.proximity")
def test_what_goes_off_around_its_bearer_is_aimed_at_no_building() -> None:
    battle = lay([("hunter", 11, 18, NORTH)], [("hunter", 45, 45, SOUTH)], on=ground(HOUSE))
    remodel(battle.state.units["red-1"], weapons=("LAC", "LFM (Proximity:3)"))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    name = next(each for each in battle.state.units["red-1"].line.weapons if each != "LAC")
    weapon = battle.state.units["red-1"].line.weapons[name]
    assert code(battle, Demolish("red-1", name, weapon.categories[0], HOUSE.id)) == "point"


@pytest.mark.rule("brigands.3.2b-destroyed", "brigands.2.5", "brigands.5.6a")
@pytest.mark.parametrize(("hull", "structure"), [(0, 1), (1, 0), (1, 1), (4, 2)])
def test_nobody_loses_more_in_a_collapse_than_is_left_of_it(hull: int, structure: int) -> None:
    state = lay([("hunter", 11, 23, NORTH)], on=ground(HOUSE)).state
    unit = state.units["red-1"]
    remodel(unit, piloting=0)
    unit.z, unit.hull, unit.structure = 4_000, hull, structure
    bites = 4 / 2  # a Marginal Hit for every inch, each biting every other time
    assert collapse_worth(state, HOUSE, "blue") == pytest.approx(min(bites, hull + structure) / unit.line.bulk)


# --- 4: seeing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("brigands.4.4a", "brigands.4.4-defensive")
@pytest.mark.parametrize(("top", "dice"), [(1.999, 0), (2, 1), (2.999, 1)])
def test_half_of_a_model_on_a_roof_is_reckoned_from_the_roof(top: float, dice: int) -> None:
    place = crossing_of(ground(piece("area", 8, 14, 12, 18, top, rating="light")))
    end = Body(10_000, 24_000, 1_000, BASE, 2_000)
    look = look_from_eye(place, (10_000, 10_000, 3_000), end, [], [], list(place.patches), False)
    assert look == Look(True, False, dice)


@pytest.mark.rule("brigands.trait.sensor-boom")
@pytest.mark.parametrize(
    ("more", "sees"),
    [
        ((), True),
        ((piece("area", 8.5, 9.5, 9.5, 10.5, 6, rating="light"),), True),
        ((piece("instance", 8.8, 9.9, 9.2, 10.1, 3, rating="light"),), False),
        (
            (
                piece("area", 8.5, 9.5, 9.5, 10.5, 6, rating="light"),
                piece("instance", 8.8, 9.9, 9.2, 10.1, 3, rating="light"),
            ),
            False,
        ),
    ],
)
def test_a_boom_is_put_out_through_woods_and_not_through_walls(more: tuple[Piece, ...], sees: bool) -> None:
    wall = piece("instance", 9, 10.8, 16, 11, 9, rating="light")
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 30, SOUTH)], on=ground(wall, *more)).state
    unit, target = state.units["red-1"], state.units["blue-1"]
    remodel(unit, traits=("Sensor Boom",))
    assert not has_line_of_sight(state, unit, target)
    assert sees_by_boom(state, unit, target) is sees


@pytest.mark.rule("brigands.trait.sensor-boom")
def test_a_boom_is_put_out_over_the_roof_one_stands_on() -> None:
    roof = piece("instance", 4, 4, 16, 10.5, 1, rating="light", footing=True)
    wall = piece("instance", 9, 10.8, 16, 11, 9, rating="light")
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 30, SOUTH)], on=ground(roof, wall)).state
    unit = state.units["red-1"]
    remodel(unit, traits=("Sensor Boom",))
    for z, sees in ((1_000, True), (999, False)):
        unit.z = z
        state.notes.clear()
        assert sees_by_boom(state, unit, state.units["blue-1"]) is sees


# --- 9 and 11: drones, mechanics, markers -----------------------------------------------------------------------------


@pytest.mark.rule("brigands.9.2")
@pytest.mark.parametrize(
    ("controller", "carrier", "drone", "asked"),
    [
        (FIELDED, "", FIELDED, True),
        (FIELDED, "", RIDING, True),
        (FIELDED, "", GONE, False),
        (FIELDED, "", WRECK, False),
        (WRECK, "", FIELDED, False),
        (FIELDED, "red-2", FIELDED, False),
        (RIDING, "red-2", RIDING, False),
    ],
)
def test_drones_are_placed_by_whoever_is_on_the_table_itself(
    controller: str, carrier: str, drone: str, asked: bool
) -> None:
    state = company([[("hunter/foc:recon-drone", 10, 10), ("hunter", 2, 2)]]).state
    one, other = state.units["red-1"], state.units["red-1a"]
    one.status, one.carrier = controller, carrier
    other.status, other.x, other.y = drone, 10_000, 12_000
    assert (next(resolve_drones(Ctx(state, BOOK.apply), "red-1"), None) is not None) is asked


@pytest.mark.rule("brigands.9.6a", "brigands.trait.recovery")
@pytest.mark.parametrize("near", ["red-2", "red-3"])
def test_a_mechanic_goes_to_the_nearest_of_those_in_need(near: str) -> None:
    battle = company([[("north-engineering-grizzly/foc", 10, 10), ("hunter", 14, 10), ("hunter", 20, 10)]])
    mechanic = battle.state.units["red-1"]
    mechanic.facing = EAST
    for name in ("red-2", "red-3"):
        patient = battle.state.units[name]
        patient.hull -= 1
        patient.x = mechanic.x + mechanic.line.radius + patient.line.radius + (1_000 if name == near else 2_000)
    assert way_to_patient(battle.state, mechanic, 6_000) == ((0, 950),)


@pytest.mark.rule("brigands.11.3-demolitions")
@pytest.mark.parametrize(
    ("name", "depth", "answer"),
    [(DEMOLITIONS, 1_000, ""), (DEMOLITIONS, 1_001, "water"), (CAPTURE, 1_001, "")],
)
def test_a_target_stands_in_water_up_to_half_its_height(name: str, depth: int, answer: str) -> None:
    lake = ground(water(18, 18, 30, 30, depth / 1000))
    refusal = refuse_ground(lake, objectives()[name], 24_000, 24_000)
    assert (refusal.code if refusal else "") == answer
