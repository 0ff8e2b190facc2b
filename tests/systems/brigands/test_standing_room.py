"""2.3, 2.5, 2.6 and 3.1: room to stand. Nobody stops half in a piece it could step on, nor with its head in a roof."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.mechanics.placing.spots import Stand
from gearlock.systems.brigands.attacks.attack import Attack, Demolish, SnapFire
from gearlock.systems.brigands.damage import Fell
from gearlock.systems.brigands.movement.paths import Climb, EndMove, Jump, Move
from gearlock.systems.brigands.places import stand_at
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, RIDING, TOP_SPEED, State
from gearlock.systems.brigands.transport import Disembark
from gearlock.table.inches import bodies_overlap, footprint_overlaps
from gearlock.table.path import Leg
from gearlock.table.terrain import Piece
from systems.brigands.company import company
from systems.brigands.field import BASE, NORTH, SOUTH, again, code, give, ground, lay, mil, piece, remodel

LOW = piece("instance", 5, 12, 15, 20, 0.75, footing=True)
TOUCHING, ON_IT, WHOLLY_ON = 2_000 - BASE, 2_000, 2_000 + BASE
"""How far north of 10, 10 a base touches the low piece, has its middle on it, and lies on it altogether."""


def _start(
    *pieces: Piece, facing: int = NORTH, posture: str = COMBAT_SPEED, y: float = 10, z: int = 0
) -> Battle[State]:
    """A Hunter, 1.5 in tall, W:5 G:6, Active at 10, 10."""
    battle = lay([("hunter", 10, y, facing)], on=ground(*(pieces or (LOW,))))
    battle.state.units["red-1"].z = z
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


def _walk(*legs: Leg, gait: str = "W", last: bool = True, drop: bool = False) -> Move:
    return Move("red-1", gait, legs, last, drop)


@pytest.mark.rule("brigands.2.3-walker-step", "brigands.3.1")
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize(
    ("length", "answer"),
    [
        (TOUCHING, ""), (TOUCHING + 1, "edge"), (ON_IT - 1, "edge"), (ON_IT, ""), (WHOLLY_ON - 1, ""), (WHOLLY_ON, ""),
    ],
)  # fmt: skip
def test_a_walker_stops_clear_of_a_low_piece_or_on_it(length: int, answer: str, last: bool) -> None:
    battle = _start()
    order = _walk((0, length), last=last)
    assert code(battle, order) == answer
    if not answer:
        give(battle, order)
        assert battle.state.units["red-1"].z == (0 if length == TOUCHING else 750)


@pytest.mark.rule("brigands.2.3-walker-step")
def test_the_refusal_says_what_to_do_and_which_piece_it_is() -> None:
    battle = _start()
    refusal = battle.refuse("red", _walk((0, ON_IT - 300)))
    assert refusal is not None
    assert (refusal.rule, refusal.facts["piece"]) == ("brigands.2.3-walker-step", LOW.id)
    assert "stops on the instance or clear of it" in refusal.message


@pytest.mark.rule("brigands.2.3-walker-step")
@pytest.mark.parametrize(("length", "answer"), [(TOUCHING, ""), (TOUCHING + 1, "edge"), (ON_IT, "")])
def test_so_it_is_when_it_goes_backward(length: int, answer: str) -> None:
    assert code(_start(facing=SOUTH), _walk((0, -length))) == answer


@pytest.mark.rule("brigands.2.3-walker-step")
@pytest.mark.parametrize(("length", "answer"), [(500, ""), (501, "edge"), (1_090, "edge"), (1_091, "")])
def test_off_it_one_steps_as_clear_as_one_came(length: int, answer: str) -> None:
    battle = _start(facing=SOUTH, y=12.5, z=750)
    assert code(battle, _walk((0, length))) == answer
    if not answer:
        give(battle, _walk((0, length)))
        assert battle.state.units["red-1"].z == (750 if length == 500 else 0)


@pytest.mark.rule("brigands.2.3-walker-step", "brigands.2.5")
def test_whoever_could_stop_can_leave_by_a_ground_move() -> None:
    for length in (TOUCHING, ON_IT, WHOLLY_ON):
        battle = _start(posture=TOP_SPEED)
        give(battle, _walk((0, length)))
        away = _walk((900, 1_500), gait="G")
        assert code(battle, away) == ""
        give(battle, away)
    battle = _start(posture=TOP_SPEED, facing=SOUTH)
    give(battle, _walk((0, -ON_IT)))
    assert code(battle, _walk((0, 1_100), gait="G")) == "step"
    assert code(battle, _walk((0, BASE - 1), gait="G", drop=True)) == "edge"
    events = give(battle, _walk((0, BASE), gait="G", drop=True))
    assert Fell("red-1", 750, 0, 0) in events
    assert battle.state.units["red-1"].z == 0


@pytest.mark.rule("brigands.2.3-walker-step")
def test_a_low_wall_is_stepped_over_but_not_stopped_in() -> None:
    wall = piece("instance", 5, 12, 15, 12.5, 0.5)
    for length, answer in (
        (TOUCHING, ""),
        (1_999, "edge"),
        (2_501, "edge"),
        (2_500 + BASE, ""),
        (2_499 + BASE, "edge"),
    ):
        assert code(_start(wall), _walk((0, length))) == answer
    battle = _start(wall)
    give(battle, _walk((0, 2_250)))
    assert battle.state.units["red-1"].z == 500


@pytest.mark.rule("brigands.2.3-walker-step")
def test_a_step_up_from_a_step_is_as_clear() -> None:
    stairs = piece("instance", 5, 12, 15, 16, 0.5), piece("instance", 5, 14, 15, 16, 1.0)
    battle = _start(*stairs, posture=TOP_SPEED)
    give(battle, _walk((0, 3_000), last=False), EndMove("red-1"))
    assert code(battle, _walk((0, 1_000 - BASE))) == ""
    assert code(battle, _walk((0, 1_001 - BASE))) == "edge"
    assert code(battle, _walk((0, 1_000))) == ""


@pytest.mark.rule("brigands.2.5", "brigands.3.1")
def test_nobody_drops_with_its_base_in_a_low_piece() -> None:
    cliff = piece("instance", 5, 10, 15, 20, 4, footing=True)
    for edge, answer in ((8.809, ""), (8.81, "edge"), (9.399, "edge"), (9.4, "")):
        battle = _start(cliff, piece("instance", 5, 5, 15, edge, 0.75), facing=SOUTH, y=10.5, z=4_000)
        assert code(battle, _walk((0, 1_100), drop=True)) == answer


@pytest.mark.rule("brigands.2.4", "brigands.2.5")
@pytest.mark.parametrize(("edge", "answer"), [(10.709, ""), (10.71, "edge")])
def test_nobody_lets_go_over_the_edge_of_a_low_piece(edge: float, answer: str) -> None:
    tower, ledge = piece("instance", 5, 12, 15, 20, 4, footing=True), piece("instance", 5, 8, 15, edge, 0.75)
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(tower, ledge))
    unit = battle.state.units["red-1"]
    unit.y, unit.z, unit.hanging = 11_300, 2_000, tower.id
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _walk(drop=True)) == answer


@pytest.mark.rule("brigands.2.4", "brigands.3.1")
def test_nobody_climbs_down_into_the_edge_of_a_low_piece() -> None:
    for edge, answer in ((10.719, "terrain"), (10.718, "")):
        tower, ledge = piece("instance", 5, 12, 15, 20, 4, footing=True), piece("instance", 5, 8, 15, edge, 0.75)
        battle = lay([("hunter", 10, 10, NORTH)], on=ground(tower, ledge))
        unit = battle.state.units["red-1"]
        remodel(unit, traits=("Arms",))
        unit.y, unit.z, unit.hanging = 12_000 - BASE - 100, 1_000, tower.id
        battle = again(battle)
        give(battle, Activate("red-1", COMBAT_SPEED))
        assert code(battle, Climb("red-1", tower.id, 10_000, 12_000 - BASE - 100, 0)) == answer


@pytest.mark.rule("brigands.3.1", "brigands.2.3-walker-step")
@pytest.mark.parametrize(("clearance", "answer"), [(2.25, ""), (2.249, "terrain")])
def test_a_step_up_needs_headroom(clearance: float, answer: str) -> None:
    roof = piece("instance", 5, 14, 15, 20, 4, base=mil(clearance))
    assert code(_start(LOW, roof), _walk((0, 4_000))) == answer
    assert code(_start(roof), _walk((0, 4_000))) == ""


@pytest.mark.rule("brigands.3.1", "brigands.2.3-walker-step")
@pytest.mark.parametrize(("clearance", "answer"), [(2.0, ""), (1.999, "terrain")])
def test_stepping_over_something_under_a_bridge_needs_headroom_too(clearance: float, answer: str) -> None:
    wall, bridge = piece("instance", 5, 12, 15, 12.5, 0.5), piece("instance", 5, 11.5, 15, 13, 4, base=mil(clearance))
    assert code(_start(wall, bridge), _walk((0, 5_000))) == answer


@pytest.mark.rule("brigands.3.1", "brigands.3.3")
@pytest.mark.parametrize("gait", ["W", "G"])
@pytest.mark.parametrize(("clearance", "answer"), [(3.5, ""), (3.499, "terrain")])
def test_an_incline_leads_under_a_roof_only_with_headroom(clearance: float, answer: str, gait: str) -> None:
    hill = piece("hill", 5, 12, 15, 20, 2, props={"slope": 30}, footing=True)
    roof = piece("instance", 5, 14, 15, 20, 5, base=mil(clearance))
    assert code(_start(hill, roof), _walk((0, 4_000), gait=gait)) == answer


@pytest.mark.rule("brigands.2.5", "brigands.3.2b-destroyed")
def test_whoever_falls_with_a_house_comes_to_rest_clear_of_the_next_one() -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
    next_door = piece("building", 14, 20, 20, 26, 4, footing=True)
    battle = lay([("hunter", 11, 10, NORTH)], [("hunter", 13.8, 23, SOUTH)])
    unit = battle.state.units["blue-1"]
    unit.z, unit.actions = 4_000, 0
    battle.state.ground, battle.state.buildings[house.id] = ground(house, next_door), (0, 1)
    battle = again(battle, [4, 2, 2], [1])
    give(battle, Activate("red-1", COMBAT_SPEED), Demolish("red-1", "LAC", "Ballistic", house.id))
    unit = battle.state.units["blue-1"]
    assert unit.z == 0
    assert not footprint_overlaps(unit.body, next_door.outline)
    assert not bodies_overlap(unit.body, battle.state.units["red-1"].body)


def _crouching(*pieces: Piece, over: int | None = None) -> Battle[State]:
    """A Man-at-Arms at 10, 10, 1 in tall while it crouches and 1.5 in when it stands; perhaps a Hunter above it."""
    battle = lay([("man-at-arms", 10, 10, NORTH)], [("hunter", 10, 24, SOUTH), ("hunter", 30, 10, SOUTH)])
    battle.state.ground = ground(*pieces)
    other = battle.state.units["blue-2"]
    other.x, other.z = (10_800, over) if over is not None else (30_000, 0)
    return again(battle)


def _offers_to_stand(battle: Battle[State]) -> bool:
    offered = [option.order for option in battle.options(battle.waiting_for()[0])]
    return any(order.tall for order in offered if isinstance(order, Activate | SnapFire))


@pytest.mark.rule("brigands.trait.low-profile", "brigands.2.6", "brigands.3.1")
@pytest.mark.parametrize(("roof", "answer"), [(1.5, ""), (1.499, "headroom"), (1.0, "headroom")])
def test_a_low_profile_model_stands_up_only_under_a_roof_that_leaves_room(roof: float, answer: str) -> None:
    deck = piece("instance", 10.2, 5, 15, 15, 4, base=mil(roof), footing=True)
    battle = _crouching(deck)
    standing = Activate("red-1", COMBAT_SPEED, tall=True)
    assert code(battle, standing) == answer
    assert _offers_to_stand(battle) is (not answer)
    if answer:
        refusal = battle.refuse("red", standing)
        assert refusal is not None
        assert "cannot stand up under the instance: it stays low" in refusal.message
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert battle.state.units["red-1"].height == 1_000


@pytest.mark.rule("brigands.trait.low-profile", "brigands.2.6")
@pytest.mark.parametrize(("over", "answer"), [(1_500, ""), (1_499, "headroom"), (1_000, "headroom")])
def test_nor_does_it_stand_up_into_a_model_above_it(over: int, answer: str) -> None:
    battle = _crouching(over=over)
    assert code(battle, Activate("red-1", COMBAT_SPEED, tall=True)) == answer
    assert _offers_to_stand(battle) is (not answer)
    beside = _crouching(over=over)
    beside.state.units["blue-2"].x = 10_000 + 2 * BASE
    assert code(again(beside), Activate("red-1", COMBAT_SPEED, tall=True)) == ""


@pytest.mark.rule("brigands.trait.low-profile", "brigands.6.3", "brigands.2.6")
@pytest.mark.parametrize(("over", "answer"), [(1_500, ""), (1_499, "headroom")])
def test_nor_for_a_reaction(over: int, answer: str) -> None:
    for deck in (True, False):
        roof = [piece("instance", 10.2, 20, 15, 25, 4, base=over)] if deck else []
        battle = lay(
            [("hunter", 10, 10, NORTH), ("hunter", 30, 21, NORTH)], [("man-at-arms", 10, 21, SOUTH)], on=ground(*roof)
        )
        unit, above = battle.state.units["blue-1"], battle.state.units["red-2"]
        unit.actions, unit.standby = 0, 1
        above.x, above.z = (30_000, 0) if deck else (10_800, over)
        battle = again(battle)
        give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
        assert code(battle, SnapFire("blue-1", "MRF", "Ballistic", tall=True)) == answer
        assert code(battle, SnapFire("blue-1", "MRF", "Ballistic")) == ""
        assert _offers_to_stand(battle) is (not answer)


@pytest.mark.rule("brigands.trait.low-profile", "brigands.9.7")
def test_a_low_profile_flyer_needs_the_room_where_it_comes_down() -> None:
    deck = piece("instance", 5, 5, 15, 15, 4, base=1_200, footing=True)
    battle = _crouching(over=1_200)
    unit = battle.state.units["red-1"]
    remodel(unit, traits=("Low Profile", "VTOL"), move={"H": 10})
    assert code(again(battle), Activate("red-1", COMBAT_SPEED, tall=True, airborne=True)) == "headroom"
    unit.airborne, unit.z = True, 12_000
    battle = again(battle)
    assert code(battle, Activate("red-1", COMBAT_SPEED, tall=True, airborne=True)) == ""
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == ""
    assert code(battle, Activate("red-1", COMBAT_SPEED, tall=True)) == "overlap"
    battle.state.ground, battle.state.units["blue-2"].x = ground(deck), 30_000
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED, tall=True))
    assert battle.state.units["red-1"].z == 4_000


@pytest.mark.rule("brigands.2.7a", "brigands.3.1")
@pytest.mark.parametrize(("clearance", "answer"), [(2.5, ""), (2.499, "headroom")])
def test_a_jetpack_sets_nobody_down_with_its_head_in_a_roof(clearance: float, answer: str) -> None:
    box, roof = (
        piece("instance", 8, 12, 12, 16, 1, footing=True),
        piece("instance", 8, 12.001, 12, 16, 4, base=mil(clearance)),
    )
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(box, roof))
    remodel(battle.state.units["red-1"], traits=("Jetpack:5",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Jump("red-1", 0, 4_000)) == answer


@pytest.mark.rule("brigands.2.7a", "brigands.3.1")
def test_a_jetpack_leads_along_a_bridge_and_not_through_it() -> None:
    deck = piece("instance", 8, 8, 12, 20, 4, base=3_000, footing=True)
    for z, lands in ((4_000, 4_000), (0, 0)):
        battle = lay([("hunter", 10, 10, NORTH)], on=ground(deck))
        remodel(battle.state.units["red-1"], traits=("Jetpack:5",))
        battle.state.units["red-1"].z = z
        battle = again(battle)
        give(battle, Activate("red-1", COMBAT_SPEED), Jump("red-1", 0, 4_000))
        assert battle.state.units["red-1"].z == lands


@pytest.mark.rule("brigands.9.3", "brigands.9.2", "brigands.3.1")
@pytest.mark.parametrize(("level", "stands"), [(4_000, 4_000), (0, 0), (6_000, 0)])
def test_on_a_bridge_one_is_put_down_on_it_and_below_it_under_it(level: int, stands: int) -> None:
    deck = piece("instance", 5, 5, 15, 15, 4, base=3_000, footing=True)
    battle = lay([("hunter", 30, 30, NORTH)], on=ground(deck))
    stand = stand_at(battle.state, battle.state.units["red-1"], 10_000, 10_000, level)
    assert isinstance(stand, Stand)
    assert stand.body.z == stands


@pytest.mark.rule("brigands.9.3", "brigands.trait.low-profile")
@pytest.mark.parametrize(("clearance", "stands"), [(1.0, 0), (0.999, 4_000)])
def test_a_low_profile_model_is_put_down_lying(clearance: float, stands: int) -> None:
    deck = piece("instance", 5, 5, 15, 15, 4, base=mil(clearance), footing=True)
    battle = lay([("man-at-arms", 30, 30, NORTH)], on=ground(deck))
    stand = stand_at(battle.state, battle.state.units["red-1"], 10_000, 10_000, 0)
    assert isinstance(stand, Stand)
    assert stand.body.z == stands


@pytest.mark.rule("brigands.9.3")
def test_nobody_is_kept_aboard_because_its_transport_stands_on_a_bridge() -> None:
    deck = piece("instance", 15, 15, 25, 30, 4, base=3_000, footing=True)
    battle = company([[("badger/foc", 20, 20), ("north-infantry-squad", 3, 3)]])
    battle.state.ground, battle.state.units["red-1"].z = ground(deck), 4_000
    squad = battle.state.units["red-2"]
    squad.status, squad.carrier = RIDING, "red-1"
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    out = Disembark("red-1", "red-2", 20_000, 22_000, NORTH)
    assert code(battle, out) == ""
    give(battle, out)
    assert battle.state.units["red-2"].z == 4_000
